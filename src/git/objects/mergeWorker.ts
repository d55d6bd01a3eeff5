import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { answerTasks } from '../../lib/turn/createThread.ts';
import { encodePackIndex } from '../format/pack/packIndex.ts';
import { DamagedPack, mergePacks } from './mergePacks.ts';
import type { PackMergeResult, PacksToMerge } from './mergeThread.ts';

/** Runs in a worker thread: answers with the merged pack, or with null if one of the packs is gone. */
answerTasks<PacksToMerge, PackMergeResult | null>(mergeNamedPacks);

async function mergeNamedPacks({ folder, names }: PacksToMerge): Promise<PackMergeResult | null> {
  try {
    const packs = names.map((name) => {
      const path = join(folder, name);
      return { name, bytes: readFileSync(`${path}.pack`), index: readFileSync(`${path}.idx`) };
    });
    return await mergeSound(packs);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

type NamedPack = Parameters<typeof mergePacks>[0][number] & { readonly name: string };

/** A damaged pack does not keep the others from being merged. */
async function mergeSound(packs: readonly NamedPack[]): Promise<PackMergeResult> {
  const sound = [...packs];
  const damaged: string[] = [];
  while (sound.length > 1) {
    try {
      const merged = await mergePacks(sound);
      const of = sound.map(({ name }) => name);
      return { made: { checksum: merged.checksum, pack: merged.bytes, index: encodePackIndex(merged), of }, damaged };
    } catch (error) {
      if (!(error instanceof DamagedPack)) throw error;
      damaged.push(...sound.splice(error.position, 1).map(({ name }) => name));
    }
  }
  return { made: null, damaged };
}
