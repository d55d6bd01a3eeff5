import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LOAD_LANGUAGE, loadSection, withManyForms } from './languages.ts';
import { LANGUAGES, type Language, type LateSection } from './messages.ts';

/** Adds a section to the messages of the language that is spoken. To be called before anything shows it. */
export async function addSection(section: LateSection, language = i18next.language as Language): Promise<void> {
  if (i18next.hasResourceBundle(language, section)) return;
  i18next.addResourceBundle(language, section, await loadSection(section, language));
}

/** The storage key of the user's choice. */
const KEPT = 'quire.language';

const isLanguage = (tag: string | null): tag is Language => tag !== null && Object.hasOwn(LANGUAGES, tag);

/** The language that the user has chosen, else the first of the browser's languages that is available. */
function findLanguage(): Language {
  const kept = localStorage.getItem(KEPT);
  if (isLanguage(kept)) return kept;
  return navigator.languages.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? 'en';
}

async function speak(language: Language): Promise<void> {
  const { messages, late } = await LOAD_LANGUAGE[language]();
  if (!i18next.hasResourceBundle(language, 'translation'))
    i18next.addResourceBundle(language, 'translation', withManyForms(messages, language));
  // The table has a row for each.
  const sections = Object.keys(late) as LateSection[];
  i18next.options.fallbackNS = sections;
  const shown = sections.filter((section) => i18next.hasResourceBundle(i18next.language, section));
  await Promise.all(shown.map((section) => addSection(section, language)));
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Changes the language of the interface in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEPT, language);
  await speak(language);
}

/** Speaks a language unless the user has chosen one. */
export async function suggestLanguage(language: Language): Promise<void> {
  if (!isLanguage(localStorage.getItem(KEPT))) await speak(language);
}

export async function startI18n(): Promise<i18n> {
  await i18next.use(initReactI18next).init({
    fallbackLng: false,
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  await speak(findLanguage());
  return i18next;
}
