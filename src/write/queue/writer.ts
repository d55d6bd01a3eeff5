import type { Person } from '../../git/format/commit.ts';
import { HeadMoved, type PublishResult } from '../../git/publish/request.ts';
import type { Repo } from '../../git/repo.ts';
import { cleanLine } from '../../lib/text/cleanLine.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { type Actor, actorRefName } from '../../model/access.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Entry } from '../../model/entry.ts';
import { CmsError, unavailable } from '../../model/errors.ts';
import type { Kind } from '../../model/records.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import { findBytes } from '../../store/file/readFileBytes.ts';
import { HOMES, type Home } from '../../store/home.ts';
import { createDecideFile } from '../../store/record/decideFiles.ts';
import type { Action, RecordDraft, RecordWriter, WriteResult } from '../action.ts';
import { createValidate } from '../validate/validate.ts';
import { type CommitRecorder, createCommitRecorder, type PublishedWrite, type WriterParts } from './commitRecorder.ts';
import { createJobGroups } from './groups.ts';
import type { Caller } from './lateSave.ts';
import { findBlockedWrite, findRepeats, type PlannedWrite, type PlanParts, planWrite } from './planWrite.ts';
import { type PresentState, presentOf, withAhead } from './presentState.ts';

/** How often a group is planned again because somebody else moved HEAD or holds uncommitted changes. */
const MAX_ATTEMPTS = 10;
/** After this many attempts HEAD is held while a group is planned, because somebody keeps moving it. */
const FREE_ATTEMPTS = 3;

/** A write that somebody waits for. */
interface Job {
  readonly action: Action;
  readonly actor: Caller;
  resolve(written: WriteResult): void;
  reject(reason: unknown): void;
}

interface PlannedJob extends PlannedWrite {
  readonly job: Job;
}

/** What a writer works with. */
interface WriterContext extends WriterParts {
  readonly planning: PlanParts;
  readonly take: CommitRecorder;
  /** The bytes of a record's file on disk. */
  readFile(kind: Kind, path: string): ReturnType<typeof findBytes>;
}

/** The parts that plan writes, both to the live content and to changes. */
export const createPlanParts = ({
  store,
  ids,
  readRecord,
}: Pick<WriterParts, 'store' | 'ids' | 'readRecord'>): PlanParts => ({
  ids,
  readRecord,
  validate: createValidate(),
  decideFile: createDecideFile(),
  prepareReferences: store.prepareReferences,
});

export function createWriter(parts: WriterParts): RecordWriter {
  const { homes } = parts;
  const writing: WriterContext = {
    ...parts,
    planning: createPlanParts(parts),
    take: createCommitRecorder(parts),
    readFile: (kind, path) => findBytes(homes[entityOf(kind).home].repo.root, path),
  };
  const groups = createJobGroups<Job>((jobs) => publishGroup(writing, jobs));
  return {
    write: (action, actor) =>
      new Promise((resolve, reject) => {
        groups.push({ action, actor, resolve, reject });
      }),
    inTurn: groups.inTurn,
    idle: groups.idle,
  };
}

/** Plans jobs in order, each against the result of the ones before it; a job that cannot be planned fails alone. */
async function planAll(writing: WriterContext, jobs: readonly Job[]): Promise<readonly PlannedJob[]> {
  const planned: PlannedJob[] = [];
  const failed: { readonly job: Job; readonly error: unknown }[] = [];
  let present: PresentState = presentOf(writing.store, writing.readFile);
  writing.ids.settle();
  const yieldIfBusy = createYieldIfBusy();
  for (const job of jobs) {
    try {
      const plan = () => planWrite({ now: writing.clock(), ...job }, present, writing.planning);
      const write = { job, ...(await writing.ids.planning(plan)) };
      planned.push(write);
      if (write.files.length > 0) present = withAhead(present, write);
    } catch (error) {
      failed.push({ job, error: explainConflict(error, writing.homes.content.repo) });
    }
    await yieldIfBusy();
  }
  await showChangedFiles(
    writing,
    failed.map(({ error }) => error),
  );
  for (const { job, error } of failed) job.reject(error);
  return planned;
}

/** Indexes the files that conflicts name before these are reported, so that their new versions are served. */
async function showChangedFiles(writing: WriterContext, errors: readonly unknown[]): Promise<void> {
  const conflicts = errors.filter((error) => error instanceof CmsError && error.code === 'CONFLICT');
  const paths = new Set(conflicts.flatMap((error) => (error as CmsError).details.flatMap(({ path }) => path)));
  for (const home of HOMES) {
    const changed = [...paths].filter((path) => locateFile(home, path));
    if (changed.length > 0) await writing.homes[home].indexer.reindex(changed);
  }
}

/** Publishes jobs until each is answered; an obstacle to one does not fail the others. */
async function publishGroup(writing: WriterContext, jobs: readonly Job[]): Promise<void> {
  let open = jobs;
  for (let tries = 0; open.length > 0 && tries < MAX_ATTEMPTS; tries += 1)
    open = await attemptPublish(writing, open, tries >= FREE_ATTEMPTS);
  for (const job of open) job.reject(unavailable('The repository keeps changing: try again', 5));
}

