import { isObjectId } from '../format/object.ts';
import { MAX_OBJECT_BYTES } from '../objects/objects.ts';
import type { NativeGit } from './native.ts';
import type { ReadableRepository } from './readable.ts';

/**
 * Hands over the bytes of blobs one after the other, so that they need not all be in memory. Leaves out ids that are no
 * blobs, and blobs that are missing, damaged or larger than any content file.
 */
export type ReadBlobs = (ids: ReadonlySet<string>, take: BlobReceiver) => Promise<void>;

type BlobReceiver = (id: string, bytes: Uint8Array) => void;

/** Reads blobs one by one from the objects. */
export const createObjectBlobs =
  ({ objects }: ReadableRepository): ReadBlobs =>
  async (ids, take) => {
    // The caller may remove ids from the set meanwhile.
    for (const id of [...ids]) {
      const content = await objects.findBlob(id);
      if (content) take(id, content);
    }
  };

/** The most bytes of blobs that are in memory at once. */
const BATCH_BYTES = 32 * 1024 * 1024;

/** Reads blobs through native git, their sizes first; falls back to the objects if it fails. */
export function createNativeBlobs(repo: ReadableRepository, native: NativeGit): ReadBlobs {
  const fromObjects = createObjectBlobs(repo);
  const ask = (how: string, ids: Iterable<string>): Promise<Buffer> =>
    native.run(
      ['cat-file', how, '--buffer'],
      repo.location.worktree,
      Buffer.from([...ids].map((id) => `${id}\n`).join('')),
    );

  async function readBatch(ids: readonly string[], take: BlobReceiver): Promise<void> {
    const output = await ask('--batch', ids).catch(() => null);
    if (output === null) await fromObjects(new Set(ids), take);
    else for (const [id, bytes] of parseBatch(output)) take(id, bytes);
  }

  return async (ids, take) => {
    // For a few, starting a program takes longer.
    const sizes = ids.size < 8 ? null : await ask('--batch-check', ids).catch(() => null);
    if (sizes === null) return fromObjects(ids, take);
    for (const batch of inBatches(parseSizes(sizes))) await readBatch(batch, take);
  };
}

interface SizedBlob {
  readonly id: string;
  readonly size: number;
}

/** The output of `git cat-file --batch-check`: lines with id, type and size. */
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

/** The output of `git cat-file --batch`: for each object a line with id, type and size, then its bytes and a newline. */
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
