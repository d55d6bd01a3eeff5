import type { CommitHistory } from '../../git/history/historyCommit.ts';
import type { TreeEdit } from '../../git/publish/request.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { Actor } from '../../model/access.ts';
import type { Entry } from '../../model/entry.ts';
import { CmsError, type Detail } from '../../model/errors.ts';
import { MAX_PROBLEMS } from '../../model/fields/problem.ts';
import { because, type Wording } from '../../model/reason.ts';
import { applyEdits, type EditParts } from '../../site/commit/applyEdits.ts';
import { recordName } from '../../site/version/recordNames.ts';
import type { Store } from '../../store/store.ts';
import type { RecordDraft } from '../../write/action.ts';
import type { PlanParts } from '../../write/queue/planWrite.ts';
import { kindLabel } from '../../write/records.ts';
import { findConsequences } from '../../write/rights/findConsequences.ts';
import { findRefusal, maySaveAll, type RightsContext } from '../../write/rights/findRefusal.ts';
import {
  type ChangeGoingLive,
  findRecordToPublish,
  type PublishVerdict,
  type RecordToPublish,
  refusePublishing,
} from '../../write/rights/publishGuard.ts';
import { type RefusedRecord, wordRefusal } from '../../write/rights/rightRefusal.ts';
import { type PairedVersions, type PlacedEdit, pairVersions, placeEdit } from './pairEdits.ts';

export interface EditsToJudge {
  /** What differs from what is live. */
  readonly edits: readonly TreeEdit[];
  /** The commit that they are from. */
  readonly head: string;
  readonly actor: Actor;
  /** Whether they go into a change, and not live. */
  readonly isDraft?: boolean;
}

/** Edits, and the change whose publishing makes them live now. */
interface EditsToPublish extends EditsToJudge {
  readonly change: ChangeGoingLive;
}

export interface EditRightsParts extends EditParts {
  readonly planning: Pick<PlanParts, 'consequences' | 'guard'>;
  /** The commits that lead to one. */
  historyAt(commit: string): Promise<Pick<CommitHistory, 'firstActor'>>;
}

/**
 * Judges edits of the files of a site, record by record, by the difference between what is live and what would be. What
 * follows from edits that the actor may make is not judged.
 *
 * @throws CmsError FORBIDDEN with a reason for each record or file that the actor may not write
 */
export async function requireEditRights(asked: EditsToJudge, parts: EditRightsParts): Promise<void> {
  const { actor, edits } = asked;
  const placed = edits.map((edit) => placeEdit(edit, parts));
  const details: Detail[] = placed
    .filter(({ kind }) => kind === null && actor.role !== 'admin')
    .map(({ path }) => ({ path: [], ...wordFile(path) }));
  const isPlain = placed.every(({ kind }) => kind === null || maySaveAll(actor.rights, kind));
  const refused = isPlain || details.length > 0 ? [] : await findRefused(asked, placed, parts);
  for (const wording of refused) details.push({ path: [], ...wording });
  if (details.length > 0) throw new CmsError('FORBIDDEN', details.slice(0, MAX_PROBLEMS));
}

const wordFile = (path: string): Wording =>
  because('fileNeedsRole', `The change holds the file ${path}: publishing it needs the role admin`, {
    path,
    role: 'admin',
  });

const sayRole = ({ kind, key }: Pick<RefusedRecord, 'kind' | 'key'>, role: string): string =>
  `The change holds another ${kindLabel(kind).toLowerCase()} "${key}": publishing it needs the role ${role}`;

interface ReadEdits extends PairedVersions {
  readonly after: Store;
}

async function readEdits(
  edits: readonly TreeEdit[],
  placed: readonly PlacedEdit[],
  parts: EditRightsParts,
): Promise<ReadEdits> {
  const after = await applyEdits(edits, parts);
  return { after, ...pairVersions(placed, { before: parts.store, after }) };
}

