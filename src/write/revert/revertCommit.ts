import type { FileEdit } from '../../git/publish/request.ts';
import { sameJson } from '../../lib/json/sameJson.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { type Actor, mayAct } from '../../model/access.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Media } from '../../model/entities/media.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { conflict, forbidden, notFound } from '../../model/errors.ts';
import { recordKey, singleIdOf } from '../../model/location.ts';
import { isStoredName } from '../../model/media/storedName.ts';
import type { FieldSchemas } from '../../model/merge/mergeData.ts';
import { because } from '../../model/reason.ts';
import type { CommitContent, PastRecord, RecordDiff } from '../../site/version/past.ts';
import { mediaFileAt } from '../../store/home.ts';
import { hashedId } from '../../store/id/randomId.ts';
import { type Action, allRecordsIn, type PlanContext, type RecordDraft } from '../action.ts';
import { mergeRecords, mergeSchemasIn, toRecordClash } from '../queue/clashes.ts';
import { asRecordDraft, kindLabel, withAllIds } from '../records.ts';
import { type ClashResolution, type ClashResolutions, createChoices } from '../resolve/clashResolutions.ts';
import { resolveRecord } from '../resolve/resolveRecord.ts';
import { type SayRole, wordRefusal } from '../rights/rightRefusal.ts';
import { createRevertedMigrations, type RevertedMigrations } from './revertedMigrations.ts';

export interface Reversal {
  readonly content: CommitContent;
  /** Edits that restore or remove the files of media items. */
  readonly files: readonly FileEdit[];
  readonly choices: readonly ClashResolution[];
}

/**
 * Undoes a commit and keeps later changes: for each of its records, the step back from the state after the commit to the
 * state before it is merged onto the present record.
 *
 * @throws CmsError CONFLICT with `clashes` for values that have been changed since, unless choices resolve them
 */
export const revertCommit = ({ content, files, choices }: Reversal): Action => ({
  name: 'commit.revert',
  subject: `Revert "${content.subject}"`,
  note: `This reverts commit ${content.commit}.`,
  bringsBack: true,
  async plan(context) {
    const chosen = createChoices(choices, { why: 'has been changed since' });
    requireMediaFiles(files, content.records, context);
    const drafts = await planReversal(content, context, chosen);
    chosen.requireAll();
    return attachFiles(drafts, files, allRecordsIn(context));
  },
});

/** The drafts that undo a commit. Clashes without a choice are noted in `choices`, and the present values stay. */
export async function planReversal(
  content: CommitContent,
  context: PlanContext,
  choices: ClashResolutions,
): Promise<readonly RecordDraft[]> {
  const scope = { ...context, schemas: mergeSchemasIn(context.lookup), choices };
  const yieldIfBusy = createYieldIfBusy();
  const drafts: RecordDraft[] = [];
  const migrations = createRevertedMigrations(allRecordsIn(context));
  const diffs = revertible(content, context.actor);
  for (const diff of diffs.toSorted((a, b) => Number(isOfType(b)) - Number(isOfType(a)))) {
    const draft = await planOne(diff, { ...scope, migrations });
    if (draft) drafts.push(draft);
    if (isOfType(diff)) migrations.noteType(diff, draft);
    await yieldIfBusy();
  }
  const named = new Set(drafts.map(({ kind, before }) => before && `${kind}/${before.id}`));
  return [...drafts, ...(await migrations.followUp(named, yieldIfBusy))];
}

/**
 * The parts of the commit to undo. Redirects that renames have left follow the pages back automatically, so actors who
 * may not write redirects skip them.
 *
 * @throws CmsError FORBIDDEN if the actor may write no such record
 */
