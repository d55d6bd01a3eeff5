/*
 * The room of the disk: files that survive a power failure, git's locks, and swaps of working files. During a publish
 * nothing else changes the disk, so a test can make every call fail and cut the power after each. Whatever is put in
 * place can be taken back until it is durable.
 */

import * as nodeFs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';

/**
 * Everything the write protocol changes on disk. Passed in, so that a test can make each call fail in turn.
 * Calls that wait for the disk are asynchronous; renames and the like only touch the kernel's memory.
 */
export interface DurableFs {
  /** Creates the file (it must not exist), writes and fsyncs it. */
  writeSynced(path: string, bytes: Uint8Array, mode?: number): Promise<void>;
  /** The same with less waiting for the event loop, which opens the file at once: for many bytes while it is busy. */
  writeAhead(path: string, bytes: Uint8Array, mode: number): Promise<void>;
  /** Copies a file to a place where there is none and fsyncs the copy; it is never in memory as a whole. */
  copySynced(from: string, to: string, mode?: number): Promise<void>;
  /** Makes the bytes of a file durable, or the names in a folder. */
  sync(path: string): Promise<void>;
  /** Overwrites parts of an existing file. */
  patch(path: string, patches: readonly FilePatch[]): void;
  rename(from: string, to: string): void;
  /** A second name for a file, a copy where the file system has no hard links; throws EEXIST when the name is taken. */
  link(from: string, to: string): void;
  remove(path: string): void;
  /** Removes a file that is no longer needed, if it exists: off the event loop, because large files take long. */
  discard(path: string): Promise<void>;
  append(path: string, text: string): void;
  truncate(path: string, size: number): void;
  chmod(path: string, mode: number): void;
  /** Makes the folder and its parents; returns the first one made. */
  makeFolder(path: string, mode?: number): string | undefined;
  /** Removes an empty folder. */
  removeFolder(path: string): void;
}

/** Bytes and their offset in a file. */
export interface FilePatch {
  readonly at: number;
  readonly bytes: Buffer;
}

const open = promisify(nodeFs.open);
const write: (fd: number, bytes: Uint8Array) => Promise<void> = promisify(nodeFs.writeFile);
const fsync = promisify(nodeFs.fsync);
const unlink = promisify(nodeFs.unlink);

/**
 * Whether a write to a file opened with O_DSYNC is as durable as one followed by an fsync; it saves a visit to another
 * thread. Elsewhere the flag is unknown, or (macOS) does not empty the disk's cache as libuv's fsync does.
 */
const SYNCS_WRITES = process.platform === 'linux';
const { O_WRONLY, O_CREAT, O_EXCL, O_DSYNC } = nodeFs.constants;
const NEW_FILE = O_WRONLY | O_CREAT | O_EXCL | (SYNCS_WRITES ? O_DSYNC : 0);

/** Opens the file off the event loop too: making one takes long where many were removed, or others are being synced. */
async function createSyncedFile(path: string, bytes: Uint8Array, mode = 0o666): Promise<void> {
  await fillSynced(await open(path, NEW_FILE, mode), bytes);
}

async function writeAhead(path: string, bytes: Uint8Array, mode: number): Promise<void> {
  await fillSynced(nodeFs.openSync(path, NEW_FILE, mode), bytes);
}

async function fillSynced(fd: number, bytes: Uint8Array): Promise<void> {
  try {
    await write(fd, bytes);
    if (!SYNCS_WRITES || bytes.length === 0) await fsync(fd);
  } finally {
    nodeFs.closeSync(fd);
  }
}

function patchFile(path: string, patches: readonly FilePatch[]): void {
  const fd = nodeFs.openSync(path, 'r+');
  try {
    for (const one of patches) writeWhole(fd, one);
  } finally {
    nodeFs.closeSync(fd);
  }
}

/** The system may take fewer bytes at a time than it is given. */
function writeWhole(fd: number, { at, bytes }: FilePatch): void {
  for (let done = 0; done < bytes.length; ) done += nodeFs.writeSync(fd, bytes, done, bytes.length - done, at + done);
}

const copySynced = (from: string, to: string, mode = 0o666): Promise<void> =>
  pipeline(nodeFs.createReadStream(from), nodeFs.createWriteStream(to, { flags: 'wx', mode, flush: true }));

async function sync(path: string): Promise<void> {
  const fd = nodeFs.openSync(path, 'r');
  try {
    await fsync(fd);
  } finally {
    nodeFs.closeSync(fd);
  }
}

function linkOrCopyFile(from: string, to: string): void {
  try {
    nodeFs.linkSync(from, to);
  } catch (error) {
    if (!hasErrorCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK')) throw error;
    nodeFs.copyFileSync(from, to, nodeFs.constants.COPYFILE_EXCL);
  }
}

/** The folder mostly exists, and checking costs a fifth of trying. */
const createMissingFolder = (path: string, mode = 0o777): string | undefined =>
  nodeFs.existsSync(path) ? undefined : nodeFs.mkdirSync(path, { recursive: true, mode });

async function discard(path: string): Promise<void> {
  // Often it does not exist, and checking costs a tenth of failing.
  if (!nodeFs.lstatSync(path, { throwIfNoEntry: false })) return;
  try {
    await unlink(path);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  }
}

/** The real file system. */
export const durableFs: DurableFs = Object.freeze({
  writeSynced: createSyncedFile,
  writeAhead,
  copySynced,
  sync,
  patch: patchFile,
  rename: (from: string, to: string) => nodeFs.renameSync(from, to),
  link: linkOrCopyFile,
  remove: (path: string) => nodeFs.unlinkSync(path),
  discard,
  append: (path: string, text: string) => nodeFs.appendFileSync(path, text),
  truncate: (path: string, size: number) => nodeFs.truncateSync(path, size),
  chmod: (path: string, mode: number) => nodeFs.chmodSync(path, mode),
  makeFolder: createMissingFolder,
  removeFolder: (path: string) => nodeFs.rmdirSync(path),
});
