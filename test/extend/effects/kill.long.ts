import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { stride } from '../../effort.ts';
import { until } from '../../http/makeServer.ts';
import { makeReceiver, type Receiver } from '../../job/makeReceiver.ts';
import { makeSite, PASSWORD, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { writeConfig } from './makeEffectSite.ts';

/**
 * Tells the receiver of each title, and proposes it. In the run of the second title it kills the server where the file
 * `kill` says, or arms it: then the server kills itself after so many steps on the disk.
 */
const EFFECT = `{
  name: 'tests', version: '1.0.0', needs: { ...needs, writes: 'changes' },
  after: [after('page.updated', {}, async (input) => {
    const { existsSync, readFileSync, renameSync, rmSync } = await import('node:fs');
    const file = (name) => new URL(name, import.meta.url);
    const { page, commit, propose } = input;
    const place = page.title === 'Two' && existsSync(file('kill')) ? readFileSync(file('kill'), 'utf8') : '';
    const killAt = (name) => {
      if (place !== name) return;
      rmSync(file('kill'));
      process.kill(process.ppid, 'SIGKILL');
    };
    killAt('before it begins');
    await tell(input, { title: page.title });
    killAt('in its middle');
    if (/^\\d+$/.test(place)) renameSync(file('kill'), file('armed'));
    // Another value in each run: a second proposal would be another commit.
    const summary = page.title + ' ' + process.pid;
    await propose('Summaries', (edit) => edit.page(page.id, { fields: { summary } }), { once: commit });
    killAt('after its proposal');
    setImmediate(() => killAt('when it is done'));
  })],
}`;

interface Server {
  readonly child: ChildProcess;
  readonly gone: Promise<unknown>;
  ask(call: string, body?: unknown): Promise<Response>;
}

async function startServer(site: Site, config: string): Promise<Server> {
  const child = spawn(process.execPath, ['dist-test/effectServer.js'], {
    env: {
      ...process.env,
      ...{ QUIRE_CONFIG: config, ARMED: join(dirname(config), 'armed') },
      ...{ CONTENT_DIR: site.contentDir, PRIVATE_DIR: site.privateDir },
      ...{ WEBHOOK_ALLOW_PRIVATE: 'true', RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'fatal' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const gone = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  child.stdout?.on('data', (text) => {
    said += text;
  });
  const url = await until(() => /Quire serves (\S+)/.exec(said)?.[1], 60_000);
  let token = '';
  const ask: Server['ask'] = (call, body) => {
    const [method = '', path = ''] = call.split(' ');
    return fetch(`${url}/api/admin${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  };
  const answer = await ask('POST /auth/login', { email: 'admin@example.org', password: PASSWORD });
  token = ((await answer.json()) as { data: { token: string } }).data.token;
  return { child, gone, ask };
}

/** Whether all three runs have succeeded. */
async function isDone({ ask }: Server): Promise<boolean> {
  const answer = await ask('GET /extensions/tests/effects/deliveries');
  const { data } = (await answer.json()) as { data: readonly { readonly status: string }[] };
  return data.length === 3 && data.every(({ status }) => status === 'delivered');
}

/** The titles in the order in which the receiver heard them first, if none came back after a later one. */
const inOrder = ({ received }: Receiver): readonly string[] =>
  received.map(({ body }) => body.title).filter((title, at, all) => title !== all[at - 1]);

/** @returns whether the server was killed */
async function playKill(place: string): Promise<boolean> {
  const site = await makeSite(SMALL_SITE);
  await site.stop();
  const receiver = await makeReceiver();
  const config = writeConfig(EFFECT, receiver);
  const folder = dirname(config);
  writeFileSync(join(folder, 'kill'), place);
  const held: (() => void)[] = [];
  let isSaved = false;
  // All three are saved before any run ends.
  receiver.answer((response) => {
    const answer = (): unknown => response.writeHead(204).end();
    if (isSaved) answer();
    else held.push(answer);
  });
  const first = await startServer(site, config);
  const titles = ['One', 'Two', 'Three'];
  for (const title of titles) expect((await first.ask('PUT /pages/1', { title })).status).toBe(200);
  isSaved = true;
  for (const answer of held) answer();
  const wasKilled = await Promise.race([
    first.gone.then(() => true),
    until(() => isDone(first).catch(() => false), 60_000).then(() => false),
  ]);
  if (!wasKilled) first.child.kill('SIGKILL');
  await first.gone;
  for (const name of ['kill', 'armed']) rmSync(join(folder, name), { force: true });
  const second = await startServer(site, config);
  await until(() => isDone(second), 60_000);
  expect([place, inOrder(receiver)]).toEqual([place, titles]);
  const branches = site.git('for-each-ref', '--format=%(refname)', 'refs/heads/change').trim().split('\n');
  expect([place, branches]).toEqual([place, ['refs/heads/change/summaries']]);
  const proposals = site.git('log', '--format=%(trailers:key=Quire-Once,valueonly)', 'change/summaries');
  const made = proposals.split('\n').filter(Boolean);
  expect([place, made.length, new Set(made).size]).toEqual([place, 3, 3]);
  expect(site.git('show', 'change/summaries:pages/en/home.yaml')).toContain('summary: Three');
  second.child.kill('SIGKILL');
  await second.gone;
  site.git('fsck', '--strict');
  expect(existsSync(join(folder, 'kill'))).toBe(false);
  return wasKilled;
}

it.each(['before it begins', 'in its middle', 'after its proposal', 'when it is done'])(
  'an effect whose server is killed %s runs again, in order, and proposes once',
  async (place) => {
    expect(await playKill(place)).toBe(true);
  },
  120_000,
);

it('a proposal is made once, whatever step of it the server is killed after', async () => {
  let steps = 1;
  while (await playKill(String(steps))) steps += stride(5);
  expect(steps).toBeGreaterThan(5);
}, 900_000);

it('the process of the effects ends with a server that is killed, whatever it is doing', async () => {
  const site = await makeSite(SMALL_SITE);
  await site.stop();
  const receiver = await makeReceiver();
  const config = writeConfig(
    `{ name: 'tests', version: '1.0.0', needs, after: [after('page.updated', {}, async (input) => {
      await tell(input, { pid: process.pid });
      for (;;);
    })] }`,
    receiver,
  );
  const server = await startServer(site, config);
  expect((await server.ask('PUT /pages/1', { title: 'One' })).status).toBe(200);
  const { pid } = (await until(() => receiver.received[0])).body;
  server.child.kill('SIGKILL');
  await server.gone;
  await until(() => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  });
}, 120_000);
