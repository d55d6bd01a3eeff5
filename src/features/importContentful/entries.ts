import type { ImportTarget, Json } from '../../convert/foundSite.ts';
import type { Notes } from '../../convert/notes.ts';
import { createUnique, nameToSlug, toPageSlug } from '../../convert/slugs.ts';
import { isMapping } from '../../model/fields/values.ts';
import { toLocale } from '../../model/text/locale.ts';
import { contentfulId, listMappings, sysOf } from './json.ts';
import type { TypeOfEntries } from './readTypes.ts';

/** An entry in all its languages. */
export interface ContentfulEntry {
  readonly id: string;
  readonly type: string;
  readonly fields: Json;
  readonly publishedAt: string | undefined;
  readonly createdAt: string | undefined;
}

/** Contentful's language codes with the locales here. */
export interface Locales {
  readonly all: readonly { readonly code: string; readonly locale: string }[];
  /** The code of the language that all others fall back to. */
  readonly fallback: string;
}

export function readLocales(content: Json, target: ImportTarget, notes: Notes): Locales {
  const given = listMappings(content['locales']);
  const fallback = String(given.find((one) => one['default'] === true)?.['code'] ?? given[0]?.['code'] ?? 'en-US');
  const codes = given.length > 0 ? given.map(({ code }) => String(code)) : [fallback];
  const all = codes.flatMap((code) => {
    // With a single language, it becomes the default language here, whatever its code.
    const locale = codes.length === 1 ? target.defaultLocale : toLocale(code);
    if (locale === null) notes.add('A language is left out because its code is not valid', code);
    return locale === null ? [] : [{ code, locale }];
  });
  if (codes.length > 1)
    notes.add('The site has these languages: list them as supportedLocales in site.yaml', codes.join(', '));
  return { all, fallback };
}

export type Types = ReadonlyMap<string, TypeOfEntries>;

export function readContentfulEntry(entry: Json, types: Types, notes: Notes): readonly ContentfulEntry[] {
  const sys = sysOf(entry);
  const type = isMapping(sys['contentType']) ? contentfulId(sys['contentType']) : '';
  if (!types.has(type)) {
    notes.add('An entry is left out because its type is not in the export', contentfulId(entry));
    return [];
  }
  // Publishing counts as a version. An entry with a later one has been edited since, and the export holds only the edit.
  const isChanged = Number(sys['version']) > Number(sys['publishedVersion']) + 1;
  if (sys['archivedAt']) notes.add('Archived entries became drafts', contentfulId(entry));
  else if (isChanged) notes.add('Published entries with unpublished changes became drafts', contentfulId(entry));
  const time = (name: string): string | undefined => (typeof sys[name] === 'string' ? sys[name] : undefined);
  const fields = isMapping(entry['fields']) ? entry['fields'] : {};
  const isHidden = sys['archivedAt'] || isChanged || !sys['publishedVersion'];
  const publishedAt = isHidden ? undefined : (time('firstPublishedAt') ?? time('publishedAt'));
  return [{ id: contentfulId(entry), type, fields, publishedAt, createdAt: time('createdAt') }];
}

/** An entry in one language. */
export interface LocalizedEntry extends ContentfulEntry {
  readonly locale: string;
  readonly code: string;
  readonly fallback: string;
  readonly slug: string;
  readonly title: string;
  readonly isTranslated: boolean;
}

interface LocalizeParts {
  readonly types: Types;
  readonly locales: Locales;
  readonly target: ImportTarget;
}

export function localizeEntries(
  entries: readonly ContentfulEntry[],
  { types, locales, target }: LocalizeParts,
): readonly LocalizedEntry[] {
  const unique = createUnique();
  const orders = new Map(locales.all.map((locale, order) => [locale.code, order]));
  return entries.flatMap((entry) => {
    const type = types.get(entry.type)!;
    const own = [...codesIn(entry).add(locales.fallback)]
      .flatMap((code) => orders.get(code) ?? [])
      .sort((a, b) => a - b)
      .map((order) => locales.all[order]!);
    return own.map(({ code, locale }) => {
      const at = (name: string | undefined): unknown =>
        name === undefined ? undefined : localizedValue(entry.fields[name], code, locales.fallback);
      const [title, given] = [at(type.titleField), at(type.slugField)];
      const name =
        typeof given === 'string' && given !== '' ? given : nameToSlug(String(title ?? ''), entry.id.toLowerCase());
      const isAddress = typeof given === 'string' && given !== '';
      const wanted = toPageSlug(isAddress && /^\/|\//.test(given) ? name : `${type.slug}/${name}`, target.homeSlug);
      const slug = unique(`${locale}/${wanted}`).slice(locale.length + 1);
      const shown = String(title ?? '').trim() || slug;
      return {
        ...entry,
        locale,
        code,
        fallback: locales.fallback,
        slug,
        title: shown.slice(0, 500),
        isTranslated: own.length > 1,
      };
    });
  });
}

/** The codes of the languages in which an entry has values. */
const codesIn = ({ fields }: ContentfulEntry): Set<string> =>
  new Set(
    Object.values(fields)
      .filter(isMapping)
      .flatMap((value) => Object.keys(value).filter((code) => value[code] !== undefined && value[code] !== null)),
  );

export const localizedValue = (value: unknown, code: string, fallback: string): unknown =>
  isMapping(value) ? (value[code] ?? value[fallback]) : undefined;
