import { expect, it } from 'vitest';
import { conflictsOf, rebase } from '../../../src/ui/form/values.ts';

const itemsOf = (...items: object[]) => ({ fields: { facts: items } });

it('takes the items of a repeater whole, also where they have a field named key', () => {
  const from = itemsOf({ key: 'height', value: '3 m' }, { key: 'height', value: '4 m' });
  const mine = itemsOf({ key: 'height', value: '3 m' }, { key: 'height', value: '5 m' });
  expect(rebase(from, mine, from)).toEqual(mine);
  const theirs = itemsOf({ key: 'height', value: '2 m' }, { key: 'height', value: '4 m' });
  expect(conflictsOf(from, mine, theirs).map(({ path }) => path)).toEqual([['fields', 'facts']]);
});

it('meets the blocks of a region again by their key', () => {
  const pageOf = (...content: object[]) => ({ regions: { content } });
  const from = pageOf({ key: 'a', fields: { text: 'One' } }, { key: 'b', fields: { text: 'Two' } });
  const mine = pageOf({ key: 'b', fields: { text: 'Two' } }, { key: 'a', fields: { text: 'Mine' } });
  const theirs = pageOf({ key: 'a', fields: { text: 'One' } }, { key: 'b', fields: { text: 'Theirs' } });
  expect(conflictsOf(from, mine, theirs)).toEqual([]);
  expect(rebase(from, mine, theirs)).toEqual(
    pageOf({ key: 'b', fields: { text: 'Theirs' } }, { key: 'a', fields: { text: 'Mine' } }),
  );
});
