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
