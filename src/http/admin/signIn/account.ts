import { withFactors } from '../../../auth/factor/factors.ts';
import { isUsableHash } from '../../../auth/password/bcryptHash.ts';
import { passwordProblems } from '../../../auth/password/passwords.ts';
import { hasWayIn, mayComeWithoutProvider, requireOwnWay } from '../../../auth/provider/account.ts';
import { findLack, listProofWays } from '../../../auth/signIn/proofWays.ts';
import { NO_PASSWORD, type User } from '../../../model/entities/user.ts';
import type { Entry } from '../../../model/entry.ts';
import { invalid } from '../../../model/errors.ts';
import { flag, object, text } from '../../../model/schema/schema.ts';
import { showFactors } from '../../../view/admin/records.ts';
import { TOKEN } from '../../../view/shapes/access.ts';
import { FACTORS, USER_FACTORS } from '../../../view/shapes/signIn.ts';
import { updateUser } from '../../../write/record/user.ts';
import { getRecord } from '../../../write/records.ts';
import { type Call, defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { dataResult } from '../../result.ts';
import { factorLine, MAX_PASSKEY_BYTES, MAX_PASSWORD_CHARACTERS, type SignInDeps } from './deps.ts';
import { browserAnswer, lastWay } from './passkeys.ts';
import { createFindSignedIn, createHandToken } from './signedInUser.ts';

/** What one signs in with, the proof that dangerous steps ask for, and how admins help those who have lost a factor. */
export function accountEndpoints(deps: SignInDeps): Endpoint[] {
  const { lookup, writer, factors, requirements, passkeys, passwords, clock, audit, prove, continueSession } = deps;
  const { provider } = deps;
  const findSignedIn = createFindSignedIn(deps);
  const hand = createHandToken(deps);

  /** Whether a user gets in without a password. */
  const canDoWithout = (user: Entry<User>): boolean =>
    hasWayIn(user, { hasPassword: false, passkeys: factors.of(user.id).passkeys.length }, provider);

  /** Stores a new password, or none, and goes on with this session alone. */
  async function setPassword(passwordHash: string, action: string, call: Pick<Call, 'headers' | 'ip'> & WithActor) {
    const { headers, actor, ip } = call;
    const { user, sessionId, proof } = await findSignedIn(headers);
    await writer.write(updateUser({ id: user.id }, {}, passwordHash), actor);
    await audit.append(factorLine(action, user.id, { actor, ip }));
    const token = await continueSession({ userId: user.id, sessionId, proof, endsOthers: true });
    const { shown, ...answer } = hand(token, headers);
    return { ...answer, data: shown };
  }

  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/auth/factors',
      summary: 'Read what you sign in with, and what your role requires',
      access: 'viewer',
      isForSetUp: true,
      result: dataResult(FACTORS),
      async handle({ headers }) {
        const { user, proof } = await findSignedIn(headers);
        const { data } = user;
        return {
          data: {
            ...showFactors(factors.of(user.id)),
            hasPassword: isUsableHash(data.passwordHash),
            canHavePassword: mayComeWithoutProvider(user, provider),
            canDoWithoutPassword: canDoWithout(user),
            provider: (data.provider && provider?.name) ?? null,
            canHavePasskeys: passkeys.isPossible,
            required: requirements.of(data.role),
            lacks: findLack(data.role, proof, deps),
            proofWays: listProofWays(user, deps),
          },
        };
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/auth/prove',
      summary: 'Prove who you are once more, for dangerous steps: returns a new token, or sets it as a cookie',
      access: 'viewer',
      isForSetUp: true,
      changes: 'own',
      rateLimit: 'login',
      result: dataResult(TOKEN),
      body: {
        json: object(
          {},
          {
            password: text({ maxLength: MAX_PASSWORD_CHARACTERS }),
            code: text({ maxLength: 100 }),
            passkey: browserAnswer,
          },
        ),
        maxBytes: MAX_PASSKEY_BYTES,
      },
      async handle({ body, headers, actor, ip }) {
        const { user, sessionId } = await findSignedIn(headers);
        const method = await prove(user, body).catch(async (error: unknown) => {
          await audit.append({ ...factorLine('auth.prove', user.id, { actor, ip }), ok: false });
          throw error;
        });
        await audit.append(factorLine('auth.prove', user.id, { actor, ip }));
        const proof = { method, at: clock().getTime() };
        const { shown, ...answer } = hand(await continueSession({ userId: user.id, sessionId, proof }), headers);
        return { ...answer, data: shown };
      },
    }),
    defineEndpoint({
      method: 'PUT',
      path: '/api/admin/auth/password',
      summary: 'Set a new password of your own: ends all other sessions of yours',
      access: 'viewer',
      changes: 'own',
      needsFreshProof: true,
      lateWrites: 'written',
      result: dataResult(TOKEN),
      body: object({ password: text({ maxLength: MAX_PASSWORD_CHARACTERS }) }),
      async handle({ body, ...call }) {
        requireOwnWay((await findSignedIn(call.headers)).user, provider);
        const problems = passwordProblems(body.password);
        if (problems.length > 0) throw invalid(problems);
        return setPassword(await passwords.hash(body.password), 'auth.setPassword', call);
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/api/admin/auth/password',
      summary: 'Remove your password, where you sign in in another way: ends all other sessions of yours',
      access: 'viewer',
      changes: 'own',
      needsFreshProof: true,
      result: dataResult(TOKEN),
      async handle(call) {
        const { user } = await findSignedIn(call.headers);
        if (!canDoWithout(user)) throw lastWay();
        return setPassword(NO_PASSWORD, 'auth.removePassword', call);
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/users/:id/factors',
      summary: 'Read what a user signs in with besides a password',
      access: 'admin',
      result: dataResult(USER_FACTORS),
      handle: ({ params }) => ({ data: showFactors(factors.of(getRecord(lookup, 'user', params.id).id)) }),
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/api/admin/users/:id/factors',
      summary: 'Take the second factor and the passkeys away from a user who has lost them: ends all their sessions',
      access: 'admin',
      changes: 'server',
      needsFreshProof: true,
      result: dataResult(object({ deleted: flag() })),
      async handle({ params, headers, actor, ip }) {
        await findSignedIn(headers);
        const { id } = getRecord(lookup, 'user', params.id);
        await factors.change(id, (before) => withFactors(before, { totp: null, recoveryCodes: [], passkeys: [] }));
        await audit.append(factorLine('auth.takeFactors', id, { actor, ip }));
        return { data: { deleted: true } };
      },
    }),
  ];
}

type WithActor = Parameters<typeof factorLine>[2];
