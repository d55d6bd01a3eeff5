import type { CommitHistory } from '../../git/history/historyCommit.ts';
import type { TreeEdit } from '../../git/publish/request.ts';
import type { GitRepository } from '../../git/repository.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import { FileError } from '../../store/codec/fileError.ts';
import { createStore } from '../../store/createStore.ts';
import { type ReadRecord, toFileRecord } from '../../store/file/fileRecord.ts';
import { locateInContent } from '../../store/file/inspectSightings.ts';
import { fileErrorProblem } from '../../store/file/parseFile.ts';
import { decodeRecord } from '../../store/record/decodeRecord.ts';
import type { FileUpdate, Store } from '../../store/store.ts';
import { agesFrom } from '../version/fileTimes.ts';

export interface EditParts {
  readonly repo: Pick<GitRepository, 'objects' | 'location'>;
  /** The records before the edits. */
  readonly store: Store;
  readonly history: Pick<CommitHistory, 'cameAt'>;
  readonly readRecord: ReadRecord;
  readonly clock: () => Date;
}

/** How many records to apply at a time. */
const SLICE = 250;

/** Makes a copy of a store with these edits, against which all rules of a site can be checked. */
export async function applyEdits(edits: readonly TreeEdit[], parts: EditParts): Promise<Store> {
  const store = createStore({ code: parts.store.code });
  store.tellAges(agesFrom(parts.history));
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  const decoded = await decodeTreeEdits(edits, parts);
  const edited = new Set(decoded.map(({ path }) => path));
  const isKept = ({ path }: FileUpdate): boolean => !edited.has(path) && locateInContent(path) !== null;
  async function apply(updates: readonly FileUpdate[], isWanted: (update: FileUpdate) => boolean): Promise<void> {
    for (let start = 0; start < updates.length; start += SLICE) {
      store.apply(updates.slice(start, start + SLICE).filter(isWanted));
      await yieldIfBusy();
    }
  }

  // All of it is read at once, because writes go on meanwhile.
  await apply([...updatesOf(parts.store)], isKept);
  await apply(decoded, () => true);
  return store;
}

/** What edits of files do to records. */
export async function decodeTreeEdits(
  edits: readonly TreeEdit[],
  parts: Omit<EditParts, 'store' | 'history'>,
): Promise<readonly FileUpdate[]> {
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  const decoded: FileUpdate[] = [];
  for (const edit of edits) {
    decoded.push(...(await decodeTreeEdit(edit, parts)));
    await yieldIfBusy();
  }
  return decoded;
}

function* updatesOf(live: Store): Iterable<FileUpdate> {
  for (const path of live.paths())
    yield { path, record: live.fileAt(path) ?? null, problems: live.broken.get(path) ?? [] };
  for (const [path, problems] of live.broken) if (!live.fileAt(path)) yield { path, record: undefined, problems };
}

async function decodeTreeEdit(
  { path: inTree, after }: TreeEdit,
  parts: Omit<EditParts, 'store' | 'history'>,
): Promise<readonly FileUpdate[]> {
  const { prefix } = parts.repo.location;
  const path = inTree.startsWith(prefix) ? inTree.slice(prefix.length) : '';
  const located = locateInContent(path);
  if (!located) return [];
  if (after === null) return [{ path, record: null, problems: [] }];
  const bytes = after.bytes ?? (await parts.repo.objects.findBlob(after.id));
  if (!bytes)
    return [{ path, record: undefined, problems: [{ path, code: 'UNREADABLE', message: 'cannot be read from git' }] }];
  try {
    const value = decodeRecord({ located, path, bytes }, parts.readRecord);
    if (!('data' in value)) return [{ path, record: undefined, problems: value }];
    const at = parts.clock().toISOString();
    const record = toFileRecord(located, { path, rev: after.id }, value, { createdAt: at, updatedAt: at });
    return [{ path, record, problems: [] }];
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return [{ path, record: undefined, problems: [fileErrorProblem(path, error)] }];
  }
}
