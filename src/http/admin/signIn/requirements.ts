import { findLack } from '../../../auth/signIn/proofWays.ts';
import { actorRefName, REQUIREMENTS, type Requirement } from '../../../model/access.ts';
import { conflict, invalidAt } from '../../../model/errors.ts';
import { because } from '../../../model/reason.ts';
import { choice, object, record } from '../../../model/schema/schema.ts';
import { SIGN_IN_SETTINGS } from '../../../view/shapes/signIn.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { dataResult } from '../../result.ts';
import type { SignInDeps } from './deps.ts';
import { createFindSignedIn } from './signedInUser.ts';

/** As long as the names of roles can be. */
const ROLE = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** What roles must sign in with. */
export function requirementEndpoints(deps: SignInDeps): Endpoint[] {
  const { requirements, passkeys, provider, audit } = deps;
  const findSignedIn = createFindSignedIn(deps);
  const show = () => ({
    data: {
      ...{ required: requirements.list(), canRequirePasskeys: passkeys.isPossible },
      provider: provider && { name: provider.name, givesRoles: provider.roles !== null, isOnly: provider.isOnly },
    },
  });

  /** Nobody may lock everybody out: whoever requires something has it themself. */
  function check(next: Readonly<Record<string, Requirement>>, role: string, proof: Parameters<typeof findLack>[1]) {
    const path = ['required'];
    for (const name of Object.keys(next))
      if (!ROLE.test(name)) throw invalidAt([...path, name], 'is not the name of a role');
    if (!passkeys.isPossible && Object.values(next).includes('passkey'))
      throw invalidAt(path, because('noPasskeysHere', 'Passkeys need a site with https and a name (SITE_URL)', {}));
    const of = (name: string): Requirement => next[name] ?? 'none';
    if (findLack(role, proof, { requirements: { of } }))
      throw conflict(because('meetFirst', 'Your own role would require it: set it up and sign in with it first', {}));
  }

  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/auth/requirements',
      summary: 'Read what each role must sign in with, and what the provider decides',
      access: 'admin',
      result: dataResult(SIGN_IN_SETTINGS),
      handle: show,
    }),
    defineEndpoint({
      method: 'PUT',
      path: '/api/admin/auth/requirements',
      summary: 'Set what each role must sign in with: whoever lacks it can do nothing else before',
      access: 'admin',
      changes: 'server',
      needsFreshProof: true,
      lateWrites: 'written',
      result: dataResult(SIGN_IN_SETTINGS),
      body: object({ required: record(choice(...REQUIREMENTS)) }),
      async handle({ body, headers, actor, ip }) {
        const { user, proof } = await findSignedIn(headers);
        check(body.required, user.data.role, proof);
        await requirements.replace(body.required);
        await audit.append({ actor: actorRefName(actor), action: 'auth.require', ip, ok: true });
        return show();
      },
    }),
  ];
}
