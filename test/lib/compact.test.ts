import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInterned } from '../../src/git/history/historyColumns.ts';
import { createColumn } from '../../src/lib/list/createColumn.ts';
import { longestIncreasing } from '../../src/lib/list/longestIncreasing.ts';

describe('createColumn', () => {
  it('keeps numbers of its kind as it grows', () => {
    const column = createColumn(Float64Array.of(1.5));
    for (let number = 0; number < 1000; number++) column.push(number, -number);
    expect(column.length).toBe(2001);
    expect([column.values[0], column.values[1], column.values[2000]]).toEqual([1.5, 0, -999]);
    expect(column.copy()).toHaveLength(2001);
    expect(column.copy()).toBeInstanceOf(Float64Array);
  });

  it('takes many numbers at once, more than its capacity', () => {
    const column = createColumn(Uint8Array.of(7));
    column.append(Uint8Array.from({ length: 200 }, (_, at) => at));
    column.push(8);
    column.append([]);
    expect([...column.copy()]).toEqual([7, ...Array(200).keys(), 8]);
  });
});

describe('createInterned', () => {
  it('gives each text one number, including the initial ones', () => {
    const interned = createInterned(['a', 'b']);
    expect(['b', 'c', 'a', 'c'].map(interned.add)).toEqual([1, 2, 0, 2]);
    expect([interned.find('c'), interned.find('d')]).toEqual([2, undefined]);
    expect(interned.texts).toEqual(['a', 'b', 'c']);
  });
});

describe('longestIncreasing', () => {
  it.for([
    [[], []],
    [[5], [0]],
    [
      [1, 2, 3],
      [0, 1, 2],
    ],
    [
      [3, 1, 2],
      [1, 2],
    ],
    [
      [1, 5, 2, 3, 4],
      [0, 2, 3, 4],
    ],
  ] as const)('%j: %j', ([values, indexes]) => {
    expect(longestIncreasing(values)).toEqual(indexes);
  });

  it('is quick for many numbers', () => {
    const numbers = Array.from({ length: 300_000 }, (_, at) => at);
    expect(longestIncreasing(numbers)).toEqual(numbers);
  });

  it('is increasing, and nothing longer is', () => {
    const values = fc.uniqueArray(fc.integer(), { maxLength: 9 });
    fc.assert(
      fc.property(values, (numbers) => {
        const found = longestIncreasing(numbers);
        expect(isRising(found) && isRising(found.map((index) => numbers[index]!))).toBe(true);
        expect(found).toHaveLength(longestByTrying(numbers));
      }),
    );
  });
});

const isRising = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || number > numbers[index - 1]!);

function longestByTrying(numbers: readonly number[]): number {
  let longest = 0;
  for (let chosen = 0; chosen < 2 ** numbers.length; chosen++) {
    const some = numbers.filter((_, index) => (chosen >> index) & 1);
    if (isRising(some)) longest = Math.max(longest, some.length);
  }
  return longest;
}
