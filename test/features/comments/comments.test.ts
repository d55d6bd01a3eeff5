import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addReaderWithoutPages } from '../../addReaderWithoutPages.ts';
import { refusalOf } from '../../http/problemsOf.ts';
import { type Login, makeSite, type Site } from '../../makeSite.ts';

const doc = (...paragraphs: string[]) => ({
  type: 'doc',
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});
const LAMPS = 'Boats come in at four, and their lamps are put out one by one.';
const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/article.yaml':
    'id: 1\nname: Article\nfieldsSchema:\n  - { name: summary, type: text }\n  - { name: body, type: richtext }\n',
  'pages/en/about.yaml': `id: 7\ntype: article\ntitle: About us\nstatus: published\ncreatedAt: 2026-01-04T16:20:11.204Z\nfields:\n  summary: Who we are.\n  body: ${JSON.stringify(doc('The harbour wakes.', LAMPS, 'By six the fish is sold.'))}\n`,
};
const RECORD = { kind: 'page', id: 7 };

let site: Site;

beforeAll(async () => {
  site = await makeSite(FILES, { whenDone: afterAll });
});

async function say(body: object, as: Login = 'editor') {
  const answer = await site.ask('POST /admin/comments', { as, body });
  if (answer.status !== 201) throw new Error(refusalOf(answer));
  return answer.body.data;
}
const list = async (query = '', as: Login = 'editor') =>
  (await site.ask(`GET /admin/comments${query}`, { as })).body.data;
const inbox = async (as: Login) => (await site.ask('GET /admin/inbox', { as })).body;

