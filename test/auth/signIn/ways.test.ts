import { expect, it } from 'vitest';
import { createFindWays } from '../../../src/auth/signIn/ways.ts';

it('offers passwords alone until a part offers more or takes them away', () => {
  const plain = { password: true, passkey: false, oidc: null, canReset: false };
  expect(createFindWays([])()).toEqual(plain);
  let hasPasskeys = false;
  const find = createFindWays([() => ({ passkey: hasPasskeys }), () => ({ password: false, oidc: { name: 'Acme' } })]);
  expect(find()).toEqual({ ...plain, password: false, oidc: { name: 'Acme' } });
  hasPasskeys = true;
  expect(find().passkey).toBe(true);
});
