import { BranchMoved } from '../../git/publish/branch/branchTip.ts';
import { HeadMoved, type PublishedCommit } from '../../git/publish/request.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { Entry } from '../../model/entry.ts';
import { CmsError, unavailable } from '../../model/errors.ts';
import { HOMES, type Home } from '../../store/home.ts';
import type { Action, RecordWriter, WriteResult } from '../action.ts';
import type { WriteAttempt, WriteTarget } from '../target/target.ts';
import { createJobGroups, type Groups } from './groups.ts';
import type { Caller } from './lateSave.ts';
import { planWrite, type WritePlan } from './planWrite.ts';
import { withAhead } from './presentState.ts';

/** How often a group is planned again because somebody else moved the version or holds uncommitted changes. */
const MAX_ATTEMPTS = 10;

/** A write that somebody waits for. */
interface Job {
  readonly target: WriteTarget;
  readonly action: Action;
  readonly actor: Caller;
  resolve(written: WriteResult): void;
  reject(reason: unknown): void;
}

type PlannedJobs = ReadonlyMap<Job, WritePlan>;

/** Where writes wait for their turn. */
export type WriteQueue = Groups<Job>;

/** The queue of what is live: writes that wait together are published together. */
export const createWriteQueue = (): WriteQueue => createJobGroups(publishGroup);

/** The queue of all branches: their writes are published one by one, each in turn with those to what is live. */
export function createBranchQueue(live: Pick<RecordWriter, 'inTurn' | 'idle'>): WriteQueue {
  const { push } = createJobGroups<Job>(async (jobs) => {
    for (const job of jobs) await live.inTurn(() => publishGroup([job]));
  });
  return { push, inTurn: live.inTurn, idle: live.idle };
}

/** Makes the writer of one version of the site. */
export const createRecordWriter = (target: WriteTarget, { push, inTurn, idle }: WriteQueue): RecordWriter => ({
  write: (action, actor) => new Promise((resolve, reject) => push({ target, action, actor, resolve, reject })),
  inTurn,
  idle,
});

/** Publishes jobs of one target until each is answered; an obstacle to one does not fail the others. */
async function publishGroup(jobs: readonly Job[]): Promise<void> {
  let open = jobs;
  for (let tries = 0; open.length > 0 && tries < MAX_ATTEMPTS; tries += 1) open = await attemptPublish(open, tries);
  for (const { target, reject } of open) reject(unavailable(target.tooBusy, 5));
}

/** One attempt; returns the jobs that must be planned again. */
async function attemptPublish(jobs: readonly Job[], tries: number): Promise<readonly Job[]> {
  const { target } = jobs[0]!;
  try {
    const actors = jobs.map(({ actor }) => actor);
    return await target.attempt({ tries, actors }, async (attempt) => {
      const planned = await planAll(attempt, jobs);
      const again: Job[] = [];
      // Each home on its own: neither depends on the other.
      for (const home of HOMES) again.push(...(await publishHome(attempt, home, ofHome(planned, home))));
      return again;
    });
  } catch (error) {
    for (const job of jobs) job.reject(error);
    return [];
  }
}

const ofHome = (planned: PlannedJobs, home: Home): PlannedJobs =>
  new Map([...planned].filter(([, plan]) => plan.home === home));

/** Plans jobs in order, each against the result of the ones before it; a job that cannot be planned fails alone. */
async function planAll(attempt: WriteAttempt, jobs: readonly Job[]): Promise<PlannedJobs> {
  const { planning, clock, showFiles, explain } = jobs[0]!.target;
  const planned = new Map<Job, WritePlan>();
  const failed = new Map<Job, unknown>();
  let { present } = attempt;
  planning.ids.settle();
  const yieldIfBusy = createYieldIfBusy();
  for (const job of jobs) {
    const { action, actor } = job;
    try {
      const plan = await planning.ids.planning(() => planWrite({ action, actor, now: clock() }, present, planning));
      planned.set(job, plan);
      if (plan.files.length > 0) present = withAhead(present, plan);
    } catch (error) {
      failed.set(job, explain(error));
    }
    await yieldIfBusy();
  }
  // The versions that conflicts are about are served before these are reported.
  await showFiles([...new Set([...failed.values()].flatMap(conflictingNames))]);
  for (const [job, error] of failed) job.reject(error);
  return planned;
}

const conflictingNames = (error: unknown): readonly string[] =>
  error instanceof CmsError && error.code === 'CONFLICT' ? error.details.flatMap(({ path }) => path) : [];

async function publishHome(attempt: WriteAttempt, home: Home, planned: PlannedJobs): Promise<readonly Job[]> {
  const yieldIfBusy = createYieldIfBusy();
  const plans = [...planned.values()];
  if (plans.length === 0) return [];
  const published = await attempt.commit(home, plans).catch((error: unknown) => ({ error }));
  if ('error' in published) return rejectBlocked(planned, published.error);
  const commits = [...published];
  for (const [job, plan] of planned) {
    await yieldIfBusy();
    const commit = plan.publishes ? commits.shift()! : null;
    await answerJob(job, plan, { ...attempt, commit });
  }
  return [];
}

/** Returns the jobs to plan again. A path that cannot be written fails only its own write; a moved version fails none. */
async function rejectBlocked(planned: PlannedJobs, error: unknown): Promise<readonly Job[]> {
  if (error instanceof HeadMoved || error instanceof BranchMoved) return [...planned.keys()];
  const blocked = error instanceof CmsError ? findBlockedJob(planned, error) : undefined;
  const failed = blocked ? [blocked] : [...planned.keys()];
  // The files on disk are not those planned against: they are served before the answer.
  if (blocked) await blocked.target.showFiles(planned.get(blocked)!.files.map(({ path }) => path));
  for (const job of failed) job.reject(error);
  return [...planned.keys()].filter((job) => !failed.includes(job));
}

/** The first job that writes to a path that the error names. */
function findBlockedJob(planned: PlannedJobs, error: CmsError): Job | undefined {
  const named = new Set(error.details.flatMap(({ path }) => path));
  const [blocked] = [...planned].find(([, { edits, repeats }]) =>
    [...edits, ...repeats].some(({ path }) => named.has(path)),
  ) ?? [undefined];
  return blocked;
}

/** @param commit null if there was nothing to publish */
async function answerJob(
  { target: { store }, resolve }: Job,
  plan: WritePlan,
  { serve, commit }: Pick<WriteAttempt, 'serve'> & { readonly commit: PublishedCommit | null },
): Promise<void> {
  const knew = store.knowsReferences();
  const changes = commit ? await serve(plan, commit) : [];
  // Showing the result of a changed schema needs the index of references, which a schema change invalidates.
  const isSchema = changes.some(({ kind }) => kind === 'contentType' || kind === 'blockType');
  if (isSchema || (knew && !store.knowsReferences())) await store.prepareReferences();
  const entries = plan.drafts.map(({ kind, after }): Entry | null => (after && store.get(kind, after.id)) ?? null);
  const created = entries.flatMap((entry, index) => (entry && plan.drafts[index]?.before === null ? [entry] : []));
  resolve({ commit: commit?.commit ?? null, entries, created, changes });
}
