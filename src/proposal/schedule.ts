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
import type { ProposalEvent } from './moves.ts';
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

export function createProposalSchedule({
  proposals,
  privateDir,
  clock,
  presentActor,
  onError,
}: Parts): ProposalSchedule {
  const file = join(privateDir, 'state', 'changes.json');
  const due = new Map(readDue(file));
  const refused = new Map<string, Refusal>();
  const alarm = createAlarm(clock, run);
  let running: Promise<void> | null = null;
  let isClosed = false;
  let unsubscribe: (() => void) | undefined;
  let heard: Promise<unknown> = Promise.resolve();

  const wakeTime = ([name, { at }]: readonly [string, Due]): number =>
    Math.max(Date.parse(at), refused.get(name)?.retryAt ?? 0);

  function setAlarm(): void {
    const times = [...due].map(wakeTime);
    alarm.set(isClosed || times.length === 0 ? null : Math.min(...times));
  }

  function run(): void {
    running ??= publishDue()
      .catch(onError)
      .finally(() => {
        running = null;
        setAlarm();
      });
  }

  async function publishDue(): Promise<void> {
    const now = clock().getTime();
    for (const one of [...due]) if (!isClosed && wakeTime(one) <= now) await publish(...one);
  }

  async function publish(name: string, wanted: Due): Promise<void> {
    const failure = await tryToPublish(name, wanted);
    // Somebody may have thought of something else meanwhile.
    if (due.get(name) !== wanted) return;
    if (failure === null) return forget(name);
    refused.set(name, { message: failure, retryAt: clock().getTime() + RETRY_MS });
  }

  /** Null where it is live now, or there is no such change any more. */
  async function tryToPublish(name: string, { actor: asked, head: seen }: Due): Promise<string | null> {
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

  /** Tells at once of what nobody has agreed to, not only when the time has come. */
  async function look(name: string): Promise<void> {
    const wanted = due.get(name);
    if (!wanted) return;
    const unseen = await findUnseen(name, wanted.head);
    if (due.get(name) !== wanted) return;
    if (unseen !== null) refused.set(name, { message: unseen, retryAt: 0 });
    else if (!hasCome(wanted)) refused.delete(name);
  }

  async function findUnseen(name: string, seen: string): Promise<string | null> {
    try {
      return (await proposals.unseenSince(name, seen)).unseen;
    } catch (error) {
      // Where it is gone, that is found when its time has come.
      if (error instanceof CmsError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  }

  const hasCome = ({ at }: Due): boolean => Date.parse(at) <= clock().getTime();

  const explain = (name: string, message: string): string =>
    hasCome(due.get(name)!)
      ? `The time of the change "${name}" has come, but it cannot be published: ${message}`
      : `The change "${name}" will not be published when its time comes: ${message}`;

  async function forget(name: string): Promise<void> {
    refused.delete(name);
    if (due.delete(name)) await save();
  }

  /** One that goes, or comes under a name that another has had, has no time any more, whoever did that. */
  async function hear({ type, name }: ProposalEvent): Promise<void> {
    if (type === 'change.updated') return look(name);
    await forget(name);
    setAlarm();
  }

  const save = coalesce(() => writePrivateFile(file, JSON.stringify(Object.fromEntries(due))));

  return {
    start() {
      unsubscribe = proposals.subscribe((event) => {
        heard = Promise.all([heard, hear(event).catch(onError)]);
      });
      for (const name of due.keys()) void look(name).catch(onError);
      setAlarm();
    },
    of: (name) => due.get(name)?.at ?? null,
    async set(name, wanted) {
      if (wanted === null) await forget(name);
      else {
        refused.delete(name);
        due.set(name, { at: wanted.at, actor: toKept(wanted.actor), head: wanted.head });
        await save();
      }
      setAlarm();
    },
    refusalOf: (name) => refused.get(name)?.message ?? null,
    problems: () =>
      [...refused].map(([name, { message }]) => ({
        path: '.git',
        code: 'SCHEDULE' as const,
        message: explain(name, message),
      })),
    async close() {
      isClosed = true;
      unsubscribe?.();
      alarm.set(null);
      await heard;
      await running;
    },
  };
}

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
