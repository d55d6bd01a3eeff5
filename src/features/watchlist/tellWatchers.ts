import type { ChangeParts, FeatureEvent, FeatureParts } from '../../extend/featureParts.ts';
import type { NoticeReason, NoticeSubject } from '../../inbox/notice.ts';
import type { Happening } from '../../job/happening.ts';
import { createTaskQueue } from '../../lib/turn/createTaskQueue.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { EntryChange, RecordRef } from '../../model/entry.ts';
import type { ProposalEvent } from '../../proposal/branch/proposalAnnouncer.ts';
import { ifThere } from '../../proposal/findProposal.ts';
import type { WatchedSubject, Watchlists } from './watchlists.ts';

/** Tells people what others do to what they watch. */
interface WatcherNotices {
  start(changes: Pick<ChangeParts, 'proposals'>): void;
  close(): Promise<void>;
}

type WatcherParts = Pick<FeatureParts, 'live' | 'inbox' | 'feed' | 'announcements' | 'onEvent'> & {
  readonly watchlists: Watchlists;
  onError(error: unknown): void;
};

/** Something that was done to a subject. */
interface SubjectEvent extends Pick<NoticeSubject, 'by' | 'comment'> {
  readonly reason: NoticeReason;
  readonly subject: WatchedSubject;
  /** Those who hear of it anyway. */
  readonly told?: readonly string[];
}

/** As whom notices name those who are not known. */
const SYSTEM = 'system/0';

/** Why watchers are told of an event of a page. */
const PAGE_REASONS = new Map<string, NoticeReason>([
  ['page.deleted', 'watchDeleted'],
  ['page.unpublished', 'watchTakenOff'],
  ['page.published', 'watchPublished'],
  ['page.updated', 'watchEdited'],
]);

/** Why they are told of an event that no commit records. */
const EVENT_REASONS = new Map<string, NoticeReason>([
  ['comment.created', 'watchSaid'],
  ...['asked', 'approved', 'sentBack'].map((what) => [`review.${what}`, 'watchReview'] as const),
]);

const CHANGE_REASONS: Partial<Record<ProposalEvent['type'], NoticeReason>> = {
  'change.updated': 'watchEdited',
  'change.published': 'watchPublished',
  'change.dropped': 'watchDeleted',
};

