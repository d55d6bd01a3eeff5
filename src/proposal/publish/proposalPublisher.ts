import { LRUCache } from 'lru-cache';
import type { Finding } from '../../check/rule.ts';
import { BranchMoved } from '../../git/publish/branch/branchTip.ts';
import { HeadMoved, type TreeEdit } from '../../git/publish/request.ts';
import { isInHistory } from '../../git/read/ancestry/ancestry.ts';
import { readRef } from '../../git/read/ref/refs.ts';
import type { GitRepository } from '../../git/repository.ts';
import type { Actor } from '../../model/access.ts';
import { writeSubject } from '../../model/activity.ts';
import { CmsError, conflict, unavailable } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import type { Site } from '../../site/site.ts';
import { recordName } from '../../site/version/recordNames.ts';
import type { HeadFollower } from '../../site/watch/followHead.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import type { RecordWriter } from '../../write/action.ts';
import { toPerson } from '../../write/queue/message.ts';
import type { ClashResolution } from '../../write/resolve/clashResolutions.ts';
import type { DivergenceFinder } from '../branch/branchDivergence.ts';
import type { FoundBranch } from '../branch/branches.ts';
import { writeProposalMessage } from '../branch/message.ts';
import { findEditAuthors, writtenBy } from './editAuthors.ts';
import { contentPath } from './pairEdits.ts';
import {
  findProblems,
  type MergePlan,
  type MergePlanParts,
  planProposalMerge,
  resolveMerge,
} from './planProposalMerge.ts';
import { type EditRightsParts, type EditsToJudge, guardEdits, requireEditRights } from './requireEditRights.ts';

/** Who publishes or updates a change, and how to settle its clashes. */
export interface PublishOptions {
  readonly choices: readonly ClashResolution[];
  readonly actor: Actor;
  /** The commit that was reviewed: if given, no other one is published. */
  readonly head?: string | undefined;
  /** What the publisher says about it, for the history. */
  readonly note?: string | undefined;
  /** The change in which its edits were reviewed, if it is another one. */
  readonly reviewedAs?: string;
  /** The time at which it was to be published by itself, ISO 8601. */
  readonly scheduledAt?: string;
}

export interface PublishedProposal {
  /** Null if everything in it was live already. */
  readonly commit: string | null;
}

export interface PublishParts extends MergePlanParts, Pick<EditRightsParts, 'historyAt'> {
  readonly repo: GitRepository;
  readonly writer: Pick<RecordWriter, 'inTurn' | 'idle'>;
  readonly follower: HeadFollower;
  readonly standings: Pick<DivergenceFinder, 'of'>;
  /** Throws if an actor may not write to the change with this name now. */
  requireWritable(name: string, actor: Actor): void;
}

type MergedSite = Pick<Site, 'store' | 'history'>;

/** Merges changes into the live content, and the live content into changes. */
export interface ProposalPublisher {
  plan(live: string, head: string): Promise<MergePlan>;
  problems(live: string, head: string): Promise<readonly Finding[]>;
  /** @throws CmsError FORBIDDEN: see `requireEditRights` */
  requireRights(live: string, head: string, asked: Pick<EditsToJudge, 'actor' | 'isDraft'>): Promise<void>;
  /** @param find finds the branch again whenever it or the live content has moved */
  publish(find: () => FoundBranch & { readonly title: string }, settled: PublishOptions): Promise<PublishedProposal>;
  update(branch: FoundBranch, site: MergedSite, settled: PublishOptions): Promise<void>;
  /** Merges what a commit has changed into a change, without joining their histories. */
  absorb(
    branch: FoundBranch,
    site: MergedSite,
    from: { readonly commit: string; readonly actor: Actor; readonly writers: Iterable<string> },
  ): Promise<void>;
}

const MAX_ATTEMPTS = 5;
const MAX_PLANS = 50;

