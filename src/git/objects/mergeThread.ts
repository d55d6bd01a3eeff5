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
  /** Names of the packs it was made from, oldest first. */
  readonly of: readonly string[];
}

/** The outcome of merging packs. */
export interface PackMergeResult {
  /** Null if fewer than two of them are sound. */
  readonly made: MergedPack | null;
  /** Names of the packs that could not be merged. */
  readonly damaged: readonly string[];
}

/** A thread that merges packs. */
export interface MergeThread {
  /** Merges the packs, one request at a time, and leaves out damaged ones; null if git has removed one of them. */
  merge(packs: PacksToMerge): Promise<PackMergeResult | null>;
  close(): Promise<void>;
}

/**
 * Not done by a git program: to start one, the system copies the page tables of this process, during which nothing is
 * answered (25 ms for 300 MB), and `git pack-objects --stdin-packs` walks through the whole history.
 */
export function createMergeThread(): MergeThread {
  const { ask, close } = createThread<PacksToMerge, PackMergeResult | null>('mergeWorker.js');
  return { merge: ask, close };
}
