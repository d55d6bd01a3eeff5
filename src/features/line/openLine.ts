import { join } from 'node:path';
import type { ChangeParts } from '../../extend/featureParts.ts';
import { createAlarm } from '../../job/createAlarm.ts';
import { coalesce } from '../../lib/turn/coalesce.ts';
import { CmsError, conflict, type Detail, type ErrorCode } from '../../model/errors.ts';
import { because, type Wording } from '../../model/reason.ts';
import type { ProposalEvent } from '../../proposal/branch/proposalAnnouncer.ts';
import { writePrivateFile } from '../../store/privateFolder.ts';
import { readStateFile } from '../../store/readStateFile.ts';
import { type LineEntry, type LineRecord, parseLineRecord, type ReturnedEntry } from './lineEntry.ts';

/** Changes that wait to be published one after the other. */
export interface ChangeLine {
  readonly record: LineRecord;
  /** The change that is being published now. */
  readonly publishing: LineEntry | null;
  /** Puts a change at the end of the line; one that waits there with the same content stays where it is. Durable when it resolves. */
  join(entry: LineEntry): Promise<void>;
  /** Takes a change out of the line, and forgets that it was sent back. @throws CmsError CONFLICT while it is being published */
  leave(name: string): Promise<void>;
  /** Begins to publish. */
  start(parts: ChangeParts): void;
  /** Stops; resolves when nothing is being published. */
  close(): Promise<void>;
}

interface LineOptions {
  readonly privateDir: string;
  readonly clock: () => Date;
  /** Called when the place of a change is another one than before. */
  onMove(name: string): void;
  /** Tells those concerned that a change was sent back; the line goes on when it resolves. */
  tellReturned(entry: ReturnedEntry): Promise<void>;
  onError(error: unknown): void;
}

/** How long to wait before trying again what has nothing to do with the change. */
const RETRY_MS = 10_000;
/** How often something unexpected is tried again, so that one change does not hold up the others. */
const MAX_FAILURES = 3;
const MAX_RETURNED = 200;

/** Refusals that have nothing to do with the change. */
const PASSING: readonly ErrorCode[] = ['SERVICE_UNAVAILABLE', 'INSUFFICIENT_STORAGE', 'RATE_LIMITED'];

interface LineState {
  readonly options: LineOptions;
  record: LineRecord;
  publishing: LineEntry | null;
  parts: ChangeParts | null;
  running: Promise<void> | null;
  /** How often the first change has failed in a way that nobody foresaw. */
  failures: number;
  isClosed: boolean;
  readonly save: () => Promise<void>;
  readonly alarm: ReturnType<typeof createAlarm>;
}

export function openLine(options: LineOptions): ChangeLine {
  const { privateDir, clock, onError } = options;
  const file = join(privateDir, 'state', 'line.json');
  const line: LineState = {
    options,
    record: readLine(file, onError),
    ...{ publishing: null, parts: null, running: null, failures: 0, isClosed: false },
    save: coalesce(() => writePrivateFile(file, JSON.stringify(line.record))),
    alarm: createAlarm(clock, () => runLine(line)),
  };
  let unsubscribe: (() => void) | undefined;
  return {
    get record() {
      return line.record;
    },
    get publishing() {
      return line.publishing;
    },
    join: (entry) => joinLine(line, entry),
    leave: (name) => leaveLine(line, name),
    start(parts) {
      line.parts = parts;
      unsubscribe = parts.proposals.subscribe((event) => void onChangeEvent(line, event).catch(onError));
      runLine(line);
    },
    async close() {
      line.isClosed = true;
      unsubscribe?.();
      line.alarm.set(null);
      await line.running;
    },
  };
}

function readLine(file: string, onError: (error: unknown) => void): LineRecord {
  const onLost = (count: number): void =>
    onError(new Error(`${file} has ${count} entries that cannot be read: put these changes in line again`));
  const consequence = 'no change is in line now, put them in line again';
  const parse = (json: unknown): LineRecord => parseLineRecord(json, onLost);
  return readStateFile(file, { parse, consequence, onError }) ?? { waiting: [], returned: [] };
}

/** Changes what is kept; if it cannot be saved, the caller is told, and what was before counts again. */
async function changeRecord(line: LineState, change: (record: LineRecord) => LineRecord): Promise<void> {
  const before = line.record;
  const after = change(before);
  if (after === before) return;
  line.record = after;
  try {
    await line.save();
  } catch (error) {
    if (line.record === after) line.record = before;
    throw error;
  }
}

async function joinLine(line: LineState, entry: LineEntry): Promise<void> {
  const isSame = (one: LineEntry): boolean => one.name === entry.name && one.head === entry.head;
  if (line.record.waiting.some(isSame)) return;
  requireNotPublishing(line, entry.name);
  await changeRecord(line, (record) => {
    const { waiting, returned } = withoutChange(record, entry.name);
    return { waiting: [...waiting, entry], returned };
  });
  line.options.onMove(entry.name);
  runLine(line);
}

