import { existsSync } from 'node:fs';
import { allSettled } from '../../../lib/turn/allSettled.ts';
import { explainFailure } from '../../disk/failure.ts';
import { createSideFolder } from '../../disk/sideFolder.ts';
import { mergeFileChanges, type StagedMoves, writeFiles } from '../preparePublish.ts';
import type { BranchMove } from '../request.ts';
import type { GitWriter } from '../writer.ts';
import { buildMoves } from './move.ts';

/**
 * Writes the files of moves while others publish. The moves may have to be planned again after that, but what stays the
 * same in them need not be written again.
 *
 * @throws as `buildMoves` does, and leaves nothing behind
 */
export async function stageMoves(
  writer: GitWriter,
  parent: string | null,
  moves: readonly BranchMove[],
): Promise<StagedMoves> {
  const conversions = writer.conversion.stamp();
  const built = await buildMoves(writer, parent, moves);
  const side = createSideFolder({ path: writer.sidePath, fs: writer.fs });
  const files = mergeFileChanges(built.commits).map((file) => ({
    ...file,
    side: file.after === null ? null : side.newPath('file'),
  }));
  const blobs = built.objects.filter(({ type }) => type === 'blob');
  const writing = writer.lockFile.path().then((keepFile) => writer.objects.write(blobs, { keepFile }));
  const release = async (): Promise<void> =>
    allSettled([writing.then((written) => written.release()).catch(() => undefined), side.clear()]);
  try {
    await allSettled([writing.then(({ sync }) => sync()), writeFiles(writer, files, built)]);
  } catch (error) {
    await release();
    throw explainFailure(error, writer.stop);
  }
  const waiting = new Map(files.map((file) => [file.path, file]));
  const ids = new Set(blobs.map(({ id }) => id));
  return {
    files: new Map(files.map(({ path, after }) => [path, after])),
    sideOf(path, id) {
      const file = waiting.get(path);
      // It may be gone after a move that was undone.
      return file?.after === id && file.side !== null && existsSync(file.side) ? file.side : undefined;
    },
    look() {
      const isUpToDate = writer.conversion.stamp() === conversions;
      return ({ path, before, after }) => {
        const file = waiting.get(path);
        const isSame = file?.before === (before?.id ?? null) && file.after === (after?.id ?? null);
        return isUpToDate && isSame && file.becomes?.mode === after?.mode;
      };
    },
    holds: (id) => ids.has(id),
    objects: await writing,
    release,
  };
}
