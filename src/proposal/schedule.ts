import { join } from 'node:path';
import { isObjectId } from '../git/format/object.ts';
import { createAlarm } from '../job/createAlarm.ts';
import { isPlainObject } from '../lib/json/isPlainObject.ts';
import { coalesce } from '../lib/turn/coalesce.ts';
import type { Actor } from '../model/access.ts';
import type { Problem } from '../model/entry.ts';
import { CmsError, type Detail, describeDetail, forbidden } from '../model/errors.ts';
import { because, type Wording } from '../model/reason.ts';
import { isTimestamp } from '../model/text/timestamp.ts';
import { writePrivateFile } from '../store/privateFolder.ts';
import { readStateFile } from '../store/readStateFile.ts';
import type { ProposalEvent } from './branch/proposalAnnouncer.ts';
import type { Proposals } from './proposals.ts';

/** When to publish a change, and on whose behalf. */
export interface Due {
  /** ISO 8601. */
  readonly at: string;
  readonly actor: Pick<Actor, 'type' | 'id' | 'name' | 'email' | 'role'>;
  /** The head when the time was set: nobody has approved later commits from elsewhere. */
  readonly head: string;
  /** What its author says about it, for the history. */
  readonly note?: string | undefined;
}

/** Publishes changes at their times. The times are kept in the private folder, so that a pushed branch cannot set one. */
export interface ProposalSchedule {
  /** Starts, also with what is due already. Call it once the branches of the git host are known. */
  start(): void;
  /** The time of a change, ISO 8601; null if it has none. */
  of(name: string): string | null;
  /** The changes that have a time. */
  names(): readonly string[];
  /** Sets the time of a change, or clears it with null; durable when it resolves. */
  set(name: string, due: Due | null): Promise<void>;
  /** Why a change cannot be published on time, as far as known; empty if nothing prevents it. */
  refusalOf(name: string): readonly Detail[];
  /** One problem for each change that cannot be published at its time, or could not be: it waits. */
  problems(): readonly Problem[];
  close(): Promise<void>;
}

/**
 * Refuses to write to a change with a time: everything in it becomes live then without another review.
 *
 * @throws CmsError FORBIDDEN for actors whose work others publish
 */
export function requireNoTime(
  name: string,
  { changesOnly = false }: Pick<Actor, 'changesOnly'>,
  schedule: Pick<ProposalSchedule, 'of'>,
): void {
  if (changesOnly && schedule.of(name) !== null)
    throw forbidden(
      because('hasTime', 'This change has a publishing time: ask someone else to edit it or to clear the time', {}),
    );
}

interface Parts {
  readonly proposals: Pick<Proposals, 'publish' | 'unseenSince' | 'subscribe'>;
  readonly privateDir: string;
  readonly clock: () => Date;
  /** The present state of an actor; null if they may no longer publish. */
  presentActor(actor: Due['actor']): Actor | null;
  onError(error: unknown): void;
}

/** How long to wait before trying to publish again. */
const RETRY_MS = 30_000;

interface PublishRefusal {
  readonly details: readonly Detail[];
  readonly retryAt: number;
}

/** What a schedule works on. */
interface Scheduling {
  readonly parts: Parts;
  readonly due: Map<string, Due>;
  readonly refused: Map<string, PublishRefusal>;
  readonly alarm: ReturnType<typeof createAlarm>;
  readonly save: () => Promise<void>;
  running: Promise<void> | null;
  /** Resolves when all events so far have been handled. */
  handling: Promise<void>;
  isClosed: boolean;
}

