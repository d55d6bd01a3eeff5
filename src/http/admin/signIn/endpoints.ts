import type { Endpoint } from '../../endpoint.ts';
import { accountEndpoints } from './account.ts';
import type { SignInDeps } from './deps.ts';
import { passkeyEndpoints } from './passkeys.ts';
import { requirementEndpoints } from './requirements.ts';
import { totpEndpoints } from './totp.ts';

/** Ways to sign in besides the password, and what is required of whom. */
export const signInEndpoints = (deps: SignInDeps): Endpoint[] => [
  ...accountEndpoints(deps),
  ...passkeyEndpoints(deps),
  ...totpEndpoints(deps),
  ...requirementEndpoints(deps),
];
