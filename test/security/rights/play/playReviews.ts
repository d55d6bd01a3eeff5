import { createRandom } from '../../../fuzz/random.ts';
import { until } from '../../../http/makeServer.ts';
import { makeSite, NOW, PASSWORD, type Site } from '../../../makeSite.ts';
import { askAdmin, type Headers, logIn } from '../enterAs.ts';
import type { Picture } from './checkWrites.ts';
import { withoutConsequences } from './consequences.ts';
import { countIds, lookAt, PLANS, within } from './playRights.ts';
import { LATER, wordOf } from './randomSite.ts';
import { CHANGE_REQUESTS } from './requests/changeRequests.ts';
import type { Request, World } from './requests/world.ts';
import { type Difference, neededFor } from './roleModel.ts';
import { type Answer, send } from './send.ts';
import { nameOf, type Version } from './versions.ts';

/** A rule, as it is sent and as the model understands it. */
export interface PlayedRule {
  readonly on?: readonly string[];
  readonly types?: readonly string[];
  readonly locales?: readonly string[];
  readonly needs: number;
  readonly notOwn: boolean;
}

interface ReviewGame {
  readonly files: Readonly<Record<string, string>>;
  readonly rules: readonly PlayedRule[];
  /** What the model believes; by default, what is so. */
  readonly expected?: readonly PlayedRule[];
  readonly seeds: readonly number[];
}

/** What somebody has approved: a change as it was, and what was live then. */
interface PlayedApproval {
  readonly by: string;
  readonly change: string;
  readonly records: ReadonlyMap<string, string>;
  readonly live: ReadonlyMap<string, string>;
}

interface ReviewTable {
  readonly site: Site;
  readonly rules: readonly PlayedRule[];
  readonly people: readonly { readonly name: string; readonly headers: Headers }[];
  readonly owners: Map<string, string>;
  readonly dropped: Set<string>;
  picture: Picture;
  approvals: readonly PlayedApproval[];
  /** Who has written to a record in a change, by `change page/1`. */
  readonly authors: Map<string, Set<string>>;
  words: number;
  published: number;
}

/** Plays random requests of several editors, with reviews between them. @returns what has gone live without approval */
export async function playReviews(game: ReviewGame): Promise<{ faults: readonly string[]; published: number }> {
  const { files, rules, expected = rules, seeds } = game;
  const site = await makeSite(files, { chooseId: countIds() });
  const user = { name: 'Second', password: PASSWORD, role: 'editor' };
  await askAdmin(site, 'POST /admin/users', { ...user, email: 'second@example.org' });
  const people = [
    { name: 'user/1', headers: await logIn(site, 'admin@example.org') },
    { name: 'user/2', headers: await logIn(site, 'editor@example.org') },
    { name: 'user/4', headers: await logIn(site, 'second@example.org') },
  ];
  await send(site, { method: 'PUT', path: '/admin/review', body: { rules, adminsExempt: false } }, people[0]!.headers);
  const owners = new Map<string, string>();
  const table: ReviewTable = {
    ...{ site, rules: expected, people, owners, dropped: new Set(), picture: lookAt(site, owners) },
    ...{ approvals: [], authors: new Map(), words: 10_000, published: 0 },
  };
  const faults: string[] = [];
  for (const seed of seeds) faults.push(...(await playStep(table, seed)));
  faults.push(...(await playTimes(table)));
  await site.stop();
  return { faults, published: table.published };
}

const CHANGE_PLANS = Object.values(CHANGE_REQUESTS);

async function playStep(table: ReviewTable, seed: number): Promise<readonly string[]> {
  const random = createRandom(seed);
  const person = random.pick(table.people);
  const names = [...table.picture.changes.keys()];
  if (names.length > 0 && random.chance(0.1)) return publishApproved(table, random.pick(names), person);
  if (names.length > 0 && random.chance(0.35)) {
    await playReview(table, random.pick(names), person, seed);
    return [];
  }
  // Most of it is approved by nobody.
  if (names.length > 0 && random.chance(0.05))
    return judge(table, requestToPublish(`/admin/changes/${random.pick(names)}`, 'queue'), person);
  const inChange = random.chance(0.5) ? random.pick([undefined, ...names]) : undefined;
  const world: World = {
    ...{ ...table.picture, dropped: [...table.dropped], random },
    live: inChange === undefined ? table.picture.live : table.picture.changes.get(inChange)!,
    word() {
      table.words += 1;
      return wordOf(table.words);
    },
  };
  const plan = random.pick(random.chance(0.5) ? CHANGE_PLANS : PLANS);
  const isOfChanges = CHANGE_PLANS.includes(plan);
  const request = plan(isOfChanges ? { ...world, live: table.picture.live } : world);
  const asked = within(request, isOfChanges ? undefined : inChange);
  return asked ? judge(table, asked, person) : [];
}

