import { expect, it } from 'vitest';
import { keysFor } from '../../../src/ui/form/useListKeys.ts';

const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
const before = { items: [a, b, c], keys: ['A', 'B', 'C'] };

it('leaves its key to an item that is moved, or beside which another is removed or added', () => {
  expect(keysFor([c, a, b], before)).toEqual(['C', 'A', 'B']);
  expect(keysFor([a, c], before)).toEqual(['A', 'C']);
  expect(keysFor([a, { name: 'new' }, b, c], before)).toEqual(['A', expect.stringMatching(/^new-/), 'B', 'C']);
});

it('leaves its key to an item that changes where it is, and gives a copy a new one', () => {
  expect(keysFor([a, { name: 'changed' }, c], before)).toEqual(['A', 'B', 'C']);
  expect(keysFor([a, b, b, c], before)).toEqual(['A', 'B', expect.stringMatching(/^new-/), 'C']);
});
