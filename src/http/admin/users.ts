import { makeApiKey } from '../../auth/apiKeys.ts';
import type { LastUse } from '../../auth/lastUse.ts';
import { type Passwords, passwordProblems } from '../../auth/passwords.ts';
import { apiKeyCreateInput, apiKeyUpdateInput, createApiKey, updateApiKey } from '../../change/apiKey.ts';
import { createUser, removeUser, updateUser, userCreateInput, userUpdateInput } from '../../change/user.ts';
import { invalid } from '../../model/errors.ts';
import { showApiKey, showUser } from '../../view/admin/records.ts';
import { type CrudDeps, crudEndpoints } from '../crud.ts';
import type { Endpoint } from '../endpoint.ts';

export interface UserDeps extends CrudDeps {
  readonly passwords: Passwords;
  readonly lastUse: LastUse;
}

/** Users and API keys. */
export function userEndpoints(deps: UserDeps): Endpoint[] {
  const hash = (password: string): Promise<string> => {
    const problems = passwordProblems(password);
    if (problems.length > 0) throw invalid(problems);
    return deps.passwords.hash(password);
  };
  return [
    ...crudEndpoints(
      {
        kind: 'user',
        create: userCreateInput,
        update: userUpdateInput,
        show: showUser,
        creates: async ({ password, ...input }) => ({
          action: createUser({ ...input, passwordHash: await hash(password) }),
        }),
        updates: async (target, input) =>
          updateUser(target, input, input.password === undefined ? undefined : await hash(input.password)),
        removes: removeUser,
      },
      deps,
    ),
    ...apiKeyEndpoints(deps),
  ];
}

const apiKeyEndpoints = (deps: UserDeps): Endpoint[] =>
  crudEndpoints(
    {
      kind: 'apiKey',
      create: apiKeyCreateInput,
      update: apiKeyUpdateInput,
      show: (entry) => showApiKey(entry, deps.lastUse.find(entry.id)),
      creates(body) {
        const { key, prefix, hash } = makeApiKey();
        return { action: createApiKey(body, { keyPrefix: prefix, keyHash: hash }), once: { key } };
      },
      updates: updateApiKey,
    },
    deps,
  );
