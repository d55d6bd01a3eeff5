import { expect, it } from 'vitest';
import { hasWayIn } from '../../../src/auth/provider/account.ts';
import type { User } from '../../../src/model/entities/user.ts';
import type { Entry } from '../../../src/model/entry.ts';
import type { ProviderConfig } from '../../../src/model/signIn/providerConfig.ts';

const CONFIG: ProviderConfig = {
  ...{ issuer: 'https://acme.example', clientId: 'quire', clientSecret: null, name: 'Acme', scopes: [] },
  ...{ roles: null, domains: [], isOnly: false },
};

it('counts the provider as a way in only of who belongs to the present one', () => {
  // Nothing else of the entry is read.
  const userOf = (issuer: string) => ({ data: { provider: { issuer, subject: 'ada' } } }) as Entry<User>;
  const nothing = { hasPassword: false, passkeys: 0 };
  expect(hasWayIn(userOf('https://acme.example'), nothing, CONFIG)).toBe(true);
  expect(hasWayIn(userOf('https://earlier.example'), nothing, CONFIG)).toBe(false);
  expect(hasWayIn(userOf('https://earlier.example'), { ...nothing, passkeys: 1 }, CONFIG)).toBe(true);
  expect(hasWayIn(userOf('https://acme.example'), nothing, null)).toBe(false);
});
