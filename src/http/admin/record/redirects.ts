import { redirect } from '../../../model/entities/redirect.ts';
import { integer, object } from '../../../model/schema/schema.ts';
import { showRedirect } from '../../../view/admin/record/redirect.ts';
import { ADMIN_REDIRECT } from '../../../view/shapes/site.ts';
import { describedBy } from '../../../write/problems.ts';
import {
  createRedirect,
  importRedirects,
  redirectImportInput,
  redirectInput,
  updateRedirect,
} from '../../../write/record/redirect.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { dataResult } from '../../result.ts';
import { type CrudDeps, crudEndpoints } from '../crud.ts';

/** Redirects, and the import of a list of them. */
export const redirectEndpoints = (deps: CrudDeps): Endpoint[] => [
  ...crudEndpoints(
    {
      kind: 'redirect',
      shapes: { item: ADMIN_REDIRECT },
      create: describedBy(redirectInput.create),
      update: describedBy(redirectInput.update),
      show: showRedirect,
      creates: (body) => ({ action: createRedirect(body) }),
      updates: updateRedirect,
    },
    deps,
  ),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/redirects/import',
    summary: 'Create those redirects of a list that do not exist yet',
    access: redirect.access.create,
    result: dataResult(object({ imported: integer(), skipped: integer() }), { headers: ['X-Commit'] }),
    body: redirectImportInput,
    async handle({ body, actor }) {
      const { created, commit } = await deps.writer.write(importRedirects(body), actor);
      return { data: { imported: created.length, skipped: body.length - created.length }, commit };
    },
  }),
];
