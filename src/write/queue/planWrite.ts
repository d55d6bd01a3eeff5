import { posix } from 'node:path';
import type { FileRevision } from '../../git/publish/check/requireCommitted.ts';
import type { CommitRequest } from '../../git/publish/request.ts';
import { allSettled } from '../../lib/turn/allSettled.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { type Actor, actorRefName } from '../../model/access.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Entry, EntryChange, Lookup } from '../../model/entry.ts';
import { recordKey, stemOf } from '../../model/location.ts';
import { siteSettings } from '../../model/siteSettings.ts';
import { createReader, type Reader } from '../../site/reader/reader.ts';
import { restrictRecords } from '../../site/reader/restrictRecords.ts';
import type { Home } from '../../store/home.ts';
import type { Ids } from '../../store/id/ids.ts';
import { createDecideFile } from '../../store/record/decideFiles.ts';
import { createSchemaLookup, insertBody, type SchemaOf } from '../../store/record/insertBody.ts';
import type { Store } from '../../store/store.ts';
import type { Action, PlanContext, RecordDraft } from '../action.ts';
import { deriveInDrafts } from '../follow/deriveInDrafts.ts';
import { withReferences } from '../follow/references.ts';
import { withSharedValues } from '../follow/sharedValues.ts';
import type { RightsContext } from '../rights/findRefusal.ts';
import { guardLiveWrite, type PublishGuard } from '../rights/publishGuard.ts';
import { requireRights } from '../rights/requireRights.ts';
import { createValidate, type Validate } from '../validate/validate.ts';
import { validateDrafts } from '../validate/validateDrafts.ts';
import { validateForReader } from '../validate/validateForReader.ts';
import type { Caller } from './lateSave.ts';
import { toPerson, writeCommitMessage } from './message.ts';
import { overlayDrafts } from './overlayChanges.ts';
import { type FilePlanning, type PlannedFile, planFiles } from './planFiles.ts';
import { planLate } from './planLate.ts';
import type { PresentState } from './presentState.ts';
import { requireNoPathConflict } from './requireNoPathConflict.ts';

/** A write, decided to the last byte and not yet begun: the commit that it is going to be, and what that will change. */
export interface WritePlan extends CommitRequest {
  readonly action: Action;
  readonly actor: Actor;
  readonly home: Home;
  readonly drafts: readonly RecordDraft[];
  /** The edits that are of records; the others are of their attachments. */
  readonly files: readonly PlannedFile[];
  /** What becomes of the records. */
  readonly changes: readonly EntryChange[];
  /** Files that already have the content that the write gives them. */
  readonly repeats: readonly FileRevision[];
  /** Whether there is anything to publish: a change, or a revision without one. */
  readonly publishes: boolean;
  /** Called once it is live. */
  onLive?(): Promise<void>;
}

/** What plans the writes to one version of the site. */
export interface PlanParts extends Pick<FilePlanning, 'decideFile' | 'readRecord'> {
  readonly ids: Ids;
  readonly validate: Validate;
  /** Whether the writes go into a change, and so are not live yet. */
  readonly isDraft?: boolean;
  /**
   * How far the rights of actors are asked: for what becomes live, for what somebody else publishes, or not at all where
   * the result is judged as a whole. By default what follows from `isDraft`.
   */
  readonly judgedAs?: 'live' | 'draft' | 'nothing';
  /** Those of features. */
  readonly consequences: readonly Consequence[];
  /** Asked of what becomes live. */
  readonly guard: PublishGuard;
  /** Who created the record of a file, such as `user/1`. */
  ownerOf(path: string): string | undefined;
  /** Makes the index of references ready. */
  prepareReferences(): Promise<void>;
}

/** Plans what the drafts of an action make necessary besides what they ask for. Pure. */
export type Consequence = (
  drafts: readonly RecordDraft[],
  context: PlanContext,
  action: Action,
) => readonly RecordDraft[];

/** What plans the writes to what is live; those to changes are planned with parts of it. */
export const createPlanParts = ({
  store,
  ...given
}: Pick<PlanParts, 'ids' | 'readRecord' | 'consequences' | 'ownerOf' | 'guard'> & {
  readonly store: Store;
}): PlanParts => ({
  ...given,
  validate: createValidate(),
  decideFile: createDecideFile(),
  prepareReferences: store.prepareReferences,
});

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
  { isDraft = false, judgedAs = isDraft ? 'draft' : 'live', ...parts }: PlanParts,
): Promise<WritePlan> {
  const { ids, validate, prepareReferences, consequences, ownerOf, guard, ...files } = parts;
  const yieldIfBusy = createYieldIfBusy();
  const { ids: strategy } = siteSettings(present.lookup);
  const nextId: PlanContext['nextId'] = (counter, also) => ids.next({ counter, strategy, also });
  const context = { lookup: present.lookup, now, actor, isDraft, nextId };
  const reader = actor.rights.readsAll ? null : createReader({ rights: actor.rights, ownerOf });
  const seen = reader && { lookup: restrictRecords(present.lookup, reader), everything: present.lookup };
  // What the actor asks for is read among the records that they may read; what follows from it concerns all.
  const asked = withSharedValues(await planLate(action, { ...context, ...seen }), present.lookup);
  const owners = { ownerOf: ownersIn(present.lookup, actor, ownerOf) };
  const judging = { actor, now, isDraft: judgedAs === 'draft', lookup: present.lookup, derivesLater: true, ...owners };
  if (judgedAs !== 'nothing') await requireRights({ drafts: asked, action }, judging, yieldIfBusy);
  await action.check?.(asked, { ...context, ...seen });
  const isLive = judgedAs === 'live' && !isDraft;
  const onLive = isLive ? await guardLiveWrite({ drafts: asked, action }, judging, guard) : undefined;
  const followed = await withReferences(asked, present.lookup, { yieldIfBusy, prepare: prepareReferences });
  const following = consequences.flatMap((plan) => plan(followed, context, action));
  const drafts = deriveInDrafts([...followed, ...following], context);
  const lookup = await overlayDrafts(present.lookup, drafts, yieldIfBusy);
  const leaving = new Set(drafts.filter(freesItsKey).flatMap(({ before }) => before?.path ?? []));
  const against = { lookup, filesFor: present.filesFor, leaving, now, isDraft };
  await validateDrafts(
    drafts.filter(({ follows }) => !follows),
    reader ? validateForReader(validate, against, reader) : (draft) => validate(draft, against),
    yieldIfBusy,
  );
  const planned = await planAllFiles(drafts, lookup, { ...files, present, now, reader });
  actor.unknownNames?.refuse();
  const edits = [...planned.files, ...drafts.flatMap(({ attachments = [] }) => attachments)];
  return {
    ...planned,
    action,
    actor,
    edits,
    message: writeCommitMessage(action, drafts, actor, now),
    author: toPerson(actor),
    at: now,
    home: requireOneHome(drafts),
    drafts,
    publishes: edits.length > 0 || (drafts.length > 0 && (action.alwaysCommits ?? false)),
    ...(onLive && { onLive }),
  };
}