export function createProposalSchedule(parts: Parts): ProposalSchedule {
  const file = join(parts.privateDir, 'state', 'changes.json');
  const due = new Map(readDue(parts, file));
  const scheduling: Scheduling = {
    parts,
    due,
    refused: new Map(),
    alarm: createAlarm(parts.clock, () => runSchedule(scheduling)),
    save: coalesce(() => writePrivateFile(file, JSON.stringify(Object.fromEntries(due)))),
    running: null,
    handling: Promise.resolve(),
    isClosed: false,
  };
  const { refused, alarm } = scheduling;
  let unsubscribe: (() => void) | undefined;
  return {
    start() {
      unsubscribe = parts.proposals.subscribe((event) => onEvent(scheduling, event));
      for (const name of due.keys()) onEvent(scheduling, { type: 'change.updated', name });
      setScheduleAlarm(scheduling);
    },
    of: (name) => due.get(name)?.at ?? null,
    names: () => [...due.keys()],
    set: (name, wanted) => set(scheduling, name, wanted),
    refusalOf: (name) => refused.get(name)?.details ?? [],
    problems: () =>
      [...refused].map(([name, { details }]) => ({
        path: '.git',
        code: 'SCHEDULE' as const,
        message: explainRefusal(scheduling, name, details.map(describeDetail).join('; ')),
      })),
    async close() {
      scheduling.isClosed = true;
      unsubscribe?.();
      alarm.set(null);
      await scheduling.handling;
      await scheduling.running;
    },
  };
}

/** Sets or clears a time; if that cannot be saved, the one before stays. */
async function set(scheduling: Scheduling, name: string, wanted: Due | null): Promise<void> {
  const { due, refused, save } = scheduling;
  const before = due.get(name);
  const next = wanted ? { ...wanted, actor: toStoredActor(wanted.actor) } : undefined;
  refused.delete(name);
  put(due, name, next);
  try {
    if (before || next) await save();
  } catch (error) {
    // Somebody may have set another one meanwhile.
    if (due.get(name) === next) put(due, name, before);
    throw error;
  } finally {
    setScheduleAlarm(scheduling);
  }
}

function put(due: Map<string, Due>, name: string, one: Due | undefined): void {
  if (one) due.set(name, one);
  else due.delete(name);
}

async function clearDue({ due, refused, save }: Scheduling, name: string): Promise<void> {
  refused.delete(name);
  if (due.delete(name)) await save();
}

function setScheduleAlarm({ due, refused, alarm, isClosed }: Scheduling): void {
  const times = [...due].map((one) => wakeTime(one, refused));
  alarm.set(isClosed || times.length === 0 ? null : Math.min(...times));
}

const wakeTime = ([name, { at }]: readonly [string, Due], refused: ReadonlyMap<string, PublishRefusal>): number =>
  Math.max(Date.parse(at), refused.get(name)?.retryAt ?? 0);

function runSchedule(scheduling: Scheduling): void {
  scheduling.running ??= publishDue(scheduling)
    .catch(scheduling.parts.onError)
    .finally(() => {
      scheduling.running = null;
      setScheduleAlarm(scheduling);
    });
}

async function publishDue(scheduling: Scheduling): Promise<void> {
  const { parts, due, refused } = scheduling;
  const now = parts.clock().getTime();
  for (const one of [...due])
    if (!scheduling.isClosed && wakeTime(one, refused) <= now) await publishOnTime(scheduling, one);
}

async function publishOnTime(scheduling: Scheduling, [name, wanted]: readonly [string, Due]): Promise<void> {
  const { parts, due, refused } = scheduling;
  const failure = await tryToPublish(parts, name, wanted);
  // Somebody may have changed the time meanwhile.
  if (due.get(name) !== wanted) return;
  if (failure === null) return clearDue(scheduling, name);
  refused.set(name, { details: failure, retryAt: parts.clock().getTime() + RETRY_MS });
}

