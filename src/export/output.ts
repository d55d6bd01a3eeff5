import { createHash } from 'node:crypto';
import { createWriteStream, lstatSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import { hashFile } from '../lib/hashFile.ts';
import { readFileIfExists } from '../lib/readFileIfExists.ts';
import { writeFileDurably } from '../lib/writeFileDurably.ts';
import { type ExportedFile, MANIFEST, type Manifest, readManifest, writeManifest } from './manifest.ts';
import { isLockName, lockOutput } from './outputLock.ts';

/** A folder that exports are written to. */
export interface Output {
  readonly folder: string;
  /** The manifest of the last export into it. */
  readonly present: Manifest | null;
  /** Whether the folder holds this version of a file. */
  has(file: string, entry: Pick<ExportedFile, 'hash' | 'size'>): Promise<boolean>;
  /** Writes a file beside its place, unless the folder holds it already. */
  stage(file: string, bytes: Buffer | Readable): Promise<Pick<ExportedFile, 'hash' | 'size'>>;
  /** Makes the folder what the manifest says; what an earlier export has written and this one has not is removed. */
  publish(manifest: Manifest): Promise<Published>;
  /** Lets the next export in. */
  close(): void;
}

export interface Published {
  readonly written: number;
  readonly removed: number;
}

interface OutputOptions {
  /** Whether a file of the right size is taken for the one that an earlier export has written, unread. */
  readonly believes: boolean;
}

/** Where files wait until all are there. */
const STAGING = '.quire-export';
const FILE_MODE = 0o644;

/**
 * Opens an empty or absent folder, or one that holds an export, maybe one that was cut short.
 *
 * @throws Error when the folder holds anything else, for nothing is removed that no export has written; and when another
 * export is writing to it
 */
export async function openOutput(folder: string, options: OutputOptions): Promise<Output> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw hasErrorCode(error, 'EEXIST', 'ENOTDIR') ? new Error(`${folder} is no folder`, { cause: error }) : error;
  });
  const lock = lockOutput(folder);
  try {
    return { ...(await openLocked(folder, options)), close: lock.release };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked(folder: string, { believes }: OutputOptions): Promise<Omit<Output, 'close'>> {
  const staging = join(folder, STAGING);
  // Every system takes this slash, and every file of a site is looked at.
  const pathOf = (file: string): string => `${folder}/${file}`;
  const { present, owned, wasCutShort } = await readOwned(folder);
  await sweep(staging);
  const staged = new Map<string, string>();
  let count = 0;

  async function has(file: string, { hash, size }: Pick<ExportedFile, 'hash' | 'size'>): Promise<boolean> {
    const known = owned.get(file);
    if (known?.hash !== hash) return false;
    // At once: that is six times as quick as waiting for each of thousands.
    const stats = lstatSync(pathOf(file), { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size !== size) return false;
    // After an export that was cut short a file may be another version than its manifest says.
    return (believes && !wasCutShort) || (await hashFile(pathOf(file))) === hash;
  }

  async function stage(file: string, bytes: Buffer | Readable): Promise<Pick<ExportedFile, 'hash' | 'size'>> {
    const beside = join(staging, String(count++));
    const entry = Buffer.isBuffer(bytes) ? measure(bytes) : await writeStream(beside, bytes);
    if (await has(file, entry)) await rm(beside, { force: true });
    else {
      if (Buffer.isBuffer(bytes)) await writeFile(beside, bytes, { mode: FILE_MODE });
      staged.set(file, beside);
    }
    return entry;
  }

  function refuseForeign(): void {
    for (const file of staged.keys()) {
      if (!owned.has(file) && lstatSync(pathOf(file), { throwIfNoEntry: false })?.isFile())
        throw new Error(`${pathOf(file)} stands in the way and is of no export: move it away`);
    }
  }

  /** Removes a file, and the folders that it leaves empty. */
  async function remove(file: string): Promise<void> {
    await rm(pathOf(file), { force: true });
    for (let path = dirname(file); path !== '.'; path = dirname(path)) {
      if (!(await removeIfEmpty(pathOf(path)))) return;
    }
  }

  return {
    folder,
    present,
    has,
    stage,
    async publish(manifest) {
      refuseForeign();
      const gone = [...owned.keys()].filter((file) => !manifest.files.has(file));
      for (const file of gone) await remove(file);
      const waiting = join(staging, MANIFEST);
      // From here on a start finds out from it which files may be there.
      await writeFileDurably(waiting, writeManifest(manifest), FILE_MODE);
      const made = new Set<string>();
      for (const [file, beside] of staged) {
        const path = pathOf(file);
        if (!made.has(dirname(path))) await mkdir(dirname(path), { recursive: true });
        made.add(dirname(path));
        await rename(beside, path);
      }
      await rename(waiting, join(folder, MANIFEST));
      await rm(staging, { recursive: true, force: true });
      return { written: staged.size, removed: gone.length };
    },
  };
}

interface Owned {
  readonly present: Manifest | null;
  /** What earlier exports say they have written here. */
  readonly owned: ReadonlyMap<string, ExportedFile>;
  readonly wasCutShort: boolean;
}

async function readOwned(folder: string): Promise<Owned> {
  const names = (await readdir(folder)).filter((name) => !isLockName(name));
  const wasCutShort = names.includes(STAGING);
  const manifests = await Promise.all([folder, join(folder, STAGING)].map((dir) => readFrom(join(dir, MANIFEST))));
  const [present = null, unfinished] = manifests;
  if (!present && !unfinished && names.some((name) => name !== STAGING))
    throw new Error(`${folder} is neither empty nor does it hold an export (${MANIFEST}): nothing is written there`);
  const owned = unfinished
    ? new Map([...unfinished.files, ...(present?.files ?? [])])
    : (present?.files ?? new Map<string, ExportedFile>());
  return { present, owned, wasCutShort };
}

async function readFrom(path: string): Promise<Manifest | null> {
  const text = await readFileIfExists(path);
  return text === null ? null : readManifest(text);
}

/** Empties the folder of waiting files; the manifest of an export that was cut short stays until the next is there. */
async function sweep(staging: string): Promise<void> {
  await mkdir(staging, { recursive: true });
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
  await pipeline(bytes, measured, createWriteStream(path, { mode: FILE_MODE }));
  return { hash: hash.digest('hex'), size };
}

async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}
