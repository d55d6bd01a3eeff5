import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAlarm } from '../job/createAlarm.ts';
import { hasErrorCode } from '../lib/disk/hasErrorCode.ts';
import { isPlainObject } from '../lib/json/isPlainObject.ts';
import { coalesce } from '../lib/turn/coalesce.ts';
import type { Actor } from '../model/access.ts';
import type { Problem } from '../model/entry.ts';
import { CmsError, forbidden, inWords } from '../model/errors.ts';
import { writePrivateFile } from '../store/privateFolder.ts';
import type { ProposalEvent } from './branch/moves.ts';
import type { Proposals } from './proposals.ts';

/** When a change is to be published, and for whom. */
export interface Due {
  /** ISO 8601. */
  readonly at: string;
  readonly actor: Pick<Actor, 'type' | 'id' | 'name' | 'email' | 'role'>;
  /** The commit that it was then: what comes to it from elsewhere nobody has agreed to. */
  readonly head: string;
}

/** Publishes changes when their time has come. Kept in the private folder: what comes with a branch publishes nothing. */
export interface ProposalSchedule {
  /** Begins with what is due: once the branches of the git host are known, too. */
  start(): void;
  /** ISO 8601; null for one that is published by nobody's clock. */
  of(name: string): string | null;
  /** Durable when it resolves; null: it is not published by itself. */
  set(name: string, due: Due | null): Promise<void>;
  /** Why it cannot be published by itself, as far as is known; null where nothing stands against it. */
  refusalOf(name: string): string | null;
  /** One for each change that cannot be published when its time comes, or could not when it came: it waits. */
  problems(): readonly Problem[];
  close(): Promise<void>;
}

/**
 * Whatever is written to a change that has its time becomes live then, and nobody looks at it again.
 *
 * @throws CmsError FORBIDDEN for those whose work others publish
 */
export function requireNoTime(
  name: string,
  { changesOnly = false }: Pick<Actor, 'changesOnly'>,
  schedule: Pick<ProposalSchedule, 'of'>,
): void {
  if (changesOnly && schedule.of(name) !== null)
    throw forbidden('This change is to be published at a time: somebody else edits it, or takes the time back');
}

interface Parts {
  readonly proposals: Pick<Proposals, 'publish' | 'unseenSince' | 'subscribe'>;
  readonly privateDir: string;
  readonly clock: () => Date;
  /** Who somebody is by now; null for who may publish nothing any more. */
  presentActor(actor: Due['actor']): Actor | null;
  onError(error: unknown): void;
}

/** What could not be published is tried again after this long. */
const RETRY_MS = 30_000;

interface Refusal {
  readonly message: string;
  readonly retryAt: number;
}

/** What a schedule works on. */
interface Scheduling {
  readonly parts: Parts;
  readonly due: Map<string, Due>;
  readonly refused: Map<string, Refusal>;
  readonly alarm: ReturnType<typeof createAlarm>;
  readonly save: () => Promise<void>;
  running: Promise<void> | null;
  /** What has been heard of changes, and is being looked into. */
  hearing: Promise<unknown>;
  isClosed: boolean;
}

export function createProposalSchedule(parts: Parts): ProposalSchedule {
  const file = join(parts.privateDir, 'state', 'changes.json');
  const due = new Map(readDue(file));
  const scheduling: Scheduling = {
    parts,
    due,
    refused: new Map(),
    alarm: createAlarm(parts.clock, () => run(scheduling)),
    save: coalesce(() => writePrivateFile(file, JSON.stringify(Object.fromEntries(due)))),
    running: null,
    hearing: Promise.resolve(),
    isClosed: false,
  };
  const { refused, alarm } = scheduling;
  let unsubscribe: (() => void) | undefined;
  return {
    start() {
      unsubscribe = parts.proposals.subscribe((event) => hearOf(scheduling, event));
      for (const name of due.keys()) hearOf(scheduling, { type: 'change.updated', name });
      setAlarm(scheduling);
    },
    of: (name) => due.get(name)?.at ?? null,
    set: (name, wanted) => set(scheduling, name, wanted),
    refusalOf: (name) => refused.get(name)?.message ?? null,
    problems: () =>
      [...refused].map(([name, { message }]) => ({
        path: '.git',
        code: 'SCHEDULE' as const,
        message: explain(scheduling, name, message),
      })),
    async close() {
      scheduling.isClosed = true;
      unsubscribe?.();
      alarm.set(null);
      await scheduling.hearing;
      await scheduling.running;
    },
  };
}

