import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import type { Encoding } from '../answer/encoding.ts';

/** A file of the build, as it is sent. */
export interface BuiltFile {
  readonly bytes: Buffer;
  /** The media type, with its charset where it has one. */
  readonly type: string;
  /** What the bytes are compressed with. */
  readonly encoding?: Compression;
}

type Compression = Exclude<Encoding, 'identity'>;

/** Media types by file ending; files with any other ending are not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** The endings of the compressed copies that the build puts beside a file. */
export const COMPRESSED: Readonly<Record<Compression, string>> = { br: '.br', gzip: '.gz' };

/** Folders and a file, none of which begins with a dot. */
const PATH = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;
const MAX_PATH = 200;

/**
 * The media type of a file of the interface, with its charset where it has one; undefined for paths that name none:
 * those with dotfiles, with other signs than letters, digits, `_`, `-` and `.`, or with another ending.
 */
export const servedTypeOf = (path: string): string | undefined =>
  path.length <= MAX_PATH && PATH.test(path) ? TYPES[extname(path)] : undefined;

/** Whether a path names a file whose name changes with its content. */
export const isHashed = (path: string): boolean => path.startsWith('assets/');

/**
 * A file of the build, compressed if the build did that; null if there is none. It is read each time, because a build
 * may replace it.
 */
export async function readBuilt(folder: string, path: string, wanted: Encoding): Promise<BuiltFile | null> {
  const type = servedTypeOf(path);
  if (type === undefined) return null;
  const packed = wanted === 'identity' ? null : await readIfFile(join(folder, path + COMPRESSED[wanted]));
  if (packed && wanted !== 'identity') return { bytes: packed, type, encoding: wanted };
  const bytes = await readIfFile(join(folder, path));
  return bytes && { bytes, type };
}

async function readIfFile(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'EISDIR', 'ENOTDIR')) return null;
    throw error;
  }
}
