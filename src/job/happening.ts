import type { Draft } from '../change/action.ts';
import { type Moves, movesOf } from '../change/follow/moves.ts';
import { isRewriting } from '../change/follow/references.ts';
import type { NamedClash } from '../change/merge/clashTrailers.ts';
import { differences } from '../lib/json/differences.ts';
import type { Steps } from '../lib/turn/createTurns.ts';
import type { Media } from '../model/entities/media.ts';
import type { Page } from '../model/entities/page.ts';
import type { Change, Entry } from '../model/entry.ts';
import type { EventName } from '../model/events.ts';
import { isPublic } from '../model/page/isPublic.ts';
import { isShown } from '../view/publicContent.ts';
import type { PublicChange } from '../view/reach/publicChange.ts';
import type { ShownReach } from '../view/reach/showReach.ts';

/** Something that webhooks and listeners hear about. */
export type Happening = RecordHappening | ContentHappening | ClashHappening;

interface Told {
  readonly type: EventName;
  /** What names it for good, with the commits before and after it or its time: told again after a crash it has the same. */
  readonly key: string;
  /** Whether a commit made it true, and not the time: then it comes true again when HEAD goes back and forth. */
  readonly isOfCommit: boolean;
  /** ISO 8601. */
  readonly at: string;
  /** The commit that made it true, or the last one of a page whose time has come. */
  readonly commit: string | null;
}

/** What has happened to one page or media item. */
export interface RecordHappening extends Told {
  readonly type: Exclude<EventName, 'content.changed' | 'merge.clashed'>;
  /** As it is now; as it was where it is gone. */
  readonly entry: Entry<Page> | Entry<Media>;
  /** The fields that differ, for a page that was there before. */
  readonly changed: readonly string[];
}

/** What everybody sees differently after a commit, or after the time of a page has come. */
export interface ContentHappening extends Told, ShownReach {
  readonly type: 'content.changed';
  /** The commit before; `commit` itself where none was made. */
  readonly parent: string | null;
}

/** What merges of somebody else's commits have left to be settled. */
export interface ClashHappening extends Told {
  readonly type: 'merge.clashed';
  readonly clashes: readonly NamedClash[];
}

interface When {
  /** The commit before; null where there was none. */
  readonly from: string | null;
  readonly commit: string;
  readonly at: string;
}

/** What the changes of one commit mean for those who listen (contract, "Events"). */
export const happeningsOf = (changes: readonly Change[], when: When): readonly RecordHappening[] =>
  changes.flatMap(happeningsBy(changes, when));

/** The same of a commit that may have changed thousands of records. */
export function* happeningSteps(changes: readonly Change[], when: When): Steps<readonly RecordHappening[]> {
  const happeningsOfOne = happeningsBy(changes, when);
  const found: RecordHappening[] = [];
  for (const change of changes) {
    found.push(...happeningsOfOne(change));
    yield;
  }
  return found;
}

/** What each change means beside all of its commit. */
function happeningsBy(changes: readonly Change[], when: When): (change: Change) => readonly RecordHappening[] {
  // A change holds what a draft does: its kind tells what the entries' data is.
  const moves = movesOf(changes as readonly Draft[]);
  return (change) => {
    if (change.kind === 'page') return pageHappenings(change as Change<Page>, moves, when);
    return change.kind === 'media' ? mediaHappenings(change as Change<Media>, when) : [];
  };
}

function pageHappenings({ before, after }: Change<Page>, moves: Moves, when: When): readonly RecordHappening[] {
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

const mediaHappenings = ({ before, after }: Change<Media>, when: When): readonly RecordHappening[] => {
  if (before && after) return [];
  const type = after ? 'media.uploaded' : 'media.deleted';
  return [atCommit({ type, entry: (after ?? before)!, changed: [] }, when)];
};

const atCommit = (
  happening: Pick<RecordHappening, 'type' | 'entry' | 'changed'>,
  { from, commit, at }: When,
): RecordHappening => ({
  key: `${from ?? ''}..${commit}:${happening.type}:${nameOf(happening)}`,
  isOfCommit: true,
  ...{ commit, at },
  ...happening,
});

const nameOf = ({ entry }: Pick<RecordHappening, 'entry'>): string => `${entry.kind}/${entry.id}`;

/** What the order of events is kept for: `page/12`, or the content as a whole. */
export const recordOf = (happening: Happening): string => ('entry' in happening ? nameOf(happening) : 'content');

/** Finds the clashes that the commits between two have left, and nobody of them has settled. */
export type FindClashes = (from: string | null, to: string) => Promise<readonly NamedClash[]>;

/** Nothing, or one thing to tell: of merges, which others have made or the host's commits have come by. */
export async function clashHappenings(
  { from, commit, at }: When,
  find: FindClashes,
): Promise<readonly ClashHappening[]> {
  const clashes = await find(from, commit);
  const key = `${from ?? ''}..${commit}:merge.clashed`;
  return clashes.length > 0 ? [{ type: 'merge.clashed', key, isOfCommit: true, at, commit, clashes }] : [];
}

/** Where a page's own keys are called otherwise than its file calls them. */
const NAMES: Readonly<Record<string, string>> = { translationGroup: 'translationGroupId', seo: '' };
const HOLDERS = new Set(['fields', 'regions', 'terms', 'seo']);

/** `title`, `fields.summary`, `regions.content`, `terms.topics`, `metaTitle`. */
function changedFields(before: Page, after: Page): readonly string[] {
  const places = differences(before, after).map(({ path: [key = '', name] }) =>
    [NAMES[key] ?? key, ...(HOLDERS.has(key) && name !== undefined ? [name] : [])].filter(Boolean).join('.'),
  );
  return [...new Set(places)];
}

/** From the first time, exclusive, to the second. ISO 8601. */
interface Span {
  readonly from: string;
  readonly to: string;
}

/** What a page's own times have made of it within a span, without a commit. */
export function timedHappenings(
  entry: Entry<Page>,
  { from, to }: Span,
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

/** Finds out what changes reach; null where nobody sees anything of them. */
export type FindReach = (changes: readonly PublicChange[]) => ShownReach | null;

/** What everybody sees differently after a commit: nothing, or one thing to tell. */
export function contentHappenings(
  changes: readonly Change[],
  { from, commit, at }: When,
  find: FindReach,
): readonly ContentHappening[] {
  const reach = find(asPublic(changes, new Date(at)));
  const key = `${from ?? ''}..${commit}:content.changed`;
  return reach ? [{ type: 'content.changed', key, isOfCommit: true, at, commit, parent: from, ...reach }] : [];
}

/** Changes without what is hidden: nothing of it is told, not even that it is there. */
function asPublic(changes: readonly Change[], now: Date): readonly PublicChange[] {
  const ifShown = (entry: Entry | null): Entry | null => (entry && isShown(entry, now) ? entry : null);
  return changes
    .map(({ kind, before, after }) => ({ kind, before: ifShown(before), after: ifShown(after) }))
    .filter(({ before, after }) => before !== null || after !== null);
}

/** The same for pages whose time has come: one thing to tell of each, by whatever way it comes to be told. */
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