/**
 * Plans the files of one draft after another, counting the files that earlier drafts add to each folder.
 *
 * @param lookup the records as the drafts will leave them
 */
async function planAllFiles(
  drafts: readonly RecordDraft[],
  lookup: Lookup,
  { present, reader, ...planning }: Omit<FilePlanning, 'lookup'> & { readonly reader: Reader | null },
): Promise<Pick<WritePlan, 'files' | 'changes' | 'repeats'>> {
  const yieldIfBusy = createYieldIfBusy();
  const schemaOf = createSchemaLookup(lookup);
  const added = new Map<string, number>();
  const countIn = (folder: string): number => present.countIn(folder) + (added.get(folder) ?? 0);
  const files: PlannedFile[] = [];
  const changes: EntryChange[] = [];
  const repeats: FileRevision[] = [];
  for (const some of groupByPlace(drafts)) {
    const planned = await planTogether(some, { ...planning, lookup, present: { ...present, countIn } });
    for (const { draft, own } of planned) {
      requireNoPathConflict(draft, own, { lookup, reader });
      for (const { path, before, bytes } of own) {
        const folder = posix.dirname(path);
        added.set(folder, (added.get(folder) ?? 0) + Number(bytes !== null) - Number(before !== null));
      }
      files.push(...own);
      if (own.length > 0) changes.push(toChange(draft, own, schemaOf));
      else if (draft.before && !draft.follows) repeats.push({ path: draft.before.path, rev: draft.before.rev });
      await yieldIfBusy();
    }
  }
  return { files, changes, repeats };
}

/** The files of as many drafts are planned at once. */
const TOGETHER = 128;

/** Drafts in order: those whose files stay in their places together, since where the files of the others go depends on them. */
function* groupByPlace(drafts: readonly RecordDraft[]): Iterable<readonly RecordDraft[]> {
  let some: RecordDraft[] = [];
  for (const draft of drafts) {
    const isInPlace = staysInPlace(draft);
    if (some.length === TOGETHER || (!isInPlace && some.length > 0)) {
      yield some;
      some = [];
    }
    if (isInPlace) some.push(draft);
    else yield [draft];
  }
  if (some.length > 0) yield some;
}

const staysInPlace = ({ kind, before, after, source }: RecordDraft): boolean =>
  before !== null && after !== null && !source && stemOf(kind, before.data) === stemOf(kind, after.data);

interface PlannedDraft {
  readonly draft: RecordDraft;
  readonly own: readonly PlannedFile[];
}

async function planTogether(drafts: readonly RecordDraft[], planning: FilePlanning): Promise<readonly PlannedDraft[]> {
  const planned = drafts.map(async (draft) => ({ draft, own: await planFiles(draft, planning) }));
  await allSettled(planned);
  return Promise.all(planned);
}

const ownersIn =
  (lookup: Lookup, actor: Actor, ownerOf: PlanParts['ownerOf']): RightsContext['ownerOf'] =>
  (kind, id) => {
    const entry: Entry | undefined = lookup.get(kind, id);
    return entry ? ownerOf(entry.path) : actorRefName(actor);
  };

/** The home of all drafts of an action: a write must not be split between a commit and the private home. */
function requireOneHome(drafts: readonly RecordDraft[]): Home {
  const found = [...new Set(drafts.map(({ kind }) => entityOf(kind).home))];
  if (found.length > 1) throw new Error('An action cannot write to two homes');
  return found[0] ?? 'content';
}

const freesItsKey = ({ kind, before, after }: RecordDraft): boolean =>
  before !== null && (after === null || recordKey(kind, after.data) !== before.key);

function toChange(
  { kind, before, after }: RecordDraft,
  files: readonly PlannedFile[],
  schemaOf: SchemaOf,
): EntryChange {
  const record = files.find((file) => file.record)?.record;
  if (!after || !record) return { kind, before, after: null };
  const { key, path, rev, createdAt, updatedAt } = record;
  const data = insertBody(record, record.data, schemaOf);
  return { kind, before, after: { kind, id: after.id, key, path, rev, createdAt, updatedAt, data } satisfies Entry };
}
