import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAlarm } from '../job/createAlarm.ts';
import { hasErrorCode } from '../lib/disk/hasErrorCode.ts';
import { isPlainObject } from '../lib/json/isPlainObject.ts';
import type { Actor } from '../model/access.ts';
import type { Problem } from '../model/entry.ts';
import { CmsError, forbidden, inWords } from '../model/errors.ts';
import { writePrivateFile } from '../store/privateFolder.ts';
import type { Proposals } from './proposals.ts';

/** When a change is to be published, and for whom. */
export interface Due {
  /** ISO 8601. */
  readonly at: string;
  readonly actor: Pick<Actor, 'type' | 'id' | 'name' | 'email' | 'role'>;
}

/** Publishes changes when their time has come. Kept in the private folder: what comes with a branch publishes nothing. */
export interface ProposalSchedule {
  /** Begins with what is due: once the branches of the git host are known, too. */
  start(): void;
  /** ISO 8601; null for one that is published by nobody's clock. */
  of(name: string): string | null;
  /** Durable when it resolves; null: it is not published by itself. */
  set(name: string, due: Due | null): Promise<void>;
  /** One for each change whose time has come and that cannot be published: it waits. */
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
  readonly proposals: Pick<Proposals, 'publish'>;
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
  async function tryToPublish(name: string, { actor: asked }: Due): Promise<string | null> {
    const actor = presentActor(asked);
    if (!actor) return `${asked.name} may not publish it any more`;
    try {
      await proposals.publish(name, { choices: [], actor });
      return null;
    } catch (error) {
      if (!(error instanceof CmsError)) {
        onError(error);
        return 'something went wrong';
      }
      return error.code === 'NOT_FOUND' ? null : error.details.map(inWords).join('; ');
    }
  }

  async function forget(name: string): Promise<void> {
    due.delete(name);
    refused.delete(name);
    await save();
  }

  const save = (): Promise<void> => writePrivateFile(file, JSON.stringify(Object.fromEntries(due)));

  return {
    start: setAlarm,
    of: (name) => due.get(name)?.at ?? null,
    async set(name, wanted) {
      if (wanted === null && !due.has(name)) return;
      refused.delete(name);
      if (wanted === null) due.delete(name);
      else due.set(name, { at: wanted.at, actor: toKept(wanted.actor) });
      await save();
      setAlarm();
    },
    problems: () =>
      [...refused].map(([name, { message }]) => ({
        path: '.git',
        code: 'SCHEDULE' as const,
        message: `The time of the change "${name}" has come, but it cannot be published: ${message}`,
      })),
    async close() {
      isClosed = true;
      alarm.set(null);
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
