import { replaceAt } from '../lib/replaceAt.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import { inUse } from '../model/errors.ts';
import { keyOf } from '../model/location.ts';
import type { Kind } from '../model/records.ts';
import type { Reference } from '../model/reference.ts';
import { referencesOf } from '../store/referrers.ts';
import type { Draft } from './action.ts';
import { nounOf } from './records.ts';

/** @throws CmsError IN_USE naming some of the records that mention this one */
export function requireUnused(lookup: Lookup, { kind, key }: Entry): void {
  const paths = [...new Set(lookup.referring(kind, key).map(({ path }) => path))].sort();
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
  const byRecord = new Map<string, Draft>(drafts.map((draft) => [`${draft.kind}:${idOf(draft)}`, draft]));
  for (const move of drafts.flatMap(moveOf)) {
    for (const entry of lookup.referring(move.kind, move.from)) {
      if (move.to === null && entry.kind !== 'menu') continue;
      const name = `${entry.kind}:${entry.id}`;
      byRecord.set(name, follow(byRecord.get(name) ?? unchanged(entry), mentionsOf(entry, move, lookup), move));
    }
  }
  return [...byRecord.values()];
}

interface Move {
  readonly kind: Kind;
  readonly from: string;
  /** null: gone. */
  readonly to: string | null;
}

function moveOf({ kind, before, after }: Draft): readonly Move[] {
  if (before === null) return [];
  const to = after && keyOf(kind, after.data);
  const isMove = to === null ? kind === 'page' : to !== before.key;
  return isMove ? [{ kind, from: before.key, to }] : [];
}

const mentionsOf = (entry: Entry, { kind, from }: Move, lookup: Lookup): readonly Reference[] =>
  referencesOf(entry, lookup).filter((reference) => reference.kind === kind && reference.key === from);

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
function follow(draft: Draft, mentions: readonly Reference[], { from, to }: Move): Draft {
  if (draft.after === null) return draft;
  const data = mentions.reduce<unknown>((value, { path }) => replaceAt(value, path, renamed), draft.after.data);
  return { ...draft, after: { ...draft.after, data } } as Draft;

  function renamed(value: unknown): unknown {
    if (typeof value !== 'string' || !value.endsWith(from)) return value;
    return to === null ? undefined : value.slice(0, value.length - from.length) + to;
  }
}
