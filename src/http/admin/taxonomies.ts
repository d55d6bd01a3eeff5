import { describedBy } from '../../change/problems.ts';
import { getRecord } from '../../change/records.ts';
import {
  createTaxonomy,
  createTerm,
  removeTerm,
  taxonomyInput,
  termCreateInput,
  termUpdateInput,
  updateTaxonomy,
  updateTerm,
} from '../../change/taxonomy.ts';
import { addedId } from '../../change/tree.ts';
import { type Taxonomy, taxonomy } from '../../model/entities/taxonomy.ts';
import { notFound } from '../../model/errors.ts';
import { showTaxonomyWhole } from '../../view/admin/taxonomy.ts';
import { TAXONOMY, TAXONOMY_ITEM, TERM } from '../../view/shapes/taxonomy.ts';
import { showOneTerm, showTaxonomy, showTermTree } from '../../view/taxonomy.ts';
import { answerShown, type CrudDeps, crudEndpoints } from '../crud.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { createdResult, deletedResult, listResult, recordResult, writtenResult } from '../result.ts';
import { answerList, wholeListQuery } from '../wholeList.ts';

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
    },
    deps,
  ),
  ...termReads(deps),
  ...termWrites(deps),
];

const termReads = ({ lookup }: CrudDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/taxonomies/:id/terms',
    summary: 'List the terms of a taxonomy',
    access: taxonomy.access.read,
    result: listResult(TERM),
    query: wholeListQuery,
    handle({ params, query }) {
      const entry = getRecord(lookup, 'taxonomy', params.id);
      return { ...answerList(showTermTree(entry), query), etag: entry.rev };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/taxonomies/:id/terms/:termId',
    summary: 'Read a term',
    access: taxonomy.access.read,
    result: recordResult(TERM),
    handle({ params: { id, termId } }) {
      const entry = getRecord(lookup, 'taxonomy', id);
      const data = showOneTerm(entry, termId);
      if (!data) throw notFound('Term');
      return { data, etag: entry.rev };
    },
  }),
];

// The change of a taxonomy holds taxonomies.
const termsOf = (data: unknown): Taxonomy['terms'] => (data as Taxonomy | undefined)?.terms ?? [];

const termWrites = ({ writer, ...deps }: CrudDeps): Endpoint[] => [
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/taxonomies/:id/terms',
    summary: 'Add a term to a taxonomy',
    access: taxonomy.access.update,
    result: createdResult(TERM),
    body: describedBy(termCreateInput),
    async handle({ params: { id }, body, actor, ifMatch }) {
      const written = await writer.write(createTerm({ id, ifMatch }, body), actor);
      const answer = answerShown<'taxonomy'>(written, deps, (entry) =>
        showOneTerm(entry, addedId(written, entry, termsOf)),
      );
      return { ...answer, status: 201 };
    },
  }),
  defineEndpoint({
    method: 'PUT',
    path: '/api/admin/taxonomies/:id/terms/:termId',
    summary: 'Change or move a term; pages follow its slug',
    access: taxonomy.access.update,
    result: writtenResult(TERM),
    body: describedBy(termUpdateInput),
    async handle({ params: { id, termId }, body, actor, ifMatch }) {
      const written = await writer.write(updateTerm({ id, ifMatch }, termId, body), actor);
      return answerShown<'taxonomy'>(written, deps, (entry) => showOneTerm(entry, termId));
    },
  }),
  defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/taxonomies/:id/terms/:termId',
    summary: 'Delete a term, also from pages; those below it take its place',
    access: taxonomy.access.update,
    result: deletedResult(),
    async handle({ params: { id, termId }, actor, ifMatch }) {
      const written = await writer.write(removeTerm({ id, ifMatch }, termId), actor);
      return answerShown<'taxonomy'>(written, deps, () => ({ deleted: true }));
    },
  }),
];
