import { LRUCache } from 'lru-cache';
import type { JobParts } from '../../extend/featureParts.ts';
import { exactTime, readCommitMessage } from '../../git/format/commitMessage.ts';
import type { FileDiff } from '../../git/format/tree.ts';
import type { HistoryChanges, KnownChange, Revision, Revisions } from '../../git/history/historyCommit.ts';
import type { NamedCommit } from '../../git/read/ancestry/divergence.ts';
import { happeningsOf, type RecordHappening, timedHappenings } from '../../job/happening.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import { describeActivity } from '../../model/activity.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, EntryChange } from '../../model/entry.ts';
import type { CalendarEntry, CalendarPage, CalendarRange } from './entry.ts';

/** What commits have published and taken offline. */
export interface PublicationLog {
  /** The entries of the commits of a range, the newest first. What a commit did is remembered. */
  list(range: CalendarRange): Promise<readonly CalendarEntry[]>;
}

type PublicationSource = Pick<JobParts, 'repo' | 'live' | 'committed'>;

/** The most entries to remember. */
const MAX_KNOWN = 20_000;
/** The most pages of one commit that are looked at: an import of a large site has thousands. */
const MAX_PAGES = 200;
/** The most commits of a range. */
const MAX_COMMITS = 20_000;

export function createPublicationLog(parts: PublicationSource): PublicationLog {
  const known = new LRUCache<string, readonly CalendarEntry[]>({
    maxSize: MAX_KNOWN,
    sizeCalculation: (entries) => 1 + entries.length,
  });
  async function entriesOf(commit: LineCommit, change: KnownChange | undefined): Promise<readonly CalendarEntry[]> {
    const found = known.get(commit.id) ?? (await readPublications(commit, change, parts));
    known.set(commit.id, found);
    return found;
  }

  return {
    async list({ from, to }) {
      const changes = changesIn(parts.live.history.commits().changes(), { from, to });
      const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
      const found: CalendarEntry[] = [];
      for await (const commit of lineOf({ from, to }, parts)) {
        found.push(...(await entriesOf(commit, changes.get(commit.id))));
        await yieldIfBusy();
      }
      return found.filter(({ at }) => at >= from && at < to);
    },
  };
}

/** A commit that made what was live, on the line of first parents. */
interface LineCommit extends NamedCommit {
  readonly at: string;
}

/** What was live in a range, one commit after the other, the newest first: what branches held became live by merges. */
async function* lineOf({ from, to }: CalendarRange, { live, repo }: PublicationSource): AsyncGenerator<LineCommit> {
  let id = live.history.commits().commitAt(new Date(to)) ?? null;
  for (let count = 0; id !== null && count < MAX_COMMITS; count += 1) {
    const commit = await repo.objects.findCommit(id);
    if (!commit) return;
    const said = readCommitMessage(commit.message).trailers.find(([key]) => key === 'Quire-Time')?.[1];
    const at = new Date(exactTime(commit.committer.at.getTime(), said)).toISOString();
    if (at < from) return;
    yield { ...commit, id, at };
    id = commit.parents[0] ?? null;
  }
}

/** The changes of a range, by their commits; they are listed newest first. */
function changesIn(changes: HistoryChanges, { from, to }: CalendarRange): ReadonlyMap<string, KnownChange> {
  const [end, begin] = [Date.parse(to), Date.parse(from)];
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (changes.at(middle).order < end) high = middle;
    else low = middle + 1;
  }
  const found = new Map<string, KnownChange>();
  for (let index = low; index < changes.length; index += 1) {
    const change = changes.at(index);
    if (change.order < begin) break;
    found.set(change.commit, change);
  }
  return found;
}

const PAGE = /^page\/\d+$/;

async function readPublications(
  commit: LineCommit,
  change: KnownChange | undefined,
  parts: PublicationSource,
): Promise<readonly CalendarEntry[]> {
  // A history begins with what was there already: nothing of it was published then.
  if (commit.parents.length === 0) return [];
  const common = {
    at: commit.at,
    isDone: true,
    change: null,
    draftOf: null,
    commit: commit.id,
    isHindered: false,
  } as const;
  if (change?.action === 'change.publish') {
    const { subject } = readCommitMessage(commit.message);
    const title = describeActivity({ action: change.action, subject, count: 1 })?.name ?? subject;
    return [{ ...common, event: 'published', title, page: null, pages: await readPages(change, parts) }];
  }
  const changed = await readChanges(commit, change, parts);
  const when = { from: null, commit: commit.id, at: commit.at };
  // Whoever hears of events is told of a time that has passed when it passes, and not by the commit that notes it.
  const passed = changed.flatMap((one) => timedEnd(one as EntryChange<Page>, commit));
  return [...passed, ...happeningsOf(changed, when)].flatMap(({ type, entry, at }) => {
    if (type !== 'page.published' && type !== 'page.unpublished') return [];
    // Both are events of pages.
    const page = toCalendarPage(entry as Entry<Page>);
    const event = type === 'page.published' ? 'published' : 'takenOff';
    return [{ ...common, at, event, title: page.title, page, pages: [] } as const];
  });
}