async function findRefused(
  { edits, head, actor, isDraft = false }: EditsToJudge,
  placed: readonly PlacedEdit[],
  parts: EditRightsParts,
): Promise<readonly Wording[]> {
  const { after, drafts, withFile, strays } = await readEdits(edits, placed, parts);
  const history = actor.rights.asksOwner ? await parts.historyAt(head) : undefined;
  const context: RightsContext = {
    ...{ actor, now: parts.clock(), isDraft, isOfOthers: true, lookup: after },
    ownerOf(kind, id) {
      const entry: Entry | undefined = parts.store.get(kind, id) ?? after.get(kind, id);
      return (entry && history?.firstActor(recordName(kind, id, entry.path))) ?? undefined;
    },
  };
  const refusals = new Map<RecordDraft, RefusedRecord>();
  const yieldIfBusy = createYieldIfBusy();
  for (const draft of drafts) {
    const refusal = findRefusal({ ...draft, changesText: true, changesFile: withFile.has(draft) }, context);
    if (refusal) refusals.set(draft, refusal);
    await yieldIfBusy();
  }
  const following = await findFollowing({ drafts, refused: [...refusals.keys()], actor }, parts);
  const own = [...refusals].filter(([draft]) => !following.has(draft));
  return [...strays.map(wordFile), ...own.map(([, refusal]) => wordRefusal(refusal, actor, sayRole))];
}

interface RefusedDrafts {
  readonly drafts: readonly RecordDraft[];
  readonly refused: readonly RecordDraft[];
  readonly actor: Actor;
}

/** The refused drafts that follow from the others. */
async function findFollowing(
  { drafts, refused, actor }: RefusedDrafts,
  { store, planning, clock }: EditRightsParts,
): Promise<ReadonlySet<RecordDraft>> {
  if (refused.length === 0) return new Set();
  const parts = { consequences: planning.consequences, prepareReferences: store.prepareReferences };
  return findConsequences(
    { allowed: drafts.filter((draft) => !refused.includes(draft)), refused },
    // What is planned is compared and thrown away.
    { lookup: store, now: clock(), actor, nextId: () => 0 },
    parts,
  );
}

/** The records that edits make different for the public, each with its versions. */
export async function findRecordsToPublish(
  { edits, actor }: Pick<EditsToJudge, 'edits' | 'actor'>,
  parts: EditRightsParts,
): Promise<ReadonlyMap<RecordDraft, RecordToPublish>> {
  const placed = edits.map((edit) => placeEdit(edit, parts));
  const { after, drafts, withFile, versionOf } = await readEdits(edits, placed, parts);
  const records = new Map<RecordDraft, RecordToPublish>();
  const yieldIfBusy = createYieldIfBusy();
  const about = { actor, now: parts.clock(), isDraft: false, isOfOthers: true, lookup: after };
  const context = { ...about, ownerOf: () => undefined };
  for (const draft of drafts) {
    const whole = { ...draft, changesText: true, changesFile: withFile.has(draft) };
    const record = findRecordToPublish(whole, versionOf(draft), context);
    if (record) records.set(draft, record);
    await yieldIfBusy();
  }
  return records;
}

/** What a publication that the guard lets through goes on with. */
export interface GuardedPublication extends Pick<PublishVerdict, 'trailers'> {
  /** Called once it is live. */
  onLive?(): Promise<void>;
}

/**
 * Asks the guard about edits that are to become live. What follows from others that may become live needs nothing more.
 *
 * @throws CmsError FORBIDDEN with a reason for each record that may not become live so
 */
export async function guardEdits(asked: EditsToPublish, parts: EditRightsParts): Promise<GuardedPublication> {
  const { change, actor } = asked;
  const { guard } = parts.planning;
  if (!guard.isActive(change.name)) return { trailers: [] };
  const records = await findRecordsToPublish(asked, parts);
  const { refusals, trailers, ...then } = await guard.judge({ actor, records: [...records.values()], change });
  const refused = [...records].filter(([, record]) => refusals.some((one) => one.record === record));
  const following = await findFollowing(
    { drafts: [...records.keys()], refused: refused.map(([draft]) => draft), actor },
    parts,
  );
  const followed = new Set(refused.flatMap(([draft, record]) => (following.has(draft) ? [record] : [])));
  const left = refusals.filter(({ record }) => !followed.has(record));
  if (left.length > 0 && !then.onExemption) throw refusePublishing(left);
  return {
    trailers,
    async onLive() {
      if (left.length > 0) await then.onExemption?.(left.map(({ record }) => record));
      await then.onPublished?.();
    },
  };
}
