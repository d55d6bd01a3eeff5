import { type FileHandle, open } from 'node:fs/promises';
import { hasErrorCode } from '../../lib/hasErrorCode.ts';
import { readBlock } from '../../lib/readBlock.ts';
import { inflateCut, inflateExactly, inflateStart, mostDeflated } from '../format/inflate.ts';
import { type GitObject, type ObjectHead, type ObjectStart, parseLooseHead } from '../format/object.ts';
import { TooLarge } from './packRead.ts';

/** So many deflated bytes hold the header of an object, whatever follows. */
const HEAD_BYTES = 512;
/** A loose object; undefined where there is no such file. Throws TooLarge, and other errors where it is damaged. */
export const readLoose = (path: string, maxBytes: number): Promise<GitObject | undefined> =>
  withFile(path, async (file) => {
    const start = await readBlock(file, 0, HEAD_BYTES);
    const { type, size, contentAt } = parseLooseHead(inflateCut(start));
    if (size > maxBytes) throw new TooLarge();
    const { size: fileSize } = await file.stat();
    const deflated = fileSize <= HEAD_BYTES ? start : await readBlock(file, 0, Math.min(fileSize, mostDeflated(size)));
    return { type, content: (await inflateExactly(deflated, contentAt + size)).subarray(contentAt) };
  });

/** What it is and how large. */
export const readLooseHead = (path: string): Promise<ObjectHead | undefined> =>
  withFile(path, async (file) => {
    const { type, size } = parseLooseHead(inflateCut(await readBlock(file, 0, HEAD_BYTES)));
    return { type, size };
  });

/** Its first bytes. */
export async function readLooseStart(path: string, count: number): Promise<ObjectStart | undefined> {
  const head = await readLooseHead(path);
  if (!head) return undefined;
  const inflated = await inflateStart(path, 0, count + HEAD_BYTES);
  const { contentAt } = parseLooseHead(inflated);
  return { ...head, content: inflated.subarray(contentAt, contentAt + count) };
}

async function withFile<T>(path: string, read: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  try {
    return await read(file);
  } finally {
    await file.close();
  }
}
