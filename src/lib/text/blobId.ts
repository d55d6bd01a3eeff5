import { createHash } from 'node:crypto';

/** Git's id of a file with these bytes: SHA-1 over `blob <length>\0` and the bytes, as 40 hex digits. */
export const blobId = (bytes: Uint8Array): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
