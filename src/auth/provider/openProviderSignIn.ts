import type { Lookup } from '../../model/entry.ts';
import type { ProviderConfig } from '../../model/signIn/providerConfig.ts';
import { createSealedCookie } from '../session/sealedCookie.ts';
import { sessionSeconds } from '../session/sessions.ts';
import type { Tokens } from '../session/tokens.ts';
import { createProvider } from './provider.ts';
import { createProviderSignIn, type ProviderSignIn, type ProviderSignInParts } from './providerSignIn.ts';

interface Options extends Pick<ProviderSignInParts, 'signIn' | 'sessions' | 'audit'> {
  readonly provider: ProviderConfig;
  readonly lookup: Lookup;
  readonly siteUrl: string;
  readonly secret: Uint8Array;
  readonly tokens: Tokens;
  readonly clock: () => Date;
  readonly writeUser: ProviderSignInParts['write'];
  onProviderRefusal(cause: unknown): void;
}

/** Makes the parts of signing in by the provider. Nothing is asked of it before somebody signs in. */
export function openProviderSignIn({ provider: config, ...options }: Options): ProviderSignIn {
  const { lookup, siteUrl, clock, tokens, writeUser, onProviderRefusal } = options;
  return createProviderSignIn({
    ...options,
    config,
    provider: createProvider({ config, siteUrl, clock, onRefusal: onProviderRefusal }),
    attempts: createSealedCookie({ ...options, name: 'quire-attempt', sameSite: 'Lax' }),
    idTokens: createSealedCookie({ ...options, name: 'quire-provider', sameSite: 'Strict' }),
    sessionSeconds: () => sessionSeconds(lookup),
    onRefusal: onProviderRefusal,
    write: writeUser,
    tokens,
  });
}
