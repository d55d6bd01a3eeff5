import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { readFileIfExists } from '../lib/readFileIfExists.ts';
import { writeFileDurably } from '../lib/writeFileDurably.ts';
import type { HistoryState } from './historyState.ts';

/** The state of the history index at a commit. */
export interface HistorySnapshot {
  readonly head: string;
  readonly state: HistoryState;
}

const VERSION = 1;
const LINES_PER_SLICE = 5_000;

/** Same repository folder, same content folder, same format; anything else is not our cache. */
const headerOf = (home: string, head: string): string =>
  JSON.stringify({ quire: 'history', version: VERSION, home, head });
const checksum = (text: string): string => createHash('sha1').update(text).digest('hex');

/** Writes one line for the header, one a file, and a checksum; other work gets its turn in between. */
export async function writeHistoryCache(path: string, home: string, { head, state }: HistorySnapshot): Promise<void> {
  const files = [...state];
  const slices = [`${headerOf(home, head)}\n`];
  for (let from = 0; from < files.length; from += LINES_PER_SLICE) {
    const lines = files
      .slice(from, from + LINES_PER_SLICE)
      .map(([file, known]) => JSON.stringify([file, known.commit, known.at, known.author, known.firstAt, known.blob]));
    slices.push(`${lines.join('\n')}\n`);
    await breathe();
  }
  const text = slices.join('');
  await writeFileDurably(path, `${text}${checksum(text)}\n`, 0o600);
}

/** The snapshot, or null when there is none that is whole, of this format and of this home. */
export async function readHistoryCache(path: string, home: string): Promise<HistorySnapshot | null> {
  const text = (await readFileIfExists(path)) ?? '';
  const end = text.lastIndexOf('\n', text.length - 2) + 1;
  if (end === 0 || text.slice(end) !== `${checksum(text.slice(0, end))}\n`) return null;
  const [header, ...lines] = text.slice(0, end - 1).split('\n');
  const { head } = JSON.parse(header!) as { head: string };
  if (header !== headerOf(home, head)) return null;
  const state: HistoryState = new Map();
  for (const line of lines) {
    // The checksum says that we wrote this line.
    const [file, commit, at, author, firstAt, blob] = JSON.parse(line) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    state.set(file, { commit, at, author, firstAt, blob });
  }
  return { head, state };
}
