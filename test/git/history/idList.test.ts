import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createIdIndex, createIdList, idBytes } from '../../../src/git/history/idList.ts';

const idOf = (number: number): string => createHash('sha1').update(String(number)).digest('hex');

it('returns each id by its number, and null for none', () => {
  const ids = createIdList();
  for (const id of [idOf(1), null, idOf(2)]) ids.push(id);
  expect([ids.length, ids.at(0), ids.at(1), ids.at(2)]).toEqual([3, idOf(1), null, idOf(2)]);
  expect([ids.is(2, idBytes(idOf(2))), ids.is(2, idBytes(idOf(1)))]).toEqual([true, false]);
  expect(Math.sign(ids.compare(0, 2))).toBe(idOf(1) < idOf(2) ? -1 : 1);
});

it('finds the number of every id in the list, even of ids that begin alike, and of no other', () => {
  const ids = createIdList();
  const alike = Array.from({ length: 50 }, (_, number) => `0000002a${idOf(number).slice(8)}`);
  const all = [...Array.from({ length: 2000 }, (_, number) => idOf(number)), ...alike];
  const index = createIdIndex(ids);
  for (const id of all) {
    ids.push(id);
    index.follow();
  }
  expect(all.map(index.find)).toEqual(all.map((_, number) => number));
  expect([idOf(9999), `0000002a${idOf(9999).slice(8)}`, 'ab', ''].map(index.find)).toEqual([-1, -1, -1, -1]);
  expect(all.map(createIdIndex(createIdList(ids.bytes.copy())).find)).toEqual(all.map((_, number) => number));
});
