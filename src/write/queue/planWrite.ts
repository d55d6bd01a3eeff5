import { posix } from 'node:path';
import type { FileRevision } from '../../git/publish/check/requireCommitted.ts';
import type { FileEdit } from '../../git/publish/request.ts';
import { blobId } from '../../lib/text/blobId.ts';
import { createYieldIfBusy, type YieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Entry, EntryChange, Lookup } from '../../model/entry.ts';
import { CmsError, type Detail, invalid } from '../../model/errors.ts';
import { MAX_PROBLEMS, within } from '../../model/fields/problem.ts';
import { recordKey } from '../../model/location.ts';
import { siteSettings } from '../../model/siteSettings.ts';
import { findNotes, readTopKeys } from '../../store/file/fileNotes.ts';
import { type ReadRecord, toFileRecord } from '../../store/file/fileRecord.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import type { RecordValue } from '../../store/file/knownFile.ts';
import type { Home } from '../../store/home.ts';
import type { Ids } from '../../store/id/ids.ts';
import type { DecideFile } from '../../store/record/decideFiles.ts';
import { withNotes } from '../../store/record/decodeRecord.ts';
import { createSchemaLookup, insertBody, type SchemaOf } from '../../store/record/insertBody.ts';
import type { FileUpdate } from '../../store/store.ts';
import type { Action, PlanContext, RecordDraft } from '../action.ts';
import { redirectsFor } from '../follow/followAddresses.ts';
import { withReferences } from '../follow/references.ts';
import type { Validate } from '../validate/validate.ts';
import type { Caller } from './lateSave.ts';
import { writeCommitMessage } from './message.ts';
import { overlayChanges, provisional } from './overlayChanges.ts';
import { type PlannedFile, planFiles, requireNoPathConflict } from './plan.ts';
import { planLate } from './planLate.ts';
import type { PendingWrite, PresentState } from './presentState.ts';

/** A write, decided to the last byte and not yet begun. */
export interface PlannedWrite extends PendingWrite {
  readonly home: Home;
  readonly drafts: readonly RecordDraft[];
  readonly files: readonly PlannedFile[];
  /** Files that already have the content that the write gives them. */
  readonly repeats: readonly FileRevision[];
  /** Files of the write that are not records. */
  readonly attachments: readonly FileEdit[];
  readonly message: string;
  readonly now: Date;
  /** Whether there is anything to publish: a change, or a revision without one. */
  readonly publishes: boolean;
}

export interface PlanParts {
  readonly ids: Ids;
  readonly validate: Validate;
  readonly readRecord: ReadRecord;
  readonly decideFile: DecideFile;
  /** Whether the writes go into a change, and so are not live yet. */
  readonly isDraft?: boolean;
  /** Makes the index of references ready. */
  prepareReferences(): Promise<void>;
}

interface Request {
  readonly action: Action;
  readonly actor: Caller;
  readonly now: Date;
}

/**
 * Plans one write: the action's drafts and those they make necessary, validation, files, message. Pauses for others, so
 * the content must not change until it resolves.
 *
 * @throws CmsError in the caller's words
 */
export async function planWrite(
  { action, actor, now }: Request,
  present: PresentState,
  { ids, validate, readRecord, decideFile, prepareReferences, isDraft = false }: PlanParts,
): Promise<PlannedWrite> {
  const yieldIfBusy = createYieldIfBusy();
  const { ids: strategy } = siteSettings(present.lookup);
  const nextId: PlanContext['nextId'] = (counter, also) => ids.next({ counter, strategy, also });
  const context = { lookup: present.lookup, now, actor, isDraft, nextId };
  const asked = await planLate(action, context);
  const followed = await withReferences(asked, present.lookup, { yieldIfBusy, prepare: prepareReferences });
  const drafts = [...followed, ...redirectsFor(followed, context, action.leavesRedirects)];
  const lookup = await overlayDrafts(present.lookup, drafts, yieldIfBusy);
  const leaving = new Set(drafts.filter(freesItsKey).flatMap(({ before }) => before?.path ?? []));
  await validateDrafts(
    drafts.filter(({ follows }) => !follows),
    (draft) => validate(draft, { lookup, filesFor: present.filesFor, leaving, now, isDraft }),
    yieldIfBusy,
  );
  const counting = countPlanned(present, decideFile);
  const schemaOf = createSchemaLookup(lookup);
  const planned: PlannedDraft[] = [];
  for (const draft of drafts) {
    const files = await counting.plan(draft);
    requireNoPathConflict(draft, files, lookup);
    const updates = files.map((file) => toPlannedUpdate(file, now, readRecord));
    const changes = updates.length > 0 ? [toChange(draft, updates, schemaOf)] : [];
    planned.push({ draft, files, updates, changes });
    await yieldIfBusy();
  }
  actor.unknownNames?.refuse();
  const files = planned.flatMap((one) => one.files);
  const attached = drafts.flatMap(({ attachments = [] }) => attachments);
  return {
    home: requireOneHome(drafts),
    drafts,
    files,
    repeats: planned.flatMap((one) => (one.files.length === 0 ? presentFile(one.draft) : [])),
    attachments: attached,
    updates: planned.flatMap((one) => one.updates),
    changes: planned.flatMap((one) => one.changes),
    message: writeCommitMessage(action, drafts, actor, now),
    now,
    publishes: files.length + attached.length > 0 || (drafts.length > 0 && (action.alwaysCommits ?? false)),
  };
}

