import { createRepository, type GitRepository } from '../../../src/git/repository.ts';
import { edit, type Files, git, request, troubles } from '../sandbox.ts';
import { findDifferences } from './differences.ts';
import { crash, imageKey, type Trace } from './disk.ts';
import type { Luck } from './luck.ts';
import { recordFs } from './recordFs.ts';
import { quickFs, restarted, withDisk } from './restart.ts';
import type { Scenario } from './scenarios.ts';

/** A scenario as it went when nothing failed. */
export interface Recorded {
  readonly dir: string;
  readonly trace: Trace;
  readonly staged: Files;
  /** HEAD after each write, and how many steps had been made when it was acknowledged. */
  readonly heads: readonly { readonly at: number; readonly commit: string | null }[];
}

export async function recordScenario({ make, publishes, options, faulty, staged = {} }: Scenario): Promise<Recorded> {
  const dir = await make();
  const { fs, trace } = recordFs(dir);
  const repo = await createRepository({ contentDir: dir, fs: faulty ? faulty(fs) : fs, ...options });
  const heads = [{ at: 0, commit: await repo.head() }];
  for (const requests of publishes) {
    await repo.publish(await repo.head(), requests).catch(() => undefined);
    const commit = await repo.head();
    if (commit !== heads.at(-1)!.commit) heads.push({ at: trace.steps.length, commit });
  }
  await repo.close();
  return { dir, trace, staged, heads };
}

interface Replay {
  /** What the power may leave after so many steps. */
  lucksAt(length: number): readonly Luck[];
  /** Native git looks at one of so many, and one more write is made. */
  readonly closeLookEvery: number;
}

export interface Outcome {
  /** How many different disks there were. */
  readonly disks: number;
  readonly wrong: readonly string[];
}

/** Cuts the power after each step, and starts again with what the disk may hold then. */
export async function replay(recorded: Recorded, { lucksAt, closeLookEvery }: Replay): Promise<Outcome> {
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (let length = 0; length <= recorded.trace.steps.length; length++) {
    for (const luck of lucksAt(length)) {
      const image = restarted(crash(recorded.trace, length, luck.fate));
      const allowed = allowedHeads(recorded, length);
      const key = `${allowed} ${imageKey(image)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const isCloseLook = seen.size % closeLookEvery === 0;
      const found = await withDisk(image, (disk) =>
        startAgain(disk, { allowed, isCloseLook, staged: recorded.staged }),
      );
      wrong.push(...found.map((text) => `power lost after step ${length}, on disk is ${luck.name}: ${text}`));
    }
  }
  return { disks: seen.size, wrong };
}

/** What HEAD may be when the power fails after so many steps: the last acknowledged commit, or that of the write under way. */
function allowedHeads({ heads }: Recorded, length: number): readonly (string | null)[] {
  const last = heads.findLastIndex(({ at }) => at <= length);
  return heads.slice(last, last + 2).map(({ commit }) => commit);
}

interface Expectation {
  readonly allowed: readonly (string | null)[];
  readonly isCloseLook: boolean;
  readonly staged: Files;
}

/** What is wrong: nothing when every acknowledged write is there, the one under way wholly or not at all. */
async function startAgain(dir: string, { allowed, isCloseLook, staged }: Expectation): Promise<readonly string[]> {
  const repo = await createRepository({ contentDir: dir, fs: quickFs, lockTimeoutMs: 200 });
  const head = await repo.head();
  const wrong = [
    ...(allowed.includes(head) ? [] : [`HEAD is ${head}, not ${allowed.join(' or ')}`]),
    ...findReported(repo, head === allowed[0]),
    ...(await findDifferences(dir, repo.objects, { head, staged })),
    ...(isCloseLook && head !== null ? await lookClosely(dir, repo, staged) : []),
  ];
  await repo.close();
  return wrong;
}

/** That the write under way has left nothing but its journal may be said: its objects become durable with it. */
function findReported(repo: GitRepository, isWithoutLast: boolean): readonly string[] {
  const isHarmless = (message: string): boolean => isWithoutLast && message.includes('the repository lacks the');
  return repo
    .reports()
    .filter(({ code, message }) => code !== 'DETACHED' && !isHarmless(message))
    .map(({ message }) => message);
}

async function lookClosely(dir: string, repo: GitRepository, staged: Files): Promise<readonly string[]> {
  if (Object.keys(staged).length > 0) git(dir, 'commit', '-q', '-m', 'Theirs');
  const found = troubles(dir);
  await repo.publish(await repo.head(), [request([edit('after/power/loss', 'x\n')])]);
  await repo.close();
  const later = troubles(dir);
  return [found, later].flatMap((each) =>
    Object.entries(each).flatMap(([name, text]) => (text ? [`${name}: ${text}`] : [])),
  );
}
