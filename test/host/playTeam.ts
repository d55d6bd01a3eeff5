import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import type { GitHost } from '../git/remote/makeGitHost.ts';
import type { Reply } from '../makeSite.ts';
import { askAgain, type Clone, makeTeam, type Team, troubles } from './makeTeam.ts';
import type { Served, ServerToKill } from './serverToKill.ts';

/** The result of a game, to be judged by the laws. */
export interface Played {
  readonly team: Team;
  readonly servers: readonly Server[];
  /** Everything acknowledged to an editor or pushed by a developer. */
  readonly written: readonly Written[];
  /** Whether somebody has pushed by force. */
  readonly isForced: boolean;
  readonly steps: readonly string[];
}

interface Server extends Pick<Team, 'sync'> {
  readonly site: Served;
}

interface Written {
  readonly page: number;
  readonly field: 'title' | 'summary' | 'body';
  readonly value: string;
  /** By an editor, to whom it was acknowledged. */
  readonly isSaved: boolean;
  /** The server was killed, or its disk was full: the write may or may not exist. */
  readonly isUnsure?: boolean;
}

/** A host that is silent for this long counts as lost. On a busy machine a working one may also be silent for a while. */
const SILENT_MS = 4000;
/** How often a developer starts over. */
const ATTEMPTS = 20;
const PAGES = [1, 2, 3, 4] as const;
const FIELDS = ['title', 'summary', 'body'] as const;
const pathOf = (page: number): string => `pages/en/p${page}.yaml`;
const TYPE = 'content-types/article.yaml';

/** Where the file of a page stands, whatever it has been renamed to. */
function findPage(dir: string, page: number): string {
  const names = readdirSync(join(dir, 'pages/en'));
  const text = (name: string): string => readFileSync(join(dir, 'pages/en', name), 'utf8');
  return `pages/en/${names.find((name) => text(name).startsWith(`id: ${page}\n`))}`;
}

const SITE: Readonly<Record<string, string>> = {
  'site.yaml': 'siteName: Harbour\n',
  'content-types/article.yaml':
    'id: 1\nname: Article\nfieldsSchema:\n  - { name: summary, type: text }\n  - { name: body, type: text }\n',
  'README.md': 'A site\n',
  ...Object.fromEntries(
    PAGES.map((page) => [
      pathOf(page),
      `id: ${page}\ntype: article\ntitle: title-${page}\nstatus: published\nfields:\n  summary: summary-${page}\n  body: body-${page}\n`,
    ]),
  ),
};

/** Numbers that are the same for the same seed (mulberry32). */
function createChance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) % below;
  };
}

interface Game {
  readonly team: Team;
  readonly servers: readonly Server[];
  /** Those whose disks can be full. */
  readonly disks: readonly Pick<Team, 'site' | 'sync' | 'disk'>[];
  /** The one that can be killed. */
  readonly toKill: (ServerToKill & Server) | null;
  readonly developers: readonly Clone[];
  readonly chance: (below: number) => number;
  readonly written: Written[];
  isForced: boolean;
  count: number;
}

const pick = <T>({ chance }: Game, list: readonly T[]): T => list[chance(list.length)]!;

function nextValue(game: Game, isSaved: boolean): Written {
  game.count += 1;
  const field = pick(game, FIELDS);
  return { page: pick(game, PAGES), field, value: `${field}-v${game.count}x`, isSaved };
}

/** No server refuses a write because of somebody else's conflict. */
async function save(game: Game): Promise<void> {
  const write = nextValue(game, true);
  const reply = await put(pick(game, game.servers).site, write);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  game.written.push(write);
}

async function put(site: Served, { page, field, value }: Written): Promise<Reply> {
  const { body } = await askAgain(site, `GET /admin/pages/${page}`, { as: 'editor' });
  const fields = { ...body.data.fields, ...(field !== 'title' && { [field]: value }) };
  const change = field === 'title' ? { title: value } : { fields };
  return site.ask(`PUT /admin/pages/${page}`, { as: 'editor', body: change });
}

/** A server's disk fills up during a save and a sync. An unacknowledged write may exist or not. */
async function fillDisk(game: Game): Promise<void> {
  const { site, sync, disk } = pick(game, game.disks);
  disk.leave(game.chance(40));
  if (game.chance(2) === 0) await sync();
  const write = nextValue(game, true);
  const { status, body } = await put(site, write);
  expect([200, 507, 503], JSON.stringify(body)).toContain(status);
  game.written.push({ ...write, ...(status !== 200 && { isUnsure: true }) });
  disk.free();
}

