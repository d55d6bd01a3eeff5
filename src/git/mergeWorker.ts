import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import { mergePacks } from './mergePacks.ts';
import type { MergedPack, PacksToMerge } from './mergeThread.ts';
import { encodePackIndex } from './packIndexWrite.ts';

/** Runs in a worker thread: answers with the pack that these become, null where one of them is gone. */
parentPort?.on('message', async (packs: PacksToMerge) => parentPort?.postMessage(await merge(packs)));

async function merge({ folder, names }: PacksToMerge): Promise<MergedPack | null> {
  try {
    const packs = names.map((name) => {
      const path = join(folder, name);
      return { bytes: readFileSync(`${path}.pack`), index: readFileSync(`${path}.idx`) };
    });
    const merged = await mergePacks(packs);
    return { checksum: merged.checksum, pack: merged.bytes, index: encodePackIndex(merged) };
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}
