import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { renderWebhookBody } from '../../../src/features/webhooks/template.ts';
import { until } from '../../http/makeServer.ts';
import { refusalOf } from '../../http/problemsOf.ts';
import { answerWith, makeReceiver, type Received } from '../../job/makeReceiver.ts';
import { makeSite, type Reply, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const send = (site: Site, call: string, body?: unknown): Promise<Reply> =>
  site.ask(call, { as: 'admin', ...(body !== undefined && { body }) });
const TOKEN = 'canary-token-of-the-host';
const EVENTS = ['content.changed'];

/** A webhook that receives one change of a page, and what it was sent. */
async function tell(more: object) {
  const site = await makeSite(SMALL_SITE, { env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  const receiver = await makeReceiver();
  // A receiver that repeats what it was sent.
  receiver.answer((response, { headers, text }) =>
    answerWith(500, {}, JSON.stringify({ headers, text }))(response, { headers, text, body: null }),
  );
  const made = await send(site, 'POST /admin/webhooks', { url: receiver.url, events: EVENTS, ...more });
  expect(made.status).toBe(201);
  await send(site, 'PUT /admin/menus/1', { name: 'First' });
  const message = await until(() => receiver.received[0]);
  await until(async () => (await send(site, 'GET /admin/webhooks/1')).body.data.lastDelivery);
  return { site, receiver, made, message, secret: made.body.data.secret };
}

function expectSigned({ headers, text }: Received, secret: string): void {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(String(headers['webhook-id']), at, text));
}

it('SEC-19 values of headers are sent but never shown, even if the receiver repeats them', async () => {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'X-Key': 'another-canary' };
  const { site, made, message, secret } = await tell({ headers });
  expect(message.headers).toMatchObject({
    authorization: `Bearer ${TOKEN}`,
    'x-key': 'another-canary',
    'user-agent': 'Quire',
  });
  expectSigned(message, secret);
  const shown = await send(site, 'GET /admin/webhooks/1');
  expect(shown.body.data).toMatchObject({
    body: 'quire',
    headers: { Authorization: true, 'X-Key': true },
    gitlab: null,
  });
  const deliveries = await send(site, 'GET /admin/webhooks/1/deliveries');
  expect(deliveries.body.data[0].response).toContain('•••');
  const list = await send(site, 'GET /admin/webhooks');
  const audit = await send(site, 'GET /admin/audit-logs');
  expect(JSON.stringify([made.body, shown.body, deliveries.body, list.body, audit.body])).not.toMatch(/canary/);
  const state = join(site.privateDir, 'state', 'webhooks');
  for (const file of readdirSync(state)) expect(readFileSync(join(state, file), 'utf8')).not.toMatch(/canary/);
  expect(site.git('log', '-p', '--all')).not.toMatch(/canary/);
});

it('a record that is sent back as it was read keeps its secret values, for the same host only', async () => {
  const { site } = await tell({ headers: { Authorization: `Bearer ${TOKEN}` } });
  const file = (): string => readFileSync(join(site.privateDir, 'webhooks/1.yaml'), 'utf8');
  const { data } = (await send(site, 'GET /admin/webhooks/1')).body;
  expect((await send(site, 'PUT /admin/webhooks/1', { ...data, name: 'Same' })).status).toBe(200);
  expect(file()).toContain(TOKEN);
  await site.ask('PATCH /admin/webhooks/1', { as: 'admin', body: { headers: { 'X-New': 'new' } } });
  expect((await send(site, 'GET /admin/webhooks/1')).body.data.headers).toEqual({ Authorization: true, 'X-New': true });
  expect(file()).toContain(TOKEN);
  const url = 'https://elsewhere.example.org/';
  const moved = refusalOf(await send(site, 'PUT /admin/webhooks/1', { url }));
  expect(moved).toBe('400 VALIDATION headers.Authorization VALIDATION headers.X-New');
  expect((await send(site, 'PUT /admin/webhooks/1', { url, headers: { Authorization: 'Other' } })).status).toBe(200);
  expect(file()).not.toContain(TOKEN);
  expect((await send(site, 'PUT /admin/webhooks/1', { headers: null })).body.data.headers).toEqual({});
});

it('github-dispatch is what GitHub accepts to start a workflow', async () => {
  const { message, secret } = await tell({ body: 'github-dispatch' });
  expect(message.headers['content-type']).toBe('application/json');
  expect(message.body).toEqual({
    event_type: 'content.changed',
    client_payload: expect.objectContaining({
      type: 'content.changed',
      data: expect.objectContaining({ recordCount: 1 }),
    }),
  });
  expectSigned(message, secret);
});

it('gitlab-trigger is what GitLab accepts to start a pipeline, and its token is never shown', async () => {
  const { site, message, secret } = await tell({ body: 'gitlab-trigger', gitlab: { ref: 'main', token: TOKEN } });
  expect(message.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(message.body).toMatchObject({
    ...{ token: TOKEN, ref: 'main', 'variables[QUIRE_EVENT]': 'content.changed' },
    'variables[QUIRE_COMMIT]': site.git('rev-parse', 'HEAD').trim(),
  });
  expect(JSON.parse(message.body['variables[QUIRE_DATA]'])).toMatchObject({ urls: expect.any(Array) });
  expectSigned(message, secret);
  const shown = await send(site, 'GET /admin/webhooks/1');
  expect(shown.body.data.gitlab).toEqual({ ref: 'main', token: true });
  const deliveries = await send(site, 'GET /admin/webhooks/1/deliveries');
  expect(JSON.stringify([shown.body, deliveries.body])).not.toMatch(/canary/);
});

it('a token with half a surrogate pair is sent, and holds up nothing', async () => {
  const { site, message } = await tell({ body: 'gitlab-trigger', gitlab: { ref: 'main', token: `${TOKEN}\ud800` } });
  expect(message.body).toMatchObject({ token: `${TOKEN}\ufffd` });
  expect((await send(site, 'GET /health')).status).toBe(200);
});

it('data that is too long for a host is sent as "everything"', () => {
  const data = { commit: 'a', parent: 'b', records: [], urls: Array.from({ length: 9000 }, (_, at) => `/pages/${at}`) };
  const json = JSON.stringify({ type: 'content.changed', timestamp: '', data });
  const webhook = { body: 'github-dispatch', gitlab: { ref: 'main', token: 't' } } as never;
  const chat = { language: 'en', siteUrl: 'https://example.org' } as const;
  const { text } = renderWebhookBody(json, webhook, chat);
  expect(JSON.parse(text).client_payload.data).toEqual({ commit: 'a', parent: 'b', urls: ['/*'] });
  const form = new URLSearchParams(
    renderWebhookBody(json, { ...(webhook as object), body: 'gitlab-trigger' } as never, chat).text,
  );
  expect(JSON.parse(form.get('variables[QUIRE_DATA]')!).urls).toEqual(['/*']);
});