function revertible({ records }: CommitContent, actor: Actor): readonly RecordDiff[] {
  const movesPages = records.some(({ before, after }) => after?.kind === 'page' && before?.key !== after.key);
  return records.filter(({ before, after }) => {
    const { kind, key } = (after ?? before)!;
    const right = before === null ? 'delete' : after === null ? 'create' : 'update';
    if (actor.rights.mayEver(right, kind)) return true;
    if (entityOf(kind).followsPages && movesPages) return false;
    throw forbidden(wordRefusal({ kind, key, title: key, right, parts: [] }, actor, sayRevertRole));
  });
}

const sayRevertRole: SayRole = ({ kind, key }, role) =>
  `The commit changed ${kindLabel(kind).toLowerCase()} "${key}": reverting it needs the role ${role}`;

/** @throws CmsError FORBIDDEN for files of no media item: a build or the host may execute them */
export function requireMediaFiles(
  files: readonly FileEdit[],
  diffs: readonly RecordDiff[],
  { actor, ...records }: Pick<PlanContext, 'lookup' | 'everything' | 'actor'>,
): void {
  const named = new Set(diffs.flatMap(({ before, after }) => [...filenameOf(before), ...filenameOf(after)]));
  for (const { path } of mayAct(actor.role, 'admin') ? [] : files) {
    const name = mediaFileAt(path) ?? '';
    if (isStoredName(name) || named.has(name) || allRecordsIn(records).find('media', 'byFilename', name).length > 0)
      continue;
    throw forbidden(
      because('fileNeedsRole', `The commit changed the file ${path}: reverting it needs the role admin`, {
        path,
        role: 'admin',
      }),
    );
  }
}

// The record is a media item.
const filenameOf = (past: PastRecord | null): readonly string[] =>
  past?.kind === 'media' ? [(past.data as Media).filename] : [];

const isOfType = ({ before, after }: RecordDiff): boolean =>
  ['contentType', 'blockType'].includes((after ?? before)!.kind);

interface RevertScope extends PlanContext {
  readonly migrations: RevertedMigrations;
  readonly schemas: FieldSchemas;
  readonly choices: ClashResolutions;
}

async function planOne(found: RecordDiff, scope: RevertScope): Promise<RecordDraft | null> {
  const present = findPresent(found, allRecordsIn(scope));
  if (present && !scope.lookup.get(present.kind, present.id)) throw notFound('Commit');
  const as = (past: PastRecord | null, side: 'base' | 'theirs') =>
    past && { ...past, data: scope.migrations.asItWas(past, side) };
  const diff = { ...found, before: as(found.before, 'theirs'), after: as(found.after, 'base') };
  const { before, after } = diff;
  const { kind, key } = (after ?? before)!;
  const untouched = present !== undefined && present.rev === after?.rev;
  // An untouched file whose nested records have no ids is compared without ids too.
  const ours = present && { id: present.id, data: untouched && !before ? after.data : (present.data as object) };
  const versions = { base: after ?? undefined, ours, theirs: before ?? undefined };
  const merged = await mergeRecords(
    scope.migrations.apply(kind, {
      base: toMergeVersion(versions.base),
      ours,
      theirs: toMergeVersion(versions.theirs),
    }),
    { kind, schemas: scope.migrations.schemasOver(scope.schemas) },
  );
  const named = { kind, key: present?.key ?? key, id: present?.id ?? idFor(before ?? after!) };
  const clashing = { ...named, data: merged.value?.data };
  const clashes = merged.clashes.map((clash) => toRecordClash(clash, clashing, scope.schemas));
  const data = resolveRecord(merged.value?.data ?? null, clashes, scope.choices)?.data;
  const place = [kind, named.key];
  if (data === undefined) return present ? asRecordDraft({ kind, before: present, after: null, place }) : null;
  const isBack = present === undefined || untouched;
  const isAsBefore = before !== null && (present === undefined || sameJson(data, before.data));
  const source = isAsBefore && isBack && sameKey(before, data) ? { path: before.path, bytes: before.bytes } : undefined;
  if (present && !source && sameJson(data, present.data)) return null;
  const id = present?.id ?? freeId(before ?? after!, allRecordsIn(scope));
  return asRecordDraft({
    ...{ kind, before: present ?? null, place, ...(source && { source }) },
    after: { id, createdAt: createdAtOf(diff, present, scope.now), data: withAllIds(kind, data, scope) },
  });
}

