import { createYieldIfBusy } from '../../../lib/turn/createYieldIfBusy.ts';
import { type Commit, QUIRE } from '../../format/commit.ts';
import { exactTime, readCommitMessage } from '../../format/commitMessage.ts';
import type { ReadableRepository } from '../readable.ts';
import { CLOCK_SKEW_MS } from './ancestry.ts';

/** A stretch of history that counts as one change. */
export interface HistoryStep {
  readonly from: string | null;
  readonly to: string;
  /** Whether it is one commit that was made here. */
  readonly isOwn: boolean;
  /** When `to` was made, ISO 8601 with milliseconds. */
  readonly at: string;
}

/** A longer history counts as one step. */
const MAX_STEPS = 10_000;

/**
 * The steps from one commit to another along first parents, oldest first: each commit of Quire's is a step, and so is each
 * run of others, such as a pull brings. A single step if the first commit is not in the history of the second.
 */
export async function listSteps(repo: StepsOf, from: string | null, to: string): Promise<readonly HistoryStep[]> {
  if (from === to) return [];
  const links = from === null ? null : await walkFirstParents(repo, from, to);
  if (links) return joinRuns(links.reverse());
  return [{ from, to, isOwn: false, at: exactCommitTime(await repo.objects.readCommit(to)) }];
}

type StepsOf = Pick<ReadableRepository, 'objects' | 'seals'>;

async function walkFirstParents({ objects, seals }: StepsOf, from: string, to: string): Promise<HistoryStep[] | null> {
  const oldest = (await objects.findCommit(from))?.committer.at.getTime() ?? Number.POSITIVE_INFINITY;
  const links: HistoryStep[] = [];
  let isOld = false;
  const yieldIfBusy = createYieldIfBusy();
  for (let id = to; id !== from && links.length < MAX_STEPS; ) {
    await yieldIfBusy();
    const commit = await objects.findCommit(id);
    const parent = commit?.parents[0];
    if (!commit || !parent || commit.committer.at.getTime() < oldest - CLOCK_SKEW_MS) return null;
    isOld ||= seals.before.includes(id);
    links.push({
      from: parent,
      to: id,
      at: exactCommitTime(commit),
      isOwn: seals.isSealed(id, commit) || (isOld && looksOwn(commit)),
    });
    id = parent;
  }
  return links.at(-1)?.from === from ? links : null;
}

const looksOwn = (commit: Commit): boolean =>
  commit.committer.email === QUIRE.email && trailerOf(commit, 'Quire-Action') !== undefined;

/** Joins each run of commits that are not our own to one step. */
function joinRuns(links: readonly HistoryStep[]): readonly HistoryStep[] {
  const steps: HistoryStep[] = [];
  for (const link of links) {
    const last = steps.at(-1);
    if (!last || last.isOwn || link.isOwn) steps.push(link);
    else steps[steps.length - 1] = { ...link, from: last.from };
  }
  return steps;
}

const trailerOf = ({ message }: Commit, name: string): string | undefined =>
  readCommitMessage(message).trailers.find(([key]) => key === name)?.[1];

/** When a commit was made, as exactly as it says. */
export const exactCommitTime = (commit: Commit): string =>
  new Date(exactTime(commit.committer.at.getTime(), trailerOf(commit, 'Quire-Time'))).toISOString();
