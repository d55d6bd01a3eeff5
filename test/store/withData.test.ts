import { expect, it } from 'vitest';
import { lazily } from '../../src/lib/list/lazily.ts';
import { withData } from '../../src/store/lazyData.ts';

const made = () => {
  const reads: string[] = [];
  const read = lazily(() => {
    reads.push('read');
    return { title: 'A' };
  });
  return { reads, entry: withData({ id: 1 }, read) };
};

it('reads the data on first use', () => {
  const { reads, entry } = made();
  expect(entry.id).toBe(1);
  expect(reads).toEqual([]);
  expect([entry.data, entry.data]).toEqual([{ title: 'A' }, { title: 'A' }]);
  expect(reads).toEqual(['read']);
});

it('is an object like any other: it can be compared, spread and written as JSON', () => {
  const { entry } = made();
  expect(entry).toStrictEqual({ id: 1, data: { title: 'A' } });
  expect(Object.keys(entry)).toEqual(['id', 'data']);
  expect({ ...entry, id: 2 }).toEqual({ id: 2, data: { title: 'A' } });
  expect(JSON.stringify(entry)).toBe('{"id":1,"data":{"title":"A"}}');
  expect(Reflect.ownKeys({ ...entry })).toEqual(['id', 'data']);
});

it('cannot be changed', () => {
  const { entry } = made();
  expect(Object.isFrozen(entry)).toBe(true);
});
