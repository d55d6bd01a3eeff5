import { diffJson } from '../lib/json/diffJson.ts';
import type { WorkSteps } from '../lib/turn/runSteps.ts';
import type { Media } from '../model/entities/media.ts';
import type { Page } from '../model/entities/page.ts';
import type { Entry, EntryChange } from '../model/entry.ts';
import type { EventName } from '../model/events.ts';
import { isPublic } from '../model/page/isPublic.ts';
import type { ReferenceRenames } from '../model/record/referenceRename.ts';
import { isPublicRecord } from '../view/publicContent.ts';
import type { PublicChange } from '../view/reach/publicChange.ts';
import type { ShownReach } from '../view/reach/showReach.ts';
import type { RecordDraft } from '../write/action.ts';
import { movesOf } from '../write/follow/referenceRenames.ts';
import { isRewriting } from '../write/follow/references.ts';
import type { NamedClash } from '../write/merge/clashTrailers.ts';

/** An event for webhooks and listeners. */
export type Happening = RecordHappening | ContentHappening | ClashHappening;

interface Common {
  readonly type: EventName;
  /** A lasting name made of its commits or its time: an event sent again after a crash has the same one. */
  readonly key: string;
  /** Whether a commit caused it, not the time: then it happens again when HEAD goes back and forth. */
  readonly isOfCommit: boolean;
  /** ISO 8601. */
  readonly at: string;
  /** The commit that caused it, or the last one of a page whose time has come. */
  readonly commit: string | null;
}

/** What has happened to one page or media item. */
export interface RecordHappening extends Common {
  readonly type: Exclude<EventName, 'content.changed' | 'merge.clashed'>;
  /** The present version, or the last one if it is gone. */
  readonly entry: Entry<Page> | Entry<Media>;
  /** The fields that differ, for a page that existed before. */
  readonly changed: readonly string[];
}

/** What the public sees differently after a commit, or after the time of a page. */
export interface ContentHappening extends Common, ShownReach {
  readonly type: 'content.changed';
  /** The commit before; `commit` itself if none was made. */
  readonly parent: string | null;
}

/** Clashes that merges of somebody else's commits have left. */
export interface ClashHappening extends Common {
  readonly type: 'merge.clashed';
  readonly clashes: readonly NamedClash[];
}

interface CommitMoment {
  /** The commit before; null if there was none. */
  readonly from: string | null;
  readonly commit: string;
  readonly at: string;
}

/** The events of the changes of one commit (contract, "Events"). */
export const happeningsOf = (changes: readonly EntryChange[], when: CommitMoment): readonly RecordHappening[] =>
  changes.flatMap(happeningsBy(changes, when));

/** The same in steps, for a commit that may have changed thousands of records. */
export function* happeningSteps(
  changes: readonly EntryChange[],
  when: CommitMoment,
): WorkSteps<readonly RecordHappening[]> {
  const happeningsOfOne = happeningsBy(changes, when);
  const found: RecordHappening[] = [];
  for (const change of changes) {
    found.push(...happeningsOfOne(change));
    yield;
  }
  return found;
}

/** Finds the events of one change among all changes of its commit. */
function happeningsBy(
  changes: readonly EntryChange[],
  when: CommitMoment,
): (change: EntryChange) => readonly RecordHappening[] {
  // `movesOf` reads only what changes and drafts have in common.
  const moves = movesOf(changes as readonly RecordDraft[]);
  return (change) => {
    if (change.kind === 'page') return pageHappenings(change as EntryChange<Page>, moves, when);
    return change.kind === 'media' ? mediaHappenings(change as EntryChange<Media>, when) : [];
  };
}

function pageHappenings(
  { before, after }: EntryChange<Page>,
  moves: ReferenceRenames,
  when: CommitMoment,
): readonly RecordHappening[] {
  const at = new Date(when.at);
  const [was, is] = [before !== null && isPublic(before.data, at), after !== null && isPublic(after.data, at)];
  const changed = before && after ? changedFields(before.data, after.data) : [];
  const isUpdate = changed.length > 0 && !isRewriting(before!.data, after!.data, moves);
  const steps: readonly (readonly [RecordHappening['type'], boolean])[] = [
    ['page.created', before === null],
    ['page.updated', isUpdate],
    ['page.published', is && !was],
    ['page.unpublished', was && !is],
    ['page.deleted', after === null],
  ];
  const entry = (after ?? before)!;
  return steps.flatMap(([type, happens]) => (happens ? [atCommit({ type, entry, changed }, when)] : []));
}

const mediaHappenings = ({ before, after }: EntryChange<Media>, when: CommitMoment): readonly RecordHappening[] => {
  if (before && after) return [];
  const type = after ? 'media.uploaded' : 'media.deleted';
  return [atCommit({ type, entry: (after ?? before)!, changed: [] }, when)];
};

