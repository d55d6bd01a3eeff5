import { withFactors } from '../../../auth/factor/factors.ts';
import type { BrowserAnswer } from '../../../auth/factor/passkeys.ts';
import { isUsableHash } from '../../../auth/password/bcryptHash.ts';
import { hasWayIn } from '../../../auth/provider/account.ts';
import { hasFactorFor } from '../../../auth/signIn/proofWays.ts';
import { conflict, forbidden, notFound, unauthorized } from '../../../model/errors.ts';
import { because } from '../../../model/reason.ts';
import { flag, label, object, type Schema, text } from '../../../model/schema/schema.ts';
import { showPasskey, showWho } from '../../../view/admin/records.ts';
import { WHO } from '../../../view/shapes/access.ts';
import { NEW_PASSKEY, PASSKEY } from '../../../view/shapes/signIn.ts';
import { rawObject } from '../../../view/shapes/values.ts';
import { getRecord } from '../../../write/records.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { requireSameOrigin } from '../../header/sameOrigin.ts';
import { dataResult } from '../../result.ts';
import { factorLine, MAX_BODY_BYTES, MAX_PASSKEY_BYTES, type SignInDeps } from './deps.ts';
import { createFindSignedIn, createHandToken } from './signedInUser.ts';
import { requiredByRole } from './totp.ts';

const OWN = { access: 'viewer', changes: 'own', isForSetUp: true } as const;
const name = label(100);
/** The browser's answer as it is. */
export const browserAnswer = rawObject as Schema<BrowserAnswer>;

/** Passkeys: registered, named and removed by their owner, and signed in with. */
export function passkeyEndpoints(deps: SignInDeps): Endpoint[] {
  const { lookup, factors, requirements, passkeys, siteUrl, clock, audit, signIn, continueSession } = deps;
  const findSignedIn = createFindSignedIn(deps);
  const hand = createHandToken(deps);
  const requirePossible = (): void => {
    if (!passkeys.isPossible)
      throw forbidden(because('noPasskeysHere', 'Passkeys need a site with https and a name (SITE_URL)', {}));
  };

  return [
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/auth/passkeys/options',
      summary: 'Begin to make a passkey: returns what the browser is to be given',
      ...OWN,
      needsFreshProof: true,
      result: dataResult(rawObject),
      async handle({ headers }) {
        requirePossible();
        const { user } = await findSignedIn(headers);
        return { data: await passkeys.offerRegistration({ id: user.id, ...user.data }) };
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/auth/passkeys',
      summary: 'Add a passkey with the browser’s answer: ends all other sessions of yours',
      ...OWN,
      needsFreshProof: true,
      result: dataResult(NEW_PASSKEY, { status: 201 }),
      body: { json: object({ name, response: browserAnswer }), maxBytes: MAX_PASSKEY_BYTES },
      async handle({ body, headers, actor, ip }) {
        requirePossible();
        const { user, sessionId } = await findSignedIn(headers);
        const passkey = await passkeys.register(user.id, body);
        await audit.append(factorLine('auth.addPasskey', user.id, { actor, ip }));
        const proof = { method: 'passkey', at: clock().getTime() } as const;
        const token = await continueSession({ userId: user.id, sessionId, proof, endsOthers: true });
        const { shown, ...answer } = hand(token, headers);
        return { ...answer, status: 201, data: { ...showPasskey(passkey), ...shown } };
      },
    }),
    defineEndpoint({
      method: 'PUT',
      path: '/api/admin/auth/passkeys/:passkey',
      summary: 'Rename one of your passkeys',
      ...OWN,
      lateWrites: 'written',
      result: dataResult(PASSKEY),
      body: object({ name }),
      async handle({ params, body, headers }) {
        const { user } = await findSignedIn(headers);
        const { passkeys: after } = await factors.change(user.id, (before) => {
          if (!before.passkeys.some(({ id }) => id === params.passkey)) throw notFound('Passkey');
          const renamed = before.passkeys.map((one) => (one.id === params.passkey ? { ...one, name: body.name } : one));
          return { ...before, passkeys: renamed };
        });
        // It was there a moment ago.
        return { data: showPasskey(after.find(({ id }) => id === params.passkey)!) };
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/api/admin/auth/passkeys/:passkey',
      summary: 'Remove one of your passkeys: ends all other sessions of yours',
      ...OWN,
      needsFreshProof: true,
      result: dataResult(object({ deleted: flag() }, { token: text() })),
      async handle({ params, headers, actor, ip }) {
        const { user, sessionId, proof } = await findSignedIn(headers);
        await factors.change(user.id, (before) => {
          const kept = before.passkeys.filter(({ id }) => id !== params.passkey);
          if (kept.length === before.passkeys.length) throw notFound('Passkey');
          if (!hasFactorFor(requirements.of(user.data.role), { ...before, passkeys: kept })) throw requiredByRole();
          const hasPassword = isUsableHash(user.data.passwordHash);
          if (!hasWayIn(user, { hasPassword, passkeys: kept.length }, deps.provider)) throw lastWay();
          return withFactors(before, { passkeys: kept });
        });
        await audit.append(factorLine('auth.removePasskey', user.id, { actor, ip }));
        const token = await continueSession({ userId: user.id, sessionId, proof, endsOthers: true });
        const { shown, ...answer } = hand(token, headers);
        return { ...answer, data: { deleted: true, ...shown } };
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/auth/passkeys/challenge',
      summary: 'Begin to sign in with a passkey (`signIn: true`): returns what the browser is to be given',
      access: 'open',
      rateLimit: 'login',
      changes: 'server',
      result: dataResult(rawObject),
      body: { json: object({}, { signIn: flag() }), maxBytes: MAX_BODY_BYTES },
      async handle({ body: { signIn: isSignIn } }) {
        if (!isSignIn) throw unauthorized('Only a log-in needs no credentials: send `signIn: true`');
        requirePossible();
        return { data: await passkeys.offerSignIn() };
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/auth/passkeys/login',
      summary: 'Sign in with the browser’s answer: returns the token or, with `cookie`, sets it as a cookie',
      access: 'open',
      rateLimit: 'login',
      changes: 'server',
      result: dataResult(object({ user: WHO }, { token: text() })),
      body: { json: object({}, { response: browserAnswer, cookie: flag() }), maxBytes: MAX_PASSKEY_BYTES },
      async handle({ body: { cookie: isKept = false, response }, headers, ip }) {
        if (response === undefined) throw unauthorized('Send the browser’s answer as `response`');
        if (isKept) requireSameOrigin(headers, siteUrl);
        requirePossible();
        const userId = await passkeys.check(response).catch(async (error: unknown) => {
          await audit.append({ actor: 'anonymous', action: 'auth.login', ip, ok: false });
          throw error;
        });
        const user = getRecord(lookup, 'user', userId);
        const { token } = await signIn({ user, method: 'passkey', ip, agent: headers['user-agent'] ?? null });
        const { shown, ...answer } = hand(token, headers, isKept);
        return { ...answer, data: { ...shown, user: showWho({ id: user.id, ...user.data }) } };
      },
    }),
  ];
}

export const lastWay = () =>
  conflict(because('lastWay', 'It is your last way to sign in: set up another one first', {}));
