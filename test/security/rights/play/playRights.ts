import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RoleRights } from '../../../../src/model/rights/rights.ts';
import type { ChooseId } from '../../../../src/store/id/randomId.ts';
import { createRandom } from '../../../fuzz/random.ts';
import { makeSite, type Site } from '../../../makeSite.ts';
import { type Entrance, enterAs, type Headers, logIn } from '../enterAs.ts';
import { checkAnswer } from './checkAnswer.ts';
import { checkRefusal, checkSchedule, checkWrites, type Picture } from './checkWrites.ts';
import { wordOf } from './randomSite.ts';
import { CHANGE_REQUESTS } from './requests/changeRequests.ts';
import { PAGE_REQUESTS } from './requests/pageRequests.ts';
import { planPreview, planRead, planVersionRead, readEndpoints } from './requests/readRequests.ts';
import { RECORD_REQUESTS } from './requests/recordRequests.ts';
import type { PlanRequest, Request, World } from './requests/world.ts';
import type { Role } from './roleModel.ts';
import { send } from './send.ts';
import { SITE_CODE } from './siteCode.ts';
import { type Content, changesOf, headOf, readCommit, readLive } from './versions.ts';
import { createMemory, type Memory } from './words.ts';

export interface Game {
  readonly files: Readonly<Record<string, string>>;
  readonly rights: RoleRights;
  /** What the model believes; by default, what is so. */
  readonly expected?: RoleRights;
  readonly entrance?: Entrance;
  /** One number a request. */
  readonly seeds: readonly number[];
}

/** Ids in the same order in each run, never reused. */
export function countIds(): ChooseId {
  let last = 1000;
  return (isFree) => {
    do last += 1;
    while (!isFree(last));
    return last;
  };
}

/** Everything that happens in one game. */
interface Table {
  readonly site: Site;
  readonly role: Role;
  readonly callers: { readonly tried: Headers; readonly admin: Headers };
  readonly memory: Memory;
  readonly reads: readonly string[];
  readonly owners: Map<string, string>;
  readonly dropped: Set<string>;
  /** Whether a change may have a time: what is written to it then is judged as if it were live. */
  isTimed: boolean;
  picture: Picture;
  words: number;
}

/** Plays random requests of a role, and of an admin between them. @returns what the model forbids and yet has happened */
export async function playRights({ seeds, ...game }: Game): Promise<readonly string[]> {
  const table = await openTable(game);
  const faults: string[] = [];
  for (const seed of seeds) faults.push(...(await playOne(table, seed)));
  await table.site.stop();
  return faults;
}

const ADMIN = 'user/1';

async function openTable({ files, rights, expected = rights, entrance }: Omit<Game, 'seeds'>): Promise<Table> {
  const site = await makeSite(files, { chooseId: countIds(), extensions: () => [SITE_CODE] });
  const { actor, headers } = await enterAs(site, rights, entrance);
  const owners = new Map<string, string>();
  const picture = lookAt(site, owners);
  const memory = createMemory();
  memory.note(picture);
  return {
    ...{ site, memory, owners, picture, words: 10_000, dropped: new Set<string>(), isTimed: false },
    role: { ...expected, actor, changesOnly: entrance?.changesOnly === true },
    callers: { tried: headers, admin: await logIn(site, 'admin@example.org') },
    reads: readEndpoints(site.cms.endpoints),
  };
}

export const PLANS: readonly PlanRequest[] = [PAGE_REQUESTS, RECORD_REQUESTS, CHANGE_REQUESTS].flatMap((plans) =>
  Object.values(plans),
);
const PAGE_PLANS = Object.values(PAGE_REQUESTS);
const CHANGE_PLANS = Object.values(CHANGE_REQUESTS);

function planRequest(table: Table, seed: number): { readonly request: Request | null; readonly isTried: boolean } {
  const random = createRandom(seed);
  const { picture, dropped, reads } = table;
  const inChange = random.chance(0.3) ? random.pick([undefined, ...picture.changes.keys()]) : undefined;
  const live = inChange === undefined ? picture.live : picture.changes.get(inChange)!;
  const word = (): string => {
    table.words += 1;
    return wordOf(table.words);
  };
  const world: World = { ...picture, live, dropped: [...dropped], random, word };
  const isTried = random.chance(0.75);
  const kind = random.below(100);
  const whole: World = { ...world, live: picture.live };
  if (isTried && kind < 25) return { isTried, request: within(planRead(reads, world), inChange) };
  if (isTried && kind < 35) return { isTried, request: planVersionRead(whole) };
  if (isTried && kind < 37) return { isTried, request: planPreview(whole) };
  if (kind < 50) return { isTried, request: random.pick(CHANGE_PLANS)(whole) };
  const plan = random.pick(kind < 80 ? PAGE_PLANS : PLANS);
  return { isTried, request: within(plan(world), CHANGE_PLANS.includes(plan) ? undefined : inChange) };
}

