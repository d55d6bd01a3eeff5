import type { HeadHistory } from '../git/history/history.ts';
import { UnreadableObject } from '../git/objects/unreadableObject.ts';
import type { TreeEdit } from '../git/publish/request.ts';
import type { GitRepository } from '../git/repository.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../lib/turn/createYieldIfBusy.ts';
import type { Page } from '../model/entities/page.ts';
import type { Entry } from '../model/entry.ts';
import { CmsError } from '../model/errors.ts';
import { dueChange, timedPages } from '../model/page/isPublic.ts';
import type { Kind } from '../model/records.ts';
import { applyEdits, decodeTreeEdits } from '../site/commit/applyEdits.ts';
import { joinSite } from '../site/joinSite.ts';
import type { ForeseenSites, GitSite, LeftOut, Sites } from '../site/site.ts';
import type { ReadRecord } from '../store/file/fileRecord.ts';
import type { Store } from '../store/store.ts';
import { mergeOnto } from '../write/merge/mergeCommits.ts';
import { asCommitted, type FileVersion } from '../write/merge/treeVersion.ts';
import { applySchedule, SCHEDULER } from '../write/page/pageSchedule.ts';
import { type PlanParts, planWrite } from '../write/queue/planWrite.ts';
import { presentInGit } from '../write/target/presentInGit.ts';
import type { ProposalBranches } from './branch/branches.ts';
import { bytesAt, findProblems, toTreeEdits } from './publish/planProposalMerge.ts';
import type { ProposalSchedule } from './schedule.ts';

interface Parts {
  readonly repo: GitRepository;
  /** What is live. */
  readonly store: Store;
  readonly history: Pick<HeadHistory, 'at'>;
  readonly readRecord: ReadRecord;
  readonly planning: PlanParts;
  readonly branches: Pick<ProposalBranches, 'find'>;
  readonly schedule: Pick<ProposalSchedule, 'of' | 'names' | 'refusalOf'>;
  readonly sites: Pick<Sites, 'made'>;
  /** The bytes of a file on disk. */
  readFile(kind: Kind, path: string): Uint8Array | null;
}

/** A change that is due by the time that is asked for. */
interface DueChange {
  readonly name: string;
  /** ISO 8601. */
  readonly at: string;
  readonly commit: string;
}

/** A version as far as it has been foreseen. */
interface Foreseeing {
  readonly parts: Parts;
  readonly live: string;
  readonly store: Store;
  readonly history: Awaited<ReturnType<HeadHistory['at']>>;
  /** Files that differ from those that are live. */
  readonly edits: Map<string, FileVersion | null>;
  /** The changes that would have been merged into it. */
  readonly joined: string[];
  /** Pages that cannot be published as they are. */
  readonly refused: Set<number>;
}

export function createForeseenSites(parts: Parts): ForeseenSites {
  const leftOut = new WeakMap<object, LeftOut>();

  async function open(live: string, due: readonly DueChange[], time: Date): Promise<GitSite<undefined>> {
    const history = await parts.history.at(live);
    const clock = (): Date => time;
    const store = await applyEdits([], { ...parts, history, clock });
    const foreseeing = { parts, live, store, history, edits: new Map(), joined: [], refused: new Set<number>() };
    const missing: string[] = [];
    for (const change of due) {
      await publishDuePages(foreseeing, new Date(change.at));
      if (!(await publishChange(foreseeing, change))) missing.push(change.name);
    }
    await publishDuePages(foreseeing, time);
    const repo = { ...parts.repo, head: async () => live };
    const { readRecord } = parts;
    const joined = joinSite({ repo, clock, store, readRecord, commits: () => history, isReady: () => true });
    const site = { commit: live, ...joined, write: undefined, edits: foreseeing.edits };
    leftOut.set(site, { changes: missing, pages: findUnpublished(foreseeing, time) });
    return site;
  }

  return {
    async at(time) {
      const live = await parts.repo.head();
      if (live === null) throw new CmsError('NOT_FOUND', 'Content at that time not found');
      const due = findDue(time, parts);
      const named = due.map(({ name, at, commit }) => `${name} ${at} ${commit}`);
      const name = ['foreseen', time.toISOString(), live, parts.store.version, ...named].join(' ');
      return parts.sites.made(name, () => open(live, due, time));
    },
    leftOut: async (site) => leftOut.get(site) ?? NOTHING_LEFT_OUT,
  };
}

