import type { NativeGit } from './native.ts';
import { isObjectId } from './object.ts';
import type { ReadableRepository } from './readable.ts';

/** The bytes of blobs by their ids; what is no blob, or is not there, is left out. */
export type ReadBlobs = (ids: ReadonlySet<string>) => Promise<ReadonlyMap<string, Uint8Array>>;

/** Reads blobs one by one from the objects. */
export const createObjectBlobs =
  ({ objects }: ReadableRepository): ReadBlobs =>
  async (ids) => {
    const found = new Map<string, Uint8Array>();
    for (const id of ids) {
      const object = await objects.find(id);
      if (object?.type === 'blob') found.set(id, object.content);
    }
    return found;
  };

/** Reads blobs by one run of native git; those it cannot give at once come from the objects. */
export function createNativeBlobs(repo: ReadableRepository, native: NativeGit): ReadBlobs {
  const fromObjects = createObjectBlobs(repo);
  return async (ids) => {
    // Few come quicker without a program to start.
    if (ids.size < 8) return fromObjects(ids);
    const input = Buffer.from([...ids].map((id) => `${id}\n`).join(''));
    const output = await native
      .run(['cat-file', '--batch', '--buffer'], repo.location.worktree, input)
      .catch(() => null);
    return output === null ? fromObjects(ids) : parseBatch(output);
  };
}

/** Git-cat-file's batch output: a header line with id, type and size, the bytes, a newline. */
function parseBatch(output: Buffer): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at);
    const [id = '', type, size] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (size === undefined || !isObjectId(id)) continue;
    if (type === 'blob') found.set(id, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return found;
}
