import { expect, it } from 'vitest';
import type { MadeOf } from '../../../src/features/staticSite/site/manifest.ts';
import { numberNeeds } from '../../../src/features/staticSite/site/numberNeeds.ts';

const versionOf = (name: string): string => `now ${name}`;
const EARLIER: readonly MadeOf[] = [
  ['a', '1'],
  ['b', '1'],
  ['c', '1'],
];
const taken = new Map([
  ['first.json', { hash: 'x', size: 1, needs: [0, 2] }],
  ['second.json', { hash: 'y', size: 2, needs: [2] }],
]);

it('numbers by name what files are made from now, and nothing else', () => {
  const made = new Map([['third.json', { hash: 'z', size: 3, needs: ['aa', 'c'] }]]);
  const { files, records } = numberNeeds({ taken, earlier: EARLIER, made, versionOf });
  expect(records).toEqual([
    ['a', 'now a'],
    ['aa', 'now aa'],
    ['c', 'now c'],
  ]);
  expect([...files].map(([file, { hash, needs }]) => [file, hash, needs])).toEqual([
    ['first.json', 'x', [0, 2]],
    ['second.json', 'y', [2]],
    ['third.json', 'z', [1, 2]],
  ]);
});

it('renumbers the needs of taken files if names have been added', () => {
  const made = new Map([['third.json', { hash: 'z', size: 3, needs: ['0', 'b'] }]]);
  const { files, records } = numberNeeds({ taken, earlier: EARLIER, made, versionOf });
  expect(records.map(([name]) => name)).toEqual(['0', 'a', 'b', 'c']);
  expect([...files.values()].map(({ needs }) => needs)).toEqual([[1, 3], [3], [0, 2]]);
});
