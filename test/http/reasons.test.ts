import { expect, it } from 'vitest';
import { makeSite } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

it('tells why a value was refused as data, for those who ask for it', async () => {
  const site = await makeSite(SMALL_SITE);
  const body = { fields: { summary: 'x'.repeat(81) } };
  const put = (headers: Readonly<Record<string, string>>) =>
    site.ask('PUT /admin/pages/1', { as: 'editor', body, headers });
  const error = {
    ...{ code: 'VALIDATION', path: ['fields', 'summary'], message: 'must have at most 80 characters' },
  };
  expect((await put({})).body).toEqual({ errors: [error] });
  expect((await put({ Prefer: 'merge, reasons' })).body).toEqual({
    errors: [{ ...error, reason: 'mostCharacters', params: { count: 80 } }],
  });
});

it('tells why something cannot be done, too', async () => {
  const site = await makeSite(SMALL_SITE);
  const headers = { Prefer: 'reasons' };
  const post = (call: string, body: object) => site.ask(call, { as: 'admin', body, headers });
  expect(
    (await post('POST /admin/pages', { type: 'plain', title: 'Other', slug: 'about' })).body.errors[0],
  ).toMatchObject({ code: 'CONFLICT', reason: 'taken', params: { value: 'en/about' } });
  expect((await site.ask('DELETE /admin/users/1', { as: 'admin', headers })).body.errors[0]).toMatchObject({
    ...{ code: 'FORBIDDEN', reason: 'themself', params: {} },
  });
});

it.each([
  ['PUT /admin/pages/3', { scheduledAt: '2027-01-02T00:00:00Z', unpublishAt: '2027-01-01T00:00:00Z' }, 'afterStart'],
  ['POST /admin/pages', { type: 'plain', title: '?!' }, 'required'],
  ['POST /admin/pages', { type: 'plain', title: 'Rules', slug: 'a b' }, 'slug'],
  ['POST /admin/pages', { type: 'nothing', title: 'Rules' }, 'gone'],
  ['PUT /admin/pages/1', { terms: [99] }, 'gone'],
  ['PUT /admin/pages/1', { regions: { aside: [{ blockId: 99 }] } }, 'gone'],
  ['PUT /admin/menus/1/items/1', { pageId: 99 }, 'gone'],
  ['DELETE /admin/blocks/1', undefined, 'used'],
  ['PUT /admin/pages/1', { locale: 'de' }, 'fixed'],
  ['POST /admin/webhooks', { url: 'http://localhost' }, 'secureUrl'],
  ['POST /admin/webhooks', { url: 'https://example.org', headers: { Host: 'a' } }, 'headerReserved'],
  ['PUT /admin/config', { defaultLocale: 'fr' }, 'oneOf'],
  ['POST /admin/api-keys', { name: 'Old', permissions: 'content:read', expiresAt: '2020-01-01T00:00:00Z' }, 'future'],
])('tells as data why it refuses %s with %j', async (call, body, reason) => {
  const site = await makeSite(SMALL_SITE);
  const headers = { Prefer: 'reasons' };
  const answer = await site.ask(call, { as: 'admin', headers, ...(body && { body }) });
  expect(answer.body.errors?.map((one: { reason?: string }) => one.reason)).toEqual([reason]);
});

it('tells as data which role is missing', async () => {
  const site = await makeSite(SMALL_SITE);
  const body = { tagline: 'New' };
  const answer = await site.ask('PUT /admin/config', { as: 'editor', body, headers: { Prefer: 'reasons' } });
  expect(answer.body.errors).toEqual([
    { code: 'FORBIDDEN', message: 'This needs the role "admin"', reason: 'role', params: { role: 'admin' } },
  ]);
});