async function leaveLine(line: LineState, name: string): Promise<void> {
  requireNotPublishing(line, name);
  await changeRecord(line, (record) => withoutChange(record, name));
  tellMoves(line, name);
}

function requireNotPublishing({ publishing }: LineState, name: string): void {
  if (publishing?.name === name) throw conflict(because('beingPublished', 'It is being published now', {}));
}

function withoutChange(record: LineRecord, name: string): LineRecord {
  const isOther = (one: LineEntry): boolean => one.name !== name;
  const [waiting, returned] = [record.waiting.filter(isOther), record.returned.filter(isOther)];
  const isSame = waiting.length === record.waiting.length && returned.length === record.returned.length;
  return isSame ? record : { waiting, returned };
}

/** The places of all have moved on. */
function tellMoves({ record, options }: LineState, ...others: readonly string[]): void {
  for (const name of new Set([...others, ...record.waiting.map((one) => one.name)])) options.onMove(name);
}

/** A change that is gone is in line no longer, and neither is a new one under its name. */
async function onChangeEvent(line: LineState, { type, name }: ProposalEvent): Promise<void> {
  if (type === 'change.updated' || line.publishing?.name === name) return;
  await changeRecord(line, (record) => withoutChange(record, name));
}

function runLine(line: LineState): void {
  if (line.parts === null || line.isClosed) return;
  line.running ??= publishWaiting(line, line.parts);
}

const retryLater = ({ alarm, isClosed, options }: LineState): void =>
  alarm.set(isClosed ? null : options.clock().getTime() + RETRY_MS);

async function publishWaiting(line: LineState, parts: ChangeParts): Promise<void> {
  try {
    await tellUntold(line);
    for (let entry = line.record.waiting[0]; entry && !line.isClosed; entry = line.record.waiting[0]) {
      const outcome = await publishEntry(line, entry, parts);
      if (outcome === 'later') return retryLater(line);
      await recordOutcome(line, entry, outcome);
      await tellUntold(line);
      tellMoves(line, entry.name);
    }
  } catch (error) {
    line.options.onError(error);
    retryLater(line);
  } finally {
    // Nothing may come between this and the look at who waits, or a change that joins would be overlooked.
    line.running = null;
  }
}

/** Why a change could not be published. */
type LineRefusal = Pick<ReturnedEntry, 'details' | 'clashes'>;

async function publishEntry(
  line: LineState,
  entry: LineEntry,
  parts: ChangeParts,
): Promise<LineRefusal | 'later' | null> {
  line.publishing = entry;
  line.options.onMove(entry.name);
  try {
    return await publishAsKept(entry, parts);
  } catch (error) {
    if (error instanceof CmsError) return PASSING.includes(error.code) ? 'later' : error;
    line.options.onError(error);
    line.failures += 1;
    return line.failures < MAX_FAILURES ? 'later' : toRefusal(because('unexpected', 'something went wrong', {}));
  } finally {
    line.publishing = null;
  }
}

/** Publishes what joined the line with the present rights of whoever put it there; null if it is live now, or gone. */
async function publishAsKept(entry: LineEntry, { proposals, presentActor }: ChangeParts): Promise<LineRefusal | null> {
  const { name, head, note } = entry;
  const actor = presentActor(entry.actor);
  if (!actor) {
    const asked = entry.actor.name;
    return toRefusal(because('mayNotPublish', `${asked} may no longer publish it`, { name: asked }));
  }
  try {
    await proposals.publish(name, { choices: [], actor, head, note });
    return null;
  } catch (error) {
    // The server was killed after it had published the change.
    if (error instanceof CmsError && error.code === 'NOT_FOUND') return null;
    if (error instanceof CmsError && error.code === 'PRECONDITION_FAILED')
      return toRefusal(
        because('editedInLine', 'It was edited while it was in line: look at it and put it in line again', {}),
      );
    throw error;
  }
}

const toRefusal = (wording: Wording): LineRefusal => ({
  details: [{ path: [], ...wording } satisfies Detail],
  clashes: [],
});

async function recordOutcome(line: LineState, entry: LineEntry, refusal: LineRefusal | null): Promise<void> {
  line.failures = 0;
  const returnedAt = line.options.clock().toISOString();
  await changeRecord(line, (record) => {
    const { waiting, returned } = withoutChange(record, entry.name);
    if (refusal === null) return { waiting, returned };
    const { details, clashes } = refusal;
    return {
      waiting,
      returned: [...returned, { ...entry, returnedAt, details, clashes, isTold: false }].slice(-MAX_RETURNED),
    };
  });
}

/** Tells of what was sent back, also by a server that was killed before it could. */
async function tellUntold(line: LineState): Promise<void> {
  for (const entry of line.record.returned.filter(({ isTold }) => !isTold)) {
    await line.options.tellReturned(entry);
    await changeRecord(line, ({ waiting, returned }) => ({
      waiting,
      returned: returned.map((one) => (one === entry ? { ...one, isTold: true } : one)),
    }));
  }
}
