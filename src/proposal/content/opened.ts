import { createGroups } from '../../change/write/groups.ts';
import type { Writer } from '../../change/write/writer.ts';
import type { GitRepository } from '../../git/repository.ts';
import type { Snapshots } from '../../sync/snapshot/openSnapshots.ts';
import type { FoundBranch } from '../branch/branches.ts';
import { type Content, openContent } from './content.ts';
import { createProposalWriter, type WriteParts } from './writer.ts';

/** What a change holds, for those who read and write it. */
export interface OpenProposal {
  readonly content: Content;
  readonly writer: Writer;
}

/** Changes that somebody reads or writes; they are in memory for as long as the snapshots of what they hold. */
export interface Opened {
  /**
   * What a branch holds at present.
   *
   * @throws CmsError NOT_FOUND where it is gone
   */
  open(branch: Pick<FoundBranch, 'ref' | 'name'>): Promise<OpenProposal>;
}

export interface OpenedParts extends Omit<WriteParts, 'repo' | 'writer' | 'enqueue' | 'onWrite'> {
  readonly repo: GitRepository;
  readonly writer: Pick<Writer, 'inTurn' | 'idle'>;
  readonly snapshots: Snapshots;
}

/** One that is open, or is just being opened. */
interface Opening {
  readonly opening: Promise<OpenProposal>;
  opened?: OpenProposal;
}

/** @param onWrite told of each write, by the name of its change */
export function createOpened(parts: OpenedParts, onWrite: (name: string) => void): Opened {
  const known = new Map<string, Opening>();
  const queue = createGroups<() => Promise<void>>(async (jobs) => {
    for (const job of jobs) await job();
  });

  async function openNew({ ref, name }: Pick<FoundBranch, 'ref' | 'name'>): Promise<OpenProposal> {
    const content = await openContent(ref, parts);
    const writing = { ...parts, enqueue: queue.push, onWrite: () => onWrite(name) };
    return { content, writer: createProposalWriter(content, writing) };
  }

  /** What the snapshots have let go must not stay in memory by this. */
  function forgetUnheld(asked: OpenProposal): void {
    for (const [ref, { opened }] of known)
      if (opened && opened !== asked && !parts.snapshots.holds(opened.content.head)) known.delete(ref);
  }

  return {
    async open(branch) {
      const one: Opening = known.get(branch.ref) ?? { opening: openNew(branch) };
      known.set(branch.ref, one);
      try {
        const opened = await one.opening;
        await opened.content.refresh();
        one.opened = opened;
        forgetUnheld(opened);
        return opened;
      } catch (error) {
        known.delete(branch.ref);
        throw error;
      }
    },
  };
}
