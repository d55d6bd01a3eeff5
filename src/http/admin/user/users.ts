import { makeApiKey } from '../../../auth/apiKeys.ts';
import type { LastUse } from '../../../auth/lastUse.ts';
import { type Passwords, passwordProblems } from '../../../auth/password/passwords.ts';
import type { ApiKey } from '../../../model/entities/apiKey.ts';
import type { User } from '../../../model/entities/user.ts';
import type { Entry, Lookup } from '../../../model/entry.ts';
import { checkRoleName } from '../../../model/rights/siteRoles.ts';
import { showApiKey, showUser } from '../../../view/admin/records.ts';
import { API_KEY, NEW_API_KEY, USER } from '../../../view/shapes/access.ts';
import { createInputReader, createProblems, describedBy, type InputProblems } from '../../../write/problems.ts';
import { apiKeyCreateInput, apiKeyUpdateInput, createApiKey, updateApiKey } from '../../../write/record/apiKey.ts';
import { createUser, removeUser, updateUser, userCreateInput, userUpdateInput } from '../../../write/record/user.ts';
import type { Endpoint } from '../../endpoint.ts';
import { type CrudDeps, crudEndpoints } from '../crud.ts';
import { roleEndpoints } from './roles.ts';

export interface UserDeps extends CrudDeps {
  readonly passwords: Passwords;
  readonly lastUse: LastUse;
}

type Json = Readonly<Record<string, unknown>>;

const readCreate = createInputReader(userCreateInput);
const readUpdate = createInputReader(userUpdateInput);

/** Users, API keys and roles. */
export function userEndpoints(deps: UserDeps): Endpoint[] {
  /** The checked body and the hash of its password. Throws VALIDATION with all problems of the body. */
  async function readUser<T extends { password?: string; role?: string }>(
    read: (body: Json, problems: InputProblems) => Partial<T>,
    body: Json,
    present?: User,
  ): Promise<{ input: T; passwordHash: string | undefined }> {
    const problems = createProblems();
    const input = read(body, problems);
    if (input.role !== undefined && input.role !== present?.role) problems.take(checkRoleName(input.role, deps.lookup));
    if (input.password !== undefined) problems.take(passwordProblems(input.password));
    problems.throwIfAny(() => []);
    const passwordHash = input.password === undefined ? undefined : await deps.passwords.hash(input.password);
    // Without problems, everything that is required is present.
    return { input: input as T, passwordHash };
  }
  return [
    ...crudEndpoints(
      {
        kind: 'user',
        needsFreshProof: true,
        shapes: { item: USER },
        create: describedBy(userCreateInput),
        update: describedBy(userUpdateInput),
        show: showUser,
        async creates(body) {
          const { input, passwordHash } = await readUser(readCreate, body);
          const { password: _, ...user } = input;
          return { action: createUser({ ...user, passwordHash: passwordHash! }) };
        },
        async updates(target, body) {
          const { input, passwordHash } = await readUser(readUpdate, body, deps.lookup.get('user', target.id)?.data);
          return updateUser(target, input, passwordHash);
        },
        removes: removeUser,
      },
      deps,
    ),
    ...apiKeyEndpoints(deps),
    ...roleEndpoints(deps),
  ];
}

/** The name of the user whose own a key is. */
export const findOwnerName = ({ data }: Entry<ApiKey>, lookup: Pick<Lookup, 'get'>): string | null =>
  lookup.get('user', data.owner ?? 0)?.data.name ?? null;

const apiKeyEndpoints = (deps: UserDeps): Endpoint[] =>
  crudEndpoints(
    {
      kind: 'apiKey',
      needsFreshProof: true,
      shapes: { item: API_KEY, created: NEW_API_KEY },
      create: describedBy(apiKeyCreateInput),
      update: describedBy(apiKeyUpdateInput),
      show: (entry) => showApiKey(entry, deps.lastUse.find(entry.id), findOwnerName(entry, deps.lookup)),
      creates(body) {
        const { key, prefix, hash } = makeApiKey();
        return { action: createApiKey(body, { keyPrefix: prefix, keyHash: hash }), once: { key } };
      },
      updates: updateApiKey,
    },
    deps,
  );
