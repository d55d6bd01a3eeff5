import type { Entry } from '../../model/entry.ts';
import { invalidAt } from '../../model/errors.ts';
import { EXPANSIONS, type ExpansionKind, RICH_TEXT_FORMATS } from '../../model/page/pageShape.ts';
import { FORMATS } from '../../model/schema/formats.ts';
import { choice, flag, type Schema, text } from '../../model/schema/schema.ts';
import { fallbackLocales, toLocale } from '../../model/text/locale.ts';
import { findWordsLocale, inLanguages } from '../../view/inLanguages.ts';
import type { PublicContent } from '../../view/publicContent.ts';

/** A language tag in upper or lower case. */
export const localeParameter: Schema<string> = text({
  maxLength: 35,
  pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$',
  errorMessage: `must be ${FORMATS['locale']?.expected}`,
});

/** The locale a caller asks for, in its canonical form; the site's default where none is given. */
export function readContentLocale(given: string | undefined, content: Pick<PublicContent, 'settings'>): string {
  if (given === undefined) return content.settings().defaultLocale;
  const read = toLocale(given);
  if (read === null) throw invalidAt(['locale'], `must be ${FORMATS['locale']?.expected}`);
  return read;
}

/** Parameters of answers that show words. */
export const languageQuery = {
  locale: localeParameter,
  fallback: {
    ...flag(),
    description: 'Whether other languages stand in for this one, as the settings of the site say',
  },
};

interface LanguageQuery {
  readonly locale?: string | null | undefined;
  readonly fallback?: boolean | null | undefined;
}

/** What a caller reads of the content: in which languages, the best first. */
export interface AskedContent {
  readonly content: PublicContent;
  /** None unless the caller names one. */
  readonly locales: readonly string[];
  /** Told in the answer where other languages may stand in. */
  readonly requested: string | undefined;
}

/** The content in the languages that a caller asks for. @param asking whether links lead to translations, too */
export function askContent(
  { locale, fallback = false }: LanguageQuery,
  content: PublicContent,
  asking: { readonly linksFollow?: boolean } = {},
): AskedContent {
  if (locale == null && !fallback) return { content, locales: [], requested: undefined };
  const asked = readContentLocale(locale ?? undefined, content);
  const locales = fallback ? [asked, ...fallbackLocales(content.settings().fallbacks ?? {}, asked)] : [asked];
  const { linksFollow = fallback ?? false } = asking;
  return {
    content: inLanguages(content, { locales, linksFollow }),
    locales,
    requested: fallback ? asked : undefined,
  };
}

/** Adds to an answer with words in which language it is, if others may stand in. */
export function tellLanguage<T extends object>(shown: T, entry: Entry | undefined, asked: AskedContent): T {
  if (asked.requested === undefined) return shown;
  const locale = entry && findWordsLocale(entry, asked.locales);
  return Object.assign({}, shown, {
    locale: locale ?? asked.content.settings().defaultLocale,
    requestedLocale: asked.requested,
  });
}

/** For answers that are valid until the next scheduled change of a page. */
export function untilNextChange(content: PublicContent): { maxAgeSeconds?: number } {
  const maxAgeSeconds = content.secondsToNextChange();
  return maxAgeSeconds === undefined ? {} : { maxAgeSeconds };
}

/** Names of content fields, separated by commas. */
const fields = text({
  maxLength: 2000,
  pattern: '^[A-Za-z_][A-Za-z0-9_-]*(,[A-Za-z_][A-Za-z0-9_-]*)*$',
  errorMessage: 'must be names of fields separated by commas',
});
/** What it names is judged with the types of the site (`checkAsked`, `viewOf`). */
const expand = text({
  maxLength: 1000,
  description: `Shows records in place of their ids: ${EXPANSIONS.join(', ')} for all fields of these kinds, or paths of fields such as \`author.photo\`, at most three records deep`,
});

/** Parameters of lists and single pages that say how pages are shown. */
export const shownBy = { fields, expand, richtext: choice(...RICH_TEXT_FORMATS) };

/** Reads a value that `expand` accepted. */
export const readExpand = (given = ''): readonly ExpansionKind[] =>
  EXPANSIONS.filter((one) => given.split(',').includes(one));
