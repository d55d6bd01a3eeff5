import type { CommitHistory, KnownChange } from '../../git/history/historyCommit.ts';
import type { CommitContent, RecordDiff } from '../../site/version/past.ts';

/** Which edits are meant. What is absent does not matter. */
export interface EditFilter {
  /** `user/1`, `api-key/3`; `git` for commits made without Quire; or an author's e-mail address. */
  readonly actor?: string;
  /** ISO 8601; inclusive. */
  readonly since?: string;
  /** Exclusive. */
  readonly until?: string;
  /** A kind of records, or the slug of a content type or block type. */
  readonly type?: string;
  /** `page/12` */
  readonly record?: string;
  /** These commits alone. */
  readonly commits?: readonly string[];
}

/** Merges of what others have done: their commits count, each by itself. */
const MERGES: ReadonlySet<string | null> = new Set(['sync.merge', 'change.update']);

/** The commits that match a filter, newest first; of a change that was published, the publication alone if both match. */
export function selectCommits(history: CommitHistory, filter: EditFilter): readonly KnownChange[] {
  const changes = history.changes();
  const found: KnownChange[] = [];
  const since = filter.since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(filter.since);
  for (let index = 0; index < changes.length; index += 1) {
    const change = changes.at(index);
    // No commit has a lower order than its time.
    if (change.order < since) break;
    if (matchesFilter(change, filter) && !MERGES.has(change.action)) found.push(change);
  }
  const arrivals = history.arrivals(found.map(({ commit }) => commit));
  const all = new Set(found.map(({ commit }) => commit));
  return found.filter(({ commit }) => !all.has(arrivals.get(commit) ?? ''));
}

function matchesFilter({ commit, at, actor, author, records }: KnownChange, filter: EditFilter): boolean {
  const { actor: who, since, until, record, commits } = filter;
  return (
    (who === undefined || who === (actor ?? 'git') || who.toLowerCase() === author.email.toLowerCase()) &&
    (since === undefined || Date.parse(at) >= Date.parse(since)) &&
    (until === undefined || Date.parse(at) < Date.parse(until)) &&
    (record === undefined || records.includes(record)) &&
    (commits === undefined || commits.includes(commit))
  );
}

/** What of a commit is meant. */
export function selectRecords(content: CommitContent, { type, record }: EditFilter): CommitContent {
  if (type === undefined && record === undefined) return content;
  const records = content.records.filter(
    (diff) => (type === undefined || isDiffOfType(diff, type)) && (record === undefined || isRecord(diff, record)),
  );
  const keepsFiles = records.some(({ before, after }) => (after ?? before)!.kind === 'media');
  return { ...content, records, mediaFiles: keepsFiles ? content.mediaFiles : [] };
}

const isDiffOfType = ({ before, after }: RecordDiff, type: string): boolean =>
  [before, after].some(
    (side) => side && (side.kind === type || (side.data as { readonly type?: unknown }).type === type),
  );

/** A file without an id is known by its key only, and its commit names it by that. */
const isRecord = ({ before, after }: RecordDiff, record: string): boolean =>
  [before, after].some((side) => side && (side.id === undefined || `${side.kind}/${side.id}` === record));
