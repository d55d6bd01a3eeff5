import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/lib/json/canonicalJson.ts';
import { isPlainObject } from '../../../src/lib/json/isPlainObject.ts';
import { sameJson } from '../../../src/lib/json/sameJson.ts';
import { FIELD_TYPES } from '../../../src/model/fields/field.ts';
import { mergeRecordData } from '../../../src/model/merge/mergeRecordData.ts';
import type { ThreeVersions } from '../../../src/model/merge/threeVersions.ts';
import type { Kind } from '../../../src/model/records.ts';
import { runs } from '../../effort.ts';
import { edit } from './edit.ts';
import { pageData, schemas } from './fixtures.ts';
import { SAMPLES } from './samples.ts';

const RUNS = { numRuns: runs(100) };

const edits = (maxLength: number) => fc.array(fc.nat(), { maxLength });
const apply = (value: unknown, seeds: readonly number[]): object => seeds.reduce(edit, value) as object;
const mergeOf = (kind: Kind, base: object, ours: object, theirs: object) =>
  mergeRecordData({ base, ours, theirs }, { kind, schemas });

type Json = Readonly<Record<string, unknown>>;

/** Sorts lists, so that only their content is compared. */
function unordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unordered).sort((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unordered(part)]));
}

const mirrored = (clashes: readonly ThreeVersions[]): readonly string[] =>
  clashes.map(({ base, ours, theirs }) => canonicalJson([base, theirs, ours])).sort();
const told = (clashes: readonly ThreeVersions[]): readonly string[] =>
  clashes.map(({ base, ours, theirs }) => canonicalJson([base, ours, theirs])).sort();

/** The words of all texts, and the other scalars. A word in a paragraph may span several of its texts. */
function partsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    const texts = value.filter(
      (part) => isPlainObject(part) && typeof part['text'] === 'string' && part['type'] === 'text',
    );
    const words = texts
      .map((part) => part.text)
      .join('')
      .split(/\s+/);
    return texts.length > 0 ? words : value.flatMap(partsOf);
  }
  if (isPlainObject(value)) return Object.values(value).flatMap(partsOf);
  return typeof value === 'string' ? value.split(/\s+/) : [value];
}

/** Whether a part consists of given words or of their rests: texts can adjoin without a space, and some may be gone. */
const isMadeOf = (given: ReadonlySet<unknown>, part: unknown): boolean =>
  typeof part === 'string' &&
  part.split(/(?=w\d)/).every((piece) => [...given].some((word) => typeof word === 'string' && word.includes(piece)));

/** Keys that are not merged on their own: blocks move between regions, a file's name goes with its size, x with y. */
const NOT_ALONE: ReadonlySet<string> = new Set([
  'regions',
  'filename',
  'size',
  'width',
  'height',
  'hash',
  'focalPoint',
]);

/** Checks that every value that only one side has changed is in the result. */
function expectChanges({ base, ours, theirs }: ThreeVersions, merged: unknown): void {
  const only = sameJson(base, theirs) ? { is: ours } : sameJson(base, ours) ? { is: theirs } : undefined;
  // The usual case is handled without an assertion, which takes time.
  if (only && !sameJson(merged, only.is)) expect(merged).toEqual(only.is);
  if (only || ![base, ours, theirs, merged].every(isPlainObject)) return;
  for (const key of Object.keys({ ...(ours as Json), ...(theirs as Json) })) {
    if (NOT_ALONE.has(key)) continue;
    const at = (value: unknown): unknown => (value as Json)[key];
    expectChanges({ base: at(base), ours: at(ours), theirs: at(theirs) }, at(merged));
  }
}

/** All items with ids, at any depth, by id. */
function itemsIn(value: unknown, found = new Map<number, Json>()): ReadonlyMap<number, Json> {
  if (Array.isArray(value)) for (const part of value) itemsIn(part, found);
  else if (isPlainObject(value)) {
    const { id, children: _, ...own } = value;
    if (typeof id === 'number') found.set(id, own);
    for (const part of Object.values(value)) itemsIn(part, found);
  }
  return found;
}

/** How many items with ids there are: more than `itemsIn` finds if two have the same. */
function countItems(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((count: number, part) => count + countItems(part), 0);
  if (!isPlainObject(value)) return 0;
  const { id, ...others } = value;
  const own = typeof id === 'number' ? 1 : 0;
  return Object.values(others).reduce((count: number, part) => count + countItems(part), own);
}

const hasOwnIds = (value: unknown): boolean => countItems(value) === itemsIn(value).size;

/** Checks that items added by one side are there, and that removed ones are not, unless the other side has changed them. */
function expectItems(versions: ThreeVersions, merged: unknown, isClean: boolean): void {
  const [base, ours, theirs] = [itemsIn(versions.base), itemsIn(versions.ours), itemsIn(versions.theirs)];
  const all = itemsIn(merged);
  for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
    const isIn = [base, ours, theirs].map((side) => side.has(id));
    if (!isIn[0] || (isIn[1] && isIn[2])) expect(all.has(id), `item ${id}`).toBe(true);
    else if (isClean) expect(all.has(id), `item ${id}`).toBe(false);
    const [one, other] = [ours.get(id), theirs.get(id)];
    if (base.has(id) && one && other && all.has(id))
      expectChanges({ base: base.get(id), ours: one, theirs: other }, all.get(id));
  }
}

