import { entityOf } from '../../../model/entities/index.ts';
import { compareEntryIds } from '../../../model/entry.ts';
import { showBuiltInRoles, showConfiguredRole, showRole } from '../../../view/admin/record/role.ts';
import { ROLE } from '../../../view/shapes/role.ts';
import { describedBy } from '../../../write/problems.ts';
import { createRole, removeRole, roleInput, updateRole } from '../../../write/record/role.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { answerWholeList, wholeListQuery } from '../../request/wholeList.ts';
import { listResult } from '../../result.ts';
import { aboutKind, type CrudDeps, crudEndpoints } from '../crud.ts';

/** Roles of one's own (PEOPLE, "Rights"). A changed role acts at the next request of those who have it. */
export function roleEndpoints(deps: CrudDeps): Endpoint[] {
  const { lookup } = deps;
  const [, ...single] = crudEndpoints(
    {
      kind: 'role',
      needsFreshProof: true,
      shapes: { item: ROLE },
      create: describedBy(roleInput.create),
      update: describedBy(roleInput.update),
      show: (entry) => showRole(entry, lookup),
      creates: (body) => ({ action: createRole(body) }),
      updates: updateRole,
      removes: removeRole,
    },
    deps,
  );
  return [aboutKind('role')(listEndpoint(deps)), ...single];
}

const listEndpoint = ({ lookup }: CrudDeps): Endpoint =>
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/roles',
    summary: 'List roles: the three of every site, those of the configuration, and those that admins have made',
    access: entityOf('role').access.read,
    result: listResult(ROLE),
    query: wholeListQuery,
    handle: ({ query }) =>
      answerWholeList(
        [
          ...showBuiltInRoles(lookup),
          ...(lookup.code.roles ?? []).map((role) => showConfiguredRole(role, lookup)),
          ...[...lookup.all('role')].sort(compareEntryIds).map((entry) => showRole(entry, lookup)),
        ],
        query,
        (role) => role,
      ),
  });
