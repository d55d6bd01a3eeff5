import { describe, expect, it } from 'vitest';
import { makeSite, NOW, type Reply, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { until } from '../makeServer.ts';
import { follow as followAll, logIn, type Stream } from '../stream/followEvents.ts';

const later = (seconds: number): string => new Date(Date.parse(NOW) + seconds * 1000).toISOString();
const send = (site: Site, call: string, body?: unknown): Promise<Reply> =>
  site.ask(call, { as: 'admin', ...(body !== undefined && { body }) });
const retitle = (site: Site, title: string, id = 3): Promise<Reply> => send(site, `PUT /admin/pages/${id}`, { title });

/** Follows what happens to pages and media. */
const follow = (site: Site, lastId?: string, login = logIn(site)): Promise<Stream> =>
  followAll(site, lastId, { login, hears: (event) => event !== 'content.changed' });

const titles = ({ heard }: Stream): readonly string[] => heard.map(({ event, data }) => `${event} ${data.data.title}`);

describe('GET /admin/events', () => {
  it('sends the events that webhooks get, and nothing without a credential', async () => {
    const site = await makeSite(SMALL_SITE);
    expect((await site.ask('GET /admin/events')).status).toBe(401);
    const stream = await follow(site);
    expect([stream.status, stream.headers.get('content-type'), stream.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'private, no-store',
    ]);
    const { headers } = await send(site, 'PUT /admin/pages/4', { status: 'published' });
    await until(() => stream.heard.length === 2);
    expect(stream.heard.map(({ event }) => event)).toEqual(['page.updated', 'page.published']);
    expect(stream.heard[1]?.data).toMatchObject({
      type: 'page.published',
      data: { id: 4, commit: headers.get('x-commit'), url: 'http://localhost:3000/secret' },
    });
    await stream.leave();
  });

  it('continues after any event, also after a restart', async () => {
    const site = await makeSite(SMALL_SITE);
    const first = await follow(site);
    await retitle(site, 'One');
    await send(site, 'PUT /admin/pages/4', { status: 'published', title: 'Two' });
    await retitle(site, 'Three');
    await until(() => first.heard.length === 4);
    await first.leave();
    const all = titles(first);
    for (const [index, { id }] of first.heard.entries()) {
      const again = await follow(site, id);
      await until(() => again.heard.length === 3 - index);
      expect(titles(again)).toEqual(all.slice(index + 1));
      await again.leave();
    }
    const id = first.heard[1]?.id;
    await site.restart();
    await retitle(site, 'Four');
    const late = await follow(site, id);
    await until(() => late.heard.length === 3);
    expect(titles(late)).toEqual([...all.slice(2), 'page.updated Four']);
    await retitle(site, 'Five');
    await until(() => late.heard.length === 4);
    await late.leave();
  });

  it('continues after a commit, and says so if it cannot', async () => {
    const site = await makeSite(SMALL_SITE);
    const begin = site.git('rev-parse', 'HEAD').trim();
    await retitle(site, 'One');
    const stream = await follow(site, begin);
    await until(() => stream.heard.length === 1);
    expect(titles(stream)).toEqual(['page.updated One']);
    const lost = await follow(site, '1'.repeat(40));
    await until(() => lost.heard.length === 1);
    expect(lost.heard).toEqual([{ id: undefined, event: 'reset', data: {} }]);
    await retitle(site, 'Two');
    await until(() => lost.heard.length === 2);
    await Promise.all([stream.leave(), lost.leave()]);
  });

  it('reports pages that were created and deleted since a commit, as it did to clients that were connected', async () => {
    const site = await makeSite(SMALL_SITE);
    await send(site, 'POST /admin/pages', { title: 'Timed', typeId: 2, status: 'published', scheduledAt: later(20) });
    const begin = site.git('rev-parse', 'HEAD').trim();
    const there = await follow(site);
    site.setTime(later(20));
    await until(() => there.heard.length === 1);
    await send(site, 'PUT /admin/pages/5', { unpublishAt: later(60) });
    await send(site, 'POST /admin/pages', {
      title: 'Short',
      typeId: 2,
      scheduledAt: later(30),
      unpublishAt: later(40),
    });
    for (const [seconds, count] of [
      [30, 5],
      [40, 7],
      [60, 9],
    ] as const) {
      site.setTime(later(seconds));
      await until(() => there.heard.length === count);
    }
    const away = await follow(site, begin);
    await until(() => away.heard.length === there.heard.length);
    expect(titles(away).toSorted()).toEqual(titles(there).toSorted());
    expect(titles(there)).toContain('page.published Short');
    await Promise.all([there.leave(), away.leave()]);
  });

  it('says so if it cannot read where a client stopped', async () => {
    const site = await makeSite(SMALL_SITE);
    const short = site.git('rev-parse', '--short', 'HEAD').trim();
    for (const id of [short, 'garbage']) {
      const stream = await follow(site, id);
      await retitle(site, id);
      await until(() => stream.heard.length === 2);
      expect(stream.heard.map(({ event }) => event)).toEqual(['reset', 'page.updated']);
      await stream.leave();
    }
  });

  it('reports when a scheduled page becomes public and when it no longer is', async () => {
    const site = await makeSite(SMALL_SITE);
    await send(site, 'PUT /admin/pages/4', { status: 'published', scheduledAt: later(60), unpublishAt: later(120) });
    const draft = await send(site, 'POST /admin/pages', { title: 'Draft', typeId: 2, scheduledAt: later(180) });
    const stream = await follow(site);
    for (const [seconds, count] of [
      [60, 1],
      [120, 3],
      [180, 5],
    ] as const) {
      site.setTime(later(seconds));
      await until(() => stream.heard.length === count);
    }
    expect(stream.heard.map(({ data }) => [data.type, data.data.id, data.timestamp])).toEqual([
      ['page.published', 4, later(60)],
      ['page.unpublished', 4, later(120)],
      ['page.updated', 4, later(120)],
      ['page.updated', draft.body.data.id, later(180)],
      ['page.published', draft.body.data.id, later(180)],
    ]);
    await stream.leave();
  });

  it('reports a commit of somebody else without any request', async () => {
    const site = await makeSite(SMALL_SITE);
    const stream = await follow(site);
    site.write('pages/en/about.yaml', site.read('pages/en/about.yaml').replace('About us', 'By hand'));
    await until(async () => (await site.ask('GET /content/pages/about')).body.data.title === 'By hand');
    expect(stream.heard).toEqual([]);
    site.git('commit', '--quiet', '--all', '--message=By hand');
    await until(() => stream.heard.length > 0);
    expect(titles(stream)).toEqual(['page.updated By hand']);
    await stream.leave();
  });

  it('sends the same to a client that was away during a restart as to one that was not', async () => {
    const site = await makeSite(SMALL_SITE);
    const begin = site.git('rev-parse', 'HEAD').trim();
    const there = await follow(site);
    await send(site, 'POST /admin/pages', { title: 'New', typeId: 2, status: 'published' });
    await send(site, 'PUT /admin/pages/3', { slug: 'us' });
    await send(site, 'POST /admin/pages/bulk', { ids: [3, 4], action: 'archive' });
    await send(site, 'PUT /admin/taxonomies/1/terms/1', { slug: 'latest' });
    await send(site, 'PUT /admin/blocks/1', { fields: { text: 'Other words.' } });
    await send(site, 'PUT /admin/pages/4', { status: 'published', scheduledAt: later(60) });
    site.setTime(later(30));
    site.write('pages/en/hand.yaml', 'id: 77\ntype: plain\ntitle: By hand\nstatus: published\n');
    site.git('mv', 'pages/es/inicio.yaml', 'pages/es/comienzo.yaml');
    site.git('add', '--all');
    site.git('commit', '--quiet', '--message=By hand');
    await until(() => there.heard.some(({ data }) => data.data.id === 77));
    await send(site, 'DELETE /admin/pages/5');
    site.setTime(later(60));
    await until(() => there.heard.at(-1)?.data.timestamp === later(60));
    await there.leave();
    await site.restart();
    const away = await follow(site, `${begin}.${Date.parse(NOW)}`);
    await until(() => away.heard.length === there.heard.length);
    // The time of a manual commit is when it was made, not when it was seen.
    const told = ({ heard }: Stream): readonly string[] =>
      heard.map(({ event, data }) => JSON.stringify([event, data.data]));
    expect(told(away).toSorted()).toEqual(told(there).toSorted());
    expect(there.heard.map(({ event, data }) => `${event} ${data.data.id}`).toSorted()).toEqual([
      'page.created 5',
      'page.created 77',
      'page.deleted 5',
      'page.published 4',
      'page.published 5',
      'page.published 77',
      'page.unpublished 3',
      'page.unpublished 5',
      'page.updated 2',
      'page.updated 3',
      'page.updated 3',
      'page.updated 4',
      'page.updated 4',
    ]);
    await away.leave();
  });

  it('ends when the session does, before anything else is sent', async () => {
    const site = await makeSite(SMALL_SITE);
    const login = logIn(site);
    const stream = await follow(site, undefined, login);
    await site.ask('POST /admin/auth/logout', { headers: await login });
    await retitle(site, 'Not for you');
    await until(() => stream.isOver);
    expect(stream.heard).toEqual([]);
  });

  it('ends when the server is stopped', async () => {
    const site = await makeSite(SMALL_SITE);
    const stream = await follow(site);
    await site.stop();
    await until(() => stream.isOver);
  });
});
