import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { allSettled } from '../../lib/turn/allSettled.ts';
import type { DurableFs } from '../disk/durableFs.ts';
import type { NamedObject } from '../format/object.ts';
import { encodePackIndex } from '../format/pack/packIndex.ts';
import { encodePack, type PackFile } from '../format/pack/packWrite.ts';
import { listPackFiles, packFolder } from './packFolder.ts';
import type { NewName } from './temporaryObjects.ts';

interface Request {
  readonly fs: DurableFs;
  readonly objectsDir: string;
  readonly newName: NewName;
  readonly objects: readonly NamedObject[];
  /** The file that each `.keep` is a link to: it says enough to tell later that its owner is gone. */
  readonly keepFile: string;
}

/** A pack on disk, without extension: `<objects>/pack/pack-<checksum>`. */
export type PackPath = string;

export interface WrittenPacks {
  readonly paths: readonly PackPath[];
  /** To be synced before the packs' names are durable too. */
  readonly folder: string;
}

/** A pack is made in memory, so more bytes of content than this are spread over several. */
const MAX_PACK_BYTES = 256 * 1024 * 1024;

/**
 * Writes the objects as packs. Each gets a `.keep` file, which stops git from removing it before a ref
 * holds its objects; the caller removes the `.keep` file.
 */
export async function writePacked({ fs, objectsDir, newName, objects, keepFile }: Request): Promise<WrittenPacks> {
  const folder = join(objectsDir, 'pack');
  fs.makeFolder(folder);
  const paths: PackPath[] = [];
  try {
    for (const some of splitBySize(objects)) {
      const pack = await encodePack(some);
      paths.push(packPath(folder, pack));
      await writePackFiles({
        fs,
        newName,
        pack: pack.bytes,
        index: encodePackIndex(pack),
        keepFile,
        path: paths.at(-1)!,
      });
    }
  } catch (error) {
    await releasePacks(fs, paths);
    throw error;
  }
  return { paths, folder };
}

/** Lets git remove the packs again once it has repacked their objects. */
export const releasePacks = (fs: DurableFs, paths: readonly PackPath[]): Promise<void> =>
  allSettled(paths.map((path) => fs.discard(`${path}.keep`)));

/** All `.keep` files, git's included. */
export function listKeepFiles(commonDir: string): readonly string[] {
  const folder = packFolder(commonDir);
  return listPackFiles(folder)
    .filter((name) => name.endsWith('.keep'))
    .map((name) => join(folder, name));
}

/** Where git looks for a pack. */
export const packPath = (folder: string, { checksum }: Pick<PackFile, 'checksum'>): PackPath =>
  join(folder, `pack-${checksum.toString('hex')}`);

interface NewPack {
  readonly fs: DurableFs;
  readonly newName: NewName;
  readonly pack: Uint8Array;
  readonly index: Uint8Array;
  readonly keepFile: string;
  readonly path: PackPath;
}

/** Writes a pack with a `.keep` file. Git finds it by its `.idx`, which therefore comes last. */
export async function writePackFiles({ fs, newName, pack, index, keepFile, path }: NewPack): Promise<void> {
  const files = [
    { extension: 'pack', bytes: pack },
    { extension: 'idx', bytes: index },
  ].map((file) => ({ ...file, temporary: join(dirname(path), newName(file.extension)) }));
  try {
    linkKeepFile(fs, keepFile, `${path}.keep`);
    await allSettled(files.map(({ temporary, bytes }) => fs.writeSynced(temporary, bytes, 0o444)));
    for (const { temporary, extension } of files) fs.rename(temporary, `${path}.${extension}`);
  } catch (error) {
    await allSettled(files.map(({ temporary }) => fs.discard(temporary)));
    if (!existsSync(`${path}.idx`)) await fs.discard(`${path}.pack`);
    throw error;
  }
}

/** The file may exist: the same objects may have been packed a moment ago and still be guarded. */
function linkKeepFile(fs: DurableFs, keepFile: string, path: string): void {
  try {
    fs.link(keepFile, path);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  }
}

function splitBySize(objects: readonly NamedObject[]): readonly (readonly NamedObject[])[] {
  const groups: NamedObject[][] = [[]];
  let size = 0;
  for (const object of objects) {
    size += object.content.length;
    if (size > MAX_PACK_BYTES && groups.at(-1)!.length > 0) {
      groups.push([]);
      size = object.content.length;
    }
    groups.at(-1)!.push(object);
  }
  return groups;
}
