import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { nullIfMissing } from '../../lib/disk/nullIfMissing.ts';
import { readByteRange } from '../../lib/disk/readByteRange.ts';
import { allSettled } from '../../lib/turn/allSettled.ts';
import type { DurableFs } from '../disk/durableFs.ts';
import type { StagedFile } from '../disk/stagedFile.ts';
import { inflateCut, inflateExactly, inflateStart, mostDeflated } from '../format/inflate.ts';
import { type GitObject, type ObjectHead, type ObjectStart, parseLooseHead } from '../format/object.ts';
import { TooLarge } from './packRead.ts';
import type { NewName } from './temporaryObjects.ts';

/** This many deflated bytes always include the header of an object. */
const HEAD_BYTES = 512;

/** A loose object; undefined if there is no such file. Throws TooLarge, and other errors if it is damaged. */
export const readLooseObject = (path: string, maxBytes: number): Promise<GitObject | undefined> =>
  withLooseFile(path, async (file) => {
    const start = await readByteRange(file, 0, HEAD_BYTES);
    const { type, size, contentAt } = parseLooseHead(inflateCut(start));
    if (size > maxBytes) throw new TooLarge();
    const { size: fileSize } = await file.stat();
    const deflated =
      fileSize <= HEAD_BYTES ? start : await readByteRange(file, 0, Math.min(fileSize, mostDeflated(size)));
    return { type, content: (await inflateExactly(deflated, contentAt + size)).subarray(contentAt) };
  });

/** A loose object's type and size. */
export const readLooseHead = (path: string): Promise<ObjectHead | undefined> =>
  withLooseFile(path, async (file) => {
    const { type, size } = parseLooseHead(inflateCut(await readByteRange(file, 0, HEAD_BYTES)));
    return { type, size };
  });

/** A loose object's type, size and first bytes. */
export async function readLooseStart(path: string, count: number): Promise<ObjectStart | undefined> {
  const head = await readLooseHead(path);
  if (!head) return undefined;
  const inflated = await inflateStart(path, 0, count + HEAD_BYTES);
  const { contentAt } = parseLooseHead(inflated);
  return { ...head, content: inflated.subarray(contentAt, contentAt + count) };
}

async function withLooseFile<T>(path: string, read: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
  const file = await nullIfMissing(open(path, 'r'));
  if (!file) return undefined;
  try {
    return await read(file);
  } finally {
    await file.close();
  }
}

export const loosePath = (dir: string, id: string): string => join(dir, id.slice(0, 2), id.slice(2));

/** Files open at a time; a process may have no more than 1,024 by default. */
const PARALLEL_WRITES = 64;

interface LooseTarget {
  readonly fs: DurableFs;
  readonly objectsDir: string;
  readonly newName: NewName;
}

/** Writes every file as a loose object, even one that exists. Returns the folders to sync before their names are durable too. */
export async function writeLoose(place: LooseTarget, files: readonly StagedFile[]): Promise<readonly string[]> {
  const touched = new Set<string>();
  for (let from = 0; from < files.length; from += PARALLEL_WRITES)
    for (const folder of await writeSome(place, files.slice(from, from + PARALLEL_WRITES))) touched.add(folder);
  return [...touched];
}

async function writeSome(place: LooseTarget, files: readonly StagedFile[], attempts = 3): Promise<ReadonlySet<string>> {
  const { fs, objectsDir, newName } = place;
  const touched = new Set<string>();
  const written = files.map((file) => {
    const target = loosePath(objectsDir, file.id);
    const folder = dirname(target);
    if (!touched.has(folder)) fs.makeFolder(folder);
    touched.add(folder);
    return { file, target, temporary: join(folder, newName('obj')) };
  });
  try {
    await allSettled(written.map(({ file, temporary }) => fs.copySynced(file.object, temporary, 0o444)));
    for (const { temporary, target } of written) fs.rename(temporary, target);
  } catch (error) {
    await allSettled(written.map(({ temporary }) => fs.discard(temporary)));
    // A git gc running right now removes empty folders, and with --prune=now our temporary files.
    if (attempts > 1 && hasErrorCode(error, 'ENOENT')) return writeSome(place, files, attempts - 1);
    throw error;
  }
  return touched;
}