/** Why a change could not be published; null if it is live now, or no longer exists. */
async function tryToPublish(
  { proposals, presentActor, onError }: Parts,
  name: string,
  { actor: asked, head: seen, at, note }: Due,
): Promise<readonly Detail[] | null> {
  const actor = presentActor(asked);
  if (!actor)
    return [ofChange(because('mayNotPublish', `${asked.name} may no longer publish it`, { name: asked.name }))];
  try {
    const { head, unseen } = await proposals.unseenSince(name, seen);
    if (unseen !== null) return [ofChange(unseen)];
    await proposals.publish(name, { choices: [], actor, head, note, scheduledAt: at });
    return null;
  } catch (error) {
    if (!(error instanceof CmsError)) {
      onError(error);
      return [ofChange(because('unexpected', 'something went wrong', {}))];
    }
    return error.code === 'NOT_FOUND' ? null : error.details;
  }
}

/** A problem of the change as a whole. */
const ofChange = (wording: Wording): Detail => ({ path: [], ...wording });

function onEvent(scheduling: Scheduling, event: ProposalEvent): void {
  const handled = handle(scheduling, event).catch(scheduling.parts.onError);
  scheduling.handling = scheduling.handling.then(() => handled);
}

/** A change that goes, or a new one under the same name, has no time, whoever did that. */
async function handle(scheduling: Scheduling, { type, name }: ProposalEvent): Promise<void> {
  if (type === 'change.updated') return checkUnseen(scheduling, name);
  await clearDue(scheduling, name);
  setScheduleAlarm(scheduling);
}

/** Reports commits that nobody has approved at once, not only when the time has come. */
async function checkUnseen(scheduling: Scheduling, name: string): Promise<void> {
  const { parts, due, refused } = scheduling;
  const wanted = due.get(name);
  if (!wanted) return;
  const unseen = await readUnseenSince(parts, name, wanted.head);
  if (due.get(name) !== wanted) return;
  if (unseen !== null) refused.set(name, { details: [ofChange(unseen)], retryAt: 0 });
  else if (!hasCome(parts, wanted)) refused.delete(name);
}

async function readUnseenSince({ proposals }: Parts, name: string, seen: string): Promise<Wording | null> {
  try {
    return (await proposals.unseenSince(name, seen)).unseen;
  } catch (error) {
    // A change that is gone is noticed when its time has come.
    if (error instanceof CmsError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

const hasCome = ({ clock }: Parts, { at }: Due): boolean => Date.parse(at) <= clock().getTime();

const explainRefusal = ({ parts, due }: Scheduling, name: string, message: string): string =>
  hasCome(parts, due.get(name)!)
    ? `The time of the change "${name}" has come, but it cannot be published: ${message}`
    : `The change "${name}" will not be published when its time comes: ${message}`;

const toStoredActor = ({ type, id, name, email, role }: Due['actor']): Due['actor'] => ({
  type,
  id,
  name,
  email,
  role,
});

/** Reads the times; entries that are not whole are reported and left out. */
function readDue({ onError }: Pick<Parts, 'onError'>, file: string): ReadonlyMap<string, Due> {
  const consequence = 'no change has a publishing time now, set them again';
  const entries = Object.entries(readStateFile(file, { parse: parseDueFile, consequence, onError }) ?? {});
  const lost = entries.flatMap(([name, due]) => (isDue(due) ? [] : name));
  if (lost.length > 0)
    onError(new Error(`${file} has no readable publishing time for these changes, set it again: ${lost.join(', ')}`));
  return new Map(entries.filter((entry): entry is [string, Due] => isDue(entry[1])));
}

function parseDueFile(json: unknown): Readonly<Record<string, unknown>> {
  if (!isPlainObject(json)) throw new Error('it is not a JSON object');
  return json;
}

const isDue = (due: unknown): due is Due =>
  isPlainObject(due) &&
  typeof due['at'] === 'string' &&
  isTimestamp(due['at']) &&
  isObjectIdText(due['head']) &&
  isActor(due['actor']);

const isObjectIdText = (id: unknown): boolean => typeof id === 'string' && isObjectId(id);

const isActor = (actor: unknown): boolean =>
  isPlainObject(actor) &&
  typeof actor['id'] === 'number' &&
  [actor['type'], actor['name'], actor['email'], actor['role']].every((text) => typeof text === 'string');
