import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ChooseId } from '../../../src/store/id/randomId.ts';
import { askClone } from '../../askClone.ts';
import { errorsOf } from '../../errorsOf.ts';
import { refusalOf } from '../../http/problemsOf.ts';
import { makeSite, NOW, type Site } from '../../makeSite.ts';
import { pageOperations } from './pageOperations.ts';
import { type Ask, observe, pictureOf } from './picture.ts';
import { recordOperations } from './recordOperations.ts';
import { type State, startSite, startState } from './state.ts';
import type { Operation, Step } from './step.ts';

/** Ids that come in the same order in each run and never come back: history does not know of nested ones. */
function countIds(): ChooseId {
  let last = 0;
  return (isFree) => {
    do last += 1;
    while (!isFree(last));
    return last;
  };
}

/** A running site, and how many commits it has. */
interface Real {
  readonly site: Site;
  commits: number;
}

const asAdmin =
  (site: Site): Ask =>
  (call) =>
    site.ask(call, { as: 'admin' });

async function play(step: Step, state: State, real: Real): Promise<void> {
  const { call, body, refusal, status = 200, apply } = step;
  const before = pictureOf(state);
  const reply = await real.site.ask(call, { as: 'admin', ...(body && { body }) });
  expect([call, body, refusalOf(reply)]).toEqual([
    call,
    body,
    expect.stringMatching(refusal ? `^${refusal}` : `^${status}$`),
  ]);
  if (!refusal) apply?.(reply.body.data);
  const after = pictureOf(state);
  const made = refusal ? 0 : (step.commits ?? Number(!isDeepStrictEqual(before, after)));
  real.commits += made;
  const commits = real.site.git('rev-list', 'HEAD').trim().split('\n');
  expect([call, body, commits.length]).toEqual([call, body, real.commits]);
  if (made > 0) expect([call, reply.headers.get('x-commit')]).toEqual([call, commits[0]]);
  expect([call, body, await observe(asAdmin(real.site))]).toEqual([call, body, after]);
}

/** An operation that is shown in a failure as the request it made. */
interface Move {
  readonly operation: Operation;
  asked: string;
}

function toMove(operation: Operation): Move {
  const move = { operation, asked: 'nothing', [fc.toStringMethod]: () => move.asked };
  return move;
}

const operation = fc.oneof(...pageOperations, ...recordOperations);

/** Some moves are none: a sequence that fails is cut down to those it takes. */
const sequence = (steps: number): fc.Arbitrary<readonly (Move | null)[]> =>
  fc.array(fc.option(operation.map(toMove), { freq: 30 }), { minLength: steps, maxLength: steps });

/** That the repository is sound, and that a restart and a fresh clone serve what the model says. */
async function checkWhole({ site }: Real, state: State): Promise<void> {
  const expected = pictureOf(state);
  expect(site.git('fsck', '--strict') + site.git('status', '--porcelain')).toBe('');
  expect(
    errorsOf((await site.ask('GET /admin/problems', { as: 'admin' })).body.data)
      .map(withoutDangling)
      .filter(Boolean),
  ).toEqual([]);
  await site.restart();
  expect(await observe(asAdmin(site))).toEqual(expected);
  await site.stop();
  expect(await askClone(site, new Date(NOW), observe)).toEqual(expected);
}

/** Pages may mention pages that are gone. */
const withoutDangling = (problem: { code: string; message: string }): unknown =>
  problem.code === 'DANGLING_REFERENCE' && problem.message.includes('the page') ? null : problem;

interface Limits {
  readonly runs: number;
  readonly steps: number;
  /** After this long the sequence that failed is told as short as it is by then; on a slow machine fewer are played. */
  readonly limitMs: number;
}

/** Plays random sequences of what editors and admins do, and compares what is served with the model after each step. */
export async function runModel({ runs, steps, limitMs }: Limits): Promise<void> {
  await fc.assert(
    fc.asyncProperty(sequence(steps), async (moves) => {
      const state = startState();
      const real = { site: await makeSite(startSite, { chooseId: countIds() }), commits: 1 };
      for (const move of moves) {
        const step = move?.operation(state);
        if (!step) continue;
        move!.asked = `${step.call} ${JSON.stringify(step.body ?? {})}`;
        await play(step, state, real);
      }
      await checkWhole(real, state);
    }),
    { numRuns: runs, interruptAfterTimeLimit: limitMs },
  );
}
