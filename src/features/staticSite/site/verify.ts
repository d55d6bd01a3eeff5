import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { hasErrorCode } from '../../../lib/disk/hasErrorCode.ts';
import { trimEnd } from '../../../lib/text/trimEnds.ts';
import { forEachAtOnce } from '../../../lib/turn/forEachAtOnce.ts';
import { MANIFEST, type Manifest, readManifest } from './manifest.ts';

/** A copy of an exported site, on a disk or behind a web server. */
export interface SiteCopy {
  /** Null if there is no such file. */
  read(file: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Whether a file can be requested at all: hosts do not serve their configuration files. */
  isServed(file: string): boolean;
}

/** The problem of one file of a copy. */
export interface FileDifference {
  readonly file: string;
  readonly problem: 'missing' | 'differs';
}

/** @param place a folder, or an address that begins with http:// or https:// */
export const openCopy = (place: string): SiteCopy =>
  /^https?:\/\//.test(place) ? openUrl(place) : openFolderCopy(place);

function openFolderCopy(folder: string): SiteCopy {
  return {
    isServed: () => true,
    async read(file) {
      const path = join(folder, ...file.split('/'));
      try {
        return (await stat(path)).isFile() ? createReadStream(path) : null;
      } catch (error) {
        if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
        throw error;
      }
    },
  };
}

const FOR_HOSTS: ReadonlySet<string> = new Set(['_headers', '_redirects']);
const TIMEOUT_MS = 60_000;

function openUrl(address: string): SiteCopy {
  const base = `${trimEnd(address, /\//)}/`;
  return {
    isServed: (file) => !FOR_HOSTS.has(file),
    async read(file) {
      const url = base + file.split('/').map(encodeURIComponent).join('/');
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      // The body is an async iterable.
      if (response.ok) return response.body as AsyncIterable<Uint8Array>;
      await response.body?.cancel();
      if (response.status === 404 || response.status === 410) return null;
      throw new Error(`${url} answers ${response.status}`);
    },
  };
}

/** The manifest of a copy. Throws if there is none. */
export async function readCopyManifest(copy: SiteCopy, place: string): Promise<Manifest> {
  const bytes = await copy.read(MANIFEST);
  const manifest = bytes && readManifest(await text(bytes));
  if (!manifest) throw new Error(`There is no export (${MANIFEST}) at ${place}`);
  return manifest;
}

/** Compares every file of a manifest with a copy, by its hash. */
export async function findDifferences(
  manifest: Manifest,
  copy: SiteCopy,
  atOnce: number,
): Promise<readonly FileDifference[]> {
  const found: FileDifference[] = [];
  const files = [...manifest.files].filter(([file]) => copy.isServed(file));
  await forEachAtOnce(files, atOnce, async ([file, { hash }]) => {
    const bytes = await copy.read(file);
    if (!bytes) found.push({ file, problem: 'missing' });
    else if ((await digestStream(bytes)) !== hash) found.push({ file, problem: 'differs' });
  });
  return found.sort((a, b) => (a.file < b.file ? -1 : 1));
}

async function digestStream(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}