/** One attempt; returns the jobs that must be planned again. */
async function attemptPublish(
  writing: WriterContext,
  jobs: readonly Job[],
  holdsHead: boolean,
): Promise<readonly Job[]> {
  try {
    writing.requireSpace();
    return await (holdsHead
      ? writing.homes.content.repo.holdHead(() => planAndPublish(writing, jobs))
      : planAndPublish(writing, jobs));
  } catch (error) {
    for (const job of jobs) job.reject(error);
    return [];
  }
}

/** Publishes to each home on its own: neither depends on the other. */
async function planAndPublish(writing: WriterContext, jobs: readonly Job[]): Promise<readonly Job[]> {
  await writing.follower.follow();
  const planned = await planAll(writing, jobs);
  return [...(await publishHome(writing, 'private', planned)), ...(await publishHome(writing, 'content', planned))];
}

async function publishHome(
  writing: WriterContext,
  home: Home,
  planned: readonly PlannedJob[],
): Promise<readonly Job[]> {
  const writes = planned.filter((write) => write.home === home);
  const yieldIfBusy = createYieldIfBusy();
  const placed = await publishWrites(writing, home, writes).catch((error: unknown) => ({ error }));
  if ('error' in placed) return rejectFailedJobs(writing, home, writes, placed.error);
  const commits = [...placed.commits];
  for (const write of writes) {
    await yieldIfBusy();
    const { durable } = placed;
    await resolveJob(writing, write, write.publishes ? { published: commits.shift()!, durable } : null);
  }
  return [];
}

/** Places the writes. A file with somebody's uncommitted changes is neither written nor reported as unchanged. */
async function publishWrites(
  writing: WriterContext,
  home: Home,
  writes: readonly PlannedJob[],
): Promise<PublishResult> {
  const parent = home === 'content' ? writing.follower.head : null;
  const repeats = findRepeats(writes);
  if (repeats.length > 0) await writing.homes[home].repo.requireCommitted(parent, repeats);
  const publishing = writes.filter((write) => write.publishes);
  if (publishing.length === 0) return { commits: [], durable: Promise.resolve() };
  const requests = publishing.map(({ files, attachments, message, now, job: { actor } }) => {
    return { edits: [...files, ...attachments], message, author: toPerson(actor), at: now };
  });
  return writing.homes[home].repo.place(parent, requests);
}

/** Returns the jobs to plan again. A path that cannot be written fails only its own write; a moved HEAD fails none. */
async function rejectFailedJobs(
  writing: WriterContext,
  home: Home,
  writes: readonly PlannedJob[],
  error: unknown,
): Promise<readonly Job[]> {
  if (error instanceof HeadMoved) return writes.map(({ job }) => job);
  const blocked = error instanceof CmsError ? findBlockedWrite(writes, error) : undefined;
  const failed = blocked ? [blocked] : writes;
  // The files on disk are not those planned against: index them before answering.
  if (blocked) await writing.homes[home].indexer.reindex(blocked.files.map(({ path }) => path));
  for (const { job } of failed) job.reject(error);
  return writes.filter((write) => !failed.includes(write)).map(({ job }) => job);
}

async function resolveJob(
  writing: WriterContext,
  write: PlannedJob,
  placed: Pick<PublishedWrite, 'published' | 'durable'> | null,
): Promise<void> {
  const { job, drafts } = write;
  const knew = writing.store.knowsReferences();
  const changes = placed ? await writing.take({ ...write, ...placed }, toPerson(job.actor)) : [];
  // Showing the result of a changed schema needs the index of references, which a schema change invalidates.
  const isSchema = changes.some(({ kind }) => kind === 'contentType' || kind === 'blockType');
  if (isSchema || (knew && !writing.store.knowsReferences())) await writing.store.prepareReferences();
  const entries = drafts.map((draft) => findWritten(writing, draft));
  const created = entries.flatMap((entry, index) => (entry && drafts[index]?.before === null ? [entry] : []));
  if (placed && write.home === 'private') await auditAll(writing, write);
  job.resolve({ commit: placed?.published.commit ?? null, entries, created, changes });
}

const findWritten = ({ store }: WriterContext, { kind, after }: RecordDraft): Entry | null =>
  (after && store.get(kind, after.id)) ?? null;

async function auditAll(writing: WriterContext, { drafts, job: { action, actor } }: PlannedJob): Promise<void> {
  for (const { kind, before, after } of drafts) {
    const record = `${kind}/${(after ?? before)?.id}`;
    await writing.audit({ actor: actorRefName(actor), action: action.name, record });
  }
}

/** Reduces name and e-mail to one harmless line each for a commit: they come from outside (SECURITY, 5). */
export const toPerson = ({ name, email }: Actor): Person => ({ name: cleanLine(name), email: cleanLine(email) });

/** The error to report: a conflict in a file is explained by a git operation of somebody else if one is under way. */
function explainConflict(error: unknown, { requireNoOperation }: Pick<Repo, 'requireNoOperation'>): unknown {
  if (!(error instanceof CmsError) || error.code !== 'CONFLICT') return error;
  const isOfFile = error.details.some(({ path }) => path.some((name) => locateFile('content', name)));
  try {
    if (isOfFile) requireNoOperation();
    return error;
  } catch (underWay) {
    return underWay;
  }
}