/** That a page was taken offline by its time, which a commit notes. */
const timedEnd = ({ kind, before, after }: EntryChange<Page>, { id, at }: LineCommit): readonly RecordHappening[] =>
  kind === 'page' && before && before.data.unpublishAt !== after?.data.unpublishAt
    ? timedHappenings(before, { from: '', to: at }, id).filter(({ type }) => type === 'page.unpublished')
    : [];

const pagesIn = (change: KnownChange | undefined): readonly string[] =>
  change?.records.filter((record) => PAGE.test(record)).slice(0, MAX_PAGES) ?? [];

const NOWHERE = (): undefined => undefined;

/** What a commit did to pages. What a merge brought is the difference to what was live. */
async function readChanges(
  { id, parents }: LineCommit,
  change: KnownChange | undefined,
  { live, committed, repo }: PublicationSource,
): Promise<readonly EntryChange[]> {
  if (parents.length > 1) return committed.between(parents[0]!, id);
  const { revisions } = live.history.commits();
  const differences: FileDiff[] = [];
  for (const record of pagesIn(change))
    for (const one of findDifferences(revisions(record), change!))
      if (await mayChangePublicity(one, repo)) differences.push(one);
  return differences.length === 0 ? [] : committed.of(differences, id, NOWHERE);
}

/** The lines of a page's file that say when it is public. */
const TIMING = /^(?:status|scheduledAt|publishedAt|unpublishAt):[^\n]*$/gm;

/** Whether a page may have become public, or may be so no more: most edits say nothing of it, and need not be read as records. */
async function mayChangePublicity(
  { path, before, after }: FileDiff,
  { objects }: PublicationSource['repo'],
): Promise<boolean> {
  if (before === null || after === null || !/\.(?:ya?ml|md)$/.test(path)) return true;
  const [was, is] = await Promise.all([before, after].map(async (blob) => readTiming(await objects.findBlob(blob))));
  return was === null || was !== is;
}

/** Null for a file that does not say it on lines of its own. */
function readTiming(bytes: Uint8Array | undefined): string | null {
  const lines = bytes ? (Buffer.from(bytes).toString('latin1').match(TIMING) ?? []) : [];
  return lines.some((line) => line.startsWith('status:')) ? lines.join('\n') : null;
}

/** The pages that a published change concerns, as it left them. */
async function readPages(
  change: KnownChange,
  { live, committed }: PublicationSource,
): Promise<readonly CalendarPage[]> {
  const { revisions } = live.history.commits();
  const left = pagesIn(change).flatMap((record) => {
    const version = findVersion(revisions(record), change);
    return version ? [{ path: version.path, before: null, after: version.blob }] : [];
  });
  const read = left.length === 0 ? [] : await committed.of(left, change.commit, NOWHERE);
  // The files are those of pages.
  return read.flatMap(({ after }) => (after ? [toCalendarPage(after as Entry<Page>)] : []));
}

/** The version of a record that a change made or left; the newest one before it, if it removed the record. */
function findVersion(versions: Revisions, { commit, at }: KnownChange): Revision | undefined {
  for (let index = 0; index < versions.length; index += 1) {
    const version = versions.at(index);
    if (version.commit === commit || version.at <= at) return version;
  }
  return undefined;
}

/** What a commit did to the files of a record, by its versions. */
function findDifferences(versions: Revisions, change: KnownChange): readonly FileDiff[] {
  for (let index = 0; index < versions.length; index += 1) {
    const is = versions.at(index);
    if (is.commit !== change.commit) continue;
    const was = index + 1 < versions.length ? versions.at(index + 1) : undefined;
    if (was?.path === is.path) return [{ path: is.path, before: was.blob, after: is.blob }];
    const came = { path: is.path, before: null, after: is.blob };
    return was ? [{ path: was.path, before: was.blob, after: null }, came] : [came];
  }
  const last = findVersion(versions, change);
  return last ? [{ path: last.path, before: last.blob, after: null }] : [];
}

export const toCalendarPage = ({ id, data }: Entry<Page>): CalendarPage => ({
  id,
  title: data.title,
  type: data.type,
  locale: data.locale,
});