const atCommit = (
  happening: Pick<RecordHappening, 'type' | 'entry' | 'changed'>,
  { from, commit, at }: CommitMoment,
): RecordHappening => ({
  key: `${from ?? ''}..${commit}:${happening.type}:${happeningEntryName(happening)}`,
  isOfCommit: true,
  ...{ commit, at },
  ...happening,
});

const happeningEntryName = ({ entry }: Pick<RecordHappening, 'entry'>): string => `${entry.kind}/${entry.id}`;

/** What events are ordered by: `page/12`, or the content as a whole. */
export const happeningRecordName = (happening: Happening): string =>
  'entry' in happening ? happeningEntryName(happening) : 'content';

/** Finds the clashes that the commits between two have left, except those settled by one of them. */
export type FindClashes = (from: string | null, to: string) => Promise<readonly NamedClash[]>;

/** At most one event, for merges by others or of the host's commits. */
export async function clashHappenings(
  { from, commit, at }: CommitMoment,
  find: FindClashes,
): Promise<readonly ClashHappening[]> {
  const clashes = await find(from, commit);
  const key = `${from ?? ''}..${commit}:merge.clashed`;
  return clashes.length > 0 ? [{ type: 'merge.clashed', key, isOfCommit: true, at, commit, clashes }] : [];
}

/** Keys of a page whose names differ from those in its file. */
const NAMES: Readonly<Record<string, string>> = { translationGroup: 'translationGroupId', seo: '' };
const HOLDERS = new Set(['fields', 'regions', 'terms', 'seo']);

/** `title`, `fields.summary`, `regions.content`, `terms.topics`, `metaTitle`. */
function changedFields(before: Page, after: Page): readonly string[] {
  const places = diffJson(before, after).map(({ path: [key = '', name] }) =>
    [NAMES[key] ?? key, ...(HOLDERS.has(key) && name !== undefined ? [name] : [])].filter(Boolean).join('.'),
  );
  return [...new Set(places)];
}

/** From the first time, exclusive, to the second, inclusive. ISO 8601. */
interface TimeSpan {
  readonly from: string;
  readonly to: string;
}

/** The events that a page's own times cause within a span, without a commit. */
export function timedHappenings(
  entry: Entry<Page>,
  { from, to }: TimeSpan,
  commit: string | null,
): readonly RecordHappening[] {
  const { scheduledAt, unpublishAt } = entry.data;
  const times = [scheduledAt, unpublishAt].filter((at): at is string => at !== undefined && at > from && at <= to);
  return times.sort().flatMap((at) => {
    const is = isPublic(entry.data, new Date(at));
    const was = isPublic(entry.data, new Date(Date.parse(at) - 1));
    if (was === is) return [];
    const type = is ? 'page.published' : 'page.unpublished';
    const key = `${at}:${type}:page/${entry.id}`;
    return [{ type, key, isOfCommit: false, at, commit, entry, changed: [] } as const];
  });
}

/** Finds what changes affect; null if the public sees nothing of them. */
export type FindReach = (changes: readonly PublicChange[]) => ShownReach | null;

/** At most one event, for what the public sees differently after a commit. */
export function contentHappenings(
  changes: readonly EntryChange[],
  { from, commit, at }: CommitMoment,
  find: FindReach,
): readonly ContentHappening[] {
  const reach = find(asPublic(changes, new Date(at)));
  const key = `${from ?? ''}..${commit}:content.changed`;
  return reach ? [{ type: 'content.changed', key, isOfCommit: true, at, commit, parent: from, ...reach }] : [];
}

/** The changes without hidden records: nothing about these is sent, not even that they exist. */
function asPublic(changes: readonly EntryChange[], now: Date): readonly PublicChange[] {
  const ifShown = (entry: Entry | null): Entry | null => (entry && isPublicRecord(entry, now) ? entry : null);
  return changes
    .map(({ kind, before, after }) => ({ kind, before: ifShown(before), after: ifShown(after) }))
    .filter(({ before, after }) => before !== null || after !== null);
}

/** The same for pages whose time has come: one event for each, on whatever way it is found. */
export function timedContentHappenings(
  passed: readonly RecordHappening[],
  find: FindReach,
): readonly ContentHappening[] {
  return passed.flatMap(({ type, at, commit, entry }) => {
    const isNew = type === 'page.published';
    const reach = find([{ kind: 'page', before: isNew ? null : entry, after: isNew ? entry : null }]);
    const key = `${at}:content.changed:page/${entry.id}`;
    return reach ? [{ type: 'content.changed', key, isOfCommit: false, at, commit, parent: commit, ...reach }] : [];
  });
}
