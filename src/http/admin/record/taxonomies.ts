import { taxonomy } from '../../../model/entities/taxonomy.ts';
import { notFound } from '../../../model/errors.ts';
import { object } from '../../../model/schema/schema.ts';
import {
  showAdminTermTree,
  showOneTerm,
  showTaxonomy,
  showTaxonomyWhole,
} from '../../../view/admin/record/taxonomy.ts';
import { ADMIN_TERM, TAXONOMY, TAXONOMY_ITEM } from '../../../view/shapes/taxonomy.ts';
import { arrayOf } from '../../../view/shapes/values.ts';
import { describedBy } from '../../../write/problems.ts';
import {
  createTaxonomy,
  createTerm,
  orderTerms,
  removeTerm,
  taxonomyInput,
  termCreateInput,
  termOrderInput,
  termUpdateInput,
  updateTaxonomy,
  updateTerm,
} from '../../../write/record/taxonomy.ts';
import { getRecord } from '../../../write/records.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { answerWholeList, wholeListQuery } from '../../request/wholeList.ts';
import { listResult, recordResult, WRITTEN } from '../../result.ts';
import { answerShown, type CrudDeps, crudEndpoints, firstEntry } from '../crud.ts';
import { nestedEndpoints } from './nestedRecords.ts';

/** Taxonomies and their terms. */
export const taxonomyEndpoints = (deps: CrudDeps): Endpoint[] => [
  ...crudEndpoints(
    {
      kind: 'taxonomy',
      shapes: { item: TAXONOMY_ITEM, whole: TAXONOMY },
      create: describedBy(taxonomyInput.create),
      update: describedBy(taxonomyInput.update),
      show: showTaxonomy,
      showWhole: showTaxonomyWhole,
      creates: (body) => ({ action: createTaxonomy(body) }),
      updates: updateTaxonomy,
      nested: 'terms',
    },
    deps,
  ),
  ...termReads(deps),
  ...termWrites(deps),
  termOrderEndpoint(deps),
];

const termReads = ({ lookup }: CrudDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/taxonomies/:id/terms',
    summary: 'List the terms of a taxonomy',
    access: taxonomy.access.read,
    result: listResult(ADMIN_TERM, { headers: ['ETag'] }),
    query: wholeListQuery,
    handle({ params, query }) {
      const entry = getRecord(lookup, 'taxonomy', params.id);
      return { ...answerWholeList(showAdminTermTree(entry), query), etag: entry.rev };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/taxonomies/:id/terms/:termId',
    summary: 'Read a term',
    access: taxonomy.access.read,
    result: recordResult(ADMIN_TERM),
    handle({ params: { id, termId } }) {
      const entry = getRecord(lookup, 'taxonomy', id);
      const data = showOneTerm(entry, termId);
      if (!data) throw notFound('Term');
      return { data, etag: entry.rev };
    },
  }),
];

const termOrderEndpoint = ({ writer, ...deps }: CrudDeps): Endpoint =>
  defineEndpoint({
    method: 'PUT',
    path: '/api/admin/taxonomies/:id/terms-order',
    summary: 'Reorder all terms of a taxonomy',
    access: taxonomy.access.update,
    result: listResult(ADMIN_TERM, { headers: WRITTEN }),
    body: { json: describedBy(termOrderInput), echoes: [object({ items: arrayOf(ADMIN_TERM) })] },
    async handle({ params: { id }, body, actor, ifMatch }) {
      const written = await writer.write(orderTerms({ id, ifMatch }, body), actor);
      const terms = showAdminTermTree(firstEntry<'taxonomy'>(written));
      return { ...answerShown(written, deps, () => terms), meta: { total: terms.length } };
    },
  });

const termWrites = (deps: CrudDeps): Endpoint[] =>
  nestedEndpoints(
    {
      kind: 'taxonomy',
      list: 'terms',
      param: 'termId',
      summaries: {
        create: 'Add a term to a taxonomy',
        update: 'Update or move a term; pages follow its slug',
        remove: 'Delete a term, also from pages; its children take its place',
      },
      shape: ADMIN_TERM,
      create: describedBy(termCreateInput),
      update: describedBy(termUpdateInput),
      nodesOf: ({ terms }) => terms,
      show: showOneTerm,
      creates: createTerm,
      updates: updateTerm,
      removes: removeTerm,
    },
    deps,
  );
