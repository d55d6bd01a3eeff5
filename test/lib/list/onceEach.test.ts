import { expect, it } from 'vitest';
import { onceEach } from '../../../src/lib/list/onceEach.ts';

it('calls its function once for each key', () => {
  const made: object[] = [];
  const nameOf = onceEach((key: object) => `number ${made.push(key)}`);
  const [first, second] = [{}, {}];
  expect([first, second, first, second].map(nameOf)).toEqual(['number 1', 'number 2', 'number 1', 'number 2']);
  expect(made).toEqual([first, second]);
});
