/** Words in other languages, by locale and name, as a form holds them. */
export type TypedTranslations = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Translated words from a record, each as text. */
export const toTypedTranslations = (
  translations: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {},
): TypedTranslations =>
  Object.fromEntries(
    Object.entries(translations).map(([locale, words]) => [
      locale,
      Object.fromEntries(
        Object.entries(words).flatMap(([name, word]) => (typeof word === 'string' ? [[name, word]] : [])),
      ),
    ]),
  );
