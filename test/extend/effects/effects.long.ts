import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errorsOf } from '../../errorsOf.ts';
import { until } from '../../http/makeServer.ts';
import { refusalOf } from '../../http/problemsOf.ts';
import { answerWith } from '../../job/makeReceiver.ts';
import { NOW } from '../../makeSite.ts';
import { makeEffectSite } from './makeEffectSite.ts';

const DAY = 24 * 60 * 60;
/** Sets the clock to this many seconds after the start. */
const later = (seconds: number): string => new Date(Date.parse(NOW) + seconds * 1000).toISOString();

/** Tells the receiver of each page that is changed, and fails unless it answers with success. */
const TELLING = `{
  name: 'tests', version: '1.0.0', needs: { ...needs, secrets: ['OSM_KEY', 'UNSET_KEY'] },
  after: [after('page.updated', {}, async (input) => {
    input.log('Telling ' + input.page.title);
    const { ok, status } = await tell(input, { title: input.page.title, id: input.page.id });
    if (!ok) throw new Error('It answered ' + status);
  })],
}`;

it('runs for each event that it is about, with the page as the commit holds it', async () => {
  const site = await makeEffectSite(`{
    name: 'tests', version: '1.0.0', needs,
    after: [after('page.updated', { types: ['article'], locales: ['en'] }, async (input) => {
      const { event, commit, at, page, data } = input;
      input.log('Telling ' + page.title);
      await tell(input, { event, commit, at, page, data });
    })],
  }`);
  await site.send('PUT /admin/pages/2', { title: 'Ahora' });
  const { headers } = await site.send('PUT /admin/pages/1', { title: 'Now' });
  const { body } = await until(() => site.receiver.received[0]);
  const commit = headers.get('x-commit');
  expect(body).toEqual({
    ...{ event: 'page.updated', commit, at: NOW },
    page: expect.objectContaining({ kind: 'page', id: 1, key: 'en/home', type: 'article', title: 'Now', locale: 'en' }),
    data: expect.objectContaining({ id: 1, title: 'Now', changed: ['title'], commit }),
  });
  await site.settled();
  expect(await site.runs()).toMatchObject([
    {
      ...{ type: 'page.updated', record: 'page/1', status: 'delivered', attempts: 1, error: null },
      ...{ responseStatus: null, response: 'Telling Now\n' },
    },
  ]);
});

it('shows the page as it was, even if it has changed or is gone by the time of the run', async () => {
  const site = await makeEffectSite(TELLING);
  site.receiver.answer(answerWith(500));
  await site.send('PUT /admin/pages/3', { title: 'First' });
  await until(async () => (await site.runs())[0]?.attempts === 1);
  await site.send('PUT /admin/pages/3', { title: 'Second' });
  await site.send('DELETE /admin/pages/3');
  site.receiver.answer(answerWith(204));
  site.setTime(later(10));
  await until(() => site.receiver.received.length === 3);
  expect(site.receiver.received.map(({ body }) => body.title)).toEqual(['First', 'First', 'Second']);
});

it('is run again after a failure, in order for each record, while other records go on', async () => {
  const site = await makeEffectSite(TELLING);
  site.receiver.answer((response, { body }) => void response.writeHead(body.id === 3 ? 500 : 204).end());
  await site.send('PUT /admin/pages/3', { title: 'First' });
  await site.send('PUT /admin/pages/3', { title: 'Second' });
  await site.send('PUT /admin/pages/4', { title: 'Another' });
  await until(() => site.receiver.received.length === 2);
  const failed = await until(async () =>
    (await site.runs()).find(
      (one: { attempts: number; status: string }) => one.attempts === 1 && one.status === 'pending',
    ),
  );
  expect(failed).toMatchObject({ error: 'threw', record: 'page/3' });
  expect(failed.response).toMatch(/^Telling First\nError: It answered 500\n {4}at .*quire\.config\.mjs/);
  expect(Date.parse(failed.nextAttemptAt) - Date.parse(NOW)).toBeGreaterThanOrEqual(4000);
  site.receiver.answer(answerWith(204));
  site.setTime(later(10));
  await until(() => site.receiver.received.length === 4);
  expect(site.receiver.received.map(({ body }) => body.title)).toEqual(['First', 'Another', 'First', 'Second']);
});

it('never holds up a save', async () => {
  const site = await makeEffectSite(TELLING);
  const held = new Promise<() => void>((resolve) => {
    site.receiver.answer((response) => resolve(() => void response.writeHead(204).end()));
  });
  await site.send('PUT /admin/pages/3', { title: 'Held' });
  const answer = await held;
  for (const title of ['One', 'Two', 'Three'])
    expect((await site.send('PUT /admin/pages/3', { title })).status).toBe(200);
  expect((await site.send('GET /admin/extensions/tests/effects')).body.data).toEqual({
    ...{ name: 'tests', isActive: true, stopped: null, waiting: 4 },
  });
  site.receiver.answer(answerWith(204));
  answer();
  await until(() => site.receiver.received.length === 4);
});

