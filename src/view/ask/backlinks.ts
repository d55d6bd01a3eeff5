import type { PageEntry } from '../../model/entities/page.ts';
import type { Lookup } from '../../model/entry.ts';
import { publicValues } from '../../model/fields/fields.ts';
import { referencesIn } from '../../model/fields/references.ts';
import { hasAddress } from '../../model/page/pagePath.ts';
import { publicRegions } from '../../model/page/placedBlock.ts';

const MAX_BACKLINKS = 100;

/** The pages that mention a page in what everybody gets of them: the first hundred, by their titles' ids. */
export function showBacklinks(page: PageEntry, lookup: Lookup, type?: string): readonly object[] {
  return findBacklinks(page, lookup, type)
    .slice(0, MAX_BACKLINKS)
    .map(({ id, data }) => ({ id, type: data.type, locale: data.locale, slug: data.slug, title: data.title }));
}

export const findBacklinks = (page: PageEntry, lookup: Lookup, type?: string): readonly PageEntry[] =>
  lookup
    .referring('page', page.key)
    // The kind says whose records these are.
    .flatMap((entry) => (entry.kind === 'page' ? [entry as PageEntry] : []))
    .filter(
      (entry) =>
        entry.id !== page.id && (type === undefined ? hasAddress(entry.data, lookup) : entry.data.type === type),
    )
    .filter((entry) => showsMention(entry, page.key, lookup))
    .sort((a, b) => a.id - b.id);

/** Whether a page shows a mention: values that its type does not know, and hidden blocks, are not shown. */
function showsMention({ data }: PageEntry, key: string, lookup: Lookup): boolean {
  const own = lookup.byKey('contentType', data.type)?.data.fieldsSchema;
  const parts = [
    { schema: own, fields: data.fields },
    ...publicRegions(data, lookup).flatMap(([, blocks]) =>
      blocks.map(({ type, fields }) => ({ schema: type?.data.fieldsSchema, fields })),
    ),
  ];
  return parts.some(
    ({ schema, fields }) =>
      schema !== undefined &&
      referencesIn(schema, publicValues(schema, fields, { lookup }), { path: [], lookup }).some(
        (one) => one.kind === 'page' && one.key === key,
      ),
  );
}
