import { createHash } from 'node:crypto';
import { createWriteStream, lstatSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type DurableFs, durableFs } from '../../../git/disk/durableFs.ts';
import { enclosingFolders, syncAll } from '../../../git/disk/syncNames.ts';
import { hasErrorCode } from '../../../lib/disk/hasErrorCode.ts';
import { hashFile } from '../../../lib/disk/hashFile.ts';
import { readFileIfExists } from '../../../lib/disk/readFileIfExists.ts';
import { type ExportedFile, MANIFEST, type Manifest, readManifest, writeManifest } from './manifest.ts';
import { isLockName, lockOutput } from './outputLock.ts';

/** A folder that exports are written to. */
export interface OutputFolder {
  readonly folder: string;
  /** The manifest of the last export to it. */
  readonly present: Manifest | null;
  /** Whether the folder holds this version of a file. */
  has(file: string, entry: Pick<ExportedFile, 'hash' | 'size'>): boolean | Promise<boolean>;
  /** Writes a file to the staging folder, unless the output folder already has it. */
  stage(file: string, bytes: Buffer | Readable): Promise<Pick<ExportedFile, 'hash' | 'size'>>;
  /** Puts all files in place and removes those of earlier exports that are not in the manifest. */
  publish(manifest: Manifest): Promise<OutputCounts>;
  /** Lets the next export in. */
  close(): void;
}

export interface OutputCounts {
  readonly written: number;
  readonly removed: number;
}

interface OutputOptions {
  /** Whether to trust a file of the right size to be the one of the earlier export, without reading it. */
  readonly believes: boolean;
  /** The sizes of the files in the folder, if they have been read. */
  readonly seen?: ReadonlyMap<string, number>;
  readonly fs?: DurableFs;
}

/** Where files wait until all are made. */
const STAGING = '.quire-export';
const FILE_MODE = 0o644;

/**
 * Opens an empty or absent folder, or one that holds an export, possibly an interrupted one.
 *
 * @throws Error if the folder holds anything else, because only files of exports may be removed, and if another export is
 * writing to it
 */
