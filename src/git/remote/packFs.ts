import { createHash } from 'node:crypto';
import { promises } from 'node:fs';
import { dirname, join } from 'node:path';
import { durableFs } from '../disk/durableFs.ts';
import { packNames } from '../objects/temporaryObjects.ts';
import { requireBoundedPack } from './packBounds.ts';

/**
 * The file system that isomorphic-git gets: it reads a configuration that names one remote, and can write nothing but
 * packs, which are checked first. `written` resolves when their bytes are durable and they have their names.
 */
export function createPackFs(commonDir: string, remote: string) {
  const config = `[core]\n\trepositoryformatversion = 0\n[remote "${remote}"]\n\tfetch = +refs/heads/*:refs/remotes/${remote}/*\n`;
  const packs = new Map<string, Uint8Array>();
  let writing = Promise.resolve();

  async function writeFile(path: string, bytes: Uint8Array): Promise<void> {
    const [, name, ending] = /pack-([0-9a-f]{40})\.(pack|idx)$/.exec(path) ?? [];
    if (name === undefined) return;
    if (ending === 'pack') return void packs.set(name, requireIntactPack(bytes, name));
    writing = writeReceivedPack(path.slice(0, -'.idx'.length), packs.get(name)!, bytes);
    return writing;
  }

  const { stat, lstat, readdir, readlink } = promises;
  const nothing = async (): Promise<void> => undefined;
  const fs = {
    promises: {
      ...{ stat, lstat, readdir, readlink, writeFile },
      ...{ mkdir: nothing, rmdir: nothing, unlink: nothing, symlink: nothing, rm: nothing, chmod: nothing },
      readFile: async (path: string, options?: { readonly encoding?: BufferEncoding } | BufferEncoding) =>
        path === join(commonDir, 'config') ? encode(config, options) : promises.readFile(path, options),
    },
  };
  return { fs, written: () => writing };
}

const encode = (text: string, options?: { readonly encoding?: BufferEncoding } | BufferEncoding): string | Buffer =>
  options === undefined || (typeof options === 'object' && options.encoding === undefined) ? Buffer.from(text) : text;

/** A pack is named after the checksum at its end (gitformat-pack), which nobody else checks, as nobody bounds its objects. */
function requireIntactPack(pack: Uint8Array, name: string): Uint8Array {
  const sum = createHash('sha1').update(pack.subarray(0, -20)).digest('hex');
  if (sum !== name) throw new Error('the host broke off: what it sent is incomplete');
  requireBoundedPack(Buffer.from(pack.buffer, pack.byteOffset, pack.byteLength));
  return pack;
}

/** Git finds a pack by its index, which therefore comes last. */
async function writeReceivedPack(path: string, pack: Uint8Array, index: Uint8Array): Promise<void> {
  const newName = packNames();
  const files = [
    { ending: 'pack', bytes: pack },
    { ending: 'idx', bytes: index },
  ].map((file) => ({ ...file, temporary: join(dirname(path), newName(file.ending)) }));
  durableFs.makeFolder(dirname(path));
  try {
    for (const { temporary, bytes } of files) await durableFs.writeSynced(temporary, bytes, 0o444);
    for (const { temporary, ending } of files) durableFs.rename(temporary, `${path}.${ending}`);
  } catch (error) {
    for (const { temporary } of files) await durableFs.discard(temporary);
    throw error;
  }
}
