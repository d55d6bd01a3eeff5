import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nullIfMissing } from '../../lib/disk/nullIfMissing.ts';
import { readByteRange } from '../../lib/disk/readByteRange.ts';
import { syncFolder } from '../../lib/disk/writeFileDurably.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { isString } from '../../lib/json/isString.ts';
import { coalesce } from '../../lib/turn/coalesce.ts';
import { createTaskQueue } from '../../lib/turn/createTaskQueue.ts';
import { isTimestamp } from '../../model/text/timestamp.ts';

const FILE_MODE = 0o600;
const BLOCK_BYTES = 64 * 1024;

/** One thing that somebody did, or tried to do (`ok` false). Never contains a credential. */
export interface AuditEntry {
  /** ISO 8601. */
  readonly at: string;
  /** `user/1`, `api-key/3`, or `anonymous`. */
  readonly actor: string;
  /** What was done, as `<area>.<verb>`: `auth.login`, `user.update`. */
  readonly action: string;
  /** What it was done to: `user/2`. */
  readonly record?: string;
  readonly ip?: string;
  readonly ok: boolean;
}

export interface AuditLog {
  /** The entry is durable when it resolves, unless `onError` was called. The log's clock sets `at`. */
  append(entry: Omit<AuditEntry, 'at'>): Promise<void>;
  /** Newest first, as of the first read; damaged lines are left out. */
  entries(): AsyncIterable<AuditEntry>;
  /** The number of lines, including damaged ones. */
  count(): Promise<number>;
}

interface AuditLogOptions {
  readonly privateDir: string;
  readonly clock: () => Date;
  /** Called if the log cannot be written: a full disk must not lock out the admin who could free it. */
  onError(error: unknown): void;
}

/**
 * The log of what happens outside the content repository: `<privateDir>/audit.ndjson`, one JSON object a line,
 * append-only.
 */
export function createAuditLog({ privateDir, clock, onError }: AuditLogOptions): AuditLog {
  const path = join(privateDir, 'audit.ndjson');
  const countLines = createLineCount();
  let pending = '';

  const flush = coalesce(async () => {
    const lines = pending;
    pending = '';
    await appendLines(path, lines, FILE_MODE);
  });

  return {
    async append({ actor, action, record, ip, ok }) {
      const entry = { at: clock().toISOString(), actor, action, record, ip, ok };
      pending += `${JSON.stringify(entry)}\n`;
      await flush().catch(onError);
    },
    async *entries() {
      const file = await nullIfMissing(open(path, 'r'));
      if (!file) return;
      try {
        for await (const line of linesFromEnd(file, (await file.stat()).size)) {
          const entry = parseEntry(line);
          if (entry) yield entry;
        }
      } finally {
        await file.close();
      }
    },
    async count() {
      const file = await nullIfMissing(open(path, 'r'));
      if (!file) return 0;
      try {
        return await countLines(file, (await file.stat()).size);
      } finally {
        await file.close();
      }
    },
  };
}

function parseEntry(line: string): AuditEntry | null {
  try {
    const entry: unknown = JSON.parse(line);
    return isEntry(entry) ? entry : null;
  } catch {
    return null;
  }
}

const isEntry = (value: unknown): value is AuditEntry => {
  const { at, actor, action, record = '', ip = '', ok } = isPlainObject(value) ? value : {};
  return isString(at) && isTimestamp(at) && [actor, action, record, ip].every(isString) && typeof ok === 'boolean';
};

/** Makes the function that counts the lines of a growing file without reading counted ones again. */
function createLineCount(): (file: FileHandle, size: number) => Promise<number> {
  let bytes = 0;
  let lines = 0;
  const inTurn = createTaskQueue();

  async function countOn(file: FileHandle, size: number): Promise<number> {
    if (size < bytes) bytes = lines = 0;
    while (bytes < size) {
      const block = await readByteRange(file, bytes, Math.min(size, bytes + BLOCK_BYTES));
      if (block.length === 0) break;
      for (const byte of block) if (byte === 0x0a) lines += 1;
      bytes += block.length;
    }
    return lines;
  }
  // After a failure, the next count continues where this one stopped.
  return (file, size) => inTurn(() => countOn(file, size));
}

/**
 * Appends whole lines (`text` ends in a line feed), which are durable when it resolves. A line that a crash cut short
 * is ended first, so that it does not damage the next. A new file gets the permissions `mode`.
 */
export async function appendLines(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, 'a+', mode);
  try {
    const { size } = await file.stat();
    await file.appendFile((await endsInLine(file, size)) ? text : `\n${text}`);
    await file.sync();
    if (size === 0) await syncFolder(dirname(path));
  } finally {
    await file.close();
  }
}

async function endsInLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a;
}

/** How much of a line is kept while its beginning is searched for; the end of a longer line is dropped. */
const MAX_LINE_BYTES = 1024 * 1024;

/**
 * The non-empty lines of the first `size` bytes of a file (UTF-8), last one first, with one block in memory at a time.
 */
export async function* linesFromEnd(file: FileHandle, size: number): AsyncGenerator<string> {
  let rest: Uint8Array = new Uint8Array();
  for (let end = size; end > 0; end -= BLOCK_BYTES) {
    const start = Math.max(0, end - BLOCK_BYTES);
    const bytes = Buffer.concat([await readByteRange(file, start, end), rest]);
    const firstFeed = start === 0 ? -1 : bytes.indexOf(0x0a);
    if (start > 0 && firstFeed < 0) {
      rest = bytes.length > MAX_LINE_BYTES ? new Uint8Array() : bytes;
      continue;
    }
    yield* bytes
      .toString('utf8', firstFeed + 1)
      .split('\n')
      .filter(Boolean)
      .reverse();
    rest = bytes.subarray(0, Math.max(0, firstFeed));
  }
}
