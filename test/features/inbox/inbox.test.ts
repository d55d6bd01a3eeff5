import { afterAll, beforeAll, expect, it } from 'vitest';
import { addReaderWithoutPages } from '../../addReaderWithoutPages.ts';
import { until } from '../../http/makeServer.ts';
import { refusalOf } from '../../http/problemsOf.ts';
import { makeReceiver } from '../../job/makeReceiver.ts';
import { type Mailbox, openMailbox } from '../../mail/openMailbox.ts';
import { type Login, makeSite, type Site } from '../../makeSite.ts';

const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/article.yaml': 'id: 1\nname: Article\nfieldsSchema: []\n',
  'pages/en/about.yaml':
    'id: 7\ntype: article\ntitle: "<b>Us</b> & [them](https://evil.example) @channel"\nstatus: draft\ncreatedAt: 2026-01-04T16:20:11.204Z\n',
};
const RECORD = { kind: 'page', id: 7 };
const WORDS = 'the heron is asleep';

let site: Site;
let box: Mailbox;

beforeAll(async () => {
  box = await openMailbox({ whenDone: afterAll });
  const env = { SMTP_URL: box.url, MAIL_FROM: 'quire@example.org', WEBHOOK_ALLOW_PRIVATE: 'true' };
  site = await makeSite(FILES, { env, whenDone: afterAll });
});

const choose = (choice: string, as: Login) => site.ask('PUT /admin/inbox/mails', { as, body: { choice } });
const say = (text: string, more: object = {}) =>
  site.ask('POST /admin/comments', { as: 'admin', body: { record: RECORD, text, ...more } });

it('SEC-50 mails what one is told in one’s own language, as text, and without what was said', async () => {
  expect((await site.ask('GET /admin/inbox/mails', { as: 'editor' })).body.data).toEqual({
    ...{ isOffered: true, choice: 'never' },
  });
  await site.ask('PUT /admin/auth/me', { as: 'editor', body: { language: 'de' } });
  expect((await choose('atOnce', 'editor')).body.data.choice).toBe('atOnce');
  await say(`@The editor: ${WORDS}`);
  site.setTime('2026-02-01T12:00:10.000Z');
  const mail = await until(() => box.mails[0]);
  expect(mail.to).toEqual([(await site.ask('GET /admin/auth/me', { as: 'editor' })).body.data.email]);
  expect(mail.subject).toBe('Neues für Sie bei Harbour');
  expect(mail.text).toContain('The admin hat Sie bei „<b>Us</b> & [them](https://evil.example) @channel“ erwähnt');
  expect(mail.html).toContain('&lt;b&gt;Us&lt;/b&gt;');
  expect(mail.raw).not.toContain(WORDS);
});

it('SEC-50 mails nothing that one may no longer read when it is sent', async () => {
  const { id, email, headers } = await addReaderWithoutPages(site, 'viewer');
  await site.ask('PUT /admin/inbox/mails', { headers, body: { choice: 'atOnce' } });
  const before = box.mails.length;
  await say('@Cy, @The editor');
  const narrowed = await site.ask(`PUT /admin/users/${id}`, { as: 'admin', body: { role: 'nopages' } });
  expect(narrowed.body).toMatchObject({ data: { role: 'nopages' } });
  site.setTime('2026-02-01T12:01:00.000Z');
  await until(() => box.mails[before]);
  // The other's mail has come, so that of Cy has been dealt with, too, or comes next.
  await say('@The editor again');
  site.setTime('2026-02-01T12:02:00.000Z');
  await until(() => box.mails[before + 1]);
  expect(box.mails.flatMap(({ to }) => to)).not.toContain(email);
});

it('names in mails the guests who have commented, as in the inbox', async () => {
  const ask = async (asked: string, body: object, headers = {}) =>
    (await site.ask(asked, { as: 'editor', body, headers })).body.data;
  const { id } = await ask('POST /admin/pages', { title: 'Lamps', type: 'article' });
  await ask('POST /admin/changes', { title: 'Summer' });
  await ask(`PUT /admin/pages/${id}`, { title: 'Lights' }, { 'Quire-Change': 'summer' });
  const { url } = await ask('POST /admin/changes/summer/links', { label: 'The lawyer' });
  const body = { token: url.split('#')[1], name: 'Jo Law', text: WORDS, record: { kind: 'page', id } };
  const before = box.mails.length;
  expect((await site.ask('POST /admin/review-links/comment', { body })).status).toBe(201);
  site.setTime('2026-02-01T12:03:00.000Z');
  expect((await until(() => box.mails[before])).text).toContain('Jo Law hat „Lights“ kommentiert');
});