const toMergeVersion = (past: PastRecord | undefined): { readonly id?: number; readonly data: object } | undefined =>
  past && { ...(past.id !== undefined && { id: past.id }), data: past.data };

const sameKey = ({ kind, key }: PastRecord, data: object): boolean => recordKey(kind, data) === key;

/** The present record, under whatever key; for one that the commit removed, also a record that now has its key. */
function findPresent({ before, after }: RecordDiff, lookup: Lookup): Entry | undefined {
  const { kind, key, path, rev, id } = (after ?? before)!;
  const atKey: Entry | undefined = lookup.byKey(kind, key);
  if (atKey && (id === undefined || (atKey.path === path && atKey.rev === rev))) return atKey;
  const byId: Entry | undefined = id === undefined ? undefined : lookup.get(kind, id);
  return byId ?? (singleIdOf(kind) !== undefined || after === null ? atKey : undefined);
}

/** The id of a record that comes back. */
const idFor = ({ kind, id, path }: PastRecord): number =>
  singleIdOf(kind) ?? id ?? hashedId(entityOf(kind).counter, path, '');

function freeId(past: PastRecord, lookup: Lookup): number {
  const id = idFor(past);
  const { counter } = entityOf(past.kind);
  const isTaken =
    lookup.get(past.kind, id) !== undefined ||
    (counter === 'block' && lookup.find('page', 'byPlacement', String(id)).length > 0);
  if (isTaken)
    throw conflict(
      because(
        'idTaken',
        `The id ${id} of ${kindLabel(past.kind).toLowerCase()} "${past.key}" now belongs to another record`,
        { kind: past.kind, name: past.key },
      ),
      ['id'],
    );
  return id;
}

/** A time in the file is merged like any value; otherwise the record keeps the one it is served with. */
function createdAtOf({ before, after }: RecordDiff, present: Entry | undefined, now: Date): string {
  if (!present) return before?.createdAt ?? before?.knownSince ?? now.toISOString();
  const isChanged = before?.createdAt !== undefined && before.createdAt !== after?.createdAt;
  return isChanged ? before.createdAt : present.createdAt;
}

/** Attaches the files of media items to the drafts. A file that a record still names is not removed. */
export function attachFiles(
  drafts: readonly RecordDraft[],
  files: readonly FileEdit[],
  lookup: Lookup,
): readonly RecordDraft[] {
  if (files.length === 0) return drafts;
  const nameOf = ({ path }: FileEdit): string => path.slice(path.lastIndexOf('/') + 1);
  const ofMedia = new Map(
    drafts.flatMap((draft) => (draft.kind === 'media' ? [[(draft.after ?? draft.before)!.id, draft]] : [])),
  );
  const named = (name: string): boolean =>
    drafts.some(({ kind, after }) => kind === 'media' && (after?.data as Media | undefined)?.filename === name) ||
    lookup.find('media', 'byFilename', name).some(({ id }) => !ofMedia.has(id));
  const edits = files.filter((edit) => edit.bytes !== null || edit.before === null || !named(nameOf(edit)));
  const [first, ...others] = drafts;
  if (edits.length === 0) return drafts;
  if (first) return [{ ...first, attachments: edits }, ...others];
  const [holder] = edits.flatMap((edit) => lookup.find('media', 'byFilename', nameOf(edit)));
  if (!holder)
    throw conflict(
      because('fileGone', 'No media item has the files that the commit changed', { path: edits[0]!.path }),
      [edits[0]!.path],
    );
  const after = { id: holder.id, createdAt: holder.createdAt, data: holder.data };
  return [asRecordDraft({ kind: 'media', before: holder, after, attachments: edits })];
}
