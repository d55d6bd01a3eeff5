import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import type { ValuePath } from '../reference.ts';
import { type ObjectSchema, object, record, type Schema } from '../schema/schema.ts';
import { toLocale } from '../text/locale.ts';

type Json = Readonly<Record<string, unknown>>;

/** Words in other languages, by locale and then by name, beside those of the site's own language. */
export type WordsByLocale = Readonly<Record<string, Json>>;

/** The index of records with translated words: by `TRANSLATED`, and by each locale. */
export const BY_LANGUAGE = 'byLanguage';
export const ANY_LANGUAGE = '*';

/** The schema of `translations: { fr: { title: … } }`. A blank word counts as none. */
export const translatedWords = (words: ObjectSchema['properties']): Schema<WordsByLocale> => ({
  ...record(object({}, words) as Schema<Json>),
  propertyNames: { format: 'locale' },
  maxProperties: 200,
  description: 'Words in other languages, by locale; without one the word beside it counts',
});

/** A part of a record that has words: the record itself, an item of its tree, a field of its schema. */
export interface WordedPart {
  readonly path: ValuePath;
  /** The value with the words and their `translations`. */
  readonly value: Json;
  /** The names of those words that may be translated. */
  readonly names: readonly string[];
}

/** The words of one kind of record. */
export interface RecordWords<T> {
  parts(data: T): Iterable<WordedPart>;
  /** The same data in the first of the languages that has each word, without `translations`; the same object without any. */
  inLanguages(data: T, locales: readonly string[]): T;
}

export const translationsOf = (value: Json): WordsByLocale => {
  const { translations } = value;
  return isPlainObject(translations) ? (translations as WordsByLocale) : NONE;
};
const NONE: WordsByLocale = Object.freeze({});

/** The words of a part in one language; blank ones do not count. */
export function wordsOfLocale(value: Json, locale: string): Json {
  const all = translationsOf(value);
  const words = Object.hasOwn(all, locale) ? all[locale] : undefined;
  return isPlainObject(words) ? Object.fromEntries(Object.entries(words).filter(([, word]) => !isBlankWord(word))) : {};
}

/** Whether a word says nothing: also an object of such words. */
export const isBlankWord = (word: unknown): boolean =>
  word == null ||
  (typeof word === 'string' && word.trim() === '') ||
  (isPlainObject(word) && Object.values(word).every(isBlankWord));

/** How many words there are, and the paths of those that a language lacks. */
export function findMissingWords(
  parts: Iterable<WordedPart>,
  locale: string,
): { readonly count: number; readonly missing: readonly ValuePath[] } {
  const missing: ValuePath[] = [];
  let count = 0;
  for (const { path, value, names } of parts) {
    const given = names.filter((name) => !isBlankWord(value[name]));
    const words = wordsOfLocale(value, locale);
    count += given.length;
    for (const name of given) if (isBlankWord(words[name])) missing.push([...path, name]);
  }
  return { count, missing };
}

/** A part in the first of the languages that has each word. Words that are objects are merged key by key. */
export function translatePart<T extends object>(part: T, locales: readonly string[]): T {
  if (!('translations' in part)) return part;
  const { translations: _, ...own } = part as Json;
  const given = locales.toReversed().map((locale) => wordsOfLocale(part as Json, locale));
  // Words have the types of those that they replace.
  return given.reduce(mergeWords, own) as T;
}

const mergeWords = (value: Json, words: Json): Json => ({
  ...value,
  ...Object.fromEntries(
    Object.entries(words).map(([name, word]) => {
      const before = value[name];
      return [name, isPlainObject(word) && isPlainObject(before) ? { ...before, ...word } : word];
    }),
  ),
});

/** The languages of a record's words, as keys of the index `BY_LANGUAGE`. */
export function languageKeys<T>(words: RecordWords<T>): { many(data: T): readonly string[] } {
  return {
    many(data) {
      const locales = new Set<string>();
      for (const { value } of words.parts(data)) for (const one of Object.keys(translationsOf(value))) locales.add(one);
      return locales.size === 0 ? [] : [ANY_LANGUAGE, ...locales];
    },
  };
}

/** The words of records that have them at their top alone. */
export const topWords = <T extends object>(...names: readonly (keyof T & string)[]): RecordWords<T> => ({
  parts: (data) => [{ path: [], value: data as Json, names }],
  inLanguages: translatePart,
});

interface WordNode<N> {
  readonly children: readonly N[];
}

/** The words of the nodes of a tree: items of menus, terms. */
export function* treeParts<N extends WordNode<N>>(
  nodes: readonly N[],
  path: ValuePath,
  names: readonly string[],
): Generator<WordedPart> {
  for (const [index, node] of nodes.entries()) {
    yield { path: [...path, index], value: node as unknown as Json, names };
    yield* treeParts(node.children, [...path, index, 'children'], names);
  }
}

/** A tree in other languages. */
export const translateTree = <N extends WordNode<N>>(nodes: readonly N[], locales: readonly string[]): readonly N[] =>
  nodes.map((node) => ({ ...translatePart(node, locales), children: translateTree(node.children, locales) }));

/** The translated words of a part, as the admin interface shows them; nothing without any. */
export const showTranslatedWords = ({
  translations,
}: {
  readonly translations?: WordsByLocale | undefined;
}): { readonly translations?: WordsByLocale } => (translations ? { translations } : {});

/**
 * A body whose `translations` have locales in their canonical case and no blank words; null for none at all. What is no
 * object of words stays, for its schema to refuse.
 */
export function withCleanTranslations(body: Json): Json {
  const { translations } = body;
  if (!isPlainObject(translations)) return body;
  const cleaned = Object.entries(translations).flatMap(([tag, words]) => {
    const given = isPlainObject(words) ? Object.entries(words).filter(([, word]) => !isBlankWord(word)) : undefined;
    if (words === null || given?.length === 0) return [];
    return [[toLocale(tag) ?? tag, given ? Object.fromEntries(given) : words] as const];
  });
  return { ...body, translations: cleaned.length > 0 ? Object.fromEntries(cleaned) : null };
}
