import type { Language, LateLoaders, LateSection, Messages } from './messages.ts';

/** The words of a language: one part of the code, which only those load who use it. */
interface LanguageWords {
  readonly messages: Messages;
  readonly late: LateLoaders;
}

/** Loads the words of each language. */
export const LOAD_LANGUAGE: Readonly<Record<Language, () => Promise<LanguageWords>>> = {
  en: () => import('./en/index.ts').then(({ en: messages, late }) => ({ messages, late })),
  de: () => import('./de/index.ts').then(({ de: messages, late }) => ({ messages, late })),
  es: () => import('./es/index.ts').then(({ es: messages, late }) => ({ messages, late })),
  fr: () => import('./fr/index.ts').then(({ fr: messages, late }) => ({ messages, late })),
};

/** Loads a section that comes late, in one language. */
export async function loadSection(section: LateSection, language: Language): Promise<object> {
  const { late } = await LOAD_LANGUAGE[language]();
  return withManyForms({ ...(await late[section]()) }, language);
}

/**
 * The messages with the forms that a language has for round millions (`_many`), if it has some: Spanish and French say
 * them as they say any other number of things.
 */
export function withManyForms(messages: object, language: Language): object {
  if (!new Intl.PluralRules(language).resolvedOptions().pluralCategories.includes('many')) return messages;
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(messages)) {
    found[name] = typeof value === 'object' && value !== null ? withManyForms(value, language) : value;
    if (name.endsWith('_other')) found[name.replace(/_other$/, '_many')] = value;
  }
  return found;
}