const NOTHING_LEFT_OUT: LeftOut = { changes: [], pages: [] };

/** The pages that are due and could not be published; one that is over by then has not been refused. */
const findUnpublished = ({ store, refused }: Foreseeing, time: Date): readonly number[] =>
  [...refused].filter((id) => {
    const page = store.get('page', id);
    return page !== undefined && dueChange(page.data, time) !== null;
  });

/** The changes that are due by a time, in their order. */
function findDue(time: Date, { schedule, branches }: Parts): readonly DueChange[] {
  const found = schedule.names().flatMap((name) => {
    const [at, commit] = [schedule.of(name), branches.find(name)?.commit];
    return at !== null && commit !== undefined && at <= time.toISOString() ? [{ name, at, commit }] : [];
  });
  return found.sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** Merges a change onto what would be live then. @returns false if it clashes, or causes problems */
async function publishChange(foreseeing: Foreseeing, { name, at, commit }: DueChange): Promise<boolean> {
  const { parts, live, store, history, edits, joined } = foreseeing;
  const { objects, location } = parts.repo;
  if (parts.schedule.refusalOf(name).length > 0) return false;
  const merging = { objects, prefix: location.prefix, readRecord: parts.readRecord, code: store.code };
  try {
    const merged = await mergeOnto({ commit: live, joined, laid: edits }, commit, merging);
    if (merged.clashes.length > 0 || merged.conflicts.length > 0) return false;
    const reading = { ...parts, store, history, clock: () => new Date(at) };
    const problems = await findProblems(merged, reading);
    if (problems.some(({ severity }) => severity === 'error')) return false;
    await addEdits(foreseeing, merged.edits, new Date(at));
    joined.push(commit);
    return true;
  } catch (error) {
    if (error instanceof UnreadableObject) return false;
    throw error;
  }
}

async function addEdits({ parts, store, edits }: Foreseeing, added: readonly TreeEdit[], at: Date): Promise<void> {
  store.apply(await decodeTreeEdits(added, { ...parts, clock: () => at }));
  for (const { path, after } of added) edits.set(path, after);
}

/** Publishes and unpublishes the pages whose times come before a moment, each at its own time. */
async function publishDuePages(foreseeing: Foreseeing, until: Date): Promise<void> {
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  for (let next = findNextDue(foreseeing, until); next; next = findNextDue(foreseeing, until)) {
    try {
      await publishPage(foreseeing, next.page, new Date(next.at));
    } catch (error) {
      if (!(error instanceof CmsError)) throw error;
      foreseeing.refused.add(next.page.id);
    }
    await yieldIfBusy();
  }
}

interface DuePage {
  readonly page: Entry<Page>;
  /** ISO 8601. */
  readonly at: string;
}

function findNextDue({ store, refused }: Foreseeing, until: Date): DuePage | undefined {
  const due = timedPages(store).flatMap((page): readonly DuePage[] => {
    const { status, scheduledAt, unpublishAt } = page.data;
    const at = status === 'draft' ? scheduledAt : unpublishAt;
    return at === undefined || refused.has(page.id) || dueChange(page.data, until) === null ? [] : [{ page, at }];
  });
  return due.reduce<DuePage | undefined>((first, one) => (first && first.at <= one.at ? first : one), undefined);
}

/** Plans what the schedule of a page will write, and takes it in. */
async function publishPage(foreseeing: Foreseeing, page: Entry<Page>, now: Date): Promise<void> {
  const { parts, live, store, edits, refused } = foreseeing;
  const { objects, location } = parts.repo;
  const read = (path: string): Promise<Uint8Array | null> =>
    bytesAt(edits.get(`${location.prefix}${path}`), () => parts.repo.readAt(live, path), parts);
  const change = dueChange(page.data, now);
  if (change === null) return void refused.add(page.id);
  const present = presentInGit({ store, onDisk: parts.readFile, read });
  const planning = { ...parts.planning, judgedAs: 'nothing', prepareReferences: store.prepareReferences } as const;
  const planned = await planWrite({ action: applySchedule(page.id, change), actor: SCHEDULER, now }, present, planning);
  const tree = { ...asCommitted((await objects.readCommit(live)).tree), laid: edits };
  const added = await toTreeEdits(planned.edits, tree, parts);
  if (added.length === 0) refused.add(page.id);
  await addEdits(foreseeing, added, now);
}