it('has a log that admins read, and run again from', async () => {
  const site = await makeEffectSite(TELLING, { env: { OSM_KEY: 'a-very-secret-key' } });
  await site.send('PUT /admin/pages/3', { title: 'The a-very-secret-key is out' });
  await site.send('PUT /admin/pages/4', { title: 'Two' });
  await until(() => site.receiver.received.length === 2);
  await until(async () => (await site.runs()).every(({ status }: { status: string }) => status === 'delivered'));
  const list = await site.send('GET /admin/extensions/tests/effects/deliveries?limit=1&offset=1');
  expect(list.body.meta).toEqual({ total: 2, limit: 1, offset: 1 });
  expect(list.body.data[0].response).toBe('Telling The ••• is out\n');
  const { messageId } = list.body.data[0];
  const again = await site.send(`POST /admin/extensions/tests/effects/deliveries/${messageId}/redeliver`);
  expect(again.body.data).toMatchObject({ messageId, status: 'pending', attempts: 0 });
  await until(() => site.receiver.received.length === 3);
  expect(site.receiver.received[2]?.text).toBe(site.receiver.received[0]?.text);
  const path = '/admin/extensions/tests/effects/deliveries';
  expect(refusalOf(await site.send(`POST ${path}/msg_none/redeliver`))).toBe('404 NOT_FOUND');
  expect(refusalOf(await site.send('GET /admin/extensions/none/effects/deliveries'))).toBe('404 NOT_FOUND');
  expect(refusalOf(await site.ask(`GET ${path}`, { as: 'editor' }))).toMatch(/^403 FORBIDDEN/);
});

it('is stopped after five days of failures, which admins see, and started by them', async () => {
  const site = await makeEffectSite(TELLING);
  site.receiver.answer(answerWith(500));
  await site.send('PUT /admin/pages/3', { title: 'First' });
  await until(async () => (await site.runs())[0]?.attempts === 1);
  site.setTime(later(5 * DAY + 400));
  const state = await until(async () => {
    const { data } = (await site.send('GET /admin/extensions/tests/effects')).body;
    return data.isActive ? null : data;
  });
  expect(state).toEqual({
    ...{ name: 'tests', isActive: false, waiting: 0 },
    stopped: 'every attempt has failed for five days',
  });
  const problems = errorsOf((await site.send('GET /admin/problems')).body.data);
  expect(problems).toEqual([expect.objectContaining({ path: 'extension/tests', code: 'EFFECTS' })]);
  const [{ messageId }] = await site.runs();
  const again = `POST /admin/extensions/tests/effects/deliveries/${messageId}/redeliver`;
  expect(refusalOf(await site.send(again))).toBe('409 CONFLICT');
  await site.restart();
  await site.send('PUT /admin/pages/3', { title: 'While it was stopped' });
  site.receiver.answer(answerWith(204));
  expect((await site.send('POST /admin/extensions/tests/effects/start')).body.data.isActive).toBe(true);
  await site.send('PUT /admin/pages/3', { title: 'Back' });
  await until(() => site.receiver.received.at(-1)?.body.title === 'Back');
  expect(site.receiver.received.map(({ body }) => body.title)).toEqual(['First', 'First', 'Back']);
  expect(errorsOf((await site.send('GET /admin/problems')).body.data)).toEqual([]);
  const audit = readFileSync(join(site.privateDir, 'audit.ndjson'), 'utf8');
  expect(audit).toMatch(/"actor":"system\/0","action":"extension.stop","record":"extension\/tests"/);
  expect(audit).toMatch(/"actor":"user\/1","action":"extension.start","record":"extension\/tests"/);
});

it('hears of commits that others have made while the server was down', async () => {
  const site = await makeEffectSite(TELLING);
  await site.send('PUT /admin/pages/3', { title: 'Before' });
  await until(() => site.receiver.received.length === 1);
  await site.stop();
  site.write('pages/en/about.yaml', site.read('pages/en/about.yaml').replace('Before', 'By hand'));
  site.git('commit', '--quiet', '--all', '--message=By hand');
  await site.restart();
  await until(() => site.receiver.received.length === 2);
  expect(site.receiver.received[1]?.body.title).toBe('By hand');
});

it('may end its run when the server stops, and is not run again then', async () => {
  const site = await makeEffectSite(TELLING);
  const held = new Promise<() => void>((resolve) => {
    site.receiver.answer((response) => resolve(() => void response.writeHead(204).end()));
  });
  await site.send('PUT /admin/pages/3', { title: 'Slow' });
  const answer = await held;
  const stopped = site.stop();
  answer();
  await stopped;
  site.receiver.answer(answerWith(204));
  await site.restart();
  await site.send('PUT /admin/pages/3', { title: 'Next' });
  await until(() => site.receiver.received.length === 2);
  expect(site.receiver.received.map(({ body }) => body.title)).toEqual(['Slow', 'Next']);
});

it('does not run on a replica', async () => {
  const site = await makeEffectSite(TELLING, { env: { READ_ONLY: 'true' } });
  expect(refusalOf(await site.send('GET /admin/extensions/tests/effects'))).toBe('404 NOT_FOUND');
  site.write('pages/en/about.yaml', site.read('pages/en/about.yaml').replace('title: ', 'title: New '));
  site.git('commit', '--quiet', '--all', '--message=By hand');
  await until(async () => (await site.send('GET /admin/pages/3')).body.data.title.startsWith('New'));
  await site.stop();
  expect(site.receiver.received).toEqual([]);
});

it('runs only the code that the server has started with', async () => {
  const site = await makeEffectSite(TELLING);
  const config = readFileSync(site.configFile, 'utf8');
  writeFileSync(site.configFile, `${config}// changed\n`);
  await site.send('PUT /admin/pages/3', { title: 'Now' });
  await until(async () => (await site.runs())[0]?.attempts === 1);
  const [run] = await site.runs();
  expect(run.response).toContain('The code of the extension has changed since the start: restart Quire');
  await site.restart();
  site.setTime(later(10));
  await until(() => site.receiver.received.length === 1);
});
