import type { RecordParts } from '../../extend/featureParts.ts';
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { dataResult } from '../../http/result.ts';
import { CONTENT_KINDS, entityOf } from '../../model/entities/index.ts';
import type { Entry } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import { singleIdOf } from '../../model/location.ts';
import type { Kind } from '../../model/records.ts';
import { object, text } from '../../model/schema/schema.ts';
import { getRecord } from '../../write/records.ts';
import { BLAME, showBlame } from './view.ts';

type BlameParts = Pick<RecordParts, 'lookup' | 'site'>;

const fileQuery = object({
  file: text({
    maxLength: 1000,
    description: 'The path of a file of the content folder, such as `pages/en/about.yaml`',
  }),
});

/** Who brought the values of records (MODEL, 3). */
export const blameEndpoints = (parts: BlameParts): Endpoint[] => [
  ...CONTENT_KINDS.map((kind) => recordBlame(kind, parts)),
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/blame',
    summary: 'Read who brought each value of the record in a file, when, and what was there before',
    access: 'viewer',
    query: fileQuery,
    result: dataResult(BLAME),
    async handle({ query, actor }) {
      const found = parts.site.store.fileAt(query.file);
      const entry: Entry | undefined = found && parts.lookup.byKey(found.kind, found.key);
      if (!entry || entry.path !== query.file) throw notFound('File');
      return { data: await showBlame(entry, actor, parts) };
    },
  }),
];

function recordBlame(kind: Kind, parts: BlameParts): Endpoint {
  const single = singleIdOf(kind);
  const path = single === undefined ? `/api/admin/${entityOf(kind).plural}/:id/blame` : '/api/admin/config/blame';
  return defineEndpoint({
    ...{ method: 'GET', path, kind, access: entityOf(kind).access.read },
    summary: 'Read who brought each value, when, and what was there before',
    result: dataResult(BLAME),
    async handle({ params, actor }) {
      const entry: Entry = getRecord(parts.lookup, kind, single ?? Number((params as { readonly id?: number }).id));
      return { data: await showBlame(entry, actor, parts) };
    },
  });
}
