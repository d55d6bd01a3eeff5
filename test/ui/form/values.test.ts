import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  conflictsOf,
  differingPath,
  getValueAt,
  isSameValue,
  pickChangedEntries,
  rebase,
  shareSame,
  withValueAt,
} from '../../../src/ui/form/values.ts';

/** JSON as forms hold it: an empty object has no keys of its own, whatever it inherits. */
const json = fc.jsonValue({ maxDepth: 3 });
const key = fc.constantFrom('a', 'b', 'toString');
const values = fc.dictionary(key, fc.oneof(json, fc.dictionary(key, fc.integer())), { maxKeys: 3 });
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('a value at a path', () => {
  const holder = { a: { list: [{ b: 1 }, { b: 2 }] }, empty: null };

  it.each([
    [[], holder],
    [['a', 'list', 1, 'b'], 2],
    [['a', 'list', 2, 'b'], undefined],
    [['a', 'gone', 'deeper'], undefined],
    [['empty', 'x'], undefined],
    [['toString'], undefined],
    [['a', '__proto__'], undefined],
    [['a', 'list', 'length', 'x'], undefined],
  ])('%j is %j', (path, expected) => {
    expect(getValueAt(holder, path)).toEqual(expected);
  });

  it.each([
    [['a', 'list', 1, 'b'], 3, { a: { list: [{ b: 1 }, { b: 3 }] }, empty: null }],
    [['a', 'list', 5], 3, holder],
    [['new', 'inner'], 1, { ...holder, new: { inner: 1 } }],
    [['empty', 'x'], 1, { ...holder, empty: { x: 1 } }],
    [['empty'], undefined, { a: holder.a }],
    [['gone'], undefined, holder],
    [['a', 'list', 0, 'b'], undefined, { a: { list: [{}, { b: 2 }] }, empty: null }],
  ])('%j, set to %j, changes nothing else', (path, value, expected) => {
    const before = copy(holder);
    expect(withValueAt(holder, path, value)).toEqual(expected);
    expect(holder).toEqual(before);
  });

  it('leaves what is beside its path the very same', () => {
    const next = withValueAt(holder, ['a', 'list', 0, 'b'], 9) as typeof holder;
    expect(next.a.list[1]).toBe(holder.a.list[1]);
    expect(next.a.list[0]).not.toBe(holder.a.list[0]);
  });

  it('cannot be set where everything would inherit it', () => {
    withValueAt({}, ['__proto__', 'polluted'], true);
    expect(({} as { polluted?: true }).polluted).toBeUndefined();
  });

  it('is there after it was set, whatever was there', () => {
    fc.assert(
      fc.property(values, fc.tuple(key, key), fc.integer(), (start, path, value) => {
        const isList = Array.isArray(getValueAt(start, path.slice(0, 1)));
        fc.pre(!isList);
        expect(getValueAt(withValueAt(start, path, value), path)).toBe(value);
      }),
    );
  });
});