/** A server is killed at any moment of a save and a sync, and starts again. */
async function kill(game: Game): Promise<void> {
  const { toKill } = game;
  if (!toKill) return;
  const write = nextValue(game, true);
  const lost = (): null => null;
  const syncing = game.chance(2) === 0 ? toKill.sync().catch(lost) : null;
  const saving = put(toKill.site, write).catch(lost);
  await setTimeout(game.chance(400));
  await toKill.kill();
  await syncing;
  const isSure = (await saving)?.status === 200;
  game.written.push({ ...write, ...(!isSure && { isUnsure: true }) });
}

/** Works as a developer does: updates the clone, commits, pushes, and starts over if somebody was quicker. */
function develop(game: Game, force = false): void {
  const developer = pick(game, game.developers);
  if (!existsSync(game.team.host.dir)) return;
  const write = nextValue(game, false);
  for (let attempt = 1; ; attempt += 1) {
    try {
      pushWrite(game, developer, write, force);
      break;
    } catch (error) {
      if (attempt === ATTEMPTS || !/\[(remote )?rejected\]/.test(String(error))) throw error;
    }
  }
  game.written.push(write);
}

function pushWrite(game: Game, developer: Clone, { page, field, value }: Written, force: boolean): void {
  developer.git('fetch', '--quiet', 'origin');
  developer.git('reset', '--quiet', '--hard', 'origin/main');
  const isRewound = force && developer.git('rev-list', '--count', 'HEAD') !== '1';
  if (isRewound) developer.git('reset', '--quiet', '--hard', 'HEAD~1');
  game.isForced ||= isRewound;
  const path = findPage(developer.dir, page);
  const changed = developer.read(path).replace(new RegExp(`(${field}: ).*`), `$1${value}`);
  developer.push({ [path]: changed }, `Change ${value}`, ...(isRewound ? ['--force'] : []));
}

/** Recreates the branch: same files, other commits. */
function rebase(game: Game): void {
  const developer = pick(game, game.developers);
  if (!existsSync(game.team.host.dir)) return;
  developer.git('fetch', '--quiet', 'origin');
  developer.git('reset', '--quiet', '--hard', 'origin/main');
  developer.git('commit', '--quiet', '--amend', '--allow-empty', `--message=Made anew ${game.count}`);
  developer.git('push', '--quiet', '--force', 'origin', 'HEAD:main');
  game.isForced = true;
}

/** Changes files as a developer does, if nobody is quicker. */
function revise(game: Game, change: (dir: string, developer: Clone) => Readonly<Record<string, string | null>>): void {
  const developer = pick(game, game.developers);
  if (!existsSync(game.team.host.dir)) return;
  developer.git('fetch', '--quiet', 'origin');
  developer.git('reset', '--quiet', '--hard', 'origin/main');
  game.count += 1;
  try {
    developer.push(change(developer.dir, developer), `Revision ${game.count}`);
  } catch (error) {
    if (!/\[(remote )?rejected\]/.test(String(error))) throw error;
  }
}

const rename = (game: Game): void =>
  revise(game, (dir, developer) => {
    const from = findPage(dir, pick(game, PAGES));
    return { [from]: null, [`pages/en/r${game.count}.yaml`]: developer.read(from) };
  });

/** One field more for all pages. */
const changeType = (game: Game): void =>
  revise(game, (_, developer) => ({ [TYPE]: `${developer.read(TYPE)}  - { name: more${game.count}, type: text }\n` }));

/** Squashes the last commits of the branch. */
function squash(game: Game): void {
  const developer = pick(game, game.developers);
  if (!existsSync(game.team.host.dir)) return;
  developer.git('fetch', '--quiet', 'origin');
  developer.git('reset', '--quiet', '--hard', 'origin/main');
  if (Number(developer.git('rev-list', '--first-parent', '--count', 'HEAD')) < 4) return;
  developer.git('reset', '--quiet', '--soft', 'HEAD~2');
  developer.git('commit', '--quiet', '--allow-empty', `--message=Squashed ${game.count}`);
  developer.git('push', '--quiet', '--force', 'origin', 'HEAD:main');
  game.isForced = true;
}

/** The network breaks off, becomes slow or silent, or recovers. */
function disturb({ team: { host }, toKill, chance }: Game): void {
  // A server in a process of its own would wait minutes for a silent host.
  const silence = toKill ? { slow: 500 } : 'silent';
  const ways = [null, { cut: chance(3000) }, { slow: 20 + chance(200) }, 'refuse', 503, silence, null] as const;
  host.misbehave(ways[chance(ways.length)]!);
}

