import type { FoundSitePage } from '../../convert/foundSite.ts';
import type { Notes } from '../../convert/notes.ts';
import { parseImportedMarkdown, resolveRichText } from '../../convert/richText.ts';
import { isMapping } from '../../model/fields/values.ts';
import { type LocalizedEntry, localizedValue, type Types } from './entries.ts';
import { contentfulId } from './json.ts';
import type { ContentfulField } from './readTypes.ts';
import { toRichText } from './toRichText.ts';

interface PageParts {
  readonly types: Types;
  readonly notes: Notes;
  readonly media: ReadonlyMap<string, string>;
  readonly keyIn: (locale: string, id: string) => string | undefined;
}

/** Converts an entry in one language to a page. */
export function entryToPage(entry: LocalizedEntry, parts: PageParts): FoundSitePage {
  const type = parts.types.get(entry.type)!;
  const fields: Record<string, unknown> = {};
  for (const field of type.fields) {
    const value = localizedValue(entry.fields[field.id], entry.code, entry.fallback);
    const shown = value === undefined || value === null ? undefined : toValue(value, field, entry, parts);
    if (shown !== undefined) fields[field.name] = shown;
  }
  const { locale, slug, title, publishedAt, createdAt, id } = entry;
  return {
    ...{ locale, slug, type: type.slug, title, status: publishedAt === undefined ? 'draft' : 'published', fields },
    ...(publishedAt !== undefined && { publishedAt }),
    ...(createdAt !== undefined && { createdAt }),
    ...(entry.isTranslated && { translationGroup: id.slice(0, 100) }),
  };
}

/** Converts a value to its form in files; undefined if it points at something that was not imported. */
function toValue(
  value: unknown,
  field: ContentfulField,
  { locale, slug }: LocalizedEntry,
  { notes, media, keyIn }: PageParts,
): unknown {
  const place = `${locale}/${slug}: ${field.id}`;
  const idIn = (link: unknown): string => (isMapping(link) ? contentfulId(link) : '');
  const pageAt = (link: unknown): string | undefined => {
    const key = keyIn(locale, idIn(link));
    if (key === undefined) notes.add('A field refers to an entry that is not in the export', place);
    return key;
  };
  const href = (id: string): string | undefined => {
    const key = keyIn(locale, id);
    return key && `page:${key}`;
  };
  switch (field.kind) {
    case 'media':
      return media.get(idIn(value));
    case 'gallery':
      return [value].flat().flatMap((link) => media.get(idIn(link)) ?? []);
    case 'reference':
      return pageAt(value);
    case 'references':
      return [value].flat().flatMap((link) => {
        const entry = pageAt(link);
        return entry === undefined ? [] : [{ entry }];
      });
    case 'markdown':
      return resolveRichText(parseImportedMarkdown(String(value), place, notes), {
        href: (one) => one,
        source: (src) => (src.startsWith('//') ? `https:${src}` : src),
      });
    case 'richtext':
      return toRichText(value, { notes, place, mediaKey: (id) => media.get(id), href });
    default:
      return value;
  }
}
