import { createThread } from '../../lib/turn/createThread.ts';

export interface PacksToMerge {
  readonly folder: string;
  /** Without extension, oldest first. */
  readonly names: readonly string[];
}

/** A pack and its index, as bytes. */
export interface MergedPack {
  readonly checksum: Uint8Array;
  readonly pack: Uint8Array;
  readonly index: Uint8Array;
  /** Names of the packs it was made of, oldest first. */
  readonly of: readonly string[];
}

/** What has become of packs. */
export interface Merged {
  /** Null where fewer than two of them are sound. */
  readonly made: MergedPack | null;
  /** Names of those that could not be merged. */
  readonly damaged: readonly string[];
}

/** A thread that merges packs. */
export interface MergeThread {
  /**
   * Answers with the pack that these become, damaged ones left out; null where git has removed one of them. One at a time.
   */
  merge(packs: PacksToMerge): Promise<Merged | null>;
  close(): Promise<void>;
}

/**
 * No program of git's does this: to start one the system copies the page tables of this process, during which nothing is
 * answered (25 ms for 300 MB), and `git pack-objects --stdin-packs` walks through the whole history.
 */
export function createMergeThread(): MergeThread {
  const { ask, close } = createThread<PacksToMerge, Merged | null>('mergeWorker.js');
  return { merge: ask, close };
}
