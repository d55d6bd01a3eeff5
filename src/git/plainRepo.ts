import { join } from 'node:path';
import { conflict } from '../model/errors.ts';
import { because } from '../model/reason.ts';
import { checkWorkingFiles } from './disk/checkWorkingFiles.ts';
import { type DurableFs, durableFs } from './disk/durableFs.ts';
import { explainFailure, stopped } from './disk/failure.ts';
import type { FileSwap } from './disk/fileSwap.ts';
import { createSideFolder, type SideFolder, sweepSideFolder } from './disk/sideFolder.ts';
import { type FileBytes, idOfBytes, isStaged } from './disk/stagedFile.ts';
import { removeEmptied, swapFiles } from './disk/swapFiles.ts';
import { syncAll } from './disk/syncNames.ts';
import { createUndo } from './disk/undo.ts';
import { requireSafePath } from './format/safePath.ts';
import { type CommitRequest, HeadMoved, type PublishedCommit } from './publish/request.ts';
import type { Repo } from './repo.ts';

interface Options {
  readonly root: string;
  readonly fs?: DurableFs;
}

const MODES = { file: 0o600, folder: 0o700 } as const;

/** A `Repo` of plain files without history, readable by their owner only: the home of private records. */
export function createPlainRepo({ root, fs = durableFs }: Options): Repo {
  const sidePath = join(root, '.writing');
  let failure: unknown;
  fs.makeFolder(root, MODES.folder);
  sweepSideFolder(fs, sidePath);

  const writeBytes = (path: string, bytes: FileBytes): Promise<void> =>
    isStaged(bytes) ? fs.copySynced(bytes.file, path, MODES.file) : fs.writeSynced(path, bytes, MODES.file);

  async function write(requests: readonly CommitRequest[], side: SideFolder): Promise<void> {
    const files = mergeEdits(requests);
    const swaps = [...files].map(
      ([path, { before, bytes }]): FileSwap => ({
        path,
        before,
        after: bytes && idOfBytes(bytes),
        side: bytes && side.newPath('file'),
      }),
    );
    for (const { side: fresh, path } of swaps) if (fresh) await writeBytes(fresh, files.get(path)!.bytes!);
    const undo = createUndo();
    try {
      const { touched, left } = await swapFiles({
        root,
        fs,
        side,
        swaps,
        seen: await checkWorkingFiles({ root, swaps, ahead: new Map() }),
        undo,
        modes: MODES,
      });
      await syncAll(fs, touched);
      removeEmptied({ root, fs }, left);
    } catch (error) {
      undo.run();
      throw error;
    }
  }

  async function publish(
    parent: string | null,
    requests: readonly CommitRequest[],
  ): Promise<readonly PublishedCommit[]> {
    if (parent !== null) throw new HeadMoved(null);
    if (failure !== undefined) throw stopped(failure);
    const side = createSideFolder({ path: sidePath, fs, mode: MODES.folder });
    try {
      await write(requests, side);
      return requests.map(toPlainCommit);
    } catch (error) {
      throw explainFailure(error, (reason) => {
        failure = reason;
      });
    } finally {
      await side.clear();
    }
  }

  return {
    root,
    head: async () => null,
    readAt: async () => null,
    diff: async () => [],
    // Nothing is ever committed here: every file counts as it is.
    requireCommitted: async () => undefined,
    publish,
    place: publish,
    holdHead: (work) => work(),
    requireNoOperation: () => undefined,
    reports: () => [],
    close: async () => undefined,
  };
}

interface CombinedEdit {
  readonly before: string | null;
  readonly bytes: FileBytes | null;
}

/** One edit a path, from the first edit's `before` to the last one's bytes. Throws CONFLICT where edits do not build on each other. */
function mergeEdits(requests: readonly CommitRequest[]): ReadonlyMap<string, CombinedEdit> {
  const files = new Map<string, CombinedEdit>();
  for (const { path, before, bytes } of requests.flatMap(({ edits }) => edits)) {
    requireSafePath(path);
    const earlier = files.get(path);
    if (earlier && (earlier.bytes && idOfBytes(earlier.bytes)) !== before)
      throw conflict(because('overtaken', `${path} is not the version this change was made for`, { path }), [path]);
    files.set(path, { before: earlier ? earlier.before : before, bytes });
  }
  return files;
}

const toPlainCommit = ({ edits, message }: CommitRequest): PublishedCommit => ({
  commit: null,
  message,
  files: new Map(edits.map(({ path, bytes }) => [path, bytes && idOfBytes(bytes)])),
  durable: Promise.resolve(),
});
