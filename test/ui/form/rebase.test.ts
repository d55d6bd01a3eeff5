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

it('follows blocks that somebody else has moved, and keeps new ones beside their neighbours', () => {
  const pageOf = (...content: object[]) => ({ regions: { content } });
  const block = (key: string, text = key) => ({ key, fields: { text } });
  const from = pageOf(block('a'), block('b'), block('c'));
  const mine = pageOf(block('a', 'Mine'), block('n'), block('b'), block('c'));
  const theirs = pageOf(block('c'), block('a'), block('m'), block('b'));
  expect(rebase(from, mine, theirs)).toEqual(
    pageOf(block('c'), block('a', 'Mine'), block('n'), block('m'), block('b')),
  );
  const moved = pageOf(block('b'), block('a'), block('c'));
  expect(rebase(from, moved, theirs)).toEqual(pageOf(block('b'), block('a'), block('m'), block('c')));
});

it('keeps a new block where it was added when somebody else has removed the block before it', () => {
  const pageOf = (...keys: readonly string[]) => ({
    regions: { content: keys.map((key) => ({ key, fields: { text: key } })) },
  });
  const from = pageOf('a', 'b', 'c');
  expect(rebase(from, pageOf('a', 'b', 'n', 'c'), pageOf('a', 'c'))).toEqual(pageOf('a', 'n', 'c'));
  expect(rebase(from, pageOf('a', 'b', 'c', 'n'), pageOf('a'))).toEqual(pageOf('a', 'n'));
  expect(rebase(from, pageOf('b', 'c'), pageOf('a', 'n', 'b', 'c'))).toEqual(pageOf('n', 'b', 'c'));
});
