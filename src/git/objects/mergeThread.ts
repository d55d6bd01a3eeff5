import { Worker } from 'node:worker_threads';
import { packageFile } from '../../lib/disk/packageFile.ts';

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

/** Starting it takes 30 ms of processor time, and it may hold as much memory as the packs it has merged. */
const IDLE_MS = 10_000;

/**
 * The thread starts when it is needed and ends when it has not been for a while. No program of git's does this: to start
 * one the system copies the page tables of this process, during which nothing is answered (25 ms for 300 MB), and
 * `git pack-objects --stdin-packs` walks through the whole history.
 */
export function createMergeThread(): MergeThread {
  let worker: Worker | null = null;
  let ending: NodeJS.Timeout | undefined;

  async function close(): Promise<void> {
    clearTimeout(ending);
    const idle = worker;
    worker = null;
    await idle?.terminate();
  }

  function start(): Worker {
    const started = new Worker(packageFile('dist/mergeWorker.js'));
    const lose = (): void => {
      if (worker === started) worker = null;
    };
    // Whoever waits for an answer hears of both, too.
    started.on('error', lose).once('exit', lose);
    return started;
  }

  return {
    async merge(packs) {
      clearTimeout(ending);
      worker ??= start();
      try {
        worker.postMessage(packs);
        return await answerOf(worker);
      } finally {
        ending = setTimeout(close, IDLE_MS).unref();
      }
    },
    close,
  };
}

function answerOf(worker: Worker): Promise<Merged | null> {
  return new Promise((resolve, reject) => {
    worker.ref();
    const end = (code: number): void => reject(new Error(`The thread that merges packs ended with ${code}`));
    worker.once('error', reject).once('exit', end);
    worker.once('message', (merged: Merged | null) => {
      worker.off('error', reject).off('exit', end).unref();
      resolve(merged);
    });
  });
}
