import { type ChildProcess, spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { effort } from '../../effort.ts';
import { until } from '../../http/makeServer.ts';
import { makeReceiver } from '../../job/makeReceiver.ts';
import { makeSite, NOW, PASSWORD, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const KILLS = effort(10, 1);
const WRITES = 12;
const MINUTE = 60_000;

/** The server on a site's folders as a process that can be killed, with a clock that a test moves. */
async function startServer(site: Site, clockFile: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['dist-test/clockedServer.js'], {
    env: {
      ...process.env,
      CLOCK_FILE: clockFile,
      CONTENT_DIR: site.contentDir,
      PRIVATE_DIR: site.privateDir,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      RATE_LIMIT_ENABLED: 'false',
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout?.on('data', (text) => {
    said += text;
  });
  const url = await until(() => /Quire serves (\S+)/.exec(said)?.[1], 60_000);
  return { url, child };
}

async function ask(url: string, call: string, token: string, body?: unknown): Promise<Response> {
  const [method = '', path = ''] = call.split(' ');
  return fetch(`${url}/api/admin${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function logIn(url: string): Promise<string> {
  const response = await ask(url, 'POST /auth/login', '', { email: 'admin@example.org', password: PASSWORD });
  return ((await response.json()) as { data: { token: string } }).data.token;
}

interface Waiting {
  readonly record: string;
  readonly nextAttemptAt: string | null;
}

/** When the next message is due, in milliseconds since 1970; null if none is waiting. */
async function nextAttempt(url: string, token: string): Promise<number | null> {
  const pages = await Promise.all(
    [0, 100].map(async (offset) => {
      const response = await ask(url, `GET /webhooks/1/deliveries?limit=100&offset=${offset}`, token);
      return ((await response.json()) as { data: readonly Waiting[] }).data;
    }),
  );
  // Newest first: the last one of each page is what the others wait for.
  const firsts = new Map(
    pages.flat().flatMap((one) => (one.nextAttemptAt === null ? [] : [[one.record, one] as const])),
  );
  const times = [...firsts.values()].map(({ nextAttemptAt }) => Date.parse(nextAttemptAt ?? ''));
  return times.length === 0 ? null : Math.min(...times);
}

it('a receiver that is down for an hour, with kills in between, gets every event, and none twice', async () => {
  const site = await makeSite(SMALL_SITE);
  await site.stop();
  const clockFile = join(site.privateDir, 'clock');
  let now = Date.parse(NOW);
  const advance = (ms: number): void => {
    now += ms;
    writeFileSync(`${clockFile}.new`, new Date(now).toISOString());
    renameSync(`${clockFile}.new`, clockFile);
  };
  advance(0);
  const receiver = await makeReceiver();
  let isDown = true;
  const taken: { readonly id: string; readonly commit: string; readonly page: number }[] = [];
  receiver.answer((response, { headers, body }) => {
    if (isDown) return void response.writeHead(503).end();
    taken.push({ id: String(headers['webhook-id']), commit: body.data.commit, page: body.data.id });
    response.writeHead(204).end();
  });

  let { url, child } = await startServer(site, clockFile);
  const token = await logIn(url);
  await ask(url, 'POST /webhooks', token, { url: receiver.url, events: ['page.updated'] });
  for (let kill = 0; kill < KILLS; kill++) {
    const writes = Array.from({ length: WRITES }, (_, index) =>
      ask(url, `PUT /pages/${(index % 3) + 2}`, token, { title: `Title ${kill} ${index}` }),
    );
    // In the middle of them: unanswered ones may or may not have been made.
    await Promise.any(writes.slice(WRITES / 2));
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await Promise.all([gone, Promise.allSettled(writes)]);
    advance((60 * MINUTE) / KILLS);
    ({ url, child } = await startServer(site, clockFile));
  }

  isDown = false;
  const commits = site.git('log', '--format=%H', '--author=The admin').split('\n').filter(Boolean);
  expect(commits.length).toBeGreaterThan((KILLS * WRITES) / 2);
  await until(async () => {
    const next = await nextAttempt(url, token);
    if (next !== null && next > now) advance(next - now);
    return next === null;
  });
  expect(new Set(taken.map(({ commit }) => commit))).toEqual(new Set(commits));
  expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
  // In the order of the commits for each page.
  const order = new Map(commits.reverse().map((commit, index) => [commit, index]));
  for (const page of [2, 3, 4]) {
    const places = taken.filter((one) => one.page === page).map(({ commit }) => order.get(commit)!);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
  site.git('fsck', '--strict');
}, 300_000);
