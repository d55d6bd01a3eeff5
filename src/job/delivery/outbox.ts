import {
  closeSync,
  fsync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import type { EventCursor } from '../bus.ts';
import type { Delivery } from './delivery.ts';

/** The state of one receiver besides what is waiting. */
export interface OutboxState {
  /** How far events have been received; null: none yet. */
  readonly cursor: EventCursor | null;
  /** How often others have moved HEAD so far. */
  readonly moves: number;
  /** The first failure since the last success, ISO 8601. */
  readonly failingSince: string | null;
  /** Why Quire has switched it off. */
  readonly stopped: string | null;
}

/** The persistent state of one receiver: its cursor, messages to send, and a log of sent ones. */
export interface Outbox {
  readonly state: OutboxState;
  /** The messages to send, in order. */
  pending(): Iterable<Delivery>;
  readonly pendingCount: number;
  find(id: string): Delivery | undefined;
  /** All deliveries, newest first. */
  all(): readonly Delivery[];
  /** Saves new or changed deliveries and changes of the state, all at once. */
  save(deliveries: readonly Delivery[], state?: Partial<OutboxState>): void;
  /** Forces what is saved to the disk, for deliveries that nothing else remembers. Never throws. */
  sync(): Promise<void>;
  close(): void;
  /** Removes the file; later saves do nothing. */
  remove(): void;
}

type JournalLine = Partial<OutboxState> & { readonly deliveries?: readonly Delivery[] };

/** Settled deliveries beyond these are forgotten, oldest first. */
const MAX_SETTLED = 200;
/** A journal grows to this size, or to twice the state in it, before it is rewritten: each byte is written about twice. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const syncFile = promisify(fsync);
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const NOTHING: OutboxState = { cursor: null, moves: 0, failingSince: null, stopped: null };

interface Options {
  readonly file: string;
  /** Called when the file cannot be written; the state in memory stays correct. */
  onError(error: unknown): void;
}

/**
 * Opens the journal of one receiver: one JSON object a line, later ones override earlier ones. Each line is handed to the
 * system at once, so a killed process loses none. It is not forced to disk: lines lost in a power failure are derived
 * again from git, because cursor and deliveries are in the same file and are lost together.
 */
export function openOutbox({ file, onError }: Options): Outbox {
  let state = NOTHING;
  const pending = new Map<string, Delivery>();
  const settled = new Map<string, Delivery>();
  let handle: number | null = null;
  let size = 0;
  let maxBytes = MAX_FILE_BYTES;
  let isRemoved = false;

  function take({ deliveries = [], ...rest }: JournalLine): void {
    state = { ...state, ...rest };
    for (const delivery of deliveries) {
      settled.delete(delivery.id);
      if (delivery.status === 'pending') pending.set(delivery.id, delivery);
      else {
        pending.delete(delivery.id);
        settled.set(delivery.id, delivery);
      }
    }
    for (const id of settled.keys()) if (settled.size > MAX_SETTLED) settled.delete(id);
  }

  /** After a failure the next save rewrites the file: a line may be incomplete, or in a file that was not renamed. */
  function append(line: JournalLine): void {
    try {
      if (handle === null || size > maxBytes) rewrite();
      else write(handle, line);
    } catch (error) {
      close();
      onError(error);
    }
  }

  function write(to: number, line: JournalLine): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    writeFileSync(to, bytes);
    size += bytes.length;
  }

  /** Replaces the journal by the present state. */
  function rewrite(): void {
    close();
    mkdirSync(dirname(file), { recursive: true, mode: FOLDER_MODE });
    const beside = `${file}.tmp`;
    handle = openSync(beside, 'w', FILE_MODE);
    size = 0;
    write(handle, { ...state, deliveries: [...settled.values(), ...pending.values()] });
    maxBytes = Math.max(MAX_FILE_BYTES, 2 * size);
    fsyncSync(handle);
    renameSync(beside, file);
  }

  function close(): void {
    if (handle !== null) closeSync(handle);
    handle = null;
  }

  for (const line of readLines(file)) take(line);
  return {
    get state() {
      return state;
    },
    pending: () => pending.values(),
    get pendingCount() {
      return pending.size;
    },
    find: (id) => pending.get(id) ?? settled.get(id),
    all: () => [...settled.values(), ...pending.values()].reverse(),
    save(deliveries, rest = {}) {
      if (isRemoved) return;
      const line = { deliveries, ...rest };
      take(line);
      append(line);
    },
    async sync() {
      const synced = handle;
      if (synced === null) return;
      await syncFile(synced).catch((error: unknown) => {
        // A file that has been replaced meanwhile is on the disk.
        if (handle === synced) onError(error);
      });
    },
    close,
    remove() {
      isRemoved = true;
      close();
      rmSync(file, { force: true });
    },
  };
}

/** The complete lines of the journal; the last one may be cut off. */
function readLines(file: string): readonly JournalLine[] {
  try {
    return readFileSync(file, 'utf8').split('\n').flatMap(parseJournalLine);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}

function parseJournalLine(text: string): readonly JournalLine[] {
  try {
    const line: unknown = text === '' ? null : JSON.parse(text);
    // We write such objects only, each in one piece: whatever else is there is damage.
    return isPlainObject(line) ? [line as JournalLine] : [];
  } catch {
    return [];
  }
}
