import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readFileIfExists } from '../lib/disk/readFileIfExists.ts';
import { writePrivateFile } from '../store/privateFolder.ts';

/** RFC 7518, section 3.2: an HS256 key is at least as long as the hash. */
const MIN_BYTES = 32;

/**
 * The key that signs tokens: the configured one, else the one in `<privateDir>/jwt-secret` (base64url), which is made
 * the first time.
 *
 * @throws Error with a message for the person who starts Quire if the key is shorter than 32 bytes
 */
export async function loadSecret(privateDir: string, configured: string | null = null): Promise<Uint8Array> {
  if (configured !== null) return longEnough(Buffer.from(configured, 'utf8'), 'JWT_SECRET');
  const path = join(privateDir, 'jwt-secret');
  const kept = await readFileIfExists(path);
  if (kept === null) return makeSecret(path);
  return longEnough(Buffer.from(kept.trim(), 'base64url'), `${path} (delete the file to get a new one)`);
}

async function makeSecret(path: string): Promise<Uint8Array> {
  const secret = randomBytes(MIN_BYTES);
  await writePrivateFile(path, `${secret.toString('base64url')}\n`);
  return secret;
}

function longEnough(secret: Uint8Array, where: string): Uint8Array {
  if (secret.length >= MIN_BYTES) return secret;
  throw new Error(`The secret in ${where} must have at least ${MIN_BYTES} bytes, but it has ${secret.length}`);
}
