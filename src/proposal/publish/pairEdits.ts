import { isFileMode, MODE } from '../../git/format/tree.ts';
import type { TreeEdit } from '../../git/publish/request.ts';
import { type Entry, refName } from '../../model/entry.ts';
import { isStoredName } from '../../model/media/storedName.ts';
import type { Kind } from '../../model/records.ts';
import type { EditParts } from '../../site/commit/applyEdits.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import { mediaFileAt } from '../../store/home.ts';
import type { Store } from '../../store/store.ts';
import type { RecordDraft } from '../../write/action.ts';
import { asRecordDraft } from '../../write/records.ts';

/** An edit of a file, and what the file is. */
export interface PlacedEdit {
  readonly path: string;
  /** The kind of the record, or of the item whose file it is; null for a file of neither, which may be executed. */
  readonly kind: Kind | null;
  readonly isRecord: boolean;
  /** The path with the version that the file gets, or that goes. */
  readonly version: string;
}

export function placeEdit(edit: TreeEdit, { repo, store }: Pick<EditParts, 'repo' | 'store'>): PlacedEdit {
  const path = contentPath(edit, repo.location);
  const version = `${edit.path} ${edit.after?.id ?? `-${edit.before?.id}`}`;
  const located = locateFile('content', path);
  if (located) return { path, version, kind: located.kind, isRecord: true };
  const kind = isMediaEdit(path, edit.after, store) ? 'media' : null;
  return { path: edit.path, version, kind, isRecord: false };
}

interface SideStores {
  readonly before: Store;
  readonly after: Store;
}

/** The records in edited files, before and after. */
export interface PairedVersions {
  readonly drafts: readonly RecordDraft[];
  /** Those of media items whose file is another one under the same name. */
  readonly withFile: ReadonlySet<RecordDraft>;
  /** Names exactly what each of them would be: its files and their versions. */
  versionOf(draft: RecordDraft): string;
  /** Files that are no record on a side that has them: nobody can tell what publishing them does. */
  readonly strays: readonly string[];
}

/** The records in edited files, before and after, whatever their keys were and are. */
export function pairVersions(placed: readonly PlacedEdit[], stores: SideStores): PairedVersions {
  const drafts = new Map<string, RecordDraft>();
  const strays: string[] = [];
  const withFile = new Set<RecordDraft>();
  const versions = new Map<RecordDraft, readonly string[]>();
  for (const { path, kind, isRecord, version } of placed) {
    if (kind === null) continue;
    const found = isRecord ? entriesAt(path, stores) : itemsOf(path, stores);
    if (found.length === 0) strays.push(path);
    for (const { id } of found) {
      const name = refName({ kind, id });
      const [before, after] = [stores.before, stores.after].map((store): Entry | null => store.get(kind, id) ?? null);
      const draft = drafts.get(name) ?? asRecordDraft({ kind, before, after });
      drafts.set(name, draft);
      versions.set(draft, [...(versions.get(draft) ?? []), version]);
      if (!isRecord) withFile.add(draft);
    }
  }
  const versionOf = (draft: RecordDraft): string => (versions.get(draft) ?? []).toSorted().join('\n');
  return { drafts: [...drafts.values()], withFile, versionOf, strays };
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
export const contentPath = (edit: TreeEdit, { prefix }: EditParts['repo']['location']): string =>
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
