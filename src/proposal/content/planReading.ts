import type { Present } from '../../change/write/present.ts';
import { blobId } from '../../lib/text/blobId.ts';
import type { Kind } from '../../model/records.ts';
import type { Store } from '../../store/store.ts';

/** A plan needs a file that has not been read yet. */
class NotRead extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`${path} is not read yet`);
    this.name = 'NotRead';
    this.path = path;
  }
}

interface Files {
  /** The records of the files. */
  readonly store: Pick<Store, 'fileAt' | 'broken' | 'filesFor' | 'countIn'> & Present['lookup'];
  /** A file on disk, which is usually the version that is needed. */
  onDisk(kind: Kind, path: string): Uint8Array | null;
  read(path: string): Promise<Uint8Array | null>;
}

/**
 * Plans against files in git instead of on disk. Planning reads files synchronously, so when one is missing it is read
 * and the plan is made again.
 */
export async function planReading<T>(
  { store, onDisk, read }: Files,
  plan: (present: Present) => Promise<T>,
): Promise<T> {
  const known = new Map<string, Uint8Array | null>();

  function find(kind: Kind, path: string): Uint8Array | null {
    const found = known.get(path);
    if (found !== undefined) return found;
    const file = store.fileAt(path);
    if (!file && !store.broken.has(path)) return null;
    const bytes = file ? onDisk(kind, path) : null;
    if (!bytes || blobId(bytes) !== file?.rev) throw new NotRead(path);
    return bytes;
  }

  for (;;) {
    try {
      return await plan({ lookup: store, filesFor: store.filesFor, countIn: store.countIn, read: find });
    } catch (error) {
      if (!(error instanceof NotRead) || known.has(error.path)) throw error;
      known.set(error.path, await read(error.path));
    }
  }
}
