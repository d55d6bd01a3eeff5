import { PasskeyWay } from './PasskeyWay.tsx';
import { PasswordWay } from './PasswordWay.tsx';
import { ProviderWay } from './ProviderWay.tsx';
import type { Way } from './way.ts';

/** Every way to sign in, in the order of the log-in form. */
export const WAYS: readonly Way[] = [
  { name: 'provider', isOffered: ({ oidc }) => oidc !== null, Part: ProviderWay },
  { name: 'password', isOffered: ({ password }) => password, Part: PasswordWay },
  { name: 'passkey', isOffered: ({ passkey }) => passkey, Part: PasskeyWay },
];
