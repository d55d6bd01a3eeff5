import { compareText } from '../../lib/text/compareText.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import type { Kind } from '../../model/records.ts';

/** The records that mention any of the keys, each once. */
export const showMentions = (kind: Kind, keys: readonly string[], lookup: Lookup): readonly object[] =>
  [...new Set(keys.flatMap((key) => lookup.referring(kind, key)))]
    .sort(byKindAndId)
    .map((entry) => showMention(entry, lookup));

const byKindAndId = (a: Entry, b: Entry): number => compareText(a.kind, b.kind) || a.id - b.id;

function showMention({ kind, id, data }: Entry, lookup: Lookup): object {
  const page = kind === 'page' ? lookup.get('page', id)?.data : undefined;
  const title = entityOf(kind).title(data as object);
  return { type: kind, id, title, ...(page && { slug: page.slug, locale: page.locale }) };
}
