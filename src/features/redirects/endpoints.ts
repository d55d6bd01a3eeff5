import { type CrudDeps, crudEndpoints } from '../../http/admin/crud.ts';
import { withStaticFile } from '../../http/content/withStaticFile.ts';
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { dataResult, listResult } from '../../http/result.ts';
import { integer, object } from '../../model/schema/schema.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { describedBy } from '../../write/problems.ts';
import { createRedirect, importRedirects, redirectImportInput, redirectInput, updateRedirect } from './actions.ts';
import { redirect } from './entity.ts';
import { ADMIN_REDIRECT, REDIRECT, showRedirect, showRedirects } from './view.ts';

/** Redirects, and the import of a list of them. */
export const adminRedirects = (deps: CrudDeps): Endpoint[] => [
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
    ...{ access: redirect.access.create, kind: 'redirect' },
    result: dataResult(object({ imported: integer(), skipped: integer() }), { headers: ['X-Commit'] }),
    body: redirectImportInput,
    async handle({ body, actor }) {
      const { created, commit } = await deps.writer.write(importRedirects(body), actor);
      return { data: { imported: created.length, skipped: body.length - created.length }, commit };
    },
  }),
];

/** Redirects for front ends. */
export const publicRedirects = (content: PublicContent): readonly Endpoint[] =>
  withStaticFile(
    defineEndpoint({
      method: 'GET',
      path: '/api/content/redirects',
      summary: 'List active redirects',
      access: 'public',
      result: listResult(REDIRECT),
      handle() {
        const redirects = showRedirects(content);
        return { data: redirects, meta: { total: redirects.length } };
      },
    }),
  );