export function createPublishing(parts: PublishParts): ProposalPublisher {
  const { repo, writer, follower, standings, clock } = parts;
  const plans = new LRUCache<string, MergePlan>({ max: MAX_PLANS });
  const found = new LRUCache<string, readonly Finding[]>({ max: MAX_PLANS });

  async function plan(live: string, head: string): Promise<MergePlan> {
    const name = `${live} ${head}`;
    const known = plans.get(name);
    if (known) return known;
    const { bases } = await standings.of(live, head);
    const made = await planProposalMerge({ ours: live, theirs: head, bases }, parts);
    plans.set(name, made);
    return made;
  }

  async function problems(live: string, head: string): Promise<readonly Finding[]> {
    // Files that are saved and not committed count too: they change the store, but not HEAD.
    const { version } = parts.store;
    const name = `${live} ${head} ${version}`;
    const known = found.get(name) ?? (await findProblems(await plan(live, head), parts));
    if ((await repo.head()) === live && parts.store.version === version) found.set(name, known);
    return known;
  }

  async function attempt(
    { name, ref, commit, title, branch }: FoundBranch & { readonly title: string },
    settled: PublishOptions,
  ) {
    const { actor, note, scheduledAt } = settled;
    requireReviewedHead(commit, settled.head);
    const live = await repo.head();
    if (live === null)
      throw conflict(because('noCommit', 'Nothing is live yet: there is no commit to publish into', {}));
    const resolvedPlan = await resolveMerge(await plan(live, commit), settled, parts);
    const edits = { edits: resolvedPlan.edits, head: commit, actor };
    await requireEditRights(edits, parts);
    const change = {
      name: settled.reviewedAs ?? name,
      isPart: settled.reviewedAs !== undefined,
      findAuthors: () => findEditAuthors({ live, head: commit }, parts),
    };
    const { trailers, onLive } = await guardEdits({ ...edits, change }, parts);
    requireNoErrors(await findProblems(resolvedPlan, parts));
    const at = clock();
    const records = editedRecordLines(resolvedPlan.edits, parts);
    const said = { action: 'change.publish', actor, at, note, records, scheduledAt, trailers } as const;
    const message = writeProposalMessage(writeSubject({ verb: 'publish', kind: 'change', name: title }), said);
    const move = { edits: resolvedPlan.edits, joins: [commit], message, author: toPerson(actor), at, isSealed: true };
    return writer.inTurn(async (): Promise<PublishedProposal> => {
      await follower.follow();
      const head = await repo.head();
      if (head !== live) throw new HeadMoved(head);
      const tip = readRef(repo.location.commonDir, ref);
      if (tip !== commit) throw new BranchMoved(ref, tip);
      const isNothing = move.edits.length === 0;
      const commits = await repo.move(live, isNothing ? [] : [move]);
      await follower.follow();
      await commits.at(-1)?.durable;
      await onLive?.();
      if (ref.startsWith('refs/heads/')) await removeMerged({ ref, commit, branch });
      return { commit: commits.at(-1)?.commit ?? null };
    });
  }

  /** Removes the branch if possible. If not, the change is published all the same: everything in the branch is live. */
  async function removeMerged({ ref, commit }: Pick<FoundBranch, 'ref' | 'commit' | 'branch'>): Promise<void> {
    try {
      await repo.branches.remove({ ref, commit });
    } catch (error) {
      if (!(error instanceof BranchMoved || error instanceof CmsError)) throw error;
    }
  }

  async function planInto(
    commit: string,
    theirs: string,
    site: MergedSite,
    settled: PublishOptions,
  ): Promise<MergePlan> {
    const merging = { ...parts, store: site.store, history: site.history.commits() };
    const judgedAs = 'draft';
    return resolveMerge(await planProposalMerge({ ours: commit, theirs }, merging), { ...settled, judgedAs }, merging);
  }

  return {
    plan,
    problems,
    requireRights: async (live, head, asked) =>
      requireEditRights({ edits: (await plan(live, head)).edits, head, ...asked }, parts),
    async absorb({ name, ref, commit }, site, { commit: theirs, actor, writers }) {
      const { edits } = await planInto(commit, theirs, site, { choices: [], actor });
      await requireEditRights({ edits, head: theirs, actor, isDraft: true }, { ...parts, store: site.store });
      const at = clock();
      const said = { action: 'change.update', actor, at, trailers: writtenBy(writers) } as const;
      const message = writeProposalMessage('Take edits over from another change', said);
      const move = { edits, joins: [], message, author: toPerson(actor), at, isSealed: true };
      await writer.inTurn(async () => {
        parts.requireWritable(name, actor);
        await repo.branches.move({ ref, commit }, [move]);
      });
    },
    publish: (find, settled) => again(() => attempt(find(), settled)),
    async update({ name, ref, commit }, site, settled) {
      const live = await repo.head();
      if (live === null) return;
      const { edits } = await planInto(commit, live, site, settled);
      if (await isInHistory(repo.objects, { ancestor: live }, commit)) return;
      const at = clock();
      const { actor } = settled;
      const message = writeProposalMessage('Update the change with the live content', {
        action: 'change.update',
        actor,
        at,
      });
      const move = { edits, joins: [live], message, author: toPerson(actor), at, isSealed: true };
      await writer.inTurn(async () => {
        parts.requireWritable(name, actor);
        await repo.branches.move({ ref, commit }, [move]);
      });
    },
  };
}

/** Tries again when somebody else has moved the live content or the branch. */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof HeadMoved || error instanceof BranchMoved)) throw error;
      if (tries === MAX_ATTEMPTS) throw unavailable('The content keeps changing: try again', 5);
    }
  }
}

/** @throws CmsError PRECONDITION_FAILED if another commit than this one was reviewed */
export function requireReviewedHead(head: string, seen: string | undefined): void {
  if (seen !== undefined && seen !== head)
    throw new CmsError('PRECONDITION_FAILED', 'The change has been edited since it was read: review it again');
}

/** The live records that edits change, each as `page/12 en/about`: publishing becomes a part of their history. */
const editedRecordLines = (edits: readonly TreeEdit[], { repo, store }: Pick<PublishParts, 'repo' | 'store'>) =>
  edits.flatMap((edit) => {
    const path = contentPath(edit, repo.location);
    const [located, file] = [locateFile('content', path), store.fileAt(path)];
    return located && file ? [`${recordName(located.kind, file.id, path)} ${located.key}`.trim()] : [];
  });

/** @throws CmsError CONFLICT with all errors among the findings */
function requireNoErrors(findings: readonly Finding[]): void {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  const details = errors.map(({ path, at = [], message }) => ({
    path: [path, ...at.map(String)],
    ...because('finding', message, { path }),
  }));
  throw new CmsError('CONFLICT', details);
}
