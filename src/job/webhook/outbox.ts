import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import type { Cursor } from '../bus.ts';
import type { Delivery } from './delivery.ts';

/** What is known of one webhook besides its record. */
export interface OutboxState {
  /** Up to where events have been taken in; null: none yet. */
  readonly cursor: Cursor | null;
  /** How often others have moved HEAD up to there. */
  readonly moves: number;
  /** The first failure since the last success, ISO 8601. */
  readonly failingSince: string | null;
  /** Why Quire has switched it off. */
  readonly stopped: string | null;
}

/** The durable state of one webhook: its cursor, messages to send, and a log of those that were sent. */
export interface Outbox {
  readonly state: OutboxState;
  /** In the order they are to be sent. */
  pending(): Iterable<Delivery>;
  readonly pendingCount: number;
  find(id: string): Delivery | undefined;
  /** All that is known, newest first. */
  all(): readonly Delivery[];
  /** Keeps deliveries, new or changed, and what else is new of the state, all at once. */
  save(deliveries: readonly Delivery[], state?: Partial<OutboxState>): void;
  close(): void;
  /** Removes it; what is saved afterwards is nowhere. */
  remove(): void;
}

type Line = Partial<OutboxState> & { readonly deliveries?: readonly Delivery[] };

/** Settled deliveries beyond these are forgotten, oldest first. */
const MAX_SETTLED = 200;
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const NOTHING: OutboxState = { cursor: null, moves: 0, failingSince: null, stopped: null };

interface Options {
  readonly file: string;
  /** Told when the file cannot be written; the state in memory stays right. */
  onError(error: unknown): void;
}

/**
 * Opens the journal of one webhook: a JSON object a line, the later ones over the earlier. A line is with the system
 * before anything else happens, so that a killed process loses none. It is not forced to disk: the lines that a power
 * failure takes away are derived again from git, since cursor and deliveries stand in one file and go together.
 */
export function openOutbox({ file, onError }: Options): Outbox {
  let state = NOTHING;
  const pending = new Map<string, Delivery>();
  const settled = new Map<string, Delivery>();
  let handle: number | null = null;
  let size = 0;
  let isRemoved = false;

  function take({ deliveries = [], ...rest }: Line): void {
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

  /** Where it fails all is written anew next time: a line may be there in part, or in a file that is not in its place. */
  function append(line: Line): void {
    try {
      if (handle === null || size > MAX_FILE_BYTES) rewrite();
      else write(handle, line);
    } catch (error) {
      close();
      onError(error);
    }
  }

  function write(to: number, line: Line): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    writeFileSync(to, bytes);
    size += bytes.length;
  }

  /** Writes what counts in place of how it came about. */
  function rewrite(): void {
    close();
    mkdirSync(dirname(file), { recursive: true, mode: FOLDER_MODE });
    const beside = `${file}.tmp`;
    handle = openSync(beside, 'w', FILE_MODE);
    size = 0;
    write(handle, { ...state, deliveries: [...settled.values(), ...pending.values()] });
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
    close,
    remove() {
      isRemoved = true;
      close();
      rmSync(file, { force: true });
    },
  };
}

/** The whole lines of the journal; the last may have been cut short. */
function readLines(file: string): readonly Line[] {
  try {
    return readFileSync(file, 'utf8').split('\n').flatMap(parseLine);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}

function parseLine(text: string): readonly Line[] {
  try {
    return text === '' ? [] : [JSON.parse(text) as Line];
  } catch {
    return [];
  }
}
