import { CONTENT_KINDS, entityOf } from '../model/entities/index.ts';
import type { Page } from '../model/entities/page.ts';
import type { Entry } from '../model/entry.ts';
import { hasAddress } from '../model/page/pagePath.ts';
import { BY_LANGUAGE, wordsOfLocale } from '../model/record/words.ts';
import type { Kind, Records } from '../model/records.ts';
import { contentOver, createEditionCache, type PublicContent } from './publicContent.ts';

/** The languages that a reader asks for, the best first. */
export interface AskedLanguages {
  readonly locales: readonly string[];
  /** Whether links to pages lead to their translations; those of menus do. */
  readonly linksFollow?: boolean;
}

/** The kinds of records whose words may be translated. */
export const WORDED_KINDS: readonly Kind[] = CONTENT_KINDS.filter((kind) => 'words' in entityOf(kind));

/** Whether any record has words in a language, `ANY_LANGUAGE` for any at all. */
export const hasWordsIn = (content: Pick<PublicContent, 'find'>, locale: string): boolean =>
  WORDED_KINDS.some((kind) => content.find(kind, BY_LANGUAGE, locale).length > 0);

/** By content, then by languages: there are only as many as the site has. */
const known = new WeakMap<PublicContent, Map<string, PublicContent>>();

/** The same content with its words in the first of the languages that has each; the content itself where none has any. */
export function inLanguages(content: PublicContent, { locales, linksFollow = false }: AskedLanguages): PublicContent {
  const used = locales.filter((locale) => hasWordsIn(content, locale));
  if (used.length === 0 && !linksFollow) return content;
  const made = known.get(content) ?? new Map<string, PublicContent>();
  known.set(content, made);
  const name = linksFollow ? `>${locales.join()}` : used.join();
  const before = made.get(name);
  if (before) return before;
  const translated = translateContent(content, used, linksFollow ? locales : []);
  if (made.size < MAX_KNOWN) made.set(name, translated);
  return translated;
}

/** Anybody may ask for languages that the site does not have. */
const MAX_KNOWN = 200;

function translateContent(
  content: PublicContent,
  locales: readonly string[],
  linked: readonly string[],
): PublicContent {
  const translate = createTranslateEntry(locales);
  const { kept } = content;
  const lookup = {
    ...content,
    get: <K extends Kind>(kind: K, id: number) => translate(kind, content.get(kind, id)),
    byKey: <K extends Kind>(kind: K, key: string) => translate(kind, content.byKey(kind, key)),
    find: <K extends Kind>(kind: K, index: string, key: string) =>
      content.find(kind, index, key).map((entry) => translate(kind, entry)!),
    all: <K extends Kind>(kind: K) => Array.from(content.all(kind), (entry) => translate(kind, entry)!),
    ...(kept && { kept: createEditionCache(content) }),
    ...(linked.length > 0 && { linked: (page: Entry<Page>) => findLinked(page, linked, content) }),
  };
  return contentOver(lookup, content.pages, {
    edition: content.edition,
    secondsToNextChange: content.secondsToNextChange,
  });
}

/** The first translation of a page that the reader sees into one of the languages; the page itself without any. */
export function findLinked(page: Entry<Page>, locales: readonly string[], content: PublicContent): Entry<Page> {
  if (locales[0] === page.data.locale) return page;
  const group = content.translationsOf(page).filter(({ data }) => hasAddress(data, content));
  const found = locales.flatMap((locale) =>
    locale === page.data.locale ? page : (group.find(({ data }) => data.locale === locale) ?? []),
  );
  return found[0] ?? page;
}

/** The first of the languages in which a record has any words of its own; undefined if that is the site's. */
export function findWordsLocale({ kind, data }: Entry, locales: readonly string[]): string | undefined {
  const parts = [...(entityOf(kind).words?.parts(data) ?? [])];
  return locales.find((locale) => parts.some(({ value }) => Object.keys(wordsOfLocale(value, locale)).length > 0));
}

type TranslateEntry = <K extends Kind>(kind: K, entry: Entry<Records[K]> | undefined) => Entry<Records[K]> | undefined;

/** Gives each entry one translated entry, so that what is kept by entry is found again. */
function createTranslateEntry(locales: readonly string[]): TranslateEntry {
  const translated = new WeakMap<Entry, Entry>();
  return (kind, entry) => {
    const { words } = entityOf(kind);
    if (!words || !entry || locales.length === 0) return entry;
    const before = translated.get(entry);
    // The entry is that of the same record.
    if (before) return before as typeof entry;
    const made = { ...entry, data: words.inLanguages(entry.data, locales) } as typeof entry;
    translated.set(entry, made);
    return made;
  };
}
