import type { HistoryStep } from '../git/read/ancestry/steps.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../lib/turn/createYieldIfBusy.ts';
import { runStepsInSlices } from '../lib/turn/runSteps.ts';
import { isPageChange, type Page } from '../model/entities/page.ts';
import type { Entry, EntryChange, Lookup } from '../model/entry.ts';
import { timedPages } from '../model/page/isPublic.ts';
import { earliest, latest } from '../model/text/timestamp.ts';
import type { CommittedChanges } from '../site/version/committedChanges.ts';
import type { EventBatch, EventCursor, Since } from './bus.ts';
import {
  clashHappenings,
  contentHappenings,
  type FindClashes,
  type FindReach,
  type Happening,
  happeningSteps,
  type RecordHappening,
  timedContentHappenings,
  timedHappenings,
} from './happening.ts';

/** Finds what has happened since then, up to a cursor, from git's history and the pages' times. */
export type EventReplay = (since: Since, to: EventCursor) => AsyncGenerator<EventBatch>;

interface Parts {
  readonly committed: Pick<CommittedChanges, 'between'>;
  readonly lookup: Pick<Lookup, 'find'>;
  listSteps(from: string | null, to: string): Promise<readonly HistoryStep[]>;
  /** When a commit was made, ISO 8601. */
  timeOf(commit: string): Promise<string>;
  commitOf(path: string): string | null;
  findReach: FindReach;
  readonly findClashes: FindClashes;
}

/** The generator throws if git no longer has the commits. */
export function createReplay({
  committed,
  lookup,
  listSteps,
  timeOf,
  commitOf,
  findReach,
  findClashes,
}: Parts): EventReplay {
  const timePassed = (entry: Entry<Page>, from: string, to: string): readonly RecordHappening[] =>
    timedHappenings(entry, { from, to }, commitOf(entry.path));

  const withContent = (passed: readonly RecordHappening[]): readonly Happening[] => [
    ...passed,
    ...timedContentHappenings(passed, findReach),
  ];

  return async function* replay(since, to) {
    const from: EventCursor = since.at === null ? { ...since, at: await timeOf(since.commit) } : since;
    /** Up to when the times of a page have been handled. */
    const seen = new Map<number, string>();
    const handledUpTo = ({ id }: Entry<Page>): string => seen.get(id) ?? from.at;

    async function tell(step: HistoryStep, changes: readonly EntryChange[]): Promise<readonly Happening[]> {
      const at = latest(from.at, earliest(step.at, to.at));
      const pages = changes.filter(isPageChange);
      const passed = pages.flatMap(({ before }) => (before ? timePassed(before, handledUpTo(before), at) : []));
      for (const { before, after } of pages) seen.set((after ?? before)!.id, at);
      const when = { from: step.from, commit: step.to, at };
      return [
        ...withContent(passed),
        ...(await runStepsInSlices(happeningSteps(changes, when))),
        // References are only known for the present; whatever has begun to mention a record since has an event of its own.
        ...contentHappenings(changes, when, findReach),
        ...(step.isOwn ? [] : await clashHappenings(when, findClashes)),
      ];
    }

    let cursor = from;
    const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
    for (const step of to.commit === null ? [] : await listSteps(from.commit, to.commit)) {
      const next = { commit: step.to, at: from.at };
      const happenings = await tell(step, await committed.between(step.from, step.to));
      yield { from: cursor, to: next, happenings, isMove: !step.isOwn };
      cursor = next;
      await yieldIfBusy();
    }
    // Only the last cursor counts the times of all pages as handled: a follower that stops earlier repeats them.
    const passed = timedPages(lookup).flatMap((entry) => timePassed(entry, handledUpTo(entry), to.at));
    yield { from: cursor, to, happenings: withContent(passed), isMove: false };
  };
}
