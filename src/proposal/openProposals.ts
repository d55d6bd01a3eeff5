import { findActor } from '../auth/identity.ts';
import type { Roles } from '../auth/roles.ts';
import { QUIRE } from '../git/format/commit.ts';
import type { HeadHistory } from '../git/history/history.ts';
import type { GitRepository } from '../git/repository.ts';
import type { Actor } from '../model/access.ts';
import type { ForeseenSites, Sites } from '../site/site.ts';
import type { HeadFollower } from '../site/watch/followHead.ts';
import type { ReadRecord } from '../store/file/fileRecord.ts';
import { findBytes } from '../store/file/readFileBytes.ts';
import type { Store } from '../store/store.ts';
import type { RecordWriter } from '../write/action.ts';
import type { PlanParts } from '../write/queue/planWrite.ts';
import { type BranchParts, createBranches } from './branch/branches.ts';
import { createDroppedExpiry, type DroppedExpiry, forgetOldDropped } from './branch/droppedProposal.ts';
import { createForeseenSites } from './foreseenSite.ts';
import { findMentions } from './mentions.ts';
import { createProposals, type Proposals } from './proposals.ts';
import { createProposalSchedule, type Due, type ProposalSchedule, requireNoTime } from './schedule.ts';
import { createShared, type SharedProposals } from './shared.ts';

interface Options {
  readonly repo: GitRepository;
  /** The live content. */
  readonly store: Store;
  readonly roles: Roles;
  readonly records: { readonly history: HeadHistory; readonly readRecord: ReadRecord };
  readonly planning: PlanParts;
  readonly writer: RecordWriter;
  readonly follower: HeadFollower;
  readonly sites: Sites<RecordWriter>;
  readonly privateDir: string;
  readonly clock: () => Date;
  /** Throws INSUFFICIENT_STORAGE while there is too little space to write safely. */
  requireSpace(): void;
  readonly hostBranches: BranchParts['hostBranches'];
  /** The branches of the host that the live content comes from. */
  readonly upstream: readonly string[];
  /** True if nothing may be written to the repository. */
  readonly readOnly: boolean;
  /** Called when dropped changes can no longer be restored. */
  onForgotten(): void;
  onError(error: unknown): void;
}

/** All parts that deal with changes. */
export interface ProposalPart {
  readonly proposals: Proposals;
  readonly proposalSchedule: ProposalSchedule;
  readonly sharedProposals: SharedProposals;
  readonly droppedProposals: DroppedExpiry;
  readonly foreseenSites: ForeseenSites;
  /** An actor that was kept, as it is now; null if it may no longer publish. */
  presentActor(kept: Due['actor']): Actor | null;
  /** See `findMentions`; changes whose time to be restored is over do not count. */
  mentionsInChanges(names: readonly string[]): Promise<ReadonlySet<string> | null>;
}

/** Builds the parts and joins them. */
export function openProposals(options: Options): ProposalPart {
  const { repo, store, records, privateDir, clock, onError } = options;
  const { history, readRecord } = records;
  const branches = createBranches({ ...options, isUpstream: (branch) => options.upstream.includes(branch) });
  const proposals: Proposals = createProposals({
    ...{ ...options, history, readRecord, branches },
    readFile: (_, path) => findBytes(repo.root, path),
    isScheduled: (name) => proposalSchedule.of(name) !== null,
    requireWritable: (name, actor) => requireNoTime(name, actor, proposalSchedule),
  });
  const presentActor = (kept: Due['actor']): Actor | null => findActor(kept, { lookup: store, roles: options.roles });
  const proposalSchedule: ProposalSchedule = createProposalSchedule({
    ...{ proposals, privateDir, clock, onError },
    presentActor,
  });
  const foreseenSites = createForeseenSites({
    ...{ ...options, history, readRecord, branches, schedule: proposalSchedule },
    readFile: (_, path) => findBytes(repo.root, path),
  });
  const forgetOld = (): Promise<void> => options.writer.inTurn(() => forgetOldDropped(repo, clock()));
  const keeping = { repo, clock, inTurn: options.writer.inTurn, onGone: options.onForgotten, onError };
  const droppedProposals = createDroppedExpiry(keeping);
  if (!options.readOnly) {
    droppedProposals.look();
    proposals.subscribe(droppedProposals.look);
  }
  const sharedProposals = createShared({
    ...options,
    proposals,
    branches,
    readRecord,
    code: store.code,
    author: QUIRE,
  });
  return {
    ...{ proposals, proposalSchedule, sharedProposals, droppedProposals, foreseenSites, presentActor },
    async mentionsInChanges(names) {
      if (!options.readOnly) await forgetOld();
      return findMentions(names, { repo, branches });
    },
  };
}
