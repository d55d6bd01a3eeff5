import { expect, test } from 'vitest';
import { checkTree, isDangerousKey } from '../../../src/lib/json/checkTree.ts';

const limits = { maxDepth: 3, maxNodes: 6 };

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

test.each([
  ['a scalar', 'a'],
  ['three levels', { a: [{ b: null }] }],
  ['six values', [1, 2, 3, 4, 5]],
  ['an empty key', { '': true }],
])('%s is sound', (_, value) => {
  expect(checkTree(value, limits)).toBeNull();
});

test.each([
  ['four levels', nested(4), 'limit', ['0', '0', '0']],
  ['seven values', [1, 2, 3, 4, 5, 6], 'limit', ['5']],
  ['a key that reaches prototypes', { a: [JSON.parse('{"__proto__":1}')] }, 'key', ['a', '0', '__proto__']],
  ['a key named constructor', { constructor: 1 }, 'key', ['constructor']],
  ['a key named prototype', { a: { prototype: 1 } }, 'key', ['a', 'prototype']],
  ['infinity', { a: Number.POSITIVE_INFINITY }, 'value', ['a']],
  ['no number', [Number.NaN], 'value', ['0']],
  ['undefined', { a: undefined }, 'value', ['a']],
  ['a function', { a: () => 1 }, 'value', ['a']],
  ['a big integer', { a: 1n }, 'value', ['a']],
])('%s is not', (_, value, kind, path) => {
  expect(checkTree(value, limits)).toMatchObject({ kind, path });
});

test('a value of any depth is refused without running out of stack', () => {
  let deep: unknown = 1;
  for (let i = 0; i < 200_000; i += 1) deep = [deep];
  expect(checkTree(deep, { maxDepth: 64, maxNodes: 50_000 })).toMatchObject({ kind: 'limit' });
});

test('a value that holds itself is refused', () => {
  const value: Record<string, unknown> = {};
  value['again'] = value;
  expect(checkTree(value, limits)).toMatchObject({ kind: 'limit' });
});

test('other keys are not dangerous', () => {
  expect(['toString', 'hasOwnProperty', 'Constructor', ''].filter(isDangerousKey)).toEqual([]);
});