it('SEC-50 tells chats of events in plain words that mention nobody, and Slack, Mattermost and Teams as they ask', async () => {
  const receiver = await makeReceiver();
  const [first, second] = ['slack', 'teams'] as const;
  for (const body of [first, second]) {
    const hook = { url: receiver.url, events: ['comment.created', 'comment.resolved'], body };
    expect((await site.ask('POST /admin/webhooks', { as: 'admin', body: hook })).status).toBe(201);
  }
  const { id } = (await say(WORDS)).body.data;
  await until(() => receiver.received.length === 2);
  const slack = receiver.received.find(({ body }) => typeof body.text === 'string');
  expect(slack?.body).toEqual({
    text: `The admin commented on “&lt;b&gt;Us&lt;/b&gt; &amp; [them]\u200b(https://evil.example) @\u200bchannel” <http://localhost:3000/admin/pages/7|Open>`,
  });
  const teams = receiver.received.find(({ body }) => body.type === 'message')?.body.attachments[0];
  expect(teams.contentType).toBe('application/vnd.microsoft.card.adaptive');
  expect(teams.content.actions[0].url).toBe(`http://localhost:3000/admin/pages/7`);
  expect(receiver.received.map(({ text }) => text).join()).not.toContain(WORDS);
  await site.ask(`PUT /admin/comments/${id}`, { as: 'editor', body: { text: 'no' } });
  await site.ask(`PUT /admin/comments/${id}`, { as: 'editor', body: { resolved: true } });
  await until(() => receiver.received.length === 4);
});

it('names in events the comment that was changed or deleted, so that two at one moment are two', async () => {
  const receiver = await makeReceiver();
  const hook = { url: receiver.url, events: ['comment.changed'] };
  await site.ask('POST /admin/webhooks', { as: 'admin', body: hook });
  const thread = (await say('First')).body.data.id;
  await say('Second', { thread });
  const [second, third] = (await say('Third', { thread })).body.data.answers;
  for (const { id } of [second, third])
    await site.ask(`PUT /admin/comments/${id}`, { as: 'admin', body: { text: 'Other words' } });
  await site.ask(`DELETE /admin/comments/${thread}`, { as: 'admin' });
  await until(() => receiver.received.length === 3);
  expect(receiver.received.map(({ body }) => [body.data.thread, body.data.comment])).toEqual([
    [thread, second.id],
    [thread, third.id],
    [thread, thread],
  ]);
});

it('tells people when others publish what they have begun, and not when they do it themselves', async () => {
  const begin = async (title: string) =>
    (await site.ask('POST /admin/pages', { as: 'editor', body: { title, type: 'article' } })).body.data.id;
  const [own, other] = [await begin('Own'), await begin('Other')];
  await site.ask('POST /admin/comments', { as: 'admin', body: { record: { kind: 'page', id: own }, text: 'Short' } });
  expect((await site.ask('GET /admin/inbox', { as: 'editor' })).body.data[0]).toMatchObject({ reason: 'comment' });
  await site.ask(`PUT /admin/pages/${own}`, { as: 'editor', body: { status: 'published' } });
  await site.ask(`PUT /admin/pages/${other}`, { as: 'admin', body: { status: 'published' } });
  const told = await until(async () => {
    const { data } = (await site.ask('GET /admin/inbox?unread=true', { as: 'editor' })).body;
    const published = data.filter(({ reason }: { reason: string }) => reason === 'published');
    return published.length > 0 && published;
  });
  expect(told).toMatchObject([{ record: { kind: 'page', id: other }, about: 'Other', by: { name: 'The admin' } }]);
});

it('offers no mails where there is no mail server', async () => {
  const other = await makeSite(FILES);
  expect((await other.ask('GET /admin/inbox/mails', { as: 'editor' })).body.data.isOffered).toBe(false);
  const body = { choice: 'daily' };
  expect(refusalOf(await other.ask('PUT /admin/inbox/mails', { as: 'editor', body }))).toBe('503 SERVICE_UNAVAILABLE');
});
