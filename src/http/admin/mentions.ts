import { entityOf, isKind } from '../../model/entities/index.ts';
import type { Page } from '../../model/entities/page.ts';
import { flattenTerms, type Taxonomy } from '../../model/entities/taxonomy.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import type { Kind } from '../../model/records.ts';
import type { Reference } from '../../model/reference.ts';
import { integer, object, text } from '../../model/schema/schema.ts';
import { showMentionsOf } from '../../view/admin/mentions.ts';
import { MEDIA_REFERENCE } from '../../view/shapes/media.ts';
import { getRecord } from '../../write/records.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { answerWholeList, wholeListParameters } from '../request/wholeList.ts';
import { listResult } from '../result.ts';

const mentionsQuery = object(
  {},
  {
    ...wholeListParameters,
    term: { ...integer({ minimum: 0 }), description: 'Of a taxonomy: only what has this term' },
  },
);

const manyQuery = object(
  {
    ids: text({
      pattern: '^[1-9][0-9]{0,9}(,[1-9][0-9]{0,9}){0,999}$',
      errorMessage: 'must be 1 to 1000 ids separated by commas',
      description: 'The records; unknown ids are skipped',
    }),
  },
  wholeListParameters,
);

/** What depends on records: told before they are deleted or replaced. */
export const mentionEndpoints = ({ lookup }: { readonly lookup: Lookup }): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/mentions/:kind',
    summary: 'List the records that refer to any of several records of content, without those',
    access: 'viewer',
    query: manyQuery,
    result: listResult(MEDIA_REFERENCE),
    handle({ params, query }) {
      const kind = contentKind(params['kind']);
      const found = query.ids.split(',').flatMap((id) => (lookup.get(kind, Number(id)) as Entry | undefined) ?? []);
      const names = found.flatMap((entry) => listMentionNames(entry, undefined));
      return answerWholeList(showMentionsOf(names, lookup, new Set(found.map(({ path }) => path))), query);
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/mentions/:kind/:id',
    summary: 'List the records that refer to a record of content, or to a term',
    access: 'viewer',
    query: mentionsQuery,
    result: listResult(MEDIA_REFERENCE),
    handle({ params, query }) {
      const entry = getRecord(lookup, contentKind(params['kind']), Number(params['id'])) as Entry;
      // A term may be mentioned by another of its vocabulary, which stays.
      const leaving = new Set(query.term === undefined ? [entry.path] : []);
      return answerWholeList(showMentionsOf(listMentionNames(entry, query.term), lookup, leaving), query);
    },
  }),
];

/** @throws CmsError NOT_FOUND also for kinds that are not content: nothing refers to those */
function contentKind(kind: string | number | undefined): Kind {
  if (typeof kind !== 'string' || !isKind(kind) || entityOf(kind).home !== 'content') throw notFound('Kind');
  return kind;
}

/** The names by which others refer to a record. */
function listMentionNames(
  { kind, key, data }: Entry,
  term: number | undefined,
): readonly Pick<Reference, 'kind' | 'key'>[] {
  const own = { kind, key };
  if (kind === 'page') return [own, { kind: 'pageSlug', key: (data as Page).slug }];
  if (kind !== 'taxonomy') return [own];
  const { slug, terms } = data as Taxonomy;
  const all = flattenTerms(terms).map((one) => ({ id: one.id, kind: 'term' as const, key: `${slug}/${one.slug}` }));
  if (term === undefined) return [own, ...all];
  const found = all.filter(({ id }) => id === term);
  if (found.length === 0) throw notFound('Term');
  return found;
}
