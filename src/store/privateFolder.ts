import { constants } from 'node:fs';
import { access, chmod, lstat, mkdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { hasErrorCode } from '../lib/disk/hasErrorCode.ts';
import { nullIfMissing } from '../lib/disk/nullIfMissing.ts';
import { syncFolder, writeFileDurably } from '../lib/disk/writeFileDurably.ts';
import { ENTITIES, KINDS } from '../model/entities/index.ts';
import { CmsError } from '../model/errors.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const IGNORE_ALL = '*\n';

/** Its folders: one for each kind of private record, and `state` for files of the running server. */
const SUBFOLDERS = [
  ...KINDS.filter((kind) => ENTITIES[kind].home === 'private').map((kind) => dirname(ENTITIES[kind].file)),
  ...['state', 'work'],
];

/**
 * Prepares the private folder: readable only by its owner, and ignored by git before anything else is in it.
 *
 * @returns its absolute path
 * @throws Error with a message for the person who starts Quire if the folder is a symbolic link, is not writable, or
 *   has a `.gitignore` of its own, which means that it is used for something else
 */
export async function preparePrivateFolder(dir: string): Promise<string> {
  const path = resolve(dir);
  try {
    await ensureFolder(path, true);
    await ignoreEverything(path);
    await chmod(path, FOLDER_MODE);
    for (const name of SUBFOLDERS) await ensureFolder(join(path, name), false);
  } catch (error) {
    throw new Error(`The private folder ${path} cannot be used: ${reason(error)}`, { cause: error });
  }
  return path;
}

/**
 * Writes a file that only its owner can read; durable and complete when it resolves. Its folder must exist.
 *
 * @throws CmsError INSUFFICIENT_STORAGE if there is no space left
 */
export async function writePrivateFile(path: string, bytes: Uint8Array | string): Promise<void> {
  try {
    await writeFileDurably(path, bytes, FILE_MODE);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOSPC', 'EDQUOT')) throw error;
    throw new CmsError('INSUFFICIENT_STORAGE', 'There is no space left on the disk', { cause: error });
  }
}

/** Makes a folder within the private folder unless it is there; durable when it resolves. */
export const makePrivateFolder = (path: string): Promise<void> => makeDurably(path, true);

async function ensureFolder(path: string, recursive: boolean): Promise<void> {
  if (!(await nullIfMissing(lstat(path)))) await makeDurably(path, recursive);
  const found = await lstat(path);
  if (found.isSymbolicLink()) throw new Error(`${path} is a symbolic link`);
  if (!found.isDirectory()) throw new Error(`${path} is not a folder`);
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
}

/**
 * Files written into the folder later are synced; this syncs the folder's own name, and those of the parents made with
 * it.
 */
async function makeDurably(path: string, recursive: boolean): Promise<void> {
  const first = await mkdir(path, { recursive, mode: FOLDER_MODE });
  // It was there: whoever has made it has synced it.
  if (recursive && first === undefined) return;
  for (let made = path; made !== dirname(first ?? path); made = dirname(made)) await syncFolder(dirname(made));
}

async function ignoreEverything(folder: string): Promise<void> {
  const path = join(folder, '.gitignore');
  const found = await nullIfMissing(lstat(path));
  if (!found) return writeFileDurably(path, IGNORE_ALL, FILE_MODE);
  const rules = found.isFile() ? (await readFile(path, 'utf8')).split('\n').filter(isIgnoreRule) : [];
  if (rules.length !== 1 || rules[0]?.trim() !== '*') {
    throw new Error('its .gitignore is not the single line "*"; give Quire a folder of its own');
  }
}

const isIgnoreRule = (line: string): boolean => line.trim() !== '' && !line.startsWith('#');

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'it belongs to another user',
  EROFS: 'the file system is read-only',
  ENOSPC: 'there is no space left on the disk',
  ENOTDIR: 'a part of its path is not a folder',
};

const reason = (error: unknown): string => {
  const code = Object.keys(REASONS).find((each) => hasErrorCode(error, each));
  if (code) return REASONS[code] as string;
  return error instanceof Error ? error.message : String(error);
};

/** The socket of the process that uses a private folder, so that only one does at a time. */
export const runningSocket = (privateDir: string): string => join(privateDir, 'state', 'running.sock');
