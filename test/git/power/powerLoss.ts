import { isDeepStrictEqual } from 'node:util';
import { createRepository, type GitRepository } from '../../../src/git/repository.ts';
import { edit, type Files, git, request, troubles } from '../sandbox.ts';
import { findDifferences, findMissing } from './differences.ts';
import { crash, imageKey, type Trace } from './disk.ts';
import type { Luck } from './luck.ts';
import { recordFs } from './recordFs.ts';
import { quickFs, restarted, withDisk } from './restart.ts';
import type { Scenario } from './scenarios.ts';

/** A scenario as it goes when nothing fails. */
export interface Recorded {
  readonly dir: string;
  readonly trace: Trace;
  readonly staged: Files;
  /** The state after each write, and the number of steps when it was acknowledged. */
  readonly states: readonly (State & { readonly at: number })[];
}

/** HEAD, and the branches that are not checked out. */
interface State {
  readonly commit: string | null;
  readonly refs: Refs;
}
type Refs = ReadonlyMap<string, string>;

const readState = async (repo: GitRepository): Promise<State> => ({
  commit: await repo.head(),
  refs: new Map([...repo.branches.list('refs/heads/change/'), ...repo.branches.list('refs/quire/dropped/')]),
});

export async function recordScenario(scenario: Scenario): Promise<Recorded> {
  const { make, publishes = [], acts = [], options, faulty, staged = {} } = scenario;
  const dir = await make();
  const { fs, trace } = recordFs(dir);
  const repo = await createRepository({ contentDir: dir, fs: faulty ? faulty(fs) : fs, ...options });
  const states = [{ at: 0, ...(await readState(repo)) }];
  const note = async (): Promise<void> => {
    const state = await readState(repo);
    const { at: _, ...last } = states.at(-1)!;
    if (!isDeepStrictEqual(state, last)) states.push({ at: trace.steps.length, ...state });
  };
  for (const requests of publishes) {
    await repo.publish(await repo.head(), requests).catch(() => undefined);
    await note();
  }
  for (const act of acts) {
    await act(repo);
    await note();
  }
  await repo.close();
  return { dir, trace, staged, states };
}

interface Replay {
  /** What a power failure may leave after this many steps. */
  lucksAt(length: number): readonly Luck[];
  /** For one in this many, native git checks the result and one more write is made. */
  readonly closeLookEvery: number;
}

export interface Outcome {
  /** The number of different disks. */
  readonly disks: number;
  readonly wrong: readonly string[];
}

/** Cuts the power after each step, and starts again with what may be on disk then. */
export async function replay(recorded: Recorded, { lucksAt, closeLookEvery }: Replay): Promise<Outcome> {
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (let length = 0; length <= recorded.trace.steps.length; length++) {
    for (const luck of lucksAt(length)) {
      const image = restarted(crash(recorded.trace, length, luck.fate));
      const last = recorded.states.findLastIndex(({ at }) => at <= length);
      const allowed = recorded.states.slice(last, last + 2);
      const key = `${last} ${imageKey(image)}`;
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

interface Expectation {
  /** The last state that was acknowledged, and that of the write under way. */
  readonly allowed: readonly State[];
  readonly isCloseLook: boolean;
  readonly staged: Files;
}

/** What is wrong; nothing if every acknowledged write is there, and the one under way completely or not at all. */
async function startAgain(dir: string, { allowed, isCloseLook, staged }: Expectation): Promise<readonly string[]> {
  const repo = await createRepository({ contentDir: dir, fs: quickFs, lockTimeoutMs: 200 });
  const { commit: head, refs } = await readState(repo);
  const heads = allowed.map(({ commit }) => commit);
  const wrong = [
    ...(heads.includes(head) ? [] : [`HEAD is ${head}, not ${heads.join(' or ')}`]),
    ...findMoved(
      refs,
      allowed.map((state) => state.refs),
    ),
    ...findReported(repo, head === heads[0]),
    ...(await findDifferences(dir, repo.objects, { head, staged })),
    ...(await findMissing(repo.objects, refs.values())),
    ...(isCloseLook && head !== null ? await lookClosely(dir, repo, staged) : []),
  ];
  await repo.close();
  return wrong;
}

/** Each branch is where it was acknowledged, or where the write under way moves it. */
const findMoved = (refs: Refs, allowed: readonly Refs[]): readonly string[] =>
  [...new Set([refs, ...allowed].flatMap((one) => [...one.keys()]))]
    .filter((ref) => allowed.every((one) => one.get(ref) !== refs.get(ref)))
    .map((ref) => `${ref} is ${refs.get(ref)}, not ${allowed.map((one) => one.get(ref)).join(' or ')}`);

/** The write under way may report that only its journal is left: its objects become durable together with it. */
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
