import { compareText } from '../../lib/text/compareText.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import type { Kind } from '../../model/records.ts';
import type { Reference } from '../../model/reference.ts';

/** The records that mention any of the keys, each once. */
export const showMentions = (kind: Kind, keys: readonly string[], lookup: Lookup): readonly object[] =>
  showMentionsOf(
    keys.map((key) => ({ kind, key })),
    lookup,
  );

/**
 * The same for names of any kind: a page is also referred to by its slug, a vocabulary by its terms.
 *
 * @param without the files of records that do not count
 */
export const showMentionsOf = (
  names: readonly Pick<Reference, 'kind' | 'key'>[],
  lookup: Lookup,
  without: ReadonlySet<string> = new Set(),
): readonly object[] =>
  [...new Set(names.flatMap(({ kind, key }) => lookup.referring(kind, key)))]
    .filter(({ path }) => !without.has(path))
    .sort(byKindAndId)
    .map((entry) => showMention(entry, lookup));

const byKindAndId = (a: Entry, b: Entry): number => compareText(a.kind, b.kind) || a.id - b.id;

function showMention({ kind, id, data }: Entry, lookup: Lookup): object {
  const page = kind === 'page' ? lookup.get('page', id)?.data : undefined;
  const title = entityOf(kind).title(data as object);
  return { type: kind, id, title, ...(page && { slug: page.slug, locale: page.locale }) };
}
