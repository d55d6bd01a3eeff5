import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { EVENTS } from '../../../src/model/events.ts';
import { errorsOf } from '../../errorsOf.ts';
import { until } from '../../http/makeServer.ts';
import { refusalOf } from '../../http/problemsOf.ts';
import { answerWith, makeReceiver, type Received, type Receiver } from '../../job/makeReceiver.ts';
import { long } from '../../long.ts';
import { makeSite, NOW, type Reply, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

/** Long sessions, because the clock is put forward by days. */
const FILES = { ...SMALL_SITE, 'site.yaml': 'defaultLocale: en\nsession: { duration: 30d }\n' };
const makeListeningSite = (): Promise<Site> => makeSite(FILES, { env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
const send = (site: Site, call: string, body?: unknown): Promise<Reply> =>
  site.ask(call, { as: 'admin', ...(body !== undefined && { body }) });
/** Of pages and media. */
const OF_RECORDS = EVENTS.filter((name) => name !== 'content.changed');
const hook = async (site: Site, { url }: Receiver, more: object = {}): Promise<string> =>
  (await send(site, 'POST /admin/webhooks', { url, events: OF_RECORDS, ...more })).body.data.secret;
const deliveries = async (site: Site): Promise<Reply['body']> =>
  (await send(site, 'GET /admin/webhooks/1/deliveries')).body;
const retitle = (site: Site, title: string, id = 3): Promise<Reply> => send(site, `PUT /admin/pages/${id}`, { title });
/** Sets the clock to this many seconds after the start. */
const later = (seconds: number): string => new Date(Date.parse(NOW) + seconds * 1000).toISOString();
const DAY = 24 * 60 * 60;

/** Waits until no message is waiting. */
const settled = (site: Site): Promise<unknown> =>
  until(async () => (await deliveries(site)).data.every(({ status }: { status: string }) => status !== 'pending'));
/** Runs git as a person does: tries again while the server holds its locks. */
const gitWhenFree = (site: Site, ...command: readonly string[]): Promise<unknown> =>
  until(() => {
    try {
      site.git(...command);
      return true;
    } catch (error) {
      if (String(error).includes('.lock')) return false;
      throw error;
    }
  });
const verify = (secret: string, { headers, text }: Received): unknown => {
  // The library checks the time of the message against the real clock.
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Webhook(secret).sign(String(headers['webhook-id']), at, text);
  return String(headers['webhook-signature']).split(' ').includes(signature);
};

it('a webhook receives each event, signed, as the contract says', async () => {
  const [site, receiver] = [await makeListeningSite(), await makeReceiver()];
  const secret = await hook(site, receiver);
  const { headers } = await send(site, 'PUT /admin/pages/4', { title: 'Now', status: 'published' });
  await until(() => receiver.received.length === 2);
  const [updated, published] = receiver.received;
  expect(updated?.body).toEqual({
    type: 'page.updated',
    timestamp: NOW,
    data: {
      id: 4,
      slug: 'secret',
      locale: 'en',
      title: 'Now',
      status: 'published',
      url: 'http://localhost:3000/secret',
      commit: headers.get('x-commit'),
      changed: ['title', 'status', 'publishedAt'],
    },
  });
  expect(published?.body).toMatchObject({ type: 'page.published', data: { id: 4 } });
  expect(updated?.headers['webhook-id']).toMatch(/^msg_[\w-]{27}$/);
  expect(updated?.headers['webhook-id']).not.toBe(published?.headers['webhook-id']);
  expect(updated?.headers['content-type']).toBe('application/json');
  expect(verify(secret, updated!)).toBe(true);
  expect(verify(secret, { ...updated!, text: `${updated!.text} ` })).toBe(false);
  await settled(site);
  expect((await deliveries(site)).meta).toEqual({ total: 2, limit: 50, offset: 0 });
});

it('the library of Standard Webhooks verifies messages', async () => {
  const [site, receiver] = [await makeListeningSite(), await makeReceiver()];
  site.setTime(new Date().toISOString());
  const secret = await hook(site, receiver);
  await retitle(site, 'Now');
  const message = await until(() => receiver.received[0]);
  const headers = message.headers as Record<string, string>;
  expect(new Webhook(secret).verify(message.text, headers)).toEqual(message.body);
  expect(() => new Webhook(secret).verify(message.text.replace('Now', 'No'), headers)).toThrow();
});

it('every way to change pages sends the events of the table', async () => {
  const [site, receiver] = [await makeListeningSite(), await makeReceiver()];
  await hook(site, receiver);
  const heard: Record<string, readonly string[]> = {};
  const act = async (name: string, count: number, call: string, body?: object): Promise<void> => {
    const before = receiver.received.length;
    const { status } = await send(site, call, body);
    expect([name, status < 300]).toEqual([name, true]);
    await settled(site);
    expect([name, receiver.received.length - before]).toEqual([name, count]);
    heard[name] = receiver.types().slice(before);
  };
  await act('create', 1, 'POST /admin/pages', { title: 'New', typeId: 2 });
  await act('create published', 2, 'POST /admin/pages', { title: 'Out', typeId: 2, status: 'published' });
  await act('upsert', 1, 'POST /admin/pages/upsert', { slug: 'out', type: 'plain', title: 'Out there' });
  await act('note only', 0, 'PUT /admin/pages/3', { revisionNote: 'Only a note' });
  await act('rename', 1, 'PUT /admin/pages/3', { slug: 'us' });
  await act('shared block', 0, 'PUT /admin/blocks/1', { fields: { text: 'Other words.' } });
  await act('delete', 2, 'DELETE /admin/pages/3');
  expect(heard).toEqual({
    create: ['page.created 5'],
    'create published': ['page.created 6', 'page.published 6'],
    upsert: ['page.updated 6'],
    'note only': [],
    rename: ['page.updated 3'],
    'shared block': [],
    delete: ['page.unpublished 3', 'page.deleted 3'],
  });
});

it('content.changed is sent after the other events of its commit, but does not wait for a page that fails', async () => {
  const [site, receiver] = [await makeListeningSite(), await makeReceiver()];
  await hook(site, receiver, { events: ['*'] });
  await send(site, 'POST /admin/pages', { title: 'Out', typeId: 2, status: 'published' });
  await settled(site);
  await send(site, 'PUT /admin/pages/5', { title: 'Further out' });
  await settled(site);
  const first = ['page.created', 'page.published', 'content.changed', 'page.updated', 'content.changed'];
  expect(receiver.received.map(({ body }) => body.type)).toEqual(first);
  receiver.answer((response, { body }) => void response.writeHead(body.data.id === 5 ? 500 : 204).end());
  await send(site, 'PUT /admin/pages/5', { title: 'Lost' });
  await send(site, 'PUT /admin/pages/5', { title: 'Lost again' });
  await until(() => receiver.received.length === first.length + 3);
  expect(receiver.received.slice(first.length).map(({ body }) => body.type)).toEqual([
    'page.updated',
    'content.changed',
    'content.changed',
  ]);
});

it('a webhook receives only the events it wants, and none from before it was made', async () => {
  const [site, receiver] = [await makeListeningSite(), await makeReceiver()];
  await retitle(site, 'Before');
  await hook(site, receiver, { events: ['page.deleted'] });
  await retitle(site, 'After');
  await send(site, 'DELETE /admin/pages/3');
  await until(() => receiver.received.length > 0);
  await settled(site);
  expect(receiver.types()).toEqual(['page.deleted 3']);
});

it('commits of others are sent too, even those made while the server was down', async () => {
  const [site, receiver] = [await makeListeningSite(), await makeReceiver()];
  await hook(site, receiver);
  const edit = (title: string): void => {
    site.write('pages/en/about.yaml', site.read('pages/en/about.yaml').replace(/title: .*/, `title: ${title}`));
    site.git('commit', '--quiet', '--all', '--message=By hand');
  };
  edit('One');
  await retitle(site, 'Makes the server look', 4);
  await until(() => receiver.received.length === 2);
  await settled(site);
  await site.stop();
  edit('Two');
  edit('Three');
  await site.restart();
  await until(() => receiver.received.length === 3);
  await settled(site);
  expect(receiver.received.map(({ body }) => body.data.title)).toEqual(['One', 'Makes the server look', 'Three']);
});

long.it(
  'what a branch shows and hides is sent each time it is checked out, even while the server is down',
  async () => {
    const [site, receiver] = [await makeListeningSite(), await makeReceiver()];
    await hook(site, receiver);
    site.git('branch', 'without');
    const main = (await send(site, 'PUT /admin/pages/4', { status: 'published' })).headers.get('x-commit');
    const without = site.git('rev-parse', 'without').trim();
    await until(() => receiver.received.length === 2);
    const shown = ['page.updated 4', 'page.published 4'];
    const hidden = ['page.updated 4', 'page.unpublished 4'];
    const expected = [...shown];
    const move = async (told: readonly string[], ...command: readonly string[]): Promise<void> => {
      await gitWhenFree(site, ...command);
      expected.push(...told);
      await until(() => receiver.received.length === expected.length);
      await settled(site);
      expect(receiver.types()).toEqual(expected);
    };
    for (const _ of [1, 2]) {
      await move(hidden, 'switch', '--quiet', 'without');
      await move(shown, 'switch', '--quiet', 'main');
    }
    await move(hidden, 'reset', '--quiet', '--hard', without);
    await site.stop();
    await gitWhenFree(site, 'reset', '--quiet', '--hard', main!);
    await site.restart();
    await move(shown, 'status');
    const commits = receiver.received.map(({ body }) => body.data.commit);
    expect(commits.filter((_, at) => at % 2 === 0)).toEqual([main, without, main, without, main, without, main]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(expected.length);
  },
);

it('messages sent again after the outbox has lost its last lines have the same ids', async () => {
  const [site, receiver] = [await makeListeningSite(), await makeReceiver()];
  await hook(site, receiver);
  await retitle(site, 'Kept');
  await until(() => receiver.received.length === 1);
  await settled(site);
  const outbox = join(site.privateDir, 'state', 'webhooks', '1.ndjson');
  const kept = readFileSync(outbox);
  await retitle(site, 'One');
  site.write('pages/en/about.yaml', site.read('pages/en/about.yaml').replace('One', 'By hand'));
  // A commit that is much older than its parents would stop the walk back.
  const dated = ['-c', `alias.dated=!GIT_COMMITTER_DATE=${NOW} git commit`, 'dated'];
  await gitWhenFree(site, ...dated, '--quiet', '--all', '--message=By hand');
  await until(() => receiver.received.length === 3);
  await retitle(site, 'Two');
  await until(() => receiver.received.length === 4);
  await settled(site);
  await site.stop();
  writeFileSync(outbox, kept);
  await site.restart();
  await until(() => receiver.received.length === 7);
  await settled(site);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids.slice(4)).toEqual(ids.slice(1, 4));
});

it('a file that comes and goes with a commit is sent as an upload and a deletion', async () => {
  const [site, receiver] = [await makeListeningSite(), await makeReceiver()];
  await hook(site, receiver);
  site.write('media/files/notes.txt', 'Some notes.');
  site.write('media/notes.yaml', 'id: 9\nfilename: notes.txt\nmimeType: text/plain\nsize: 11\n');
  site.git('add', '--all');
  site.git('commit', '--quiet', '--message=Notes');
  const commit = site.git('rev-parse', 'HEAD').trim();
  await until(() => receiver.received.length === 1);
  expect(receiver.received[0]?.body).toMatchObject({
    type: 'media.uploaded',
    data: {
      id: 9,
      filename: 'notes.txt',
      mimeType: 'text/plain',
      url: 'http://localhost:3000/api/content/media/9/original.txt',
      commit,
    },
  });
  await send(site, 'DELETE /admin/media/9');
  await until(() => receiver.received.length === 2);
  expect(receiver.types()[1]).toBe('media.deleted 9');
});

it('a stopping server waits for running attempts, which are not repeated', async () => {
  const [site, receiver] = [await makeListeningSite(), await makeReceiver()];
  await hook(site, receiver);
  const held = new Promise<() => void>((resolve) => {
    receiver.answer((response) => resolve(() => void response.writeHead(204).end()));
  });
  await retitle(site, 'Slow');
  const answer = await held;
  const stopped = site.stop();
  answer();
  await stopped;
  receiver.answer(answerWith(204));
  await site.restart();
  await retitle(site, 'Next');
  await until(() => receiver.received.length === 2);
  await settled(site);
  expect(receiver.received.map(({ body }) => body.data.title)).toEqual(['Slow', 'Next']);
});

describe('a receiver that fails', () => {
  long.it('is tried again at the times of the contract, in order for each page, while others go on', async () => {
    const [site, receiver] = [await makeListeningSite(), await makeReceiver()];
    await hook(site, receiver);
    receiver.answer((response, { body }) => void response.writeHead(body.data.id === 3 ? 500 : 204).end('Oh no'));
    await retitle(site, 'First');
    await retitle(site, 'Second');
    await retitle(site, 'Another', 4);
    const delays = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600];
    let at = 0;
    for (const [index, delay] of delays.entries()) {
      const attempted = await until(async () =>
        (await deliveries(site)).data.find((one: { attempts: number }) => one.attempts === index + 1 && one.attempts),
      );
      expect(attempted).toMatchObject({ status: 'pending', responseStatus: 500, error: 'status', response: 'Oh no' });
      const wait = Date.parse(attempted.nextAttemptAt) - Date.parse(later(at));
      expect(wait / 1000).toBeGreaterThanOrEqual(delay * 0.8);
      expect(wait / 1000).toBeLessThanOrEqual(delay * 1.2);
      at += Math.ceil(wait / 1000);
      site.setTime(later(at));
    }
    const failed = await until(async () =>
      (await deliveries(site)).data.find(({ status }: { status: string }) => status === 'failed'),
    );
    expect(failed).toMatchObject({ attempts: 10, nextAttemptAt: null, payload: { data: { title: 'First' } } });
    const titles = receiver.received.map(({ body }) => body.data.title);
    expect(titles.filter((title) => title === 'First')).toHaveLength(10);
    await until(() => receiver.received.at(-1)?.body.data.title === 'Second');
    expect(new Set(titles.slice(0, 2))).toEqual(new Set(['First', 'Another']));
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  });

  it('may ask for more time, and gets everything when it is back', async () => {
    const [site, receiver] = [await makeListeningSite(), await makeReceiver()];
    await hook(site, receiver);
    receiver.answer(answerWith(503, { 'retry-after': '3600' }));
    await retitle(site, 'Later');
    const delivery = await until(async () =>
      (await deliveries(site)).data.find(({ attempts }: { attempts: number }) => attempts === 1),
    );
    expect(delivery.nextAttemptAt).toBe(later(3600));
    expect((await send(site, 'GET /admin/webhooks/1')).body.data.lastDelivery).toMatchObject({
      messageId: delivery.messageId,
      responseStatus: 503,
      status: 'pending',
    });
    receiver.answer(answerWith(200));
    site.setTime(later(3600));
    await until(() => receiver.received.length === 2);
    await settled(site);
    expect((await deliveries(site)).data).toMatchObject([{ status: 'delivered', attempts: 2, error: null }]);
  });

  it('SEC-29 cannot redirect elsewhere', async () => {
    const [site, receiver, other] = [await makeListeningSite(), await makeReceiver(), await makeReceiver()];
    await hook(site, receiver);
    receiver.answer(answerWith(307, { location: other.url }));
    await retitle(site, 'Here');
    await until(async () => (await deliveries(site)).data[0]?.attempts === 1);
    expect((await deliveries(site)).data[0]).toMatchObject({ error: 'redirect', responseStatus: 307 });
    expect(other.received).toEqual([]);
  });

  it('is switched off when it answers that it is gone, with a problem and a line in the audit log', async () => {
    const [site, receiver] = [await makeListeningSite(), await makeReceiver()];
    await hook(site, receiver);
    receiver.answer(answerWith(410));
    await retitle(site, 'Gone');
    await until(async () => (await send(site, 'GET /admin/webhooks/1')).body.data.isActive === false);
    expect((await deliveries(site)).data).toMatchObject([{ status: 'failed', responseStatus: 410, attempts: 1 }]);
    const { data } = (await send(site, 'GET /admin/problems')).body;
    expect(errorsOf(data)).toEqual([expect.objectContaining({ path: 'webhooks/1.yaml', code: 'WEBHOOK' })]);
    const isLogged = /"actor":"system\/0","action":"webhook.disable","record":"webhook\/1"/;
    await until(() => isLogged.test(readFileSync(join(site.privateDir, 'audit.ndjson'), 'utf8')));
    const refused = await send(site, `POST /admin/webhooks/1/deliveries/${data.messageId}/redeliver`);
    expect(refusalOf(refused)).toBe('409 CONFLICT isActive');

    await retitle(site, 'While it was off');
    receiver.answer(answerWith(204));
    await send(site, 'PUT /admin/webhooks/1', { isActive: true });
    await retitle(site, 'Back');
    await until(() => receiver.received.length === 2);
    expect(receiver.received[1]?.body.data.title).toBe('Back');
    expect(errorsOf((await send(site, 'GET /admin/problems')).body.data)).toEqual([]);
  });

  long.it('is switched off after five days without a success', async () => {
    const [site, receiver] = [await makeListeningSite(), await makeReceiver()];
    await hook(site, receiver);
    receiver.answer(answerWith(500));
    await retitle(site, 'First');
    await until(() => receiver.received.length === 1);
    await until(async () => (await deliveries(site)).data[0].attempts === 1);
    site.setTime(later(5 * DAY - 60));
    await until(async () => (await deliveries(site)).data[0].attempts === 2);
    expect((await send(site, 'GET /admin/webhooks/1')).body.data.isActive).toBe(true);
    site.setTime(later(5 * DAY + 400));
    await until(async () => (await send(site, 'GET /admin/webhooks/1')).body.data.isActive === false);
  });
});

describe('the log of deliveries', () => {
  it('is paged, and a message can be sent again with the same id', async () => {
    const [site, receiver] = [await makeListeningSite(), await makeReceiver()];
    await hook(site, receiver);
    for (const title of ['One', 'Two', 'Three']) await retitle(site, title);
    await until(() => receiver.received.length === 3);
    await settled(site);
    const { body } = await send(site, 'GET /admin/webhooks/1/deliveries?limit=1&offset=1');
    expect(body.meta).toEqual({ total: 3, limit: 1, offset: 1 });
    expect(body.data).toMatchObject([{ payload: { data: { title: 'Two' } }, responseStatus: 204, record: 'page/3' }]);
    expect(JSON.stringify((await deliveries(site)).data)).not.toContain('whsec_');
    const { messageId } = body.data[0];
    const again = await send(site, `POST /admin/webhooks/1/deliveries/${messageId}/redeliver`);
    expect(again.body.data).toMatchObject({ messageId, status: 'pending' });
    await until(() => receiver.received.length === 4);
    expect(receiver.received[3]?.headers['webhook-id']).toBe(messageId);
    expect(receiver.received[3]?.text).toBe(receiver.received[1]?.text);
    const unknown = await send(site, 'POST /admin/webhooks/1/deliveries/msg_none/redeliver');
    expect(refusalOf(unknown)).toBe('404 NOT_FOUND');
    expect(refusalOf(await send(site, 'GET /admin/webhooks/2/deliveries'))).toBe('404 NOT_FOUND');
  });

  it('shows a test, which is sent once, at once', async () => {
    const [site, receiver] = [await makeListeningSite(), await makeReceiver()];
    const secret = await hook(site, receiver, { isActive: false });
    receiver.answer(answerWith(500, {}, 'x'.repeat(200_000)));
    const { status, body } = await send(site, 'POST /admin/webhooks/1/test');
    expect([status, body.data]).toMatchObject([200, { type: 'webhook.test', status: 'failed', responseStatus: 500 }]);
    expect(body.data.response).toBe('x'.repeat(1000));
    expect(receiver.types()).toEqual(['webhook.test']);
    expect(verify(secret, receiver.received[0]!)).toBe(true);
    expect((await deliveries(site)).data).toHaveLength(1);
    expect(refusalOf(await send(site, 'POST /admin/webhooks/9/test'))).toBe('404 NOT_FOUND');
  });
});

it('messages are signed with both a new secret and the old one for a day', async () => {
  const [site, receiver] = [await makeListeningSite(), await makeReceiver()];
  const old = await hook(site, receiver);
  const fresh = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
  await send(site, 'PUT /admin/webhooks/1', { secret: fresh });
  await retitle(site, 'Both');
  await until(() => receiver.received.length === 1);
  expect([verify(old, receiver.received[0]!), verify(fresh, receiver.received[0]!)]).toEqual([true, true]);
  site.setTime(later(DAY + 1));
  await send(site, 'POST /admin/webhooks/1/test');
  expect([verify(old, receiver.received[1]!), verify(fresh, receiver.received[1]!)]).toEqual([false, true]);
});

it('a deleted webhook receives nothing more and leaves nothing behind', async () => {
  const [site, receiver] = [await makeListeningSite(), await makeReceiver()];
  await hook(site, receiver);
  receiver.answer(answerWith(500));
  await retitle(site, 'Fails');
  await until(async () => (await deliveries(site)).data[0]?.attempts === 1);
  await send(site, 'DELETE /admin/webhooks/1');
  expect(() => readFileSync(join(site.privateDir, 'state/webhooks/1.ndjson'))).toThrow('ENOENT');
  site.setTime(later(DAY));
  await hook(site, receiver);
  await retitle(site, 'To the next');
  await until(() => receiver.received.length === 2);
  expect(receiver.received[1]?.body.data.title).toBe('To the next');
  expect((await send(site, 'GET /admin/webhooks/2/deliveries')).body.meta.total).toBe(1);
});