type Person = ReviewTable['people'][number];

async function playReview(table: ReviewTable, change: string, { name, headers }: Person, seed: number): Promise<void> {
  const path = `/admin/changes/${change}/review`;
  const act = (what: string, body?: object): Promise<Answer> =>
    send(table.site, { method: 'POST', path: `${path}/${what}`, ...(body && { body }) }, headers);
  const what = createRandom(seed + 1).below(10);
  if (what < 3) await act('ask', {});
  else if (what < 8) {
    const read = await send(table.site, { method: 'GET', path }, headers);
    const content = read.body?.data?.content ?? '';
    if ((await act('approve', { content })).status === 200) noteApproval(table, change, name);
  } else if (what === 8) {
    if ((await act('withdraw')).status === 200) await readApprovals(table, change, headers);
  } else if ((await act('send-back', { reason: 'Not yet' })).status === 200) forget(table, change);
}

/** Everybody approves a change, and one of them publishes it. */
async function publishApproved(table: ReviewTable, change: string, person: Person): Promise<readonly string[]> {
  const path = `/admin/changes/${change}`;
  await send(table.site, { method: 'POST', path: `${path}/review/ask`, body: {} }, person.headers);
  for (const { name, headers } of table.people) {
    const read = await send(table.site, { method: 'GET', path: `${path}/review` }, headers);
    const body = { content: read.body?.data?.content ?? '' };
    const { status } = await send(table.site, { method: 'POST', path: `${path}/review/approve`, body }, headers);
    if (status === 200) noteApproval(table, change, name);
  }
  const way = createRandom(table.words).pick(['publish', 'queue', 'schedule'] as const);
  return judge(table, requestToPublish(path, way), person);
}

/** Publishes a change at once, in line, or at a time. */
const requestToPublish = (path: string, way: 'publish' | 'queue' | 'schedule'): Request => ({
  method: 'POST',
  path: `${path}/${way === 'queue' ? 'queue' : 'publish'}`,
  body: way === 'schedule' ? { scheduledAt: LATER } : {},
});

/** Lets everything be published whose time comes. What pages do at their times was decided when they got these. */
async function playTimes(table: ReviewTable): Promise<readonly string[]> {
  const before = table.picture;
  table.site.setTime(AFTERWARDS);
  // The sessions are over by then.
  const headers = await logIn(table.site, 'admin@example.org');
  await until(async () => {
    const { body } = await send(table.site, { method: 'GET', path: '/admin/changes' }, headers);
    return body.data.every(
      ({ scheduledAt, scheduleProblem }: { scheduledAt: string | null; scheduleProblem: string | null }) =>
        scheduledAt === null || scheduleProblem !== null,
    );
  });
  const after = lookAt(table.site, table.owners, before);
  const differences = withoutConsequences(differ(before.live, after.live)).filter((one) => !isOnlyTimed(one));
  return differences.flatMap((one) => findUnapproved(table, one, before)).map((fault) => `at its time: ${fault}`);
}

/** A time after all that are played. */
const AFTERWARDS = '2026-05-01T00:00:00.000Z';

function isOnlyTimed({ before, after }: Difference): boolean {
  const rest = ({ key, data }: Version): string => {
    const { status: _1, scheduledAt: _2, unpublishAt: _3, publishedAt: _4, ...others } = data;
    return `${key} ${JSON.stringify(others)}`;
  };
  return before !== null && after !== null && rest(before) === rest(after);
}

const forget = (table: ReviewTable, change: string): void => {
  table.approvals = table.approvals.filter((one) => one.change !== change);
};

function noteApproval(table: ReviewTable, change: string, by: string): void {
  const texts = (content: ReadonlyMap<string, Version>) =>
    new Map([...content].map(([record, version]) => [record, textOf(version)]));
  const { live, changes } = table.picture;
  const others = table.approvals.filter((one) => one.change !== change || one.by !== by);
  const approval = { by, change, records: texts(changes.get(change)!), live: texts(live) };
  table.approvals = [...others, approval];
}

/** Withdrawing takes one's approval back, or all of them with the request. */
async function readApprovals(table: ReviewTable, change: string, headers: Headers): Promise<void> {
  const { body } = await send(table.site, { method: 'GET', path: `/admin/changes/${change}/review` }, headers);
  const left = (body.data.approvals as { readonly by: { readonly id: number } }[]).map(({ by }) => `user/${by.id}`);
  table.approvals = table.approvals.filter((one) => one.change !== change || left.includes(one.by));
}