describe('comments', () => {
  it('are about a record, a field or a passage, and are answered, without a commit', async () => {
    const whole = await say({ record: RECORD, text: ' Is this still true? ' }, 'viewer');
    expect(whole).toMatchObject({
      ...{ record: { ...RECORD, title: 'About us' }, change: null, field: null, passage: null, isGone: false },
      ...{ text: 'Is this still true?', author: { type: 'user', name: 'The viewer' }, answers: [], resolved: null },
    });
    const field = await say({ record: RECORD, text: 'Shorter, please', field: { name: 'summary' } });
    const answered = await say({ thread: field.id, text: 'How short?' }, 'admin');
    expect(answered).toMatchObject({ id: field.id, field: { name: 'summary' }, answers: [{ text: 'How short?' }] });
    const quote = 'their lamps';
    const passage = await say({
      record: RECORD,
      text: 'Whose?',
      field: { name: 'body' },
      passage: { quote, start: 0 },
    });
    expect(passage).toMatchObject({ quote, passage: { quote, start: `The harbour wakes.\n${LAMPS}`.indexOf(quote) } });
    expect((await list('?kind=page&id=7')).map(({ id }: { id: number }) => id)).toEqual([
      whole.id,
      field.id,
      passage.id,
    ]);
    expect(site.newCommits()).toEqual([]);
  });

  it('follow a passage that is moved and rewritten, and say when it is gone', async () => {
    const { id } = await say({
      record: RECORD,
      text: 'One by one?',
      field: { name: 'body' },
      passage: { quote: LAMPS, start: 0 },
    });
    const put = (...lines: string[]) =>
      site.ask('PUT /admin/pages/7', { as: 'admin', body: { fields: { body: doc(...lines) } } });
    const passage = async () => (await list('?kind=page&id=7')).find((one: { id: number }) => one.id === id);
    await put('By six the fish is sold.', LAMPS.replace('at four', 'at five'), 'The harbour wakes.');
    expect((await passage()).passage.quote).toBe(LAMPS.replace('at four', 'at five'));
    await put('By six the fish is sold.', 'Boats come in at five, and a keeper puts out their lamps.');
    expect((await passage()).passage.quote).toMatch(/Boats come in at five/);
    await site.restart();
    await put('By six the fish is sold.', 'Boats return at five, and a keeper puts out every lamp.');
    expect((await passage()).passage.quote).toMatch(/at five, and a keeper/);
    expect(await passage()).toMatchObject({ quote: LAMPS, isGone: false });
    await put('By six the fish is sold.');
    expect(await passage()).toMatchObject({ quote: LAMPS, passage: null, isGone: true, text: 'One by one?' });
  });

  it('tell those whom they name, ask or answer, once and without their words', async () => {
    const task = await say(
      { record: RECORD, text: '@The editor, see @The admin', task: { to: 2, due: '2026-02-03' } },
      'viewer',
    );
    expect(task.task).toMatchObject({ to: { id: 2, name: 'The editor' }, due: '2026-02-03' });
    const [told] = (await inbox('editor')).data;
    expect(told).toMatchObject({
      reason: 'task',
      comment: task.id,
      record: { ...RECORD, title: 'About us' },
      isRead: false,
    });
    expect(JSON.stringify(await inbox('editor'))).not.toContain('see');
    expect((await inbox('admin')).data[0]).toMatchObject({ reason: 'mention', comment: task.id });
    const answered = await say({ thread: task.id, text: 'Done' });
    expect((await inbox('viewer')).data[0]).toMatchObject({ reason: 'answer', comment: answered.answers[0].id });
    const { unread } = (await inbox('editor')).meta;
    await site.ask('POST /admin/inbox/read', { as: 'editor', body: { ids: [told.id] } });
    expect((await inbox('editor')).meta.unread).toBe(unread - 1);
    await site.ask('POST /admin/inbox/read', { as: 'editor', body: {} });
    expect((await site.ask('GET /admin/inbox?unread=true', { as: 'editor' })).body.data).toEqual([]);
  });

  it('are changed and deleted by their authors, and resolved by everybody', async () => {
    const { id } = await say({ record: RECORD, text: 'Mine' });
    const put = (body: object, as: Login) => site.ask(`PUT /admin/comments/${id}`, { as, body });
    expect(refusalOf(await put({ text: 'Yours' }, 'admin'))).toBe('403 FORBIDDEN');
    expect((await put({ text: 'Still mine' }, 'editor')).body.data).toMatchObject({ text: 'Still mine' });
    const resolved = await put({ resolved: true }, 'viewer');
    expect(resolved.body.data.resolved.by).toMatchObject({ name: 'The viewer' });
    expect((await list('?state=resolved')).map((one: { id: number }) => one.id)).toEqual([id]);
    expect((await put({ resolved: false }, 'editor')).body.data.resolved).toBeNull();
    const answer = (await say({ thread: id, text: 'An answer' }, 'viewer')).answers[0].id;
    const remove = (one: number, as: Login) => site.ask(`DELETE /admin/comments/${one}`, { as });
    expect(refusalOf(await remove(answer, 'editor'))).toBe('403 FORBIDDEN');
    expect((await remove(id, 'editor')).status).toBe(200);
    expect((await list('?person=me', 'viewer')).find((one: { id: number }) => one.id === answer).answers).toEqual([]);
    expect((await remove(answer, 'admin')).status).toBe(200);
    expect(refusalOf(await remove(answer, 'admin'))).toBe('404 NOT_FOUND');
  });

  it.each([
    [{ text: 'x' }, '400 VALIDATION record'],
    [{ text: ' ', record: RECORD }, '400 VALIDATION text'],
    [{ text: 'x', record: { kind: 'page', id: 99 } }, '404 NOT_FOUND'],
    [{ text: 'x', record: { kind: 'user', id: 1 } }, '400 VALIDATION record.kind'],
    [{ text: 'x', change: 'none' }, '404 NOT_FOUND'],
    [{ text: 'x', thread: 99 }, '404 NOT_FOUND'],
    [
      { text: 'x', record: RECORD, field: { name: 'body' }, passage: { quote: 'zebra', start: 0 } },
      '400 VALIDATION passage.quote',
    ],
    [{ text: 'x', record: RECORD, task: { to: 99 } }, '400 VALIDATION task.to'],
  ])('refuse %j', async (body, refusal) => {
    expect(refusalOf(await site.ask('POST /admin/comments', { as: 'editor', body }))).toBe(refusal);
  });

  it('are there for nobody who may not read what they are about', async () => {
    const { headers } = await addReaderWithoutPages(site);
    const { id } = await say({ record: RECORD, text: '@Cy, the heron' });
    for (const path of ['comments', 'comments?kind=page&id=7', 'comments?person=me', 'inbox']) {
      const answer = await site.ask(`GET /admin/${path}`, { headers });
      expect([answer.status, answer.body.data, answer.body.meta.total]).toEqual([200, [], 0]);
    }
    const body = { thread: id, text: 'Me too' };
    expect(refusalOf(await site.ask('POST /admin/comments', { headers, body }))).toBe('404 NOT_FOUND');
    expect(refusalOf(await site.ask(`PUT /admin/comments/${id}`, { headers, body: { resolved: true } }))).toBe(
      '404 NOT_FOUND',
    );
    expect(refusalOf(await site.ask('POST /admin/comments', { headers, body: { record: RECORD, text: 'x' } }))).toBe(
      '404 NOT_FOUND',
    );
  });

  it('survive a file that cannot be read', async () => {
    const before = await list();
    await site.stop();
    const folder = join(site.privateDir, 'comments');
    writeFileSync(join(folder, readdirSync(folder)[0]!), '{');
    await site.restart();
    expect(await list()).toHaveLength(before.length - 1);
  });
});
