import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import { lazily } from '../../lib/list/lazily.ts';
import { CmsError, conflict, invalidAt } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import type { Challenges } from './challenges.ts';
import { type Factors, type Passkey, withFactors } from './factors.ts';

/** What a browser answers to a challenge, as JSON (Web Authentication, 5.1). The library checks every part of it. */
export type BrowserAnswer = Readonly<Record<string, unknown>>;

/** Passkeys (Web Authentication): made for this site alone, by an authenticator that makes sure of its owner. */
export interface Passkeys {
  /** False where browsers make none: without https, and at an address of numbers. */
  readonly isPossible: boolean;
  offerRegistration(owner: PasskeyOwner): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /**
   * Adds a passkey, which ends the sessions from before.
   *
   * @throws CmsError VALIDATION for an answer that does not hold; CONFLICT for one that is there already, or too many
   */
  register(userId: number, registration: { readonly name: string; readonly response: BrowserAnswer }): Promise<Passkey>;
  /** Options for whoever has a passkey here, whose name need not be known. */
  offerSignIn(): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /**
   * Finds the user whose passkey signed the answer, and notes its use.
   *
   * @throws CmsError FORBIDDEN for an answer that does not hold
   */
  check(response: BrowserAnswer): Promise<number>;
}

export interface PasskeyOwner {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

interface PasskeysOptions {
  readonly siteUrl: string;
  readonly factors: Factors;
  readonly challenges: Challenges;
  readonly clock: () => Date;
}

const MAX_OF_ONE = 20;
const SIGN_IN = 'sign in';
const registrationOf = (userId: number): string => `register user/${userId}`;
const handleOf = (userId: number): string => `user/${userId}`;

const webauthn = lazily(() => import('@simplewebauthn/server'));

export function createPasskeys({ siteUrl, factors, challenges, clock }: PasskeysOptions): Passkeys {
  const { hostname, origin, protocol } = new URL(siteUrl);
  const expected = (purpose: string) => ({
    expectedOrigin: origin,
    expectedRPID: hostname,
    expectedChallenge: (challenge: string) => challenges.use(Buffer.from(challenge, 'base64url').toString(), purpose),
    requireUserVerification: true,
  });

  async function verifyUse(response: BrowserAnswer, passkey: Passkey): Promise<number> {
    const { verifyAuthenticationResponse } = await webauthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(SIGN_IN),
      response: response as unknown as AuthenticationResponseJSON,
      credential: toCredential(passkey),
    }).catch(refuse);
    if (!verified) throw wrongPasskey();
    return authenticationInfo.newCounter;
  }

  return {
    isPossible: !isNumeric(hostname) && (protocol === 'https:' || isLocal(hostname)),
    async offerRegistration({ id, name, email }) {
      const { generateRegistrationOptions } = await webauthn();
      return generateRegistrationOptions({
        ...{ rpName: hostname, rpID: hostname, userName: email, userDisplayName: name },
        userID: new TextEncoder().encode(handleOf(id)),
        challenge: challenges.create(registrationOf(id)),
        excludeCredentials: factors.of(id).passkeys.map((passkey) => ({ id: passkey.id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },
    async register(userId, { name, response }) {
      const { verifyRegistrationResponse } = await webauthn();
      const { registrationInfo } = await verifyRegistrationResponse({
        ...expected(registrationOf(userId)),
        response: response as unknown as RegistrationResponseJSON,
      }).catch((cause: unknown) => {
        throw unfitPasskey(cause);
      });
      if (!registrationInfo) throw unfitPasskey();
      const passkey = { ...fromCredential(registrationInfo.credential), name, createdAt: clock().toISOString() };
      await factors.change(userId, (before) => {
        if (factors.findPasskey(passkey.id))
          throw conflict(because('passkeyTaken', 'This passkey is there already', {}));
        if (before.passkeys.length >= MAX_OF_ONE)
          throw conflict(
            because('tooManyPasskeys', `You have ${MAX_OF_ONE} passkeys: remove one first`, { count: MAX_OF_ONE }),
          );
        return withFactors(before, { passkeys: [...before.passkeys, passkey] });
      });
      return passkey;
    },
    async offerSignIn() {
      const { generateAuthenticationOptions } = await webauthn();
      return generateAuthenticationOptions({
        ...{ rpID: hostname, userVerification: 'required' as const },
        challenge: challenges.create(SIGN_IN),
      });
    },
    async check(response) {
      const found = typeof response['id'] === 'string' ? factors.findPasskey(response['id']) : undefined;
      if (!found || userHandleIn(response) !== handleOf(found.userId)) throw wrongPasskey();
      const counter = await verifyUse(response, found.passkey);
      const lastUsedAt = clock().toISOString();
      await factors.change(found.userId, (before) => {
        const passkey = before.passkeys.find(({ id }) => id === found.passkey.id);
        // It may have been removed, or been used by a copy of it, while its signature was checked.
        if (passkey?.counter !== found.passkey.counter) throw wrongPasskey();
        const used = { ...passkey, counter, lastUsedAt };
        return { ...before, passkeys: before.passkeys.map((one) => (one === passkey ? used : one)) };
      });
      return found.userId;
    },
  };
}

const isNumeric = (hostname: string): boolean => isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;

/** Browsers treat these as safe without https (Secure Contexts, 3.1). */
const isLocal = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost');

/** Whom a passkey says that it belongs to; passkeys that need no name typed always say so. */
function userHandleIn({ response }: BrowserAnswer): string | undefined {
  const handle = (response as { userHandle?: unknown } | undefined)?.userHandle;
  return typeof handle === 'string' ? Buffer.from(handle, 'base64url').toString() : undefined;
}

const toCredential = ({ id, publicKey, counter }: Passkey): WebAuthnCredential => ({
  ...{ id, counter },
  publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
});

const fromCredential = ({ id, publicKey, counter, transports = [] }: WebAuthnCredential) => ({
  ...{ id, counter, transports, lastUsedAt: null },
  publicKey: Buffer.from(publicKey).toString('base64url'),
});

/** The library throws at whatever does not hold. */
function refuse(cause: unknown): never {
  throw wrongPasskey(cause);
}

const wrongPasskey = (cause?: unknown): CmsError =>
  new CmsError('FORBIDDEN', because('wrongPasskey', 'This passkey does not open this site', {}), { cause });

function unfitPasskey(cause?: unknown): CmsError {
  const why = cause instanceof Error ? cause.message : 'it could not be verified';
  return invalidAt(['response'], because('unfitPasskey', `The passkey cannot be used: ${why}`, {}));
}
