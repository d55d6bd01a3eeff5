/** The languages that Quire itself speaks to people: in its interface, and in mails. */
export const PERSON_LANGUAGES = ['en', 'de', 'es', 'fr'] as const;
export type PersonLanguage = (typeof PERSON_LANGUAGES)[number];
