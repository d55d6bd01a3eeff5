import type { Person } from '../../git/format/commit.ts';
import type { HeadHistory } from '../../git/history/history.ts';
import type { StagedMoves } from '../../git/publish/preparePublish.ts';
import { HeadMoved } from '../../git/publish/request.ts';
import { findEquivalentCommit } from '../../git/read/ancestry/findEquivalentCommit.ts';
import { readRef } from '../../git/read/ref/refs.ts';
import type { GitRepository } from '../../git/repository.ts';
import { allSettled } from '../../lib/turn/allSettled.ts';
import type { SiteCode } from '../../model/entry.ts';
import type { ForeseenFile, Indexer } from '../../site/folder/indexer.ts';
import type { HeadFollower } from '../../site/watch/followHead.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import type { RecordWriter } from '../../write/action.ts';
import type { HistoryClashes, HostClashes } from '../clashes.ts';
import { type IncomingBranch, type Plan, planIncoming } from './planIncoming.ts';
import { rebasePlan } from './rebasePlan.ts';

export interface MergeIncomingParts {
  readonly repo: GitRepository;
  readonly indexer: Pick<Indexer, 'foresee'>;
  readonly history: Pick<HeadHistory, 'readAhead'>;
  readonly readRecord: ReadRecord;
  readonly code: SiteCode;
  readonly writer: Pick<RecordWriter, 'inTurn'>;
  readonly follower: HeadFollower;
  /** True for replicas, which make no commits. */
  readonly readOnly: boolean;
  /** The author of merges. */
  readonly author: Person;
  readonly clock: () => Date;
}

/** A branch of the host to take in. */
export type IncomingSource = Pick<IncomingBranch, 'theirs' | 'name' | 'isOwnBranch'> & {
  /** The branch's name at the host. */
  readonly branch: string;
};

/** How often a merge is planned while others write; after that, writes wait for it. */
const FREE_ATTEMPTS = 3;
export const MAX_ATTEMPTS = 6;

/** The ref that remembers the tip of the host's branch when it was last taken in or pushed to. */
export const syncedRef = (branch: string): string => `refs/quire/synced/${branch}`;
/** The ref that remembers what of a branch was last sent to the host, whether or not that has answered. */
export const offeredRef = (branch: string): string => `refs/quire/offered/${branch}`;

/**
 * Merges a branch of the host into the one that is checked out: planned while others write, put in place in turn with
 * them.
 *
 * @throws CmsError if it cannot be taken in now, or only a person can decide how; nothing has changed then
 */
export async function mergeIncoming(
  source: IncomingSource,
  parts: MergeIncomingParts & { readonly clashes: HostClashes },
): Promise<void> {
  const { repo, writer, follower, clashes, author } = parts;
  const { location } = repo;
  const { branch, theirs } = source;

  const read = async (): Promise<IncomingBranch> => ({
    ...source,
    ours: await repo.head(),
    synced: readRef(location.commonDir, syncedRef(branch)),
  });
  const planning = { ...parts, onlyFollows: parts.readOnly };
  const plan = (incoming: IncomingBranch): Promise<Plan> => planIncoming(incoming, planning);

  async function place(): Promise<void> {
    const incoming = await read();
    const planned = await plan(incoming);
    if (planned.moves.length === 0) return hear();
    if (planned.dropped !== null) clashes.rewind();
    const ahead = await prepareAhead(incoming, planned, parts);
    try {
      await settleInTurn(() => carryOut(incoming, planned, ahead));
    } finally {
      await ahead.staged.release();
    }
  }

  /** Plans and places while nobody else can move HEAD. */
  const placeHeld = (): Promise<void> =>
    settleInTurn(() =>
      repo.holdHead(async () => {
        const incoming = await read();
        const planned = await plan(incoming);
        if (planned.dropped !== null) clashes.rewind();
        return carryOut(incoming, planned);
      }),
    );

  /** Lets writes go on as soon as the merge is in place; only this call waits until it is durable and saved. */
  async function settleInTurn(placing: () => Promise<readonly Promise<void>[]>): Promise<void> {
    const rest = await writer.inTurn(placing);
    await allSettled(rest);
  }

  async function carryOut(
    incoming: IncomingBranch,
    planned: Plan,
    ahead?: StagedPlan,
  ): Promise<readonly Promise<void>[]> {
    await follower.follow();
    const head = await repo.head();
    const laid = head === incoming.ours ? planned : await rebasePlan(planned, incoming, { ...planning, head });
    if (!laid) throw new HeadMoved(head);
    if (laid.dropped !== null) await preserveDroppedCommits({ commit: laid.dropped, theirs }, { repo, author });
    const commits = await repo.move(head, laid.moves, ahead?.staged);
    ahead?.know();
    await follower.follow();
    const placed = (await repo.head())!;
    const heard = ahead?.heard ?? (await clashes.hear(placed));
    const kept = laid.conflicts.map((path) => ({ path, commit: placed, theirs: incoming.theirs }));
    // Nothing clashes with a branch without commits.
    const sides = { ours: head!, theirs: incoming.theirs };
    const found = laid.clashes.map((clash) => ({ clash, sides }));
    return [commits.at(-1)!.durable, clashes.take(placed, { ...heard, kept: [...heard.kept, ...kept] }, found)];
  }

  async function hear(): Promise<void> {
    const head = await repo.head();
    if (head !== null) await clashes.take(head, await clashes.hear(head));
  }

  for (let attempt = 1; ; attempt += 1) {
    try {
      await (attempt > FREE_ATTEMPTS ? placeHeld() : place());
      return await repo.keepRef(syncedRef(branch), theirs);
    } catch (error) {
      if (!(error instanceof HeadMoved) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

interface DroppedCommitParts {
  readonly repo: Pick<GitRepository, 'location' | 'objects' | 'keepRef'>;
  readonly author: Person;
}

/** Keeps commits that the host has dropped under a ref, unless their values live on; they are reported. */
export async function preserveDroppedCommits(
  { commit, theirs }: { readonly commit: string; readonly theirs: string },
  { repo, author }: DroppedCommitParts,
): Promise<void> {
  const held = await findEquivalentCommit({ ...repo, committer: author }, commit, theirs, () => true);
  if (held === null) await repo.keepRef(`refs/quire/lost/${commit}`, commit);
}

/** The work for a plan that can be done while others write. */
interface StagedPlan {
  readonly staged: StagedMoves;
  /** Puts the files read ahead into the parse cache. */
  know(): void;
  readonly heard: HistoryClashes;
}

async function prepareAhead(
  { ours, theirs }: IncomingBranch,
  { moves, dropped }: Plan,
  { repo, indexer, history, clashes }: MergeIncomingParts & { readonly clashes: HostClashes },
): Promise<StagedPlan> {
  const heard = await clashes.hear(...(ours === null || dropped !== null ? [] : [ours]), theirs);
  // Errors are reported when HEAD gets there.
  await history.readAhead(theirs).catch(() => undefined);
  const staged = await repo.stage(ours, moves);
  try {
    return { staged, heard, know: await indexer.foresee(readStagedFiles(staged, repo)) };
  } catch (error) {
    await staged.release();
    throw error;
  }
}

async function* readStagedFiles(
  { files }: StagedMoves,
  { objects, location }: GitRepository,
): AsyncGenerator<ForeseenFile> {
  for (const [path, after] of files) {
    if (after === null || !path.startsWith(location.prefix)) continue;
    const inside = path.slice(location.prefix.length);
    const bytes = locateFile('content', inside) ? await objects.findBlob(after) : undefined;
    if (bytes) yield { path: inside, bytes };
  }
}
