import { expect, it } from 'vitest';
import { readFieldLayout, sectionsOf } from '../../src/ui/fields/layout.ts';
import { movedTo, withFieldPosition } from '../../src/ui/screens/types/fields/layout/layoutDraft.ts';

const field = (name: string, settings?: object) => ({ name, type: 'text', ...(settings && { settings }) });

it('reads nothing out of settings that say nothing known', () => {
  for (const settings of [undefined, null, 'wide', { width: 7, tab: '  ', group: [] }])
    expect(readFieldLayout({ name: 'one', settings })).toEqual({ width: 'full', tab: undefined, group: undefined });
});

it('shows what has no tab first, and a group where its first field stands', () => {
  const fields = [
    ...[field('a', { tab: 'Times' }), field('b'), field('c', { group: 'Who' }), field('d')],
    ...[field('e', { group: 'Who', width: 'half' }), field('f', { tab: 'Times' })],
  ];
  const names = sectionsOf(fields).map(({ tab, groups }) => [
    tab,
    groups.map((group) => [group.name, group.fields.map(({ name }) => name).join()]),
  ]);
  expect(names).toEqual([
    [
      undefined,
      [
        [undefined, 'b'],
        ['Who', 'c,e'],
        [undefined, 'd'],
      ],
    ],
    ['Times', [[undefined, 'a,f']]],
  ]);
});

it('writes only what changes, and nothing for what is plain', () => {
  expect(withFieldPosition(field('a'), { width: 'half' })).toEqual(field('a', { width: 'half' }));
  expect(withFieldPosition(field('a', { width: 'half' }), { width: 'full' })).toEqual(field('a'));
  expect(withFieldPosition(field('a', { types: ['page'], tab: 'Times' }), { tab: null })).toEqual(
    field('a', { types: ['page'] }),
  );
});

it('moves a field into the tab and group of the one whose place it takes, and no other', () => {
  const fields = [field('a', { tab: 'Times' }), field('b'), field('c')];
  // They are shown as b, c, a.
  expect(movedTo(fields, 0, 1).map(({ name }) => name)).toEqual(['a', 'c', 'b']);
  expect(movedTo(fields, 1, 2)).toEqual([fields[0], field('c', { tab: 'Times' }), fields[1]]);
  expect(movedTo(fields, 2, 0)).toEqual([field('a'), fields[1], fields[2]]);
});
