import { expect, it } from 'vitest';
import { until } from '../../http/makeServer.ts';
import { makeReceiver } from '../../job/makeReceiver.ts';
import { type EffectSite, makeEffectSite } from './makeEffectSite.ts';

/** Two extensions: one does this, the other tells the receiver. */
const beside = (evil: string, needs = 'needs'): string => `{
  name: 'evil', version: '1.0.0', needs: ${needs},
  after: [after('page.updated', {}, async (input) => { ${evil} })],
}, {
  name: 'tests', version: '1.0.0', needs,
  after: [after('page.updated', {}, async (input) => tell(input, { title: input.page.title }))],
}`;

/** What becomes of the run of the first, once the second has run as if nothing had happened. */
async function outcomeOf(site: EffectSite) {
  expect((await site.send('PUT /admin/pages/3', { title: 'Now' })).status).toBe(200);
  await until(() => site.receiver.received.some(({ body }) => body.title === 'Now'), 60_000);
  await until(async () => (await site.runs('evil'))[0]?.attempts === 1, 60_000);
  expect((await site.send('PUT /admin/pages/4', { title: 'Still here' })).status).toBe(200);
  const runs = await site.runs('evil');
  return runs.at(-1);
}

it.each([
  ['never ends', 'for (;;);', 'timeout', 2500],
  ['never answers', 'await new Promise(() => setInterval(() => {}, 1000));', 'timeout', 2500],
  ['ends its process', 'process.exit(0);', 'ended', 60_000],
  ['kills its process', "process.kill(process.pid, 'SIGKILL'); for (;;);", 'ended', 60_000],
  ['crashes', 'setTimeout(() => { throw new Error("later"); }); await new Promise(() => {});', 'ended', 60_000],
  ['fills the heap', 'const all = []; for (;;) all.push(new Array(1e5).fill(all.length));', 'memory', 60_000],
  ['takes memory beside the heap', 'const all = []; for (;;) all.push(Buffer.alloc(1e7, 1));', 'memory', 60_000],
  ['throws nothing', 'throw undefined;', 'threw', 60_000],
])('SEC-51 an effect that %s fails, and nothing else does', async (_, evil, error, runMs) => {
  const site = await makeEffectSite(beside(evil), { effectLimits: { runMs } });
  expect(await outcomeOf(site)).toMatchObject({ status: 'pending', attempts: 1, error });
});

it('SEC-51 a log is kept up to a limit', async () => {
  const flood = "for (let n = 0; n < 20000; n += 1) console.log('x'.repeat(100));";
  const site = await makeEffectSite(beside(flood));
  const { status, response } = await outcomeOf(site);
  expect([status, response.length]).toEqual(['delivered', 10_001]);
});

it('SEC-51 what is not a message of an effect ends its process', async () => {
  const raw = "const { writeSync } = await import('node:fs'); writeSync(3, 'no JSON\\n'); await new Promise(() => {});";
  const site = await makeEffectSite(beside(raw));
  expect(await outcomeOf(site)).toMatchObject({ error: 'ended' });
});

it('SEC-51 effects get the secrets that their extension names, and no other part of the environment', async () => {
  const site = await makeEffectSite(
    `{
      name: 'evil', version: '1.0.0', needs: { ...needs, secrets: ['OWN_KEY', 'JWT_SECRET'] },
      after: [after('page.updated', {}, async (input) => {
        const tryTo = (name) => { try { return input.secret(name); } catch (error) { return error.message; } };
        const names = ['OWN_KEY', 'OTHER_KEY', 'JWT_SECRET', 'constructor'];
        await tell(input, { env: Object.keys(process.env), argv: process.argv.slice(2), got: names.map(tryTo) });
      })],
    }, { name: 'tests', version: '1.0.0', needs: { secrets: ['OTHER_KEY'] }, after: [] }`,
    {
      env: {
        ...{ OWN_KEY: 'mine', OTHER_KEY: 'of another', JWT_SECRET: 'x'.repeat(40) },
        ...{ PATH: process.env['PATH'] ?? '', LANG: 'C' },
      },
    },
  );
  await site.send('PUT /admin/pages/3', { title: 'Now' });
  const { body } = await until(() => site.receiver.received[0]);
  const none = (name: string): string =>
    `There is no secret ${name}: it is not set, or not among those that the extension needs`;
  expect(body).toEqual({
    env: ['PATH', 'LANG'],
    argv: [],
    got: ['mine', none('OTHER_KEY'), none('JWT_SECRET'), none('constructor')],
  });
});