export function within(request: Request | null, change: string | undefined): Request | null {
  if (request === null || change === undefined) return request;
  return { ...request, headers: { ...request.headers, 'quire-change': change } };
}

async function playOne(table: Table, seed: number): Promise<readonly string[]> {
  const { request, isTried } = planRequest(table, seed);
  if (request === null) return [];
  if (!isTried) {
    await ask(table, request, 'admin');
    return [];
  }
  const secrets = hashSecrets(table.site);
  const { reply, before } = await ask(table, request, 'tried');
  const told = (fault: string): string =>
    `${request.method} ${request.path} ${JSON.stringify(request.body ?? null)} ${JSON.stringify(request.headers ?? {})} → ${reply.status} ${JSON.stringify(reply.body?.errors ?? '')}: ${fault}`;
  const { role, memory, picture } = table;
  const faults = [
    ...(reply.status >= 500 ? ['fails'] : []),
    ...(hashSecrets(table.site) === secrets ? [] : ['changes users, keys, roles or webhooks']),
    ...checkWrites({ role, request, before, after: picture }),
    ...checkSchedule({ role, request, reply, before, site: table.site }),
    ...checkAnswer({ role, request, reply, before, memory }),
  ];
  if (reply.status === 403 || reply.status === 404) {
    const again = await ask(table, request, 'admin');
    faults.push(
      ...checkRefusal({
        role,
        request,
        reply,
        isTimed: table.isTimed,
        again: again.reply,
        before: again.before,
        after: table.picture,
      }),
    );
  }
  return faults.map(told);
}

/** Sends a request, and looks at the site again. */
async function ask(table: Table, request: Request, as: 'tried' | 'admin') {
  const { site, picture: before, callers, role } = table;
  const { method, path } = request;
  const reply = await send(site, request, callers[as]);
  if (method !== 'GET' || reply.status >= 500) look(table, as === 'tried' ? role.actor : ADMIN);
  if (reply.status === 200 && JSON.stringify(request.body ?? null).includes('"scheduledAt":"')) table.isTimed = true;
  const gone = /^\/admin\/changes\/([^/]+)$/.exec(path)?.[1];
  if (method === 'DELETE' && gone && reply.status === 200) table.dropped.add(gone);
  return { reply, before };
}

/** Notes what the site holds now; what is new is the actor's. */
function look(table: Table, actor: string): void {
  const { site, owners, memory } = table;
  const fresh = lookAt(site, owners, table.picture);
  const names = [fresh.live, ...fresh.changes.values()].flatMap((content) => [...content.keys()]);
  const known = new Set(
    [table.picture.live, ...table.picture.changes.values()].flatMap((content) => [...content.keys()]),
  );
  const made = names.filter((name) => !known.has(name) && !owners.has(name));
  for (const name of made) owners.set(name, actor);
  table.picture = made.length > 0 ? { ...lookAt(site, owners), commits: fresh.commits } : fresh;
  memory.note(table.picture);
}

export function lookAt(site: Site, owners: ReadonlyMap<string, string>, last?: Picture): Picture {
  const heads = changesOf(site);
  const changes = new Map<string, Content>();
  for (const [name, head] of heads) {
    const known = last?.heads.get(name) === head ? last.changes.get(name) : undefined;
    changes.set(name, known ?? readCommit(site, head, owners));
  }
  const head = headOf(site);
  const commits = last?.commits ?? [];
  return { live: readLive(site, owners), changes, heads, commits: commits[0] === head ? commits : [head, ...commits] };
}

const SECRET_FOLDERS = ['users', 'api-keys', 'roles', 'webhooks'];

/** What stands in the private folder about who may do what. */
function hashSecrets({ privateDir }: Site): string {
  const hash = createHash('sha256');
  for (const folder of SECRET_FOLDERS.map((name) => join(privateDir, name)).filter(existsSync))
    for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}
