import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepFreeze } from '../../src/lib/json/deepFreeze.ts';
import { isPlainObject } from '../../src/lib/json/isPlainObject.ts';
import { replaceAt } from '../../src/lib/json/replaceAt.ts';
import { MultiMap } from '../../src/lib/list/MultiMap.ts';
import { compareText } from '../../src/lib/text/compareText.ts';
import { SortedList } from '../../src/store/SortedList.ts';
import { character } from '../character.ts';

const step = fc.record({ adds: fc.boolean(), key: fc.constantFrom('a', 'b', 'c'), value: fc.nat(4) });

describe('MultiMap', () => {
  it('holds the same as a map of sets', () => {
    const values = Array.from({ length: 5 }, (_, index) => ({ index }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const map = new MultiMap<string, object>();
        const expected = new Map<string, Set<object>>(['a', 'b', 'c'].map((key) => [key, new Set()]));
        for (const { adds, key, value } of steps) {
          const other = values.find((one) => !expected.get(key)!.has(one));
          if (adds && expected.get(key)!.has(values[value]!) && other) {
            map.replace(key, values[value]!, other);
            expected.get(key)!.delete(values[value]!);
            expected.get(key)!.add(other);
            continue;
          }
          if (adds) map.add(key, values[value]!);
          else map.remove(key, values[value]!);
          if (adds) expected.get(key)!.add(values[value]!);
          else expected.get(key)!.delete(values[value]!);
        }
        for (const [key, set] of expected) expect(new Set(map.get(key))).toEqual(set);
        for (const [key, set] of expected) expect(map.get(key)).toHaveLength(set.size);
        expect([...map.keys()].sort()).toEqual([...expected].filter(([, set]) => set.size > 0).map(([key]) => key));
      }),
    );
  });
});

describe('SortedList', () => {
  it('holds the same as a sorted array', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20)), fc.array(fc.tuple(fc.boolean(), fc.nat(20))), (initial, steps) => {
        const expected = new Set(initial);
        const inOrder = [...expected].sort((a, b) => b - a);
        const list = new SortedList(inOrder, (a, b) => b - a);
        for (const [adds, value] of steps) {
          if (adds && !expected.has(value)) list.add(value);
          if (!adds) list.remove(value);
          if (adds) expected.add(value);
          else expected.delete(value);
        }
        expect(list.values).toEqual([...expected].sort((a, b) => b - a));
      }),
    );
  });

  it('leaves the original array as it is', () => {
    const values = [1, 2, 3];
    new SortedList(values, (a, b) => a - b).add(0);
    expect(values).toEqual([1, 2, 3]);
  });
});

describe('compareText', () => {
  it('orders by code units, like sort() does', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: character })), (texts) => {
        expect(texts.toSorted(compareText)).toEqual(texts.toSorted());
      }),
    );
    expect(compareText('a', 'a')).toBe(0);
  });
});

describe('deepFreeze', () => {
  it('freezes a value deeply and returns it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const frozen = deepFreeze(value);
        expect(frozen).toBe(value);
        const check = (inner: unknown): void => {
          expect(Object.isFrozen(inner)).toBe(true);
          if (typeof inner === 'object' && inner !== null) Object.values(inner).forEach(check);
        };
        check(frozen);
      }),
    );
  });
});

describe('isPlainObject', () => {
  it.each([
    [{}, true],
    [{ a: 1 }, true],
    [Object.create(null), true],
    [[], false],
    [null, false],
    ['a', false],
    [undefined, false],
  ])('of %j is %s', (value, expected) => {
    expect(isPlainObject(value)).toBe(expected);
  });
});

describe('replaceAt', () => {
  const value = { a: [{ b: 1, c: 2 }, 'x'], d: null };

  it('changes one place of a copy', () => {
    expect(replaceAt(value, ['a', 0, 'b'], (present) => [present])).toEqual({ a: [{ b: [1], c: 2 }, 'x'], d: null });
    expect(value.a[0]).toEqual({ b: 1, c: 2 });
    expect(replaceAt(value, [], () => 'all')).toBe('all');
  });

  it('removes a key for undefined, and adds a missing one', () => {
    expect(replaceAt(value, ['a', 0, 'b'], () => undefined)).toEqual({ a: [{ c: 2 }, 'x'], d: null });
    expect(replaceAt(value, ['e'], (present) => present ?? 'new')).toEqual({ ...value, e: 'new' });
  });

  it('leaves everything where the path leads nowhere', () => {
    expect(replaceAt(value, ['d', 'e'], () => 1)).toEqual(value);
    expect(replaceAt(value, ['a', 7, 'b'], () => 1)).toEqual(value);
  });
});
