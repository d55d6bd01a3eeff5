import { isPlainObject } from '../../../src/lib/json/isPlainObject.ts';
import { replaceAt } from '../../../src/lib/json/replaceAt.ts';
import type { ValuePath } from '../../../src/model/reference.ts';

/** One change that an editor makes to a value, chosen by a number: the same number makes the same change to the same value. */
export function edit(value: unknown, seed: number): unknown {
  const places = placesIn(value);
  const { path, change } = places[seed % places.length]!;
  return replaceAt(value, path, (present) => change(present, Math.floor(seed / places.length)));
}

type Change = (value: unknown, seed: number) => unknown;
interface Place {
  readonly path: ValuePath;
  readonly change: Change;
}

/** The keys that make a record, an item or a node a different thing. */
const FIXED: ReadonlySet<string | number> = new Set(['id', 'type', 'locale', 'key', 'blockTypeSlug']);
/** Lists of objects with ids. */
const ITEMS: ReadonlySet<string | number> = new Set(['items', 'terms', 'children']);

function placesIn(value: unknown, path: ValuePath = []): readonly Place[] {
  if (path.at(-1) === 'marks') return [{ path, change: changeMarks }];
  if (Array.isArray(value)) {
    const below = value.flatMap((item, index) => placesIn(item, [...path, index]));
    // An empty list of menu items or terms gives no example of an item.
    const isUntold = value.length === 0 && ITEMS.has(path.at(-1) ?? '');
    return isUntold ? [] : [...LIST_CHANGES.map((change) => ({ path, change })), ...below];
  }
  if (isPlainObject(value))
    return Object.entries(value).flatMap(([key, part]) => (FIXED.has(key) ? [] : placesIn(part, [...path, key])));
  return [{ path, change: changeScalar }];
}

const changeScalar: Change = (value, seed) => {
  if (typeof value === 'number') return value + 1 + (seed % 5);
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? changeText(value, seed) : `made ${seed}`;
};

function changeText(value: string, seed: number): string {
  const words = value.split(/(?<=\s)/);
  const at = seed % words.length;
  const end = /\s*$/.exec(words[at]!)![0];
  const made = `w${seed % 997}`;
  return words.toSpliced(at, 1, seed % 3 === 0 ? words[at]! + made + (end || ' ') : made + end).join('');
}

/** Removes repeated marks, which no editor makes. */
const changeMarks: Change = (value, seed) => {
  const type = ['bold', 'italic', 'strike'][seed % 3];
  const others = (value as readonly { readonly type: string }[]).filter((mark) => mark.type !== type);
  return others.length === (value as readonly unknown[]).length ? [...others, { type }] : others;
};

type ChangeList = (list: readonly unknown[], seed: number) => readonly unknown[];
const at = (list: readonly unknown[], seed: number): number => (list.length === 0 ? 0 : seed % list.length);

const insert: ChangeList = (list, seed) => {
  const [model] = list.slice(at(list, seed));
  return list.toSpliced(seed % (list.length + 1), 0, model === undefined ? `w${seed % 997}` : another(model, seed));
};
const remove: ChangeList = (list, seed) => list.toSpliced(at(list, seed), 1);
const move: ChangeList = (list, seed) => {
  const from = at(list, seed);
  return list.toSpliced(from, 1).toSpliced(at(list, Math.floor(seed / 7)), 0, ...list.slice(from, from + 1));
};
const LIST_CHANGES = [insert, remove, move].map(
  (change): Change =>
    (value, seed) =>
      change(value as readonly unknown[], seed),
);

/** A copy of an item with ids and names of its own, and without children. */
function another(value: unknown, seed: number): unknown {
  if (typeof value === 'string') return `w${seed % 997}`;
  if (Array.isArray(value)) return value.map((part) => another(part, seed));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (key === 'id') return [key, 1000 + seed];
      if (key === 'children') return [key, []];
      return [key, FIXED.has(key) ? part : another(part, seed)];
    }),
  );
}
