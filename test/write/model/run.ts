import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ChooseId } from '../../../src/store/id/randomId.ts';
import { askClone } from '../../askClone.ts';
import { errorsOf } from '../../errorsOf.ts';
import { refusalOf } from '../../http/problemsOf.ts';
import { makeSite, NOW, type Site } from '../../makeSite.ts';
import { changeMove, type Real, type World } from './changeMoves.ts';
import { pageOperations } from './pageOperations.ts';
import { type Ask, observe, pictureOf } from './picture.ts';
import { recordOperations } from './recordOperations.ts';
import { startSite, startState } from './state.ts';
import type { Step } from './step.ts';

/** Ids in the same order in each run, never reused: history does not know those of nested records. */
function countIds(): ChooseId {
  let last = 0;
  return (isFree) => {
    do last += 1;
    while (!isFree(last));
    return last;
  };
}

const asAdmin =
  (site: Site): Ask =>
  (call) =>
    site.ask(call, { as: 'admin' });

/** The content of a change, as editors see it and as everybody will. */
const inChange =
  (site: Site, name: string): Ask =>
  (call) =>
    call.startsWith('GET /content/')
      ? site.ask(`${call}&ref=${encodeURIComponent(`change/${name}`)}`, { as: 'admin' })
      : site.ask(call, { as: 'admin', headers: { 'Quire-Change': name } });

const lineOf = (site: Site, ref: string): readonly string[] =>
  site.git('rev-list', '--first-parent', ref).trim().split('\n');

/** Plays a step on the live content, or on a change without affecting the live content. */
async function play(step: Step, { world, real, name }: Played): Promise<void> {
  const { site } = real;
  const { call, body, refusal, status = 200, apply } = step;
  const state = name === undefined ? world.live : world.changes.get(name)!.state;
  const ref = name === undefined ? 'HEAD' : `change/${name}`;
  const [before, line] = [pictureOf(state), lineOf(site, ref)];
  const headers = name === undefined ? {} : { 'Quire-Change': name };
  const reply = await site.ask(call, { as: 'admin', headers, ...(body && { body }) });
  expect([call, body, refusalOf(reply)]).toEqual([
    call,
    body,
    expect.stringMatching(refusal ? `^${refusal}` : `^${status}$`),
  ]);
  if (!refusal) apply?.(reply.body.data);
  const after = pictureOf(state);
  const made = refusal ? 0 : (step.commits ?? Number(!isDeepStrictEqual(before, after)));
  if (name === undefined) real.commits += made;
  const commits = lineOf(site, ref);
  expect([call, body, commits.length]).toEqual([call, body, line.length + made]);
  if (made > 0) expect([call, reply.headers.get('x-commit')]).toEqual([call, commits[0]]);
  if (name !== undefined) expect([call, body, await observe(inChange(site, name))]).toEqual([call, body, after]);
}

interface Played {
  readonly world: World;
  readonly real: Real;
  /** The change that it is played on; without one, the live content. */
  readonly name: string | undefined;
}

/** An operation, shown in a failure as its request. */
interface Move {
  asked: string;
  play(world: World, real: Real): Promise<void>;
}

function toMove(run: (world: World, real: Real, tell: (asked: string) => void) => Promise<void>): Move {
  const move: Move & { [fc.toStringMethod](): string } = {
    asked: 'nothing',
    play: (world, real) =>
      run(world, real, (asked) => {
        move.asked = asked;
      }),
    [fc.toStringMethod]: () => move.asked,
  };
  return move;
}

/** While there are changes, half of all edits are made in one. */
const edits = fc
  .tuple(fc.oneof(...pageOperations, ...recordOperations), fc.nat({ max: 7 }))
  .map(([operation, where]): Move => {
    return toMove(async (world, real, tell) => {
      const name = [...world.changes.keys()][where];
      const step = operation(name === undefined ? world.live : world.changes.get(name)!.state);
      if (!step) return;
      tell(`${step.call} ${JSON.stringify(step.body ?? {})}${name === undefined ? '' : ` in ${name}`}`);
      await play(step, { world, real, name });
    });
  });

const onChanges = changeMove.map((run) =>
  toMove(async (world, real, tell) => {
    tell((await run(world, real)) ?? 'nothing');
  }),
);

const anyMove = fc.oneof({ weight: 5, arbitrary: edits }, { weight: 1, arbitrary: onChanges });

/** Moves may be absent, so that a failing sequence can be reduced to those that matter. */
const sequence = (steps: number): fc.Arbitrary<readonly (Move | null)[]> =>
  fc.array(fc.option(anyMove, { freq: 30 }), { minLength: steps, maxLength: steps });

/** Checks that the live content is what the model says, commit by commit, whatever was done beside it. */
async function checkLive({ asked }: Move, world: World, { site, commits }: Real): Promise<void> {
  expect([asked, lineOf(site, 'HEAD').length]).toEqual([asked, commits]);
  expect([asked, await observe(asAdmin(site))]).toEqual([asked, pictureOf(world.live)]);
}

/** Checks that the repository is sound, and that a restart and a fresh clone serve what the model says. */
async function checkWhole({ site }: Real, { live, changes }: World): Promise<void> {
  const expected = pictureOf(live);
  // A dropped change leaves unreachable commits.
  expect(site.git('fsck', '--strict', '--no-dangling') + site.git('status', '--porcelain')).toBe('');
  expect(
    errorsOf((await site.ask('GET /admin/problems', { as: 'admin' })).body.data)
      .map(withoutDangling)
      .filter(Boolean),
  ).toEqual([]);
  await site.restart();
  expect(await observe(asAdmin(site))).toEqual(expected);
  for (const [name, { state }] of changes)
    expect([name, await observe(inChange(site, name))]).toEqual([name, pictureOf(state)]);
  await site.stop();
  expect(await askClone(site, new Date(NOW), observe)).toEqual(expected);
}

/** Pages may mention pages that are gone. */
const withoutDangling = (problem: { code: string; message: string }): unknown =>
  problem.code === 'DANGLING_REFERENCE' && problem.message.includes('the page') ? null : problem;

interface Limits {
  readonly runs: number;
  readonly steps: number;
  /** How long to shrink a failing sequence, and to play; a slow machine plays fewer. */
  readonly limitMs: number;
}

/** Plays random sequences of what editors and admins do, and compares what is served with the model after each step. */
export async function runModel({ runs, steps, limitMs }: Limits): Promise<void> {
  await fc.assert(
    fc.asyncProperty(sequence(steps), async (moves) => {
      const world: World = { live: startState(), changes: new Map(), dropped: new Map() };
      const site = await makeSite(startSite, { chooseId: countIds() });
      const real: Real = { site, commits: 1, at: new Date(NOW) };
      for (const move of moves) {
        await move?.play(world, real);
        if (move) await checkLive(move, world, real);
      }
      await checkWhole(real, world);
    }),
    { numRuns: runs, interruptAfterTimeLimit: limitMs },
  );
}
