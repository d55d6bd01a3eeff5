import { openStateFile } from '../../auth/stateFile.ts';
import type { FeatureParts, StartParts } from '../../extend/featureParts.ts';
import type { NoticeSubject } from '../../inbox/notice.ts';
import type { Happening } from '../../job/happening.ts';
import { createTaskQueue } from '../../lib/turn/createTaskQueue.ts';
import type { Problem, RecordRef } from '../../model/entry.ts';

/** Tells people what becomes of what they have begun. */
interface OwnerNotices {
  start(problems: StartParts['problems']): void;
  close(): Promise<void>;
}

/** The problems that have been told; null before they were first looked for. */
interface ToldProblems {
  names: ReadonlySet<string> | null;
}

type Parts = Pick<FeatureParts, 'live' | 'inbox' | 'feed' | 'privateDir'> & { onError(error: unknown): void };

/** As whom notices name Quire itself. */
const SYSTEM = 'system/0';
/** How often new problems are looked for. */
const LOOK_MS = 60_000;
/** Of one commit, people are not told more. */
const MOST_AT_ONCE = 20;

export function createOwnerNotices({ live, inbox, feed, privateDir, onError }: Parts): OwnerNotices {
  const inTurn = createTaskQueue();
  let timer: NodeJS.Timeout | undefined;
  let opening: ReturnType<typeof openKnown> | undefined;
  const openKnown = () =>
    openStateFile<ToldProblems>({
      ...{ privateDir, name: 'toldProblems', onError, empty: () => ({ names: null }) },
      parse: (json) => ({ names: new Set(json as string[]) }),
      show: ({ names }) => [...(names ?? [])],
    });

  /** Who has made the last commit of a file. */
  function lastActorOf(path: string): string {
    const revisions = live.history.revisionsOf(path);
    return (revisions.length > 0 && revisions.at(0).actor) || SYSTEM;
  }

  async function tell(reason: NoticeSubject['reason'], record: RecordRef, path: string): Promise<void> {
    const owner = live.history.ownerOf(path);
    if (!owner?.startsWith('user/')) return;
    // It is not the last edit that has made the time come: who has made that is told, too.
    const by = reason === 'publishFailed' ? SYSTEM : lastActorOf(path);
    await inbox.notify([owner], { reason, by, record, change: null, comment: null });
  }

  async function tellPublished(happenings: readonly Happening[]): Promise<void> {
    for (const one of happenings.filter(({ type }) => type === 'page.published').slice(0, MOST_AT_ONCE))
      if ('entry' in one) await tell('published', { kind: one.entry.kind, id: one.entry.id }, one.entry.path);
  }

  /** What was there when it was first looked for is not told. */
  async function tellProblems(problems: StartParts['problems']): Promise<void> {
    opening ??= openKnown();
    const { value: told, save } = await opening;
    const known = told.names;
    const present = (await problems.list()).filter(({ severity }) => severity !== 'warning');
    const names = new Set(present.map(nameOfProblem));
    const fresh = known ? present.filter((one) => !known.has(nameOfProblem(one))) : [];
    if (known && fresh.length === 0 && names.size === known.size) return;
    told.names = names;
    await save();
    for (const problem of fresh.slice(0, MOST_AT_ONCE)) {
      const record = problem.record ?? findPage(problem);
      if (record) await tell(problem.code === 'SCHEDULE' ? 'publishFailed' : 'problem', record, problem.path);
    }
  }

  /** A page that could not be published on time is named by its file. */
  function findPage({ code, path }: Problem): RecordRef | undefined {
    if (code !== 'SCHEDULE') return undefined;
    for (const { id, path: own } of live.store.all('page')) if (own === path) return { kind: 'page', id };
    return undefined;
  }

  const following = feed.follow(feed.position(), {
    take({ happenings }) {
      void inTurn(() => tellPublished(happenings)).catch(onError);
      return true;
    },
    lose: () => undefined,
  });
  return {
    start(problems) {
      const look = (): void => void inTurn(() => tellProblems(problems)).catch(onError);
      timer = setInterval(look, LOOK_MS).unref();
    },
    async close() {
      following.stop();
      clearInterval(timer);
      await inTurn(async () => (await opening)?.close());
    },
  };
}

const nameOfProblem = ({ path, code, at = [] }: Problem): string => JSON.stringify([path, code, ...at]);
