import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { nullIfMissing } from '../../lib/disk/nullIfMissing.ts';
import { writeFileDurably } from '../../lib/disk/writeFileDurably.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { copyColumns, createColumns, type HistoryColumns, LIST_TYPES } from './historyColumns.ts';

/** The history index as it was at `head`. */
export interface HistorySnapshot {
  readonly head: string;
  readonly columns: HistoryColumns;
}

const VERSION = 5;
const CHECKSUM_BYTES = 20;
/** Typed arrays must begin at multiples of the size of their items. */
const ALIGNMENT = 8;
const PREFIX_BYTES = 8;

interface Header {
  readonly quire: 'history';
  readonly version: number;
  readonly home: string;
  readonly head: string;
  /** The number of bytes of each part. */
  readonly lists: readonly number[];
  readonly texts: number;
}

/** Whether a cache is of the same repository, content folder and format. */
const isUsableHeader = (header: Header, home: string): boolean =>
  header.quire === 'history' && header.version === VERSION && header.home === home;

const padded = (length: number): number => Math.ceil(length / ALIGNMENT) * ALIGNMENT;
const padToAlignment = (bytes: Uint8Array): Uint8Array => Buffer.concat([bytes], padded(bytes.length));

/** Writes the length of the header, the header, the lists, the texts and a checksum; lets other work run in between. */
export async function writeHistoryCache(path: string, home: string, { head, columns }: HistorySnapshot): Promise<void> {
  const { lists, texts } = copyColumns(columns);
  const bytes = lists.map((list) => new Uint8Array(list.buffer, list.byteOffset, list.byteLength));
  const words = Buffer.from(JSON.stringify(texts));
  const header: Header = {
    ...{ quire: 'history', version: VERSION, home, head },
    lists: bytes.map(({ length }) => length),
    texts: words.length,
  };
  const headerText = Buffer.from(JSON.stringify(header));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32LE(headerText.length);
  const parts = [prefix, ...[headerText, ...bytes, words].map(padToAlignment)];
  const checksum = createHash('sha1');
  const yieldIfBusy = createYieldIfBusy();
  for (const part of parts) {
    checksum.update(part);
    await yieldIfBusy();
  }
  await writeFileDurably(path, Buffer.concat([...parts, checksum.digest()]), 0o600);
}

/** The snapshot; null if there is none that is complete, of this format and of this home. */
export async function readHistoryCache(path: string, home: string): Promise<HistorySnapshot | null> {
  const file = await nullIfMissing(readFile(path));
  if (!file || !isWhole(file)) return null;
  const headerBytes = file.readUInt32LE(0);
  let at = PREFIX_BYTES;
  const take = (length: number): Buffer => {
    const part = file.subarray(at, at + length);
    at += padded(length);
    return part;
  };
  // The checksum proves that we wrote this.
  const header = JSON.parse(take(headerBytes).toString()) as Header;
  if (!isUsableHeader(header, home)) return null;
  const lists = header.lists.map((length, number) => {
    const part = take(length);
    return new LIST_TYPES[number]!(new Uint8Array(part).buffer);
  });
  const texts = JSON.parse(take(header.texts).toString()) as string[][];
  return { head: header.head, columns: createColumns({ lists, texts }) };
}

function isWhole(file: Buffer): boolean {
  const end = file.length - CHECKSUM_BYTES;
  if (end < PREFIX_BYTES) return false;
  return createHash('sha1').update(file.subarray(0, end)).digest().equals(file.subarray(end));
}
