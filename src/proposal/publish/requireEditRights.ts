import { isFileMode, MODE } from '../../git/format/tree.ts';
import type { CommitHistory } from '../../git/history/historyCommit.ts';
import type { TreeEdit } from '../../git/publish/request.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { Actor } from '../../model/access.ts';
import { type Entry, refName } from '../../model/entry.ts';
import { CmsError, type Detail } from '../../model/errors.ts';
import { MAX_PROBLEMS } from '../../model/fields/problem.ts';
import { isStoredName } from '../../model/media/storedName.ts';
import { because, type Wording } from '../../model/reason.ts';
import type { Kind } from '../../model/records.ts';
import { applyEdits, type EditParts } from '../../site/commit/applyEdits.ts';
import { recordName } from '../../site/version/recordNames.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import { mediaFileAt } from '../../store/home.ts';
import type { Store } from '../../store/store.ts';
import type { RecordDraft } from '../../write/action.ts';
import type { PlanParts } from '../../write/queue/planWrite.ts';
import { asRecordDraft, kindLabel } from '../../write/records.ts';
import { findConsequences } from '../../write/rights/findConsequences.ts';
import { findRefusal, maySaveAll, type RightsContext } from '../../write/rights/findRefusal.ts';
import { type RefusedRecord, wordRefusal } from '../../write/rights/rightRefusal.ts';

export interface EditsToJudge {
  /** What differs from what is live. */
  readonly edits: readonly TreeEdit[];
  /** The commit that they are from. */
  readonly head: string;
  readonly actor: Actor;
  /** Whether they go into a change, and not live. */
  readonly isDraft?: boolean;
}

export interface EditRightsParts extends EditParts {
  readonly planning: Pick<PlanParts, 'consequences'>;
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

interface PlacedEdit {
  readonly path: string;
  /** The kind of the record, or of the item whose file it is; null for a file of neither, which may be executed. */
  readonly kind: Kind | null;
  readonly isRecord: boolean;
}

function placeEdit(edit: TreeEdit, { repo, store }: Pick<EditRightsParts, 'repo' | 'store'>): PlacedEdit {
  const path = contentPath(edit, repo.location);
  const located = locateFile('content', path);
  if (located) return { path, kind: located.kind, isRecord: true };
  return { path: edit.path, kind: isMediaEdit(path, edit.after, store) ? 'media' : null, isRecord: false };
}

const wordFile = (path: string): Wording =>
  because('fileNeedsRole', `The change holds the file ${path}: publishing it needs the role admin`, {
    path,
    role: 'admin',
  });

const sayRole = ({ kind, key }: Pick<RefusedRecord, 'kind' | 'key'>, role: string): string =>
  `The change holds another ${kindLabel(kind).toLowerCase()} "${key}": publishing it needs the role ${role}`;

async function findRefused(
  { edits, head, actor, isDraft = false }: EditsToJudge,
  placed: readonly PlacedEdit[],
  parts: EditRightsParts,
): Promise<readonly Wording[]> {
  const after = await applyEdits(edits, parts);
  const { drafts, withFile, strays } = pairVersions(placed, { before: parts.store, after });
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
  const following = await findFollowing(drafts, refusals, actor, parts);
  const own = [...refusals].filter(([draft]) => !following.has(draft));
  return [...strays.map(wordFile), ...own.map(([, refusal]) => wordRefusal(refusal, actor, sayRole))];
}

/** The refused drafts that follow from the others. */
async function findFollowing(
  drafts: readonly RecordDraft[],
  refusals: ReadonlyMap<RecordDraft, RefusedRecord>,
  actor: Actor,
  { store, planning, clock }: EditRightsParts,
): Promise<ReadonlySet<RecordDraft>> {
  if (refusals.size === 0) return new Set();
  const parts = { consequences: planning.consequences, prepareReferences: store.prepareReferences };
  return findConsequences(
    { allowed: drafts.filter((draft) => !refusals.has(draft)), refused: [...refusals.keys()] },
    // What is planned is compared and thrown away.
    { lookup: store, now: clock(), actor, nextId: () => 0 },
    parts,
  );
}

interface SideStores {
  readonly before: Store;
  readonly after: Store;
}

interface PairedVersions {
  readonly drafts: readonly RecordDraft[];
  /** Those of media items whose file is another one under the same name. */
  readonly withFile: ReadonlySet<RecordDraft>;
  /** Files that are no record on a side that has them: nobody can tell what publishing them does. */
  readonly strays: readonly string[];
}

/** The records in edited files, before and after, whatever their keys were and are. */
function pairVersions(placed: readonly PlacedEdit[], stores: SideStores): PairedVersions {
  const drafts = new Map<string, RecordDraft>();
  const strays: string[] = [];
  const withFile = new Set<RecordDraft>();
  for (const { path, kind, isRecord } of placed) {
    if (kind === null) continue;
    const found = isRecord ? entriesAt(path, stores) : itemsOf(path, stores);
    if (found.length === 0) strays.push(path);
    for (const { id } of found) {
      const name = refName({ kind, id });
      const [before, after] = [stores.before, stores.after].map((store): Entry | null => store.get(kind, id) ?? null);
      const draft = drafts.get(name) ?? asRecordDraft({ kind, before, after });
      drafts.set(name, draft);
      if (!isRecord) withFile.add(draft);
    }
  }
  return { drafts: [...drafts.values()], withFile, strays };
}

/** The served records of a file on both sides; none if a side has the file, but no record of it. */
function entriesAt(path: string, { before, after }: SideStores): readonly Entry[] {
  const having = [before, after].filter((store) => store.fileAt(path) || store.broken.has(path));
  const entries = having.map((store) => {
    const file = store.fileAt(path);
    const entry: Entry | undefined = file && store.byKey(file.kind, file.key);
    return entry?.path === path && !store.broken.has(path) ? entry : undefined;
  });
  return entries.every((entry) => entry !== undefined) ? entries : [];
}

/** The media items, on either side, whose file this is. */
function itemsOf(path: string, { before, after }: SideStores): readonly Entry[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return [before, after].flatMap((store) => [...store.find('media', 'byFilename', name)]);
}

/** The path of a plain file within the content; empty for any other. */
export const contentPath = (edit: TreeEdit, { prefix }: EditRightsParts['repo']['location']): string =>
  edit.path.startsWith(prefix) && isPlainEdit(edit) ? edit.path.slice(prefix.length) : '';

/** Whether a file stays or becomes a plain one, and none that can be executed unless it could be before. */
const isPlainEdit = ({ before, after }: TreeEdit): boolean =>
  [before, after].every((file) => file === null || isFileMode(file.mode)) &&
  (after === null || after.mode === MODE.file || after.mode === before?.mode);

/** Whether an edit is of a media item's file: one with a name that uploads get, or the removal of one that is live. */
function isMediaEdit(path: string, after: TreeEdit['after'], store: Pick<Store, 'find'>): boolean {
  const name = mediaFileAt(path);
  if (name === null) return false;
  return isStoredName(name) || (after === null && store.find('media', 'byFilename', name).length > 0);
}
