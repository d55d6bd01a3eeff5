import { expect, it } from 'vitest';
import { lazily } from '../../src/lib/list/lazily.ts';
import { readLater } from '../../src/store/lazyData.ts';

const withTexts = readLater(['title', 'body']);

const made = () => {
  const reads: string[] = [];
  const read = lazily(() => {
    reads.push('read');
    return { title: 'A', body: 'B', other: 'C' };
  });
  return { reads, entry: withTexts({ id: 1 }, read) };
};

it('reads the properties when the first of them is used', () => {
  const { reads, entry } = made();
  expect(entry.id).toBe(1);
  expect(reads).toEqual([]);
  expect([entry.body, entry.title, entry.body]).toEqual(['B', 'A', 'B']);
  expect(reads).toEqual(['read']);
});

it('makes an object like any other: it can be compared, spread and written as JSON', () => {
  const { entry } = made();
  expect(entry).toStrictEqual({ id: 1, title: 'A', body: 'B' });
  expect(Object.keys(entry)).toEqual(['id', 'title', 'body']);
  expect({ ...entry, id: 2 }).toEqual({ id: 2, title: 'A', body: 'B' });
  expect(JSON.stringify(entry)).toBe('{"id":1,"title":"A","body":"B"}');
  expect(Reflect.ownKeys({ ...entry })).toEqual(['id', 'title', 'body']);
});

it('makes a frozen object', () => {
  expect(Object.isFrozen(made().entry)).toBe(true);
});
