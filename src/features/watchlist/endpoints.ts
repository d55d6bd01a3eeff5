import type { ReaderParts } from '../../extend/featureParts.ts';
import { findTitle, isSubjectReadable } from '../../extend/readable.ts';
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { sliceWholeList, wholeListQuery } from '../../http/request/wholeList.ts';
import { dataResult, listResult } from '../../http/result.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import { actorRefName } from '../../model/access.ts';
import type { RecordRef } from '../../model/entry.ts';
import { invalidAt, notFound } from '../../model/errors.ts';
import { flag, integer, object, text } from '../../model/schema/schema.ts';
import { booleanShape, contentKind } from '../../view/shapes/values.ts';
import { findNews, type Looks, readSight } from './looks.ts';
import { type ListedSubject, SUBJECT_LOOK, showNews, showWatched, WATCHED } from './view.ts';
import { nameSubject, type WatchedSubject, type Watchlists } from './watchlists.ts';

/** What these endpoints are made from: as much of the content as the caller may read. */
interface WatchlistDeps extends Pick<ReaderParts, 'live' | 'proposals'> {
  readonly watchlists: Watchlists;
  readonly looks: Looks;
  readonly clock: () => Date;
}

const subject = {
  record: object({ kind: contentKind, id: integer({ minimum: 1 }) }),
  change: text({ maxLength: 250, description: 'The name of a change, instead of a record' }),
};

/** Watchlists are kept outside the content, so a read-only server keeps them, too. */
const BESIDE_CONTENT = { access: 'viewer', changes: 'own', lateWrites: 'written' } as const;

export const watchlistEndpoints = (parts: WatchlistDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/watchlist',
    summary: 'List what you watch, what was changed last first',
    access: 'viewer',
    query: wholeListQuery,
    result: listResult(WATCHED),
    async handle({ query, actor }) {
      const all = await listWatched(actorRefName(actor), parts);
      const data = sliceWholeList(all, query).map((one) => showWatched(one, parts.live.store));
      return { data, meta: { total: all.length } };
    },
  }),
  defineEndpoint({
    method: 'PUT',
    path: '/api/admin/watchlist',
    summary: 'Watch a record or a change, or stop to: what others do there is in your inbox',
    ...BESIDE_CONTENT,
    body: object({ isWatched: flag() }, subject),
    result: dataResult(object({ isWatched: booleanShape })),
    async handle({ body: { isWatched, ...asked }, actor }) {
      const watched = readAskedSubject(asked);
      const person = actorRefName(actor);
      if (isWatched) {
        await requireReadableSubject(watched, parts);
        await parts.watchlists.watch(person, watched);
      } else await parts.watchlists.unwatch(person, watched);
      return { data: { isWatched } };
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/watchlist/look',
    summary: 'Note that you look at a record or a change, and read what others have changed since you last did',
    ...BESIDE_CONTENT,
    body: object({}, subject),
    result: dataResult(SUBJECT_LOOK),
    async handle({ body, actor }) {
      const looked = readAskedSubject(body);
      await requireReadableSubject(looked, parts);
      const person = actorRefName(actor);
      const now = await readSight(looked, parts.clock(), parts);
      const before = await parts.looks.look(person, looked, now);
      const news = before && (await findNews(looked, { before, now, person }, parts));
      const watched = await parts.watchlists.list(person);
      const isWatched = watched.some((one) => nameSubject(one) === nameSubject(looked));
      return { data: { isWatched, since: news && showNews(news, parts.live.store) } };
    },
  }),
];

/** @throws CmsError VALIDATION unless it is one of the two */
function readAskedSubject({
  record,
  change,
}: {
  readonly record?: RecordRef;
  readonly change?: string;
}): WatchedSubject {
  if ((record === undefined) === (change === undefined))
    throw invalidAt(['record'], 'name either a record or a change');
  return { record: record ?? null, change: change ?? null };
}

/** @throws CmsError NOT_FOUND */
async function requireReadableSubject(one: WatchedSubject, parts: WatchlistDeps): Promise<void> {
  if (!(await isSubjectReadable(one, parts))) throw notFound(one.record ? 'Record' : 'Change');
}

async function listWatched(person: string, parts: WatchlistDeps): Promise<readonly ListedSubject[]> {
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  const found: ListedSubject[] = [];
  for (const one of await parts.watchlists.list(person)) {
    const listed = await readListed(one, person, parts);
    if (listed) found.push(listed);
    await yieldIfBusy();
  }
  return found.sort((one, other) => ((one.at ?? '') < (other.at ?? '') ? 1 : -1));
}

/** Null for what is gone, or hidden from the caller. */
async function readListed(one: WatchedSubject, person: string, parts: WatchlistDeps): Promise<ListedSubject | null> {
  const about = await findTitle(one, parts).catch(() => null);
  if (about === null) return null;
  const now = await readSight(one, parts.clock(), parts);
  const seen = await parts.looks.lastOf(person, one);
  const isNew = seen !== undefined && (seen.head !== now.head || seen.version !== now.version);
  return { subject: one, about, at: await findChangedAt(one, parts), isNew };
}

/** When a subject was last changed; the draft of a record counts. */
async function findChangedAt(
  { record, change }: WatchedSubject,
  { live, proposals }: WatchlistDeps,
): Promise<string | null> {
  const name = change ?? (record && proposals.drafts.nameOf(record)) ?? null;
  const edited = name === null ? null : ((await proposals.get(name)).facts?.updatedAt ?? null);
  const path = record && live.store.get(record.kind, record.id)?.path;
  const revisions = path ? live.history.revisionsOf(path) : undefined;
  const published = revisions && revisions.length > 0 ? revisions.at(0).at : null;
  return [edited, published === null ? null : new Date(published).toISOString()].reduce(
    (newest, at) => (at !== null && (newest === null || at > newest) ? at : newest),
    null,
  );
}
