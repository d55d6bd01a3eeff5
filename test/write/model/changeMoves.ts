import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import { refusalOf } from '../../http/problemsOf.ts';
import type { Site } from '../../makeSite.ts';
import { mergeStates } from './mergeStates.ts';
import { pictureOf } from './picture.ts';
import { copyState, type State } from './state.ts';
import { pick } from './step.ts';

/** The expected content of a change, and the live content when it was begun or last updated. */
export interface ChangeModel {
  state: State;
  base: State;
}

/** The live content, and the changes beside it. */
export interface World {
  live: State;
  readonly changes: Map<string, ChangeModel>;
  readonly dropped: Map<string, ChangeModel>;
}

/** A running site, the number of its live commits, and its time. */
export interface Real {
  readonly site: Site;
  commits: number;
  at: Date;
}

const n = fc.nat({ max: 60 });
const does = fc.constantFrom('begin', 'begin', 'publish', 'publish', 'update', 'schedule', 'drop', 'restore');

/** An operation on a whole change; false if there is no change to apply it to. */
export type ChangeMove = (world: World, real: Real) => Promise<string | null>;

export const changeMove: fc.Arbitrary<ChangeMove> = fc.tuple(does, n).map(
  ([what, which]): ChangeMove =>
    (world, real) =>
      MOVES[what as keyof typeof MOVES](world, real, which),
);

type Play = (world: World, real: Real, which: number) => Promise<string | null>;

const ask = async ({ site }: Real, call: string, body: object, refusal?: string) => {
  const reply = await site.ask(call, { as: 'admin', ...(!call.startsWith('DELETE') && { body }) });
  expect([call, refusalOf(reply)]).toEqual([call, expect.stringMatching(refusal ? `^${refusal}` : /^20[01]$/)]);
  return reply;
};

const chosen = ({ changes }: World, which: number): readonly [string, ChangeModel] | undefined => pick(changes, which);

/** The result of merging a change, which may be refused; null if the model does not know. */
const outcome = ({ live }: World, { state, base }: ChangeModel) => mergeStates({ base, ours: live, theirs: state });

const begin: Play = async (world, real) => {
  const { data } = (await ask(real, 'POST /admin/changes', { title: 'Change' })).body;
  expect([...world.changes.keys(), ...world.dropped.keys()]).not.toContain(data.name);
  world.changes.set(data.name, { state: copyState(world.live), base: copyState(world.live) });
  return `begin ${data.name}`;
};

const publish: Play = async (world, real, which) => {
  const [name, change] = chosen(world, which) ?? [];
  const result = change && outcome(world, change);
  if (name === undefined || !result) return null;
  const call = `POST /admin/changes/${name}/publish`;
  const before = (await real.site.ask(`GET /admin/changes/${name}`, { as: 'admin' })).body.data;
  const { body } = await ask(real, call, {}, result === 'refused' ? '409 CONFLICT' : undefined);
  if (result === 'refused') return call;
  goLive(world, real, { name, state: result });
  const head = real.site.git('rev-parse', 'HEAD').trim();
  if (body.data.commit !== null) expect([call, body.data.commit]).toEqual([call, head]);
  // Everything acknowledged is live.
  if (body.data.commit !== null) real.site.git('merge-base', '--is-ancestor', before.head, head);
  return call;
};

const schedule: Play = async (world, real, which) => {
  const [name, change] = chosen(world, which) ?? [];
  const result = change && outcome(world, change);
  if (name === undefined || !result || result === 'refused') return null;
  const at = new Date(real.at.getTime() + 60_000);
  await ask(real, `POST /admin/changes/${name}/publish`, { scheduledAt: at.toISOString() });
  real.at = new Date(at.getTime() + 1_000);
  real.site.setTime(real.at.toISOString());
  const status = async () => (await real.site.ask(`GET /admin/changes/${name}`, { as: 'admin' })).status;
  await expect.poll(status, { timeout: 30_000 }).toBe(404);
  goLive(world, real, { name, state: result });
  return `schedule ${name}`;
};

function goLive(world: World, real: Real, { name, state }: { readonly name: string; readonly state: State }): void {
  real.commits += Number(!isDeepStrictEqual(pictureOf(world.live), pictureOf(state)));
  world.live = state;
  world.changes.delete(name);
}

const update: Play = async (world, real, which) => {
  const [name, change] = chosen(world, which) ?? [];
  const result = change && mergeStates({ base: change.base, ours: change.state, theirs: world.live, isChecked: false });
  if (name === undefined || !change || !result) return null;
  const call = `POST /admin/changes/${name}/update`;
  await ask(real, call, {}, result === 'refused' ? '409 CONFLICT' : undefined);
  if (result !== 'refused') world.changes.set(name, { state: result, base: copyState(world.live) });
  return call;
};

const drop: Play = async (world, real, which) => {
  const [name, change] = chosen(world, which) ?? [];
  if (name === undefined || !change) return null;
  await ask(real, `DELETE /admin/changes/${name}`, {});
  world.changes.delete(name);
  world.dropped.set(name, change);
  return `drop ${name}`;
};

const restore: Play = async (world, real) => {
  const [name, change] = [...world.dropped].at(-1) ?? [];
  if (name === undefined || !change) return null;
  await ask(real, `POST /admin/changes/${name}/restore`, {});
  world.dropped.delete(name);
  world.changes.set(name, change);
  return `restore ${name}`;
};

const MOVES = { begin, publish, schedule, update, drop, restore } satisfies Readonly<Record<string, Play>>;