export async function openOutputFolder(folder: string, options: OutputOptions): Promise<OutputFolder> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw hasErrorCode(error, 'EEXIST', 'ENOTDIR') ? new Error(`${folder} is not a folder`, { cause: error }) : error;
  });
  const lock = lockOutput(folder);
  try {
    return { ...(await openLocked(folder, options)), close: lock.release };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked(
  folder: string,
  { believes, seen, fs = durableFs }: OutputOptions,
): Promise<Omit<OutputFolder, 'close'>> {
  const staging = join(folder, STAGING);
  // Faster than `join`, which counts for every file of a site; all systems accept this slash.
  const pathOf = (file: string): string => `${folder}/${file}`;
  const { present, owned, wasInterrupted } = await readOwned(folder);
  await emptyStaging(fs, staging);
  const staged = new Map<string, string>();
  let count = 0;

  function sizeOf(file: string): number | undefined {
    if (seen && !wasInterrupted) return seen.get(file);
    // Synchronous: six times as fast as awaiting each of thousands.
    const stats = lstatSync(pathOf(file), { throwIfNoEntry: false });
    return stats?.isFile() ? stats.size : undefined;
  }

  function has(file: string, { hash, size }: Pick<ExportedFile, 'hash' | 'size'>): boolean | Promise<boolean> {
    if (owned.get(file)?.hash !== hash || sizeOf(file) !== size) return false;
    // After an interrupted export a file may be another version than its manifest says.
    return (believes && !wasInterrupted) || hashFile(pathOf(file)).then((actual) => actual === hash);
  }

  async function stage(file: string, bytes: Buffer | Readable): Promise<Pick<ExportedFile, 'hash' | 'size'>> {
    const beside = join(staging, String(count++));
    const entry = Buffer.isBuffer(bytes) ? measure(bytes) : await writeStream(beside, bytes);
    if (await has(file, entry)) await rm(beside, { force: true });
    else {
      if (Buffer.isBuffer(bytes)) await fs.writeSynced(beside, bytes, FILE_MODE);
      staged.set(file, beside);
    }
    return entry;
  }

  function refuseForeign(): void {
    for (const file of staged.keys()) {
      if (!owned.has(file) && lstatSync(pathOf(file), { throwIfNoEntry: false })?.isFile())
        throw new Error(`${pathOf(file)} is in the way and was not written by an export: move it away`);
    }
  }

  /** Removes a file, and the folders that it leaves empty. */
  async function remove(file: string): Promise<void> {
    await fs.discard(pathOf(file));
    for (let path = dirname(file); path !== '.'; path = dirname(path)) {
      if (!removeIfEmpty(fs, pathOf(path))) return;
    }
  }

  /**
   * Removes files that only an interrupted export has put there. Its manifest alone names them, and the next one takes
   * that manifest's place.
   */
  async function removeLeft(gone: readonly string[]): Promise<readonly string[]> {
    const left = gone.filter((file) => !present?.files.has(file));
    for (const file of left) await remove(file);
    await syncAll(
      fs,
      enclosingFolders(
        folder,
        left.map((path) => ({ path })),
      ),
    );
    return gone.filter((file) => present?.files.has(file));
  }

  /** Puts the manifest where the next start finds it, to know which files may be there. */
  async function announce(manifest: Manifest): Promise<string> {
    const [beside, waiting] = [join(staging, 'fresh'), join(staging, MANIFEST)];
    await fs.writeSynced(beside, Buffer.from(writeManifest(manifest)), FILE_MODE);
    fs.rename(beside, waiting);
    await syncAll(fs, [staging, folder]);
    return waiting;
  }

  return {
    folder,
    present,
    has,
    stage,
    async publish(manifest) {
      refuseForeign();
      const gone = [...owned.keys()].filter((file) => !manifest.files.has(file));
      const listed = await removeLeft(gone);
      const waiting = await announce(manifest);
      for (const file of listed) await remove(file);
      for (const [file, beside] of staged) {
        fs.makeFolder(dirname(pathOf(file)));
        fs.rename(beside, pathOf(file));
      }
      // The next export trusts the manifest, so all files must be durable before it is in place.
      const touched = [...gone, ...staged.keys()].map((path) => ({ path }));
      await syncAll(fs, enclosingFolders(folder, touched));
      fs.rename(waiting, join(folder, MANIFEST));
      await fs.sync(folder);
      fs.removeFolder(staging);
      return { written: staged.size, removed: gone.length };
    },
  };
}

interface OutputState {
  readonly present: Manifest | null;
  /** The files that earlier exports have written here. */
  readonly owned: ReadonlyMap<string, ExportedFile>;
  readonly wasInterrupted: boolean;
}

async function readOwned(folder: string): Promise<OutputState> {
  const names = (await readdir(folder)).filter((name) => !isLockName(name));
  const wasInterrupted = names.includes(STAGING);
  const manifests = await Promise.all(
    [folder, join(folder, STAGING)].map((dir) => readManifestFile(join(dir, MANIFEST))),
  );
  const [present = null, unfinished] = manifests;
  if (!present && !unfinished && names.some((name) => name !== STAGING))
    throw new Error(
      `${folder} is neither empty nor an earlier export (with a ${MANIFEST}): nothing has been written. Choose another folder`,
    );
  const owned = unfinished
    ? new Map([...unfinished.files, ...(present?.files ?? [])])
    : (present?.files ?? new Map<string, ExportedFile>());
  return { present, owned, wasInterrupted };
}

async function readManifestFile(path: string): Promise<Manifest | null> {
  const text = await readFileIfExists(path);
  return text === null ? null : readManifest(text);
}

/** Empties the staging folder; the manifest of an interrupted export stays until the next one replaces it. */
async function emptyStaging(fs: DurableFs, staging: string): Promise<void> {
  fs.makeFolder(staging);
  const left = (await readdir(staging)).filter((name) => name !== MANIFEST);
  await Promise.all(left.map((name) => rm(join(staging, name), { recursive: true, force: true })));
}

const measure = (bytes: Buffer): Pick<ExportedFile, 'hash' | 'size'> => ({
  hash: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
});

async function writeStream(path: string, bytes: Readable): Promise<Pick<ExportedFile, 'hash' | 'size'>> {
  const hash = createHash('sha256');
  let size = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(bytes, measured, createWriteStream(path, { mode: FILE_MODE, flush: true }));
  return { hash: hash.digest('hex'), size };
}

function removeIfEmpty(fs: DurableFs, folder: string): boolean {
  try {
    fs.removeFolder(folder);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}