function tag(game: Game): void {
  if (!existsSync(game.team.host.dir)) return;
  const developer = pick(game, game.developers);
  developer.git('tag', `t${game.chance(1_000_000)}`);
  developer.git('push', '--quiet', '--tags');
}

/** The network dies, or comes back. */
function cut({ team: { host } }: Game): void {
  const away = `${host.dir}.away`;
  if (existsSync(host.dir)) renameSync(host.dir, away);
  else renameSync(away, host.dir);
}

const MOVES: readonly (readonly [name: string, weight: number, move: (game: Game) => unknown])[] = [
  ['save', 8, save],
  ['develop', 4, develop],
  ['sync', 6, (game) => pick(game, game.servers).sync()],
  ['cut', 1, cut],
  ['tag', 1, tag],
  ['force', 1, (game) => develop(game, true)],
  ['rebase', 1, rebase],
  ['restart', 1, (game) => pick(game, game.servers).site.restart()],
  ['rename', 1, rename],
  ['type', 1, changeType],
  ['squash', 1, squash],
  ['disturb', 2, disturb],
  ['full', 1, fillDisk],
  ['kill', 1, kill],
];
const BAG = MOVES.flatMap(([name, weight, move]) => Array.from({ length: weight }, () => ({ name, move })));

/** Plays this many random moves of three servers, two developers and a host, then lets all of them settle. */
export async function playTeam(seed: number, moves: number): Promise<Played> {
  // Some use the host's folder, some a failing network, and some of these no native git.
  const network = { address: ({ url }: GitHost) => url, usesNativeGit: seed % 4 !== 0, hostSilentMs: SILENT_MS };
  const team = await makeTeam({ files: SITE, ...(seed % 2 === 0 && network) });
  const toKill = seed % 3 === 0 ? await team.serverToKill() : null;
  const disks = [team, await team.server(), ...(toKill ? [] : [await team.server()])];
  const servers = [...disks, ...(toKill ? [toKill] : [])];
  const chance = createChance(seed);
  const game: Game = {
    ...{ team, servers, disks, toKill },
    developers: [team.clone(), team.clone()],
    chance,
    written: [],
    isForced: false,
    count: 0,
  };
  const steps: string[] = [];
  for (let n = 0; n < moves; n += 1) {
    const { name, move } = pick(game, BAG);
    steps.push(name);
    await move(game);
  }
  if (!existsSync(team.host.dir)) cut(game);
  team.host.misbehave(null);
  for (let n = 0; n < 3; n += 1) for (const { sync } of servers) await sync();
  return { team, servers, written: game.written, isForced: game.isForced, steps };
}

const treeOf = (site: Served): string => site.git('rev-parse', 'HEAD^{tree}').trim();

/** The laws of the design, "The git host". */
export function judge({ team, servers, written, isForced, steps }: Played): void {
  const played = steps.join(' ');
  const sites = servers.map(({ site }) => site);
  expect(new Set([...sites.map(treeOf), team.host.git('rev-parse', 'main^{tree}')]).size, played).toBe(1);
  for (const site of sites) expect(troubles(site.git), played).toEqual([]);
  expect(team.host.git('fsck', '--strict', '--no-dangling'), played).toBe('');
  // Every value is in the history, or was taken out by a person and is kept.
  const history = sites.map((site) => site.git('log', '--all', '--full-history', '-m', '-p', '--format=%s')).join('\n');
  // Nobody else can keep what a developer drops before any server has seen it.
  const kept = written.filter(({ isSaved, isUnsure }) => !isUnsure && (isSaved || !isForced)).map(({ value }) => value);
  expect(
    kept.filter((value) => !history.includes(value)),
    played,
  ).toEqual([]);
  for (const page of PAGES) for (const field of FIELDS) judgeValue({ page, field });

  /** A value is one that somebody has written; if only one was, and nobody has used force, it is that one. */
  function judgeValue({ page, field }: Pick<Written, 'page' | 'field'>): void {
    const all = written.filter((one) => one.page === page && one.field === field);
    const values = all.map(({ value }) => value);
    const isSure = values.length === 1 && !isForced && !all[0]!.isUnsure;
    const [site] = sites;
    const found = new RegExp(`\\b${field}: (.*)`).exec(site!.read(findPage(site!.contentDir, page)))?.[1];
    const allowed = isSure ? values : [`${field}-${page}`, ...values];
    expect(allowed, `${field} of page ${page}: ${played}`).toContain(found);
  }
}
