import { replaceMarkdownNames } from '../../fields/markdown/markdownNames.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { replaceAt } from '../../lib/json/replaceAt.ts';
import { isKind } from '../../model/entities/index.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { aliasOfName } from '../../model/fields/kinds/namedRecords.ts';
import { referencesOf } from '../../store/referrers.ts';

/** The data of a record as its file has it, with aliases for the hidden records that it mentions. */
export function aliasReferences(entry: Pick<Entry, 'kind' | 'data'>, lookup: Lookup): unknown {
  const { aliases } = lookup;
  if (!aliases) return entry.data;
  return referencesOf(entry, lookup).reduce<unknown>((data, { kind, key, path }) => {
    const alias = isKind(kind) ? aliases.of(kind, key) : undefined;
    return alias === undefined
      ? data
      : replaceAt(data, path, (value) => (value === key ? alias : aliasText(value, lookup)));
  }, entry.data);
}

const MAX_DEPTH = 64;

/** Parts of records as files have them, of which nobody knows the schema: whatever has the form of a hidden name gets its alias. */
export function aliasNames<T>(value: T, lookup: Pick<Lookup, 'aliases'>, depth = 0): T {
  const next = (one: unknown): unknown => aliasNames(one, lookup, depth + 1);
  // Each replacement has the form of what it stands for.
  const as = (replaced: unknown): T => replaced as T;
  if (!lookup.aliases || depth > MAX_DEPTH) return value;
  if (typeof value === 'string') return as(aliasOfKey(value, lookup) ?? aliasText(value, lookup));
  if (Array.isArray(value)) return as(value.map(next));
  if (!isPlainObject(value)) return value;
  return as(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, next(one)])));
}

/** What records are mentioned by with their bare keys. */
const BY_KEY = ['page', 'media', 'block'] as const;

function aliasOfKey(text: string, { aliases }: Pick<Lookup, 'aliases'>): string | undefined {
  for (const kind of BY_KEY) {
    const alias = aliases?.of(kind, text);
    if (alias !== undefined) return alias;
  }
  return undefined;
}

const aliasText = (value: unknown, lookup: Pick<Lookup, 'aliases'>): unknown =>
  typeof value === 'string'
    ? (aliasOfName(value, lookup) ?? replaceMarkdownNames(value, (name) => aliasOfName(name, lookup)))
    : value;
