import { replaceAt } from '../lib/replaceAt.ts';
import { entityOf, KINDS } from '../model/entities/index.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import { inUse } from '../model/errors.ts';
import { keyOf } from '../model/location.ts';
import type { Reference } from '../model/reference.ts';
import type { Draft } from './action.ts';
import { nounOf } from './records.ts';

/** A record that mentions another, and where. */
export interface Referrer {
  readonly entry: Entry;
  readonly reference: Reference;
}

/** Every mention of one of `wanted` (`kind:key`). Looks through all records of the content: for writes, not for reads. */
export function findReferrers(lookup: Lookup, wanted: ReadonlySet<string>): readonly Referrer[] {
  const kinds = KINDS.filter((kind) => entityOf(kind).references);
  return kinds.flatMap((kind) =>
    [...lookup.all(kind)].flatMap((entry) =>
      referencesOf(entry, lookup)
        .filter(isOneOf(wanted))
        .map((reference) => ({ entry, reference })),
    ),
  );
}

const referencesOf = (entry: Entry, lookup: Lookup): readonly Reference[] =>
  entityOf(entry.kind).references?.(entry.data, lookup) ?? [];
const isOneOf = (wanted: ReadonlySet<string>) => (reference: Reference) =>
  wanted.has(nameOf(reference.kind, reference.key));
const nameOf = (kind: string, key: string): string => `${kind}:${key}`;

/** @throws CmsError IN_USE naming some of the records that mention this one */
export function requireUnused(lookup: Lookup, { kind, key }: Entry): void {
  const paths = [...new Set(findReferrers(lookup, new Set([nameOf(kind, key)])).map(({ entry }) => entry.path))];
  if (paths.length === 0) return;
  const shown = paths.slice(0, 5).join(', ');
  throw inUse(
    `${nounOf(kind)} is used by ${paths.length} record${paths.length > 1 ? 's' : ''}: ${shown}${paths.length > 5 ? ', …' : ''}`,
  );
}

/**
 * The drafts, and those they make necessary: every record that mentions a renamed one by its key mentions the new key in
 * the same commit; menu items to a removed page lose their page.
 */
export function withReferences(drafts: readonly Draft[], lookup: Lookup): readonly Draft[] {
  const moves = new Map(drafts.flatMap(moveOf));
  if (moves.size === 0) return drafts;
  const byRecord = new Map<string, Draft>(drafts.map((draft) => [nameOf(draft.kind, String(idOf(draft))), draft]));
  for (const { entry, reference } of findReferrers(lookup, new Set(moves.keys()))) {
    const name = nameOf(entry.kind, String(entry.id));
    const draft = byRecord.get(name) ?? unchanged(entry);
    const move = moves.get(nameOf(reference.kind, reference.key))!;
    if (move.to !== null || entry.kind === 'menu') byRecord.set(name, follow(draft, reference, move));
  }
  return [...byRecord.values()];
}

interface Move {
  readonly from: string;
  /** null: gone. */
  readonly to: string | null;
}

function moveOf({ kind, before, after }: Draft): readonly (readonly [string, Move])[] {
  if (before === null) return [];
  const to = after && keyOf(kind, after.data);
  const isMove = to === null ? kind === 'page' : to !== before.key;
  return isMove ? [[nameOf(kind, before.key), { from: before.key, to }]] : [];
}

const idOf = ({ before, after }: Draft): number => (after ?? before)!.id;

// The draft has the entry's own kind and data.
const unchanged = (entry: Entry): Draft =>
  ({
    kind: entry.kind,
    before: entry,
    after: { id: entry.id, createdAt: entry.createdAt, data: entry.data },
    follows: true,
  }) as Draft;

/** Where the draft still holds the old key; a body that already says something else there is left alone. */
function follow(draft: Draft, { path }: Reference, { from, to }: Move): Draft {
  if (draft.after === null) return draft;
  const data = replaceAt(draft.after.data, path, (value) => {
    if (typeof value !== 'string' || !value.endsWith(from)) return value;
    return to === null ? undefined : value.slice(0, value.length - from.length) + to;
  });
  return { ...draft, after: { ...draft.after, data } } as Draft;
}
