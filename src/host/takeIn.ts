import type { Writer } from '../change/write/writer.ts';
import type { Person } from '../git/format/commit.ts';
import { HeadMoved } from '../git/publish/request.ts';
import { findHeldByValue } from '../git/read/heldByValue.ts';
import { readRef } from '../git/read/refs.ts';
import type { GitRepository } from '../git/repository.ts';
import type { ReadRecord } from '../store/file/fileRecord.ts';
import type { HeadFollower } from '../sync/watch/followHead.ts';
import type { Clashes } from './clashes.ts';
import { type Incoming, type Plan, planIncoming } from './planIncoming.ts';

export interface TakeInParts {
  readonly repo: GitRepository;
  readonly readRecord: ReadRecord;
  readonly writer: Pick<Writer, 'inTurn'>;
  readonly follower: HeadFollower;
  /** Nothing is made here: replicas. */
  readonly readOnly: boolean;
  /** Who merges. */
  readonly author: Person;
  readonly clock: () => Date;
}

/** What the host's branch holds. */
export type Source = Pick<Incoming, 'theirs' | 'name' | 'isOwnBranch'> & {
  /** As the host calls the branch. */
  readonly branch: string;
};

/** A merge is planned again this often because somebody writes meanwhile; then writes wait for it. */
const FREE_ATTEMPTS = 3;
export const MAX_ATTEMPTS = 6;

/** Remembers what the host's branch held when it was last taken in, or pushed to. */
export const syncedRef = (branch: string): string => `refs/quire/synced/${branch}`;

/**
 * Brings what the host has on a branch into the one that is checked out: planned while others write, put in place in turn
 * with them.
 *
 * @throws CmsError where it cannot come in now, or nobody but a person can say how: nothing has changed then
 */
export async function takeIn(source: Source, parts: TakeInParts & { readonly clashes: Clashes }): Promise<void> {
  const { repo, writer, follower, clashes, author } = parts;
  const { location } = repo;
  const { branch, theirs } = source;

  const read = async (): Promise<Incoming> => ({
    ...source,
    ours: await repo.head(),
    synced: readRef(location.commonDir, syncedRef(branch)),
  });
  const plan = (incoming: Incoming): Promise<Plan> => planIncoming(incoming, { ...parts, onlyFollows: parts.readOnly });

  async function place(): Promise<void> {
    const incoming = await read();
    const planned = await plan(incoming);
    await (planned.moves.length > 0 ? writer.inTurn(() => carryOut(incoming, planned)) : settle(incoming, planned));
  }

  /** While nobody else can move HEAD. */
  const placeHeld = (): Promise<void> =>
    writer.inTurn(() =>
      repo.holdHead(async () => {
        const incoming = await read();
        await carryOut(incoming, await plan(incoming));
      }),
    );

  async function carryOut(incoming: Incoming, planned: Plan): Promise<void> {
    await follower.follow();
    const { ours } = incoming;
    const head = await repo.head();
    if (head !== ours) throw new HeadMoved(head);
    if (planned.dropped !== null) await keepDropped(planned.dropped);
    const { durable } = await repo.move(ours, planned.moves);
    await follower.follow();
    await durable;
    await settle(incoming, planned);
  }

  async function settle({ ours }: Incoming, { clashes: found }: Plan): Promise<void> {
    await clashes.add(found);
    const head = await repo.head();
    if (head !== null) await clashes.follow(ours, head);
  }

  /** What the host has dropped, and nobody made anew, stays here under a ref, and is told. */
  async function keepDropped(commit: string): Promise<void> {
    const held = await findHeldByValue({ ...repo, committer: author }, commit, theirs, () => true);
    if (held === null) await repo.keepRef(`refs/quire/lost/${commit}`, commit);
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
