import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { until } from '../../http/makeServer.ts';
import { type Login, makeSite, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const HOME = { record: { kind: 'page', id: 1 } };

let site: Site;
let minutes = 0;

beforeAll(async () => {
  site = await makeSite(SMALL_SITE, { whenDone: afterAll });
});

beforeEach(async () => {
  await passMinutes(60);
  for (const { record, change } of (await ask('editor', 'GET /admin/watchlist')).data)
    await watch('editor', record ? { record: { kind: record.kind, id: record.id } } : { change }, false);
  await ask('editor', 'POST /admin/inbox/read', {});
});

const ask = async (as: Login, call: string, body?: object) => {
  const reply = await site.ask(call, { as, ...(body && { body }) });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body;
};
const watch = (as: Login, subject: object, isWatched = true) =>
  ask(as, 'PUT /admin/watchlist', { ...subject, isWatched });
const look = async (as: Login, subject: object = HOME) => (await ask(as, 'POST /admin/watchlist/look', subject)).data;
const unread = async (as: Login) => (await ask(as, 'GET /admin/inbox?unread=true')).data;
const passMinutes = async (count: number) => {
  minutes += count;
  site.setTime(new Date(Date.parse('2026-02-01T12:00:00.000Z') + minutes * 60_000).toISOString());
};
const reasonsOf = async (as: Login) => (await unread(as)).map(({ reason }: { reason: string }) => reason);
/** Waits until somebody is told all of these, newest first, and nothing else. */
const untilTold = (as: Login, ...reasons: readonly string[]) =>
  until(async () => JSON.stringify(await reasonsOf(as)) === JSON.stringify(reasons));

it('tells those who watch a page what others do there, and not what they do themselves', async () => {
  await watch('editor', HOME);
  await ask('editor', 'PUT /admin/pages/1', { title: 'By myself' });
  await ask('admin', 'PUT /admin/pages/1', { title: 'By the admin' });
  await untilTold('editor', 'watchEdited');
  expect((await unread('editor'))[0]).toMatchObject({ by: { name: 'The admin' }, about: 'By the admin', ...HOME });
  await ask('admin', 'PUT /admin/pages/1', { title: 'Again' });
  await ask('admin', 'PUT /admin/pages/1', { status: 'draft' });
  await ask('admin', 'PUT /admin/pages/1', { status: 'published' });
  await untilTold('editor', 'watchPublished', 'watchTakenOff', 'watchEdited');
  expect(await reasonsOf('viewer')).toEqual([]);
});

it('tells of its draft and of what is said about it, and of one thing once', async () => {
  await watch('editor', HOME);
  await ask('admin', 'PUT /admin/pages/1/draft', { title: 'In the draft' });
  await untilTold('editor', 'watchDraft');
  await ask('admin', 'POST /admin/comments', { ...HOME, text: '@The editor, look' });
  await ask('admin', 'POST /admin/comments', { ...HOME, text: 'What a page' });
  await untilTold('editor', 'watchSaid', 'mention', 'watchDraft');
  await watch('editor', HOME, false);
  await ask('admin', 'POST /admin/comments', { ...HOME, text: 'Unheard' });
  await ask('admin', 'POST /admin/comments', { ...HOME, text: '@The editor, heard' });
  await untilTold('editor', 'mention', 'watchSaid', 'mention', 'watchDraft');
  await ask('admin', 'DELETE /admin/pages/1/draft');
});

it('tells of a change until it is live, and forgets then who watched it', async () => {
  const { name } = (await ask('admin', 'POST /admin/changes', { title: 'Summer' })).data;
  await watch('editor', { change: name });
  const edit = { as: 'admin' as const, headers: { 'quire-change': name }, body: { title: 'Summer page' } };
  expect((await site.ask('PUT /admin/pages/1', edit)).status).toBe(200);
  await untilTold('editor', 'watchEdited');
  expect((await ask('editor', 'GET /admin/watchlist')).data).toMatchObject([
    { change: name, record: null, about: 'Summer', isNew: false },
  ]);
  await ask('admin', `POST /admin/changes/${name}/publish`, {});
  await untilTold('editor', 'watchPublished', 'watchEdited');
  await until(async () => (await ask('editor', 'GET /admin/watchlist')).data.length === 0);
});

it('tells what others have changed since one last looked, and compares with what one saw then', async () => {
  expect(await look('editor')).toEqual({ isWatched: false, since: null });
  await passMinutes(60);
  await ask('editor', 'PUT /admin/pages/1', { title: 'Mine' });
  expect((await look('editor')).since).toBeNull();
  await passMinutes(60);
  await ask('admin', 'PUT /admin/pages/1', { title: 'Theirs' });
  const { since } = await look('editor');
  expect(since).toMatchObject({ people: [{ name: 'The admin' }], live: { changed: ['title'] }, edited: [] });
  const diff = await ask('editor', `GET /admin/pages/1/revisions/${since.live.from}/diff?to=${since.live.to}`);
  expect(diff.data).toEqual([{ path: ['title'], before: 'Mine', after: 'Theirs' }]);
  // It is the same look until half an hour has passed.
  await passMinutes(10);
  expect((await look('editor')).since).toEqual(since);
  await passMinutes(60);
  expect((await look('editor')).since).toBeNull();
});

it('tells what others have edited in a change and in the draft of a page', async () => {
  const { name } = (await ask('admin', 'POST /admin/changes', { title: 'Autumn' })).data;
  const edit = (title: string) =>
    site.ask('PUT /admin/pages/1', { as: 'admin', headers: { 'quire-change': name }, body: { title } });
  await edit('First');
  expect((await look('editor', { change: name })).since).toBeNull();
  await passMinutes(60);
  await edit('Second');
  await ask('admin', 'PUT /admin/pages/1/draft', { title: 'Drafted' });
  expect((await look('editor', { change: name })).since).toMatchObject({
    ...{ people: [{ name: 'The admin' }], live: null },
    edited: [{ kind: 'page', id: 1, values: [{ path: ['title'], before: 'First', after: 'Second' }] }],
  });
  expect((await look('editor')).since.edited).toMatchObject([{ id: 1, values: [{ after: 'Drafted' }] }]);
  expect((await look('admin', { change: name })).since).toBeNull();
});

it('keeps what is watched over a restart, lists what is new first, and repeats nothing of what is gone', async () => {
  const { id } = (await ask('admin', 'POST /admin/pages', { typeId: 1, title: 'Short-lived' })).data;
  await watch('editor', { record: { kind: 'page', id } });
  await watch('editor', HOME);
  await look('editor');
  await site.restart();
  await ask('admin', `DELETE /admin/pages/${id}`);
  await passMinutes(60);
  await ask('admin', 'PUT /admin/pages/1', { title: 'After the restart' });
  await untilTold('editor', 'watchEdited', 'watchDeleted');
  expect((await ask('editor', 'GET /admin/watchlist')).data).toMatchObject([
    { ...HOME, about: expect.any(String), isNew: true },
  ]);
  expect(JSON.parse(readFileSync(join(site.privateDir, 'watchlist', 'user-2.json'), 'utf8'))).toHaveLength(2);
});

it.each([
  [{ isWatched: true }, 400],
  [{ isWatched: true, ...HOME, change: 'x' }, 400],
  [{ isWatched: true, record: { kind: 'user', id: 1 } }, 400],
  [{ isWatched: true, record: { kind: 'page', id: 999 } }, 404],
  [{ isWatched: true, change: 'nowhere' }, 404],
])('refuses to watch %j', async (body, status) => {
  expect((await site.ask('PUT /admin/watchlist', { as: 'viewer', body })).status).toBe(status);
});