describe('two values', () => {
  it.each([
    [{ a: undefined }, {}, true],
    [{ a: null }, {}, false],
    [{ toString: 1 }, {}, false],
    [[1, 2], [2, 1], false],
    [[1], [1, undefined], false],
    [[], {}, false],
    [0, '0', false],
    [Number.NaN, Number.NaN, true],
    [{ a: [{ b: 1 }] }, { a: [{ b: 1 }] }, true],
  ])('%j and %j are the same: %s', (one, other, expected) => {
    expect(isSameValue(one, other)).toBe(expected);
    expect(isSameValue(other, one)).toBe(expected);
  });

  it.each([
    [{ a: 1, b: 1 }, { a: 2, b: 1 }, ['a']],
    [{ a: 1, b: 1 }, { a: 2, b: 2 }, []],
    [{ a: { b: [1, 2, 3] } }, { a: { b: [1, 5, 3] } }, ['a', 'b', 1]],
    [{ a: [1, 2, 3] }, { a: [1, 3] }, ['a', 1]],
    [{ a: [1] }, { a: [1, 2] }, ['a', 1]],
    [{ a: 1 }, {}, ['a']],
    [1, 2, []],
    [{}, {}, []],
  ])('%j and %j differ at %j', (one, other, expected) => {
    expect(differingPath(one, other)).toEqual(expected);
  });

  it('share what is the same in both, and stay what they are', () => {
    const before = { a: [{ b: 1 }, { c: 2 }], d: { e: 3 } };
    const next = copy({ ...before, d: { e: 4 } });
    const shared = shareSame(next, before) as typeof before;
    expect(shared).toEqual(next);
    expect(shared.a).toBe(before.a);
    expect(shared.d).not.toBe(before.d);
    const longer = shareSame([...copy(before.a), { f: 1 }], before.a) as readonly unknown[];
    expect([longer[0], longer.length]).toEqual([before.a[0], 3]);
    expect(longer[0]).toBe(before.a[0]);
  });

  it('that are equal share everything', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(shareSame(copy(one), one)).toBe(one);
        expect(shareSame(one, other)).toEqual(one);
      }),
    );
  });

  it('that differ are told apart by key', () => {
    const before = { a: 1, b: [1], c: undefined as number | undefined };
    expect(pickChangedEntries({ a: 1, b: [2], c: 3 }, before)).toEqual({ b: [2], c: 3 });
    expect(pickChangedEntries({ a: 1, b: [1], c: undefined }, before)).toEqual({});
  });
});

describe('changes brought to other values', () => {
  it('are nothing where nothing was changed, and all there is where nothing else was', () => {
    fc.assert(
      fc.property(values, values, (from, to) => {
        expect(rebase(from, copy(from), to)).toBe(to);
        expect(isSameValue(rebase(from, to, from), to)).toBe(true);
        expect(isSameValue(rebase(from, to, to), to)).toBe(true);
      }),
    );
  });

  it('do not clash unless both sides have changed the same value', () => {
    fc.assert(
      fc.property(values, values, values, (from, mine, theirs) => {
        const conflicts = conflictsOf(from, mine, theirs);
        expect(conflictsOf(from, theirs, mine)).toHaveLength(conflicts.length);
        for (const { path, base, mine: own, theirs: other } of conflicts) {
          expect([getValueAt(from, path), getValueAt(mine, path), getValueAt(theirs, path)]).toEqual([
            base,
            own,
            other,
          ]);
          expect([isSameValue(base, own), isSameValue(base, other), isSameValue(own, other)]).toEqual([
            false,
            false,
            false,
          ]);
        }
      }),
    );
  });

  it.each([
    [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 2 }, [{ path: ['a'], base: 1, mine: 2, theirs: 3 }]],
    [{ a: 1 }, {}, { a: 3 }, {}, [{ path: ['a'], base: 1, mine: undefined, theirs: 3 }]],
    [{ a: 1 }, { a: 1, b: 2 }, {}, { b: 2 }, []],
    [
      { a: [1] },
      { a: [1, 2] },
      { a: [0, 1] },
      { a: [1, 2] },
      [{ path: ['a'], base: [1], mine: [1, 2], theirs: [0, 1] }],
    ],
    [{ a: { b: 1, c: 1 } }, { a: { b: 2, c: 1 } }, { a: { b: 1, c: 3 } }, { a: { b: 2, c: 3 } }, []],
  ])('from %j to %j on %j are %j', (from, mine, theirs, expected, conflicts) => {
    expect(rebase(from, mine, theirs)).toEqual(expected);
    expect(conflictsOf(from, mine, theirs)).toEqual(conflicts);
  });

  const page = (...content: readonly object[]) => ({ regions: { content } });
  const block = (key: string, text = key) => ({ key, fields: { text } });

  it.each([
    [
      'a block that others have removed stays gone where it was left alone',
      page(block('a'), block('b')),
      page(block('a')),
    ],
    [
      'a block that others have removed comes back where it was changed',
      page(block('a'), block('b', 'Mine')),
      page(block('a'), block('b', 'Mine')),
    ],
  ])('bring it about that %s', (_, mine, expected) => {
    const to = page(...mine.regions.content, block('n'));
    const content = [...expected.regions.content, block('n')];
    expect(rebase(page(block('a'), block('b')), to, page(block('a')))).toEqual(page(...content));
  });
});