function textOf(version: Version | null | undefined): string {
  if (!version) return '';
  // What a file says of itself is filled in by the system.
  const { size: _size, hash: _hash, ...data } = version.data;
  return `${version.key} ${JSON.stringify(data)}`;
}

async function judge(table: ReviewTable, request: Request, person: Person): Promise<readonly string[]> {
  const before = table.picture;
  const reply = await send(table.site, request, person.headers);
  if (/\/queue$/.test(request.path) && reply.status === 200) await untilOutOfLine(table, request.path, person);
  const after = lookAt(table.site, table.owners, before);
  table.picture = after;
  const gone = /^\/admin\/changes\/([^/]+)$/.exec(request.path)?.[1];
  if (request.method === 'DELETE' && gone && reply.status === 200) table.dropped.add(gone);
  noteAuthors(table, { request, before, after, person });
  const differences = withoutConsequences(differ(before.live, after.live));
  const faults = differences.flatMap((one) => findUnapproved(table, one, before));
  for (const name of before.changes.keys()) if (!after.changes.has(name)) forget(table, name);
  return faults.map((fault) => `${request.method} ${request.path} ${JSON.stringify(request.body ?? null)}: ${fault}`);
}

function differ(one: ReadonlyMap<string, Version>, other: ReadonlyMap<string, Version>): readonly Difference[] {
  return [...new Set([...one.keys(), ...other.keys()])]
    .map((name) => ({ before: one.get(name) ?? null, after: other.get(name) ?? null }))
    .filter(({ before, after }) => textOf(before) !== textOf(after));
}

async function untilOutOfLine({ site }: ReviewTable, path: string, { headers }: Person): Promise<void> {
  await until(async () => {
    const { body } = await send(site, { method: 'GET', path }, headers);
    return body.data === undefined || /^(none|sentBack)$/.test(body.data.state);
  });
}

interface PlayedRequest {
  readonly request: Request;
  readonly before: Picture;
  readonly after: Picture;
  readonly person: Person;
}

/** Who has certainly written: what comes into a change from elsewhere has other authors. */
function noteAuthors({ authors }: ReviewTable, { request, before, after, person }: PlayedRequest): void {
  const isEdit = request.headers?.['quire-change'] !== undefined || /\/draft$/.test(request.path);
  if (!isEdit) return;
  for (const [name, content] of after.changes) {
    const was = before.changes.get(name);
    if (was === content) continue;
    for (const one of withoutConsequences(differ(was ?? before.live, content))) {
      const key = `${name} ${nameOf((one.after ?? one.before)!)}`;
      authors.set(key, (authors.get(key) ?? new Set()).add(person.name));
    }
  }
}

const isAbout = ({ on, types, locales }: PlayedRule, { kind, data, locale }: Version): boolean =>
  (on?.includes(kind) ?? !(types && (kind === 'contentType' || kind === 'blockType'))) &&
  (types === undefined || types.includes(String(data['type']))) &&
  (locales === undefined || (kind === 'page' && locales.includes(locale)));

/** Whether a page only becomes one of a group, as it does when somebody translates it. */
function joinsGroupOnly({ before, after }: Difference): boolean {
  const rest = ({ key, data: { translationGroup: _, ...others } }: Version): string =>
    `${key} ${JSON.stringify(others)}`;
  return before !== null && after !== null && !before.data['translationGroup'] && rest(before) === rest(after);
}

/** What a record that has become different for the public lacks. */
function findUnapproved(table: ReviewTable, difference: Difference, { live, changes }: Picture): readonly string[] {
  if (!neededFor(difference, true, NOW).includes('publish') || joinsGroupOnly(difference)) return [];
  const versions = [difference.before, difference.after].filter((one) => one !== null);
  const record = nameOf(versions[0]!);
  const rules = table.rules.filter((rule) => versions.some((version) => isAbout(rule, version)));
  const counts = ({ by, change, ...seen }: PlayedApproval, { notOwn }: PlayedRule): boolean =>
    (seen.records.get(record) ?? '') === textOf(changes.get(change)?.get(record)) &&
    (seen.live.get(record) ?? '') === textOf(live.get(record)) &&
    !(notOwn && table.authors.get(`${change} ${record}`)?.has(by));
  if (rules.length > 0) table.published += 1;
  return rules.flatMap((rule) => {
    const people = [...new Set(table.approvals.map(({ change }) => change))].map(
      (change) =>
        new Set(table.approvals.filter((one) => one.change === change && counts(one, rule)).map(({ by }) => by)).size,
    );
    const most = Math.max(0, ...people);
    return most >= rule.needs
      ? []
      : [
          `${record} is live with ${most} of ${rule.needs} approvals: ${textOf(difference.before)} → ${textOf(difference.after)}`,
        ];
  });
}
