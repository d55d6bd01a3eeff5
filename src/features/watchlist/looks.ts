import { join } from 'node:path';
import type { ReaderParts } from '../../extend/featureParts.ts';
import { openPersonFiles } from '../../inbox/personFiles.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, RecordRef } from '../../model/entry.ts';
import { ifThere } from '../../proposal/findProposal.ts';
import type { RecordDifference } from '../../write/merge/diffRecords.ts';
import { nameSubject, type WatchedSubject } from './watchlists.ts';

/** What somebody saw of a subject. */
interface Sight {
  /** ISO 8601. */
  readonly at: string;
  /** The commit that was live; null before the first. */
  readonly live: string | null;
  /** The commit of the change, or of the draft of the record; null without one. */
  readonly head: string | null;
  /** The commit of the page's newest revision; null for a change. */
  readonly version: string | null;
}

/** The last look at a subject: several within `ONE_LOOK_MS` are one. */
interface LastLook {
  /** What was seen when the look before it ended; null for the first one. */
  readonly before: Sight | null;
  readonly last: Sight;
}

/** When people last looked at what, in `<privateDir>/looks/<person>.json`. */
export interface Looks {
  /** Notes that somebody looks at something now. @returns what they saw the last time */
  look(person: string, subject: WatchedSubject, sight: Sight): Promise<Sight | null>;
  /** What somebody saw last; undefined if they have never looked. */
  lastOf(person: string, subject: WatchedSubject): Promise<Sight | undefined>;
}

interface LookOptions {
  readonly privateDir: string;
  onError(error: unknown): void;
}

const ONE_LOOK_MS = 30 * 60_000;
/** The most subjects of one person: the look that is longest ago is forgotten. */
const MAX_LOOKS = 1000;

export function openLooks({ privateDir, onError }: LookOptions): Looks {
  const files = openPersonFiles<Readonly<Record<string, LastLook>>>({
    ...{ folder: join(privateDir, 'looks'), empty: {}, onError },
    parse: readLooks,
  });
  return {
    async look(person, subject, sight) {
      const name = nameSubject(subject);
      const looks = await files.update(person, (present) => {
        const known = present[name];
        const isSame = known && Date.parse(sight.at) - Date.parse(known.last.at) < ONE_LOOK_MS;
        const before = isSame ? known.before : (known?.last ?? null);
        // The newest stands last.
        const { [name]: _, ...others } = present;
        return Object.fromEntries([...Object.entries(others), [name, { before, last: sight }]].slice(-MAX_LOOKS));
      });
      return looks[name]?.before ?? null;
    },
    lastOf: async (person, subject) => (await files.read(person))[nameSubject(subject)]?.last,
  };
}

function readLooks(json: unknown): Readonly<Record<string, LastLook>> {
  if (!isPlainObject(json)) throw new Error('It holds no looks');
  // Only `look` writes these files.
  return Object.fromEntries(Object.entries(json as Record<string, LastLook>).filter(([, one]) => isLastLook(one)));
}

const isLastLook = (one: unknown): boolean => isPlainObject(one) && isPlainObject(one['last']);

type SightParts = Pick<ReaderParts, 'live' | 'proposals'>;

/** What there is to see of a subject now. @throws CmsError NOT_FOUND */
export async function readSight(
  { record, change }: WatchedSubject,
  now: Date,
  { live, proposals }: SightParts,
): Promise<Sight> {
  const name = change ?? (record && proposals.drafts.nameOf(record)) ?? null;
  const head = name === null ? null : ((await ifThere(proposals.get(name)))?.head ?? null);
  const page = record && findLookedPage(record, live);
  const revisions = page && live.history.revisionsOf(page.path);
  const version = revisions && revisions.length > 0 ? revisions.at(0).commit : null;
  return { at: now.toISOString(), live: live.commit, head, version };
}

/** What others have changed since somebody looked. */
export interface NewsSince {
  readonly at: string;
  /** Those who have changed something, such as `user/1`, as far as they are known. */
  readonly people: readonly string[];
  /** What has become live of a page since. */
  readonly live: { readonly from: string; readonly to: string; readonly before: Page; readonly after: Page } | null;
  /** What a change would make different now, or the draft of a record. */
  readonly edited: readonly RecordDifference[];
}

/** @returns null if others have changed nothing since */
export async function findNews(
  subject: WatchedSubject,
  { before, now, person }: { readonly before: Sight; readonly now: Sight; readonly person: string },
  parts: SightParts,
): Promise<NewsSince | null> {
  const inLive = await findLiveNews(subject, before, person, parts);
  const inChange = await findEditedNews(subject, { before, now, person }, parts);
  if (!inLive.live && inChange.edited.length === 0) return null;
  return { at: before.at, ...inLive, ...inChange, people: [...new Set([...inLive.people, ...inChange.people])] };
}

/** The most revisions in which people are looked for. */
const MAX_REVISIONS = 200;

async function findLiveNews(
  { record }: WatchedSubject,
  { version }: Sight,
  person: string,
  { live }: SightParts,
): Promise<Pick<NewsSince, 'live' | 'people'>> {
  const page = record && findLookedPage(record, live);
  if (!page || version === null) return NO_LIVE;
  const revisions = live.history.revisionsOf(page.path);
  const people = new Set<string>();
  for (let index = 0; index < Math.min(revisions.length, MAX_REVISIONS); index += 1) {
    const { commit, actor } = revisions.at(index);
    if (commit === version) break;
    if (actor !== person) people.add(actor ?? '');
  }
  if (people.size === 0) return NO_LIVE;
  const seen = (await ifThere(live.history.revisions.get(page, version)))?.data;
  if (!seen) return NO_LIVE;
  const shown = { from: version, to: revisions.at(0).commit, before: seen, after: page.data };
  return { live: shown, people: [...people].filter(Boolean) };
}

const NO_LIVE = { live: null, people: [] } as const;

async function findEditedNews(
  { record, change }: WatchedSubject,
  { before, now, person }: { readonly before: Sight; readonly now: Sight; readonly person: string },
  { proposals }: SightParts,
): Promise<Pick<NewsSince, 'edited' | 'people'>> {
  const name = change ?? (record && proposals.drafts.nameOf(record));
  // A change whose head stays has been edited by nobody, however much goes live beside it.
  if (!name || now.head === null || now.head === before.head || before.live === null) return NO_EDITS;
  const writer = (await ifThere(proposals.get(name)))?.facts?.writers[0];
  // Whoever has written last knows what is in it.
  if (writer === person) return NO_EDITS;
  const found = await proposals.differenceSince(name, { live: before.live, head: before.head ?? before.live });
  const edited = (found?.records ?? []).filter(({ kind, id }) => !record || (kind === record.kind && id === record.id));
  return { edited, people: writer === undefined ? [] : [writer] };
}

const NO_EDITS = { edited: [], people: [] } as const;

const findLookedPage = ({ kind, id }: RecordRef, { store }: SightParts['live']): Entry<Page> | undefined =>
  kind === 'page' ? store.get('page', id) : undefined;
