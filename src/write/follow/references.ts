import { isDeepStrictEqual } from 'node:util';
import { replaceMarkdownNames } from '../../fields/markdown/markdownNames.ts';
import { diffJson } from '../../lib/json/diffJson.ts';
import { replaceAt } from '../../lib/json/replaceAt.ts';
import type { YieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { inUse } from '../../model/errors.ts';
import { moveTerms } from '../../model/page/moveTerms.ts';
import { because } from '../../model/reason.ts';
import type { ReferenceRename, ReferenceRenames } from '../../model/record/referenceRename.ts';
import type { Kind } from '../../model/records.ts';
import { type Reference, referenceName } from '../../model/reference.ts';
import { mediaKey, storedSource } from '../../model/richText/imageSource.ts';
import { readPageAddress, writePageAddress } from '../../model/richText/pageAddress.ts';
import { referencesOf } from '../../store/referrers.ts';
import { allRecordsIn, type PlanContext, type RecordDraft } from '../action.ts';
import { kindLabel } from '../records.ts';
import { movesOf } from './referenceRenames.ts';

/**
 * @throws CmsError IN_USE naming some of the records that mention this one, as far as the actor may read them; a record
 *   that mentions itself does not count
 */
export function requireUnused(
  { kind, key, path: own }: Entry,
  context: Pick<PlanContext, 'lookup' | 'everything'>,
): void {
  const pathsIn = (lookup: Lookup): readonly string[] =>
    [...new Set(lookup.referring(kind, key).map(({ path }) => path))].filter((path) => path !== own).sort();
  if (pathsIn(allRecordsIn(context)).length === 0) return;
  const paths = pathsIn(context.lookup);
  if (paths.length === 0)
    throw inUse(because('unseenRecords', `${kindLabel(kind)} is used by records that you may not read`, {}));
  const count = paths.length;
  const names = [...paths.slice(0, 5), ...(count > 5 ? ['…'] : [])].join(', ');
  const message = `${kindLabel(kind)} is used by ${count} record${count > 1 ? 's' : ''}: ${names}`;
  throw inUse(because('used', message, { names }));
}

/** What to await while looking at thousands of records. */
interface Waits {
  readonly yieldIfBusy: YieldIfBusy;
  /** Finds out what mentions what. */
  prepare(): Promise<void>;
}

/**
 * Adds the drafts that these make necessary: every record that mentions a renamed record or term mentions the new key in
 * the same commit, and pages lose removed terms. Other mentions of removed records stay, so that they work again if the
 * record comes back. There may be thousands: others run in between, and the content must not change until it resolves.
 */
export async function withReferences(
  drafts: readonly RecordDraft[],
  lookup: Lookup,
  { yieldIfBusy, prepare }: Waits,
): Promise<readonly RecordDraft[]> {
  const moves = movesOf(drafts);
  if (moves.size === 0) return drafts;
  await prepare();
  const named = new Set(drafts.map(({ kind, before }) => before && `${kind}:${before.id}`));
  const mentioning = new Set([...moves.values()].flatMap(({ kind, from }) => lookup.referring(kind, from)));
  const others = [...mentioning].filter(({ kind, id }) => !named.has(`${kind}:${id}`)).map(unchangedDraft);
  const followed = drafts.map((draft) => renameReferences(draft, moves, lookup));
  for (const draft of others) {
    const one = renameReferences(draft, moves, lookup);
    if (!isDeepStrictEqual(one.before?.data, one.after?.data)) followed.push(one);
    await yieldIfBusy();
  }
  return followed;
}

// The draft has the entry's own kind and data.
const unchangedDraft = (entry: Entry): RecordDraft =>
  ({
    kind: entry.kind,
    before: entry,
    after: { id: entry.id, createdAt: entry.createdAt, data: entry.data },
    follows: true,
  }) as RecordDraft;

/** The draft with new keys in place of old ones, even where the request itself has just set an old one. */
function renameReferences(draft: RecordDraft, moves: ReferenceRenames, lookup: Lookup): RecordDraft {
  const { kind, after } = draft;
  if (after === null) return draft;
  const data = referencesOf({ kind, data: after.data }, lookup)
    .filter((reference) => !isListReference(kind, reference))
    .reduce<unknown>((value, reference) => {
      const move = moves.get(referenceName(reference));
      return move && move.to !== null ? replaceAt(value, reference.path, (now) => renamed(now, move)) : value;
    }, after.data);
  return { ...draft, after: { ...after, data: moveLists(kind, data, moves, lookup) } } as RecordDraft;
}

/** A value that mentions what moves, with the new name. */
export function renamed(value: unknown, move: ReferenceRename): unknown {
  if (value === move.from) return move.to ?? undefined;
  if (typeof value !== 'string') return value;
  return renamedAddress(value, move) ?? replaceMarkdownNames(value, (name) => renamedAddress(name, move));
}

/** The new address of what moves; undefined for any other address. */
function renamedAddress(text: string, { from, to }: ReferenceRename): string | undefined {
  if (to === null) return undefined;
  if (mediaKey(text) === from) return storedSource(to);
  const address = readPageAddress(text);
  return address?.key === from ? writePageAddress({ ...address, key: to }) : undefined;
}

/** Whether `moveLists` moves this reference. */
export const isListReference = (holder: Kind, { kind, path }: Reference): boolean =>
  kind === 'pageSlug' || (holder === 'page' && path[0] === 'terms');

/** A record's data with the references moved that do not move one by one. */
export const moveLists = (holder: Kind, data: unknown, moves: ReferenceRenames, lookup: Lookup): unknown =>
  entityOf(holder).moveReferences?.(data, moves, lookup) ?? data;

/** Whether a page differs only in its references to renamed records. Losing a removed term counts as a real change. */
export function isRewriting(before: Page, after: Page, moves: ReferenceRenames): boolean {
  // Pages do not mention bare slugs: the slug in a page is its own.
  const renames: ReferenceRenames = new Map(
    [...moves].filter(([, { kind, to }]) => kind !== 'pageSlug' && to !== null),
  );
  if (renames.size === 0) return false;
  const followed = { ...before, terms: moveTerms(before.terms, renames) };
  return diffJson(followed, after).every((one) =>
    [...renames.values()].some((move) => renamed(one.before, move) === one.after),
  );
}
