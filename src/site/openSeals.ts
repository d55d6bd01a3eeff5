import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isObjectId } from '../git/format/object.ts';
import { createSeals, type Seals, UNSEALED } from '../git/format/seals.ts';
import { createOwnCommits, ownCommitsFile } from '../git/publish/head/ownCommits.ts';
import { readFileIfExists } from '../lib/disk/readFileIfExists.ts';
import { writePrivateFile } from '../store/privateFolder.ts';

/** The length of the hash (RFC 2104, section 3). */
const KEY_BYTES = 32;

const sealFile = (privateDir: string): string => join(privateDir, 'seal-key');

/**
 * Opens the seals of a private folder, and makes its key the first time. If the folder made commits before it had a
 * key, the last ones are noted: the trailers of these and of their ancestors are still trusted.
 *
 * @throws Error with a message for the person who starts Quire if the key is too short
 */
export async function openSeals(privateDir: string): Promise<Seals> {
  const kept = await findSeals(privateDir);
  if (kept !== UNSEALED) return kept;
  const key = randomBytes(KEY_BYTES);
  const before = createOwnCommits(ownCommitsFile(privateDir)).all();
  const ids = [...new Set(before.map(([, { commit }]) => commit))].sort();
  await writePrivateFile(sealFile(privateDir), [key.toString('base64url'), ...ids, ''].join('\n'));
  return createSeals(key, ids);
}

/** The existing seals of a private folder, for commands that write nothing there. */
export async function findSeals(privateDir: string): Promise<Seals> {
  const path = sealFile(privateDir);
  const [line = '', ...before] = (await readFileIfExists(path))?.split('\n') ?? [];
  if (line === '' && before.length === 0) return UNSEALED;
  const key = Buffer.from(line, 'base64url');
  if (key.length >= KEY_BYTES) return createSeals(key, before.filter(isObjectId));
  throw new Error(
    `The key in ${path} must have at least ${KEY_BYTES} bytes, it has ${key.length} (remove it to create a new one: commits sealed with the old key are then attributed to their authors)`,
  );
}
