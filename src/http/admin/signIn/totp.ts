import { wrongCode } from '../../../auth/factor/codes.ts';
import { withFactors } from '../../../auth/factor/factors.ts';
import { makeRecoveryCodes } from '../../../auth/factor/recoveryCodes.ts';
import { loadFindTotpStep, makeTotp } from '../../../auth/factor/totp.ts';
import { hasFactorFor } from '../../../auth/signIn/proofWays.ts';
import { isSameSecret } from '../../../lib/text/isSameSecret.ts';
import { conflict, unauthorized } from '../../../model/errors.ts';
import { because } from '../../../model/reason.ts';
import { flag, object, text } from '../../../model/schema/schema.ts';
import { showWho } from '../../../view/admin/records.ts';
import { WHO } from '../../../view/shapes/access.ts';
import { NEW_TOTP, RECOVERY_CODES } from '../../../view/shapes/signIn.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { requireSameOrigin } from '../../header/sameOrigin.ts';
import { dataResult } from '../../result.ts';
import { factorLine, MAX_BODY_BYTES, type SignInDeps } from './deps.ts';
import { createFindSignedIn, createHandToken, type SignedInUser } from './signedInUser.ts';

const code = text({ minLength: 1, maxLength: 100 });
const OWN = { access: 'viewer', changes: 'own', isForSetUp: true } as const;

/** The second factor: codes of an authenticator app, and the recovery codes for when it is lost. */
export function totpEndpoints(deps: SignInDeps): Endpoint[] {
  const { factors, requirements, tokens, siteUrl, clock, audit, takeSecondStep, continueSession } = deps;
  const findSignedIn = createFindSignedIn(deps);
  const hand = createHandToken(deps);
  /** Proves that a secret was made here, for this person as they are now. */
  const sign = ({ user }: SignedInUser, secret: string): string =>
    tokens.fingerprint('totp', String(user.id), String(factors.of(user.id).generation), secret);

  /** Sets up an app whose code shows that it works; the hashes are stored with it. */
  async function setUp(person: SignedInUser, secret: string, typed: string): Promise<readonly string[]> {
    const findStep = await loadFindTotpStep();
    const { codes, hashes } = makeRecoveryCodes();
    await factors.change(person.user.id, (before) => {
      if (before.totp) throw alreadySetUp();
      const lastStep = findStep({ secret, code: typed.replaceAll(/\s/g, ''), lastStep: 0, now: clock() });
      if (lastStep === null) throw wrongCode();
      const totp = { secret, lastStep, createdAt: clock().toISOString() };
      return withFactors(before, { totp, recoveryCodes: hashes });
    });
    return codes;
  }

  return [
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/auth/totp',
      summary: 'Begin to set up an authenticator app: returns what it is to be given',
      ...OWN,
      needsFreshProof: true,
      result: dataResult(NEW_TOTP),
      async handle({ headers }) {
        const person = await findSignedIn(headers);
        if (factors.of(person.user.id).totp) throw alreadySetUp();
        const made = await makeTotp({ issuer: new URL(siteUrl).hostname, account: person.user.data.email });
        return { data: { ...made, ticket: sign(person, made.secret) } };
      },
    }),
    defineEndpoint({
      method: 'PUT',
      path: '/api/admin/auth/totp',
      summary: 'Finish setting up an authenticator app with a code that it shows: ends all other sessions of yours',
      ...OWN,
      needsFreshProof: true,
      rateLimit: 'login',
      lateWrites: 'written',
      result: dataResult(RECOVERY_CODES),
      body: { json: object({ secret: text({ maxLength: 200 }), ticket: text({ maxLength: 100 }), code }) },
      async handle({ body, headers, actor, ip }) {
        const person = await findSignedIn(headers);
        if (!isSameSecret(body.ticket, sign(person, body.secret))) throw wrongCode();
        const recoveryCodes = await setUp(person, body.secret, body.code);
        await audit.append(factorLine('auth.addTotp', person.user.id, { actor, ip }));
        const proof = { method: 'totp', at: clock().getTime() } as const;
        const { user, sessionId } = person;
        const token = await continueSession({ userId: user.id, sessionId, proof, endsOthers: true });
        const { shown, ...answer } = hand(token, headers);
        return { ...answer, data: { recoveryCodes, ...shown } };
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/api/admin/auth/totp',
      summary: 'Remove your authenticator app and your recovery codes: ends all other sessions of yours',
      ...OWN,
      needsFreshProof: true,
      result: dataResult(object({ deleted: flag() }, { token: text() })),
      async handle({ headers, actor, ip }) {
        const { user, sessionId, proof } = await findSignedIn(headers);
        await factors.change(user.id, (before) => {
          if (!before.totp) throw noTotp();
          const after = { ...before, totp: null };
          if (!hasFactorFor(requirements.of(user.data.role), after)) throw requiredByRole();
          return withFactors(before, { totp: null, recoveryCodes: [] });
        });
        await audit.append(factorLine('auth.removeTotp', user.id, { actor, ip }));
        const token = await continueSession({ userId: user.id, sessionId, proof, endsOthers: true });
        const { shown, ...answer } = hand(token, headers);
        return { ...answer, data: { deleted: true, ...shown } };
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/auth/totp/recovery-codes',
      summary: 'Make new recovery codes, shown once: the earlier ones stop working',
      ...OWN,
      needsFreshProof: true,
      result: dataResult(RECOVERY_CODES),
      async handle({ headers, actor, ip }) {
        const { user } = await findSignedIn(headers);
        const { codes, hashes } = makeRecoveryCodes();
        await factors.change(user.id, (before) => {
          if (!before.totp) throw noTotp();
          return { ...before, recoveryCodes: hashes };
        });
        await audit.append(factorLine('auth.renewCodes', user.id, { actor, ip }));
        return { data: { recoveryCodes: codes } };
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/auth/totp/verify',
      summary:
        'Finish a log-in with a code of the authenticator app or a recovery code, and the ticket of the first step',
      access: 'open',
      rateLimit: 'login',
      changes: 'server',
      result: dataResult(object({ user: WHO }, { token: text() })),
      body: {
        json: object({}, { ticket: text({ maxLength: 2000 }), code, cookie: flag() }),
        maxBytes: MAX_BODY_BYTES,
      },
      async handle({ body: { cookie: isKept = false, ticket, code: typed }, headers, ip }) {
        if (ticket === undefined || typed === undefined)
          throw unauthorized('Send the `ticket` of the log-in and a `code`');
        if (isKept) requireSameOrigin(headers, siteUrl);
        const { token, user } = await takeSecondStep({ ticket, code: typed, ip, agent: headers['user-agent'] ?? null });
        const { shown, ...answer } = hand(token, headers, isKept);
        return { ...answer, data: { ...shown, user: showWho({ id: user.id, ...user.data }) } };
      },
    }),
  ];
}

const noTotp = () => conflict(because('noTotp', 'You have no authenticator app', {}));

const alreadySetUp = () => conflict(because('hasTotp', 'You have an authenticator app already: remove it first', {}));

export const requiredByRole = () =>
  conflict(because('requiredByRole', 'Your role requires it: set up another one first', {}));
