import type { GitRepository } from '../../git/repository.ts';
import type { Snapshots } from '../../site/snapshot/openSnapshots.ts';
import { createJobGroups } from '../../write/queue/groups.ts';
import type { RecordWriter } from '../../write/queue/writer.ts';
import type { FoundBranch } from '../branch/branches.ts';
import { openProposalContent, type ProposalContent } from './content.ts';
import { createProposalWriter, type WriteParts } from './writer.ts';

/** The content of a change, and its writer. */
export interface OpenProposal {
  readonly content: ProposalContent;
  readonly writer: RecordWriter;
}

/** The changes that somebody reads or writes; they stay in memory as long as their snapshots. */
export interface OpenProposals {
  /**
   * Opens a branch at its present head.
   *
   * @throws CmsError NOT_FOUND if it is gone
   */
  open(branch: Pick<FoundBranch, 'ref' | 'name'>): Promise<OpenProposal>;
}

export interface OpenedParts extends Omit<WriteParts, 'repo' | 'writer' | 'enqueue' | 'onWrite'> {
  readonly repo: GitRepository;
  readonly writer: Pick<RecordWriter, 'inTurn' | 'idle'>;
  readonly snapshots: Snapshots;
}

/** A change that is open or being opened. */
interface ProposalOpening {
  readonly opening: Promise<OpenProposal>;
  opened?: OpenProposal;
}

/** @param onWrite called for each write with the name of the change */
export function createOpened(parts: OpenedParts, onWrite: (name: string) => void): OpenProposals {
  const known = new Map<string, ProposalOpening>();
  const queue = createJobGroups<() => Promise<void>>(async (jobs) => {
    for (const job of jobs) await job();
  });

  async function openNew({ ref, name }: Pick<FoundBranch, 'ref' | 'name'>): Promise<OpenProposal> {
    const content = await openProposalContent(ref, parts);
    const writing = { ...parts, enqueue: queue.push, onWrite: () => onWrite(name) };
    return { content, writer: createProposalWriter({ name, content }, writing) };
  }

  /** Forgets changes whose snapshots have been released, so that these do not stay in memory. */
  function forgetUnheld(asked: OpenProposal): void {
    for (const [ref, { opened }] of known)
      if (opened && opened !== asked && !parts.snapshots.holds(opened.content.head)) known.delete(ref);
  }

  return {
    async open(branch) {
      const one: ProposalOpening = known.get(branch.ref) ?? { opening: openNew(branch) };
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