export function createWatcherNotices(parts: WatcherParts): WatcherNotices {
  const { live, feed, announcements, onEvent, watchlists, onError } = parts;
  const inTurn = createTaskQueue();
  const later = (work: () => Promise<void>): void => void inTurn(work).catch(onError);
  const leave = [
    feed.follow(feed.position(), {
      take({ happenings }) {
        later(() => tellPages(happenings, parts));
        return true;
      },
      lose: () => undefined,
    }).stop,
    announcements.subscribe((changes, { commit }) => {
      if (commit !== null && changes.length > 0) later(() => tellRecords(changes, commit, parts));
    }),
    onEvent((event) => later(() => tellEvent(event, parts))),
  ];
  return {
    start: ({ proposals }) =>
      void leave.push(proposals.subscribe((event) => later(() => tellChange(event, proposals, parts)))),
    async close() {
      for (const end of leave) end();
      await inTurn(async () => undefined);
    },
  };

  /** Pages are told of by their events, which also come by the time. */
  async function tellPages(happenings: readonly Happening[], { watchlists }: WatcherParts): Promise<void> {
    if (!(await watchlists.isUsed())) return;
    const told = new Set<number>();
    const yieldIfBusy = createYieldIfBusy();
    for (const [type, reason] of PAGE_REASONS)
      for (const one of happenings) {
        if (one.type !== type || !('entry' in one) || told.has(one.entry.id)) continue;
        told.add(one.entry.id);
        const by = one.isOfCommit ? findCommitter(one.commit) : SYSTEM;
        const { kind, id, path } = one.entry;
        // Whoever has begun a page is told that others have published it.
        const owner = reason === 'watchPublished' ? live.history.ownerOf(path) : undefined;
        await notifyWatchers(
          { reason, by, comment: null, subject: aboutRecord({ kind, id }), told: owner ? [owner] : [] },
          parts,
        );
        await yieldIfBusy();
      }
  }

  async function tellRecords(
    changes: readonly EntryChange[],
    commit: string,
    { watchlists }: WatcherParts,
  ): Promise<void> {
    if (!(await watchlists.isUsed())) return;
    const yieldIfBusy = createYieldIfBusy();
    for (const { kind, before, after } of changes) {
      if (kind === 'page' || !before) continue;
      const reason = after ? 'watchEdited' : 'watchDeleted';
      await notifyWatchers(
        { reason, by: findCommitter(commit), comment: null, subject: aboutRecord({ kind, id: before.id }) },
        parts,
      );
      await yieldIfBusy();
    }
  }

  async function tellEvent(
    { type, record, change, by, data, told = [] }: FeatureEvent,
    all: WatcherParts,
  ): Promise<void> {
    const reason = EVENT_REASONS.get(type);
    if (!reason) return;
    const comment = 'comment' in data && typeof data.comment === 'number' ? data.comment : null;
    const subjects = [record && aboutRecord(record), change === null ? null : aboutChange(change)];
    const heard = [...told];
    for (const subject of subjects)
      if (subject) heard.push(...(await notifyWatchers({ reason, by, comment, subject, told: heard }, all)));
  }

  async function tellChange(
    { type, name }: ProposalEvent,
    proposals: ChangeParts['proposals'],
    all: WatcherParts,
  ): Promise<void> {
    const reason = CHANGE_REASONS[type];
    if (!reason || !(await watchlists.isUsed())) return;
    const subject = aboutChange(name);
    if (type === 'change.updated') {
      const facts = (await ifThere(proposals.get(name)))?.facts;
      const by = facts?.writers[0] ?? SYSTEM;
      await notifyWatchers({ reason, by, comment: null, subject }, all);
      if (facts?.draftOf)
        await notifyWatchers({ reason: 'watchDraft', by, comment: null, subject: aboutRecord(facts.draftOf) }, all);
      return;
    }
    const by = type === 'change.published' ? findCommitter(live.commit) : SYSTEM;
    await notifyWatchers({ reason, by, comment: null, subject }, all);
    // Another change may get the name.
    for (const person of await watchlists.watchersOf(subject)) await watchlists.unwatch(person, subject);
  }

  /** Who has made one of the newest commits. */
  function findCommitter(commit: string | null): string {
    const changes = live.history.commits().changes();
    for (let index = 0; index < Math.min(changes.length, NEWEST); index += 1) {
      const { commit: id, actor } = changes.at(index);
      if (id === commit) return actor ?? SYSTEM;
    }
    return SYSTEM;
  }
}

/** In how many of the newest commits a maker is looked for. */
const NEWEST = 50;

const aboutRecord = ({ kind, id }: RecordRef): WatchedSubject => ({ record: { kind, id }, change: null });
const aboutChange = (change: string): WatchedSubject => ({ record: null, change });

/** @returns whom it has told */
async function notifyWatchers(
  { subject, told = [], ...event }: SubjectEvent,
  { watchlists, inbox, live }: WatcherParts,
): Promise<readonly string[]> {
  const notice = { ...event, ...subject };
  const people: string[] = [];
  for (const person of await watchlists.watchersOf(subject)) {
    if (person === event.by || told.includes(person) || !hasAccount(person, live)) continue;
    // Many edits of one sitting are told once.
    const isKnown = (await inbox.list(person)).some((one) => !one.isRead && isSameNotice(one, notice));
    if (!isKnown) people.push(person);
  }
  await inbox.notify(people, notice);
  return people;
}

const hasAccount = (person: string, { store }: WatcherParts['live']): boolean =>
  person.startsWith('user/') && store.get('user', Number(person.split('/')[1])) !== undefined;

const isSameNotice = (one: NoticeSubject, other: NoticeSubject): boolean =>
  one.reason === other.reason &&
  one.by === other.by &&
  one.change === other.change &&
  one.comment === other.comment &&
  one.record?.kind === other.record?.kind &&
  one.record?.id === other.record?.id;