it('SEC-51 effects reach the hosts that their extension names, no private address, and no other by a redirect', async () => {
  const inside = await makeReceiver();
  const urls = [
    ...[inside.url, inside.url.replace('http:', 'https:').replace('127.0.0.1', 'localhost')],
    ...[
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/',
      'https://elsewhere.example.org/',
      'file:///etc/passwd',
    ],
  ];
  const site = await makeEffectSite(
    beside(
      `for (const url of ${JSON.stringify(urls)})
        for (const get of [input.fetch, fetch]) await get(url).then(() => console.log('reached'), ({ message }) => console.log(message));`,
      "{ hosts: ['127.0.0.1', 'localhost', '169.254.169.254', '[::1]'] }",
    ),
    { env: { WEBHOOK_ALLOW_PRIVATE: 'false' } },
  );
  await site.send('PUT /admin/pages/3', { title: 'Now' });
  const { response } = await until(async () => {
    const [run] = await site.runs('evil');
    return run?.status === 'delivered' ? run : null;
  });
  const lines: readonly string[] = response.trim().split('\n');
  expect(lines.filter((_, at) => at % 2 === 0)).toEqual([
    'http://127.0.0.1 is refused: only https is allowed',
    expect.stringMatching(/^(127\.0\.0\.1|::1|localhost) is not a public address$/),
    '169.254.169.254 is not a public address',
    '::1 is not a public address',
    'elsewhere.example.org is refused: it is not among the hosts that the extension needs',
    'file:// is refused: only https is allowed',
  ]);
  expect(lines.filter((_, at) => at % 2 === 1)).toEqual(lines.filter((_, at) => at % 2 === 0));
  expect(inside.received).toEqual([]);
});

it('SEC-51 code of different extensions is never in one process', async () => {
  const site = await makeEffectSite(
    beside(
      "globalThis.fetch = () => Promise.resolve('stolen'); Object.prototype.stolen = true; await tell(input, { pid: process.pid });",
    ),
  );
  await outcomeOf(site);
  expect(site.receiver.received.map(({ text }) => text.includes('stolen'))).not.toContain(true);
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('SEC-51 what an effect has started ends with its process', async () => {
  const evil = `
    const { spawn } = await import('node:child_process');
    const { pid } = spawn('sleep', ['600'], { stdio: 'ignore' });
    await tell(input, { pid });
    process.exit(0);`;
  const site = await makeEffectSite(beside(evil));
  expect(await outcomeOf(site)).toMatchObject({ error: 'ended' });
  const pids = site.receiver.received.flatMap(({ body }) => body.pid ?? []);
  expect(pids.length).toBeGreaterThan(0);
  await until(() => pids.every((pid) => !isAlive(pid)));
});

it('the process ends when there is nothing to run, and when the server stops', async () => {
  const telling = `{
    name: 'tests', version: '1.0.0', needs,
    after: [after('page.updated', {}, async (input) => { await tell(input, { pid: process.pid }); })],
  }`;
  const site = await makeEffectSite(telling, { effectLimits: { idleMs: 50 } });
  const pidOf = async (title: string): Promise<number> => {
    const before = site.receiver.received.length;
    await site.send('PUT /admin/pages/3', { title });
    return (await until(() => site.receiver.received[before])).body.pid;
  };
  const first = await pidOf('One');
  await until(() => !isAlive(first));
  const second = await pidOf('Two');
  expect(second).not.toBe(first);
  await site.stop();
  await until(() => !isAlive(second));
});

it('an extension with much to do lets others take their turn', async () => {
  const site = await makeEffectSite(beside('await tell(input, { title: "evil" });'));
  const held = new Promise<() => void>((resolve) => {
    site.receiver.answer((response) => resolve(() => void response.writeHead(204).end()));
  });
  await site.send('PUT /admin/pages/3', { title: 'One' });
  const answer = await held;
  for (const title of ['Two', 'Three']) await site.send('PUT /admin/pages/3', { title });
  site.receiver.answer((response) => void response.writeHead(204).end());
  answer();
  await until(() => site.receiver.received.length === 6);
  expect(site.receiver.received.map(({ body }) => body.title)).toEqual(['evil', 'One', 'evil', 'Two', 'evil', 'Three']);
});