async function set(scheduling: Scheduling, name: string, wanted: Due | null): Promise<void> {
  const { due, refused, save } = scheduling;
  if (wanted === null) await forget(scheduling, name);
  else {
    refused.delete(name);
    due.set(name, { at: wanted.at, actor: toKept(wanted.actor), head: wanted.head });
    await save();
  }
  setAlarm(scheduling);
}

async function forget({ due, refused, save }: Scheduling, name: string): Promise<void> {
  refused.delete(name);
  if (due.delete(name)) await save();
}

function setAlarm({ due, refused, alarm, isClosed }: Scheduling): void {
  const times = [...due].map((one) => wakeTime(one, refused));
  alarm.set(isClosed || times.length === 0 ? null : Math.min(...times));
}

const wakeTime = ([name, { at }]: readonly [string, Due], refused: ReadonlyMap<string, Refusal>): number =>
  Math.max(Date.parse(at), refused.get(name)?.retryAt ?? 0);

function run(scheduling: Scheduling): void {
  scheduling.running ??= publishDue(scheduling)
    .catch(scheduling.parts.onError)
    .finally(() => {
      scheduling.running = null;
      setAlarm(scheduling);
    });
}

async function publishDue(scheduling: Scheduling): Promise<void> {
  const { parts, due, refused } = scheduling;
  const now = parts.clock().getTime();
  for (const one of [...due]) if (!scheduling.isClosed && wakeTime(one, refused) <= now) await publish(scheduling, one);
}

async function publish(scheduling: Scheduling, [name, wanted]: readonly [string, Due]): Promise<void> {
  const { parts, due, refused } = scheduling;
  const failure = await tryToPublish(parts, name, wanted);
  // Somebody may have thought of something else meanwhile.
  if (due.get(name) !== wanted) return;
  if (failure === null) return forget(scheduling, name);
  refused.set(name, { message: failure, retryAt: parts.clock().getTime() + RETRY_MS });
}

/** Null where it is live now, or there is no such change any more. */
async function tryToPublish(
  { proposals, presentActor, onError }: Parts,
  name: string,
  { actor: asked, head: seen }: Due,
): Promise<string | null> {
  const actor = presentActor(asked);
  if (!actor) return `${asked.name} may not publish it any more`;
  try {
    const { head, unseen } = await proposals.unseenSince(name, seen);
    if (unseen !== null) return unseen;
    await proposals.publish(name, { choices: [], actor, head });
    return null;
  } catch (error) {
    if (!(error instanceof CmsError)) {
      onError(error);
      return 'something went wrong';
    }
    return error.code === 'NOT_FOUND' ? null : error.details.map(inWords).join('; ');
  }
}

function hearOf(scheduling: Scheduling, event: ProposalEvent): void {
  const heard = hear(scheduling, event).catch(scheduling.parts.onError);
  scheduling.hearing = Promise.all([scheduling.hearing, heard]);
}

/** One that goes, or comes under a name that another has had, has no time any more, whoever did that. */
async function hear(scheduling: Scheduling, { type, name }: ProposalEvent): Promise<void> {
  if (type === 'change.updated') return look(scheduling, name);
  await forget(scheduling, name);
  setAlarm(scheduling);
}

/** Tells at once of what nobody has agreed to, not only when the time has come. */
async function look(scheduling: Scheduling, name: string): Promise<void> {
  const { parts, due, refused } = scheduling;
  const wanted = due.get(name);
  if (!wanted) return;
  const unseen = await findUnseen(parts, name, wanted.head);
  if (due.get(name) !== wanted) return;
  if (unseen !== null) refused.set(name, { message: unseen, retryAt: 0 });
  else if (!hasCome(parts, wanted)) refused.delete(name);
}

async function findUnseen({ proposals }: Parts, name: string, seen: string): Promise<string | null> {
  try {
    return (await proposals.unseenSince(name, seen)).unseen;
  } catch (error) {
    // Where it is gone, that is found when its time has come.
    if (error instanceof CmsError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

const hasCome = ({ clock }: Parts, { at }: Due): boolean => Date.parse(at) <= clock().getTime();

const explain = ({ parts, due }: Scheduling, name: string, message: string): string =>
  hasCome(parts, due.get(name)!)
    ? `The time of the change "${name}" has come, but it cannot be published: ${message}`
    : `The change "${name}" will not be published when its time comes: ${message}`;

const toKept = ({ type, id, name, email, role }: Due['actor']): Due['actor'] => ({ type, id, name, email, role });

function readDue(file: string): readonly (readonly [string, Due])[] {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    // Written here, and by nobody else: the folder is private.
    return isPlainObject(read) ? (Object.entries(read) as [string, Due][]) : [];
  } catch (error) {
    if (error instanceof SyntaxError || hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}