describe.each(Object.entries(SAMPLES) as readonly (readonly [Kind, object])[])('a %s', (kind, sample) => {
  it('keeps the laws of merging', () => {
    fc.assert(
      fc.property(edits(4), edits(6), edits(6), (before, our, their) => {
        const base = apply(sample, before);
        const [ours, theirs] = [apply(base, our), apply(base, their)];
        // Edits of the same seed can add an item twice, which is no valid record.
        fc.pre([ours, theirs].every(hasOwnIds));
        expect(JSON.stringify(mergeOf(kind, base, structuredClone(base), theirs).value)).toBe(JSON.stringify(theirs));
        expect(mergeOf(kind, base, ours, structuredClone(base)).value).toBe(ours);
        expect(mergeOf(kind, base, ours, structuredClone(ours))).toEqual({ value: ours, clashes: [] });

        const merged = mergeOf(kind, base, ours, theirs);
        expectChanges({ base, ours, theirs }, merged.value);
        expectItems({ base, ours, theirs }, merged.value, merged.clashes.length === 0);
        const given = new Set([...partsOf(ours), ...partsOf(theirs)]);
        expect(partsOf(merged.value).filter((part) => !given.has(part) && !isMadeOf(given, part))).toEqual([]);

        const swapped = mergeOf(kind, base, theirs, ours);
        expect(mirrored(swapped.clashes)).toEqual(told(merged.clashes));
        if (merged.clashes.length > 0) return;
        // An item that both have added in different places is where ours has it.
        const isTwice = [...itemsIn(ours).keys()].some((id) => !itemsIn(base).has(id) && itemsIn(theirs).has(id));
        if (isTwice) expect(itemsIn(swapped.value)).toEqual(itemsIn(merged.value));
        else expect(unordered(swapped.value)).toEqual(unordered(merged.value));
      }),
      RUNS,
    );
  });
});

it('merges any value of a field, and keeps everything without a clash', () => {
  const anyValue = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constant(undefined));
  fc.assert(
    fc.property(fc.constantFrom(...FIELD_TYPES), anyValue, anyValue, anyValue, (name, base, ours, theirs) => {
      const [b, o, t] = [base, ours, theirs].map((value) =>
        pageData({ fields: value === undefined ? {} : { [name]: value } }),
      );
      const { value, clashes } = mergeOf('page', b!, o!, t!);
      const swapped = mergeOf('page', b!, t!, o!);
      expect(mirrored(swapped.clashes)).toEqual(told(clashes));
      if (name === 'json' || name === 'object') return expectChanges({ base: b, ours: o, theirs: t }, value);
      // Of a list that theirs has removed, the items go that ours has not changed.
      const known = new Set(partsOf(b));
      const added = partsOf(o).filter((part) => !known.has(part));
      if (clashes.length > 0) expect(partsOf(value)).toEqual(expect.arrayContaining(added));
    }),
    { numRuns: RUNS.numRuns * 10 },
  );
});

it('merges in two steps to the same result as at once', () => {
  const { page = {} } = SAMPLES;
  const { fields = {}, ...rest } = page as { fields?: Json };
  const names = Object.keys(fields);
  const within = (seeds: readonly number[], keys: readonly string[]): Json =>
    Object.fromEntries(keys.map((key) => [key, (apply({ [key]: fields[key] }, seeds) as Json)[key]]));
  fc.assert(
    fc.property(edits(6), edits(2), edits(2), fc.subarray(names), (our, first, second, chosen) => {
      const others = names.filter((name) => !chosen.includes(name));
      const base = page;
      const ours = apply(base, our);
      const before = { ...rest, fields: { ...fields, ...within(first, chosen) } };
      const theirs = { ...rest, fields: { ...before.fields, ...within(second, others) } };
      const once = mergeOf('page', base, ours, theirs);
      const half = mergeOf('page', base, ours, before);
      fc.pre(once.clashes.length === 0 && half.clashes.length === 0);
      expect(mergeOf('page', before, half.value, theirs)).toEqual(once);
    }),
    RUNS,
  );
});

it('merges changes of words that are not adjacent, exactly', () => {
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`);
  const changed = (chosen: readonly number[], made: string) =>
    words.map((word, at) => (chosen.includes(at) ? `${made}${at}` : word));
  const places = fc.uniqueArray(fc.nat({ max: 29 }), { maxLength: 12 });
  const separators = fc.array(fc.constantFrom(' ', ' ', ' ', '\n', ', '), { minLength: 60, maxLength: 60 });
  const toText = (list: readonly string[], between: readonly string[]) =>
    list.map((word, at) => word + between[at]).join('');
  const toDoc = (list: readonly string[]) => ({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: list.join(' ') }] }],
  });
  fc.assert(
    fc.property(places, places, separators, (our, their, between) => {
      const ours = changed(
        our.map((at) => at * 2),
        'our',
      );
      const theirs = changed(
        their.map((at) => at * 2 + 1),
        'their',
      );
      const both = ours.map((word, at) => (word === words[at] ? theirs[at]! : word));
      for (const [name, make] of [
        ['textarea', (list: readonly string[]) => toText(list, between)],
        ['richtext', toDoc],
      ] as const) {
        const wrap = (list: readonly string[]) => pageData({ fields: { [name]: make(list) } });
        expect(mergeOf('page', wrap(words), wrap(ours), wrap(theirs))).toEqual({ value: wrap(both), clashes: [] });
      }
    }),
    RUNS,
  );
});