interface PlannedDraft {
  readonly draft: RecordDraft;
  readonly files: readonly PlannedFile[];
  readonly updates: readonly FileUpdate[];
  readonly changes: readonly EntryChange[];
}

const presentFile = ({ before, follows }: RecordDraft): readonly FileRevision[] =>
  before && !follows ? [{ path: before.path, rev: before.rev }] : [];

/** Plans the files of one draft after another, counting the files that earlier drafts add to each folder. */
function countPlanned(
  present: PresentState,
  decideFile: DecideFile,
): { plan(draft: RecordDraft): Promise<readonly PlannedFile[]> } {
  const added = new Map<string, number>();
  const countIn = (folder: string): number => present.countIn(folder) + (added.get(folder) ?? 0);
  return {
    async plan(draft) {
      const files = await planFiles(draft, { ...present, countIn }, decideFile);
      for (const { path, before, bytes } of files) {
        const folder = posix.dirname(path);
        added.set(folder, (added.get(folder) ?? 0) + Number(bytes !== null) - Number(before !== null));
      }
      return files;
    },
  };
}

/** The home of all drafts of an action: a write must not be split between a commit and the private home. */
function requireOneHome(drafts: readonly RecordDraft[]): Home {
  const found = [...new Set(drafts.map(({ kind }) => entityOf(kind).home))];
  if (found.length > 1) throw new Error('An action cannot write to two homes');
  return found[0] ?? 'content';
}

const freesItsKey = ({ kind, before, after }: RecordDraft): boolean =>
  before !== null && (after === null || recordKey(kind, after.data) !== before.key);

/** The records as the drafts will leave them. */
export async function overlayDrafts(
  base: Lookup,
  drafts: readonly RecordDraft[],
  yieldIfBusy: YieldIfBusy,
): Promise<Lookup> {
  const changes: EntryChange[] = [];
  for (const draft of drafts) {
    changes.push(provisional(draft));
    await yieldIfBusy();
  }
  return overlayChanges(base, changes);
}

/** A planned file as an update of the store, exactly as if it were read from disk. */
function toPlannedUpdate(
  { kind, path, bytes, value, body, createdAt }: PlannedFile,
  now: Date,
  readRecord: ReadRecord,
): FileUpdate {
  if (bytes === null || value === null) return { path, record: null, problems: [] };
  const located = locateFile(entityOf(kind).home, path)!;
  const notes = findNotes(located.kind, value, readTopKeys(path, bytes));
  const read = withNotes(requireReadBack(readRecord(located, path, value, body)), notes);
  const times = { createdAt, updatedAt: now.toISOString() };
  return { path, record: toFileRecord(located, { path, rev: blobId(bytes) }, read, times), problems: [] };
}

function requireReadBack(read: ReturnType<ReadRecord>): RecordValue {
  if ('data' in read) return read;
  throw new Error(`A planned file does not read back: ${read.map(({ message }) => message).join('; ')}`);
}

function toChange(
  { kind, before, after }: RecordDraft,
  updates: readonly FileUpdate[],
  schemaOf: SchemaOf,
): EntryChange {
  const record = updates.find((update) => update.record)?.record;
  if (!after || !record) return { kind, before, after: null };
  const { key, path, rev, createdAt, updatedAt } = record;
  const data = insertBody(record, record.data, schemaOf);
  return { kind, before, after: { kind, id: after.id, key, path, rev, createdAt, updatedAt, data } satisfies Entry };
}

/** The first write to a path that the error names. */
export function findBlockedWrite<W extends PlannedWrite>(writes: readonly W[], error: CmsError): W | undefined {
  const named = new Set(error.details.flatMap(({ path }) => path));
  return writes.find((write) =>
    [...write.files, ...write.repeats, ...write.attachments].some(({ path }) => named.has(path)),
  );
}

/** The files that writes repeat, except those that an earlier write of the group makes: these are not committed yet. */
export function findRepeats(writes: readonly PlannedWrite[]): readonly FileRevision[] {
  const made = new Set<string>();
  return writes.flatMap(({ repeats, files }) => {
    const standing = repeats.filter(({ path }) => !made.has(path));
    for (const { path } of files) made.add(path);
    return standing;
  });
}

/**
 * Validates drafts and reports all problems at once, each path beginning with the place of its draft in the request. An
 * error other than VALIDATION is thrown at once.
 *
 * @throws CmsError in the caller's words
 */
export async function validateDrafts(
  drafts: readonly RecordDraft[],
  validate: (draft: RecordDraft) => void,
  yieldIfBusy: YieldIfBusy,
): Promise<void> {
  const details: Detail[] = [];
  for (const draft of drafts) {
    details.push(...findDraftProblems(draft, validate));
    // A request may hold thousands of records: the problems of the first ones are enough.
    if (details.length > MAX_PROBLEMS) break;
    await yieldIfBusy();
  }
  if (details.length > 0) throw invalid(details);
}

function findDraftProblems(draft: RecordDraft, validate: (draft: RecordDraft) => void): readonly Detail[] {
  try {
    validate(draft);
    return [];
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
    const details = within(draft.place ?? [], error.details);
    if (error.code !== 'VALIDATION') throw new CmsError(error.code, details, { cause: error });
    return details;
  }
}
