import { availableParallelism } from 'node:os';
import { TooMuchWork } from '../../lib/turn/createThread.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { FileError } from '../codec/fileError.ts';
import { type ContentThread, createContentThread, MAX_CHARACTERS_HERE } from './contentThread.ts';
import { type DecidedFile, decideFile, type FileToDecide } from './decideFile.ts';

/** Does what `decideFile` does, without blocking the event loop for long. */
export type DecideFile = (file: FileToDecide) => Promise<DecidedFile | null>;

type DecidingThread = Pick<ContentThread, 'decideFile' | 'decideFiles'>;

/** Small files of which this many wait are worth a message to the thread. */
const SHARE = 32;

/** Makes the function that decides large files in another thread, and of very many small ones a share. */
export function createDecideFile(thread: DecidingThread = createContentThread()): DecideFile {
  const decideSmall = createDecideSmall(thread);
  return async (file) => {
    if (isSmallFile(file)) return decideSmall(file);
    return orTooLarge(thread.decideFile(file));
  };
}

/** A small file that somebody waits for. */
interface WaitingFile {
  readonly file: FileToDecide;
  resolve(decided: DecidedFile | null): void;
  reject(reason: unknown): void;
}

function createDecideSmall(thread: DecidingThread): DecideFile {
  const waiting: WaitingFile[] = [];
  /** Whether the thread, or this one, is at work on those that wait. */
  const isBusy = { there: availableParallelism() < 2, here: false };

  async function decideThere(): Promise<void> {
    isBusy.there = true;
    while (waiting.length >= 2 * SHARE) {
      const share = waiting.splice(-SHARE);
      const answers = await thread.decideFiles(share.map(({ file }) => file)).catch(() => null);
      // What the thread has given up is done here.
      for (const [at, one] of share.entries()) answerWaiting(one, answers?.[at] ?? (() => decideFile(one.file)));
    }
    isBusy.there = false;
  }

  async function decideHere(): Promise<void> {
    isBusy.here = true;
    const yieldIfBusy = createYieldIfBusy();
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { file } = next;
      answerWaiting(next, () => decideFile(file));
      if (!isBusy.there && waiting.length >= 2 * SHARE) void decideThere();
      await yieldIfBusy();
    }
    isBusy.here = false;
  }

  return (file) =>
    new Promise((resolve, reject) => {
      waiting.push({ file, resolve, reject });
      if (!isBusy.here) void decideHere();
    });
}

function answerWaiting({ resolve, reject }: WaitingFile, decide: () => DecidedFile | null): void {
  try {
    resolve(decide());
  } catch (error) {
    reject(error);
  }
}

async function orTooLarge<T>(deciding: Promise<T>): Promise<T> {
  try {
    return await deciding;
  } catch (error) {
    if (error instanceof TooMuchWork) throw new FileError('LIMIT', 'Writing it takes too long');
    throw error;
  }
}

function isSmallFile({ record, format, present }: FileToDecide): boolean {
  const left = MAX_CHARACTERS_HERE[format] - (present?.bytes.length ?? 0);
  return left > 0 && JSON.stringify(record.data).length <= left;
}
