import { expect, it } from 'vitest';
import { until } from '../http/makeServer.ts';
import { makeExampleSite } from './exampleSite.ts';
import { type OutsideAnswer, serveOutside } from './outsideServer.ts';

const ENV = { WEBHOOK_ALLOW_PRIVATE: 'true', ASSIST_KEY: 'sk-very-secret-key' };

const completion = (content: string): OutsideAnswer => ({
  body: JSON.stringify({
    id: 'x',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content } }],
  }),
});
/** A picture of one dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PICTURE = Buffer.from('RIFF picture');

async function openAssist(answer: () => OutsideAnswer = () => completion(' A heron at dawn. ')) {
  const outside = await serveOutside(({ call }) =>
    call.startsWith('GET ')
      ? { status: call.includes('/media/1/') ? 200 : 404, type: 'image/webp', body: PICTURE }
      : answer(),
  );
  const options = `{ url: '${outside.url}/v1', model: 'tiny', key: 'ASSIST_KEY', site: '${outside.url}' }`;
  const site = await makeExampleSite(`assist(${options})`, { env: ENV });
  const suggest = (body: object, as: 'editor' | 'viewer' = 'editor') =>
    site.ask('POST /x/assist/suggest', { as, body });
  return { ...outside, site, suggest };
}

it('asks any OpenAI-compatible interface with the own key, and writes nothing', async () => {
  const { asked, site, suggest } = await openAssist();
  const { status, body } = await suggest({ wish: 'translate', text: 'Guten Morgen', locale: 'en' });
  expect([status, body.data]).toEqual([200, { suggestion: 'A heron at dawn.' }]);
  expect(asked).toMatchObject([
    { call: 'POST /v1/chat/completions', headers: { authorization: 'Bearer sk-very-secret-key' } },
  ]);
  const sent = JSON.parse(asked[0]!.text);
  expect(sent).toMatchObject({ model: 'tiny', messages: [{ role: 'user' }] });
  expect(sent.messages[0].content).toMatch(/^Translate this text into English\..*\n\nGuten Morgen$/s);
  await suggest({ wish: 'shorten', text: 'A long story' });
  expect(JSON.parse(asked[1]!.text).messages[0].content).toContain('at most two sentences');
  expect(site.newCommits()).toEqual([]);
});

it('sends a picture along, as bytes', async () => {
  const { asked, suggest } = await openAssist();
  expect((await suggest({ wish: 'describe', media: 1, locale: 'de' })).body.data.suggestion).toBe('A heron at dawn.');
  const [text, picture] = JSON.parse(asked[1]!.text).messages[0].content;
  expect(text.text).toContain('in German');
  expect(picture).toEqual({
    type: 'image_url',
    image_url: { url: `data:image/webp;base64,${PICTURE.toString('base64')}` },
  });
  expect((await suggest({ wish: 'describe', media: 2 })).status).toBe(404);
});

it('refuses what makes no sense, and who may not write', async () => {
  const { asked, suggest } = await openAssist();
  expect((await suggest({ wish: 'shorten', text: 'x' }, 'viewer')).status).toBe(403);
  for (const body of [
    {},
    { wish: 'other' },
    { wish: 'shorten' },
    { wish: 'describe' },
    { wish: 'translate', text: 'x', locale: '../' },
  ])
    expect([body, (await suggest(body)).status]).toEqual([body, 400]);
  expect(asked).toEqual([]);
});

it('tells nobody what the model has answered when it fails', async () => {
  const { suggest } = await openAssist(() => ({ status: 401, body: 'Incorrect API key provided: sk-very-secret-key' }));
  const { status, body } = await suggest({ wish: 'shorten', text: 'A long story' });
  expect([status, body]).toEqual([
    503,
    { errors: [{ code: 'SERVICE_UNAVAILABLE', message: 'The model has refused: 401' }] },
  ]);
});

it('proposes texts for new pictures in a change, where somebody has to accept them', async () => {
  const { site } = await openAssist();
  const form = new FormData();
  form.set('file', new Blob([DOT], { type: 'image/png' }), 'heron.png');
  const { body: login } = await site.ask('POST /admin/auth/login', {
    body: { email: 'editor@example.org', password: 'correct horse' },
  });
  const headers = { authorization: `Bearer ${login.data.token}` };
  const sent = await fetch(`${site.url}/api/admin/media`, { method: 'POST', headers, body: form });
  expect(sent.status).toBe(201);
  const changes = async () => (await site.ask('GET /admin/changes', { as: 'editor' })).body.data;
  const [change] = await until(async () => ((await changes()).length > 0 ? changes() : null));
  expect(change.title).toBe('Texts for pictures');
  const altText = async (more: object) =>
    (await site.ask('GET /admin/media/1', { as: 'editor', ...more })).body.data.altText;
  const proposed = () => altText({ headers: { 'quire-change': change.name } });
  expect(await until(proposed)).toBe('A heron at dawn.');
  expect(await altText({})).toBeNull();
});
