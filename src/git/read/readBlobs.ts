import { isObjectId } from '../format/object.ts';
import { MAX_OBJECT_BYTES } from '../objects/objects.ts';
import type { NativeGit } from './native.ts';
import type { ReadableRepository } from './readable.ts';

/**
 * Hands over the bytes of blobs, one after the other, so that they need not all be in memory. What is no blob, is not
 * there, is damaged or larger than any content file is left out.
 */
export type ReadBlobs = (ids: ReadonlySet<string>, take: TakeBlob) => Promise<void>;

type TakeBlob = (id: string, bytes: Uint8Array) => void;

/** Reads blobs one by one from the objects. */
export const createObjectBlobs =
  ({ objects }: ReadableRepository): ReadBlobs =>
  async (ids, take) => {
    // The caller may take each one out of the list.
    for (const id of [...ids]) {
      const content = await objects.findBlob(id);
      if (content) take(id, content);
    }
  };

/** So many bytes of blobs are in memory at once. */
const BATCH_BYTES = 32 * 1024 * 1024;

/** Reads blobs by native git, their sizes first; those it cannot give at once come from the objects. */
export function createNativeBlobs(repo: ReadableRepository, native: NativeGit): ReadBlobs {
  const fromObjects = createObjectBlobs(repo);
  const ask = (how: string, ids: Iterable<string>): Promise<Buffer> =>
    native.run(
      ['cat-file', how, '--buffer'],
      repo.location.worktree,
      Buffer.from([...ids].map((id) => `${id}\n`).join('')),
    );

  async function readBatch(ids: readonly string[], take: TakeBlob): Promise<void> {
    const output = await ask('--batch', ids).catch(() => null);
    if (output === null) await fromObjects(new Set(ids), take);
    else for (const [id, bytes] of parseBatch(output)) take(id, bytes);
  }

  return async (ids, take) => {
    // Few come quicker without a program to start.
    const sizes = ids.size < 8 ? null : await ask('--batch-check', ids).catch(() => null);
    if (sizes === null) return fromObjects(ids, take);
    for (const batch of inBatches(parseSizes(sizes))) await readBatch(batch, take);
  };
}

interface SizedBlob {
  readonly id: string;
  readonly size: number;
}

/** Git-cat-file's answers: a line with id, type and size. */
const parseSizes = (output: Buffer): readonly SizedBlob[] =>
  output
    .toString('latin1')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, type, size]) => type === 'blob' && Number(size) <= MAX_OBJECT_BYTES)
    .map(([id = '', , size]) => ({ id, size: Number(size) }));

function* inBatches(blobs: readonly SizedBlob[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const { id, size } of blobs) {
    if (bytes + size > BATCH_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(id);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Git-cat-file's batch output: a header line with id, type and size, the bytes, a newline. */
function* parseBatch(output: Buffer): Generator<readonly [id: string, bytes: Uint8Array]> {
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at);
    const [id = '', type, size] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (size === undefined || !isObjectId(id)) continue;
    if (type === 'blob') yield [id, output.subarray(at, at + Number(size))];
    at += Number(size) + 1;
  }
}
