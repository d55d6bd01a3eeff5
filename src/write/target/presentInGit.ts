import { blobId } from '../../lib/text/blobId.ts';
import type { Kind } from '../../model/records.ts';
import type { Store } from '../../store/store.ts';
import { type PresentState, presentOf } from '../queue/presentState.ts';

interface Files {
  /** The records of the files. */
  readonly store: Store;
  /** A file on disk, which is usually the version that is needed. */
  onDisk(kind: Kind, path: string): Uint8Array | null;
  read(path: string): Promise<Uint8Array | null>;
}

/** What a write is planned against if its files are in git instead of on disk. */
export const presentInGit = ({ store, onDisk, read }: Files): PresentState =>
  presentOf(store, (kind, path) => {
    const file = store.fileAt(path);
    if (!file && !store.broken.has(path)) return null;
    const bytes = file ? onDisk(kind, path) : null;
    return bytes && blobId(bytes) === file?.rev ? bytes : read(path);
  });
