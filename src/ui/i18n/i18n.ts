import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LATE_FEATURE_WORDS } from '../../features/lists/ui/late.ts';
import { LANGUAGES, type Language, type Messages } from './messages.ts';

const LOAD: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => (await import('./en/index.ts')).en,
  de: async () => (await import('./de/index.ts')).de,
};

/** Sections that come with the screen that shows them: most people never see it. */
const LOAD_LATE = {
  profile: { en: () => import('./en/shell/profile.ts'), de: () => import('./de/shell/profile.ts') },
  account: { en: () => import('./en/shell/account.ts'), de: () => import('./de/shell/account.ts') },
  changeList: { en: () => import('./en/change/changeList.ts'), de: () => import('./de/change/changeList.ts') },
  crops: { en: () => import('./en/write/crops.ts'), de: () => import('./de/write/crops.ts') },
  dataTable: { en: () => import('./en/write/dataTable.ts'), de: () => import('./de/write/dataTable.ts') },
  effects: { en: () => import('./en/site/effects.ts'), de: () => import('./de/site/effects.ts') },
  extensions: { en: () => import('./en/site/extensions.ts'), de: () => import('./de/site/extensions.ts') },
  desk: { en: () => import('./en/shell/desk.ts'), de: () => import('./de/shell/desk.ts') },
  limits: { en: () => import('./en/site/limits.ts'), de: () => import('./de/site/limits.ts') },
  media: { en: () => import('./en/write/media.ts'), de: () => import('./de/write/media.ts') },
  roles: { en: () => import('./en/site/roles.ts'), de: () => import('./de/site/roles.ts') },
  signIn: { en: () => import('./en/shell/signIn.ts'), de: () => import('./de/shell/signIn.ts') },
  taxonomies: { en: () => import('./en/site/taxonomies.ts'), de: () => import('./de/site/taxonomies.ts') },
  menus: { en: () => import('./en/site/menus.ts'), de: () => import('./de/site/menus.ts') },
  tree: { en: () => import('./en/shell/tree.ts'), de: () => import('./de/shell/tree.ts') },
  keys: { en: () => import('./en/site/keys.ts'), de: () => import('./de/site/keys.ts') },
  people: { en: () => import('./en/site/people.ts'), de: () => import('./de/site/people.ts') },
  settings: { en: () => import('./en/site/settings.ts'), de: () => import('./de/site/settings.ts') },
  translations: { en: () => import('./en/write/translations.ts'), de: () => import('./de/write/translations.ts') },
  richText: { en: () => import('./en/write/richText.ts'), de: () => import('./de/write/richText.ts') },
  types: { en: () => import('./en/site/types.ts'), de: () => import('./de/site/types.ts') },
  ...LATE_FEATURE_WORDS,
} satisfies Readonly<Record<string, Readonly<Record<Language, () => Promise<object>>>>>;

export type LateSection = keyof typeof LOAD_LATE;
// The table has a row for each.
const LATE_SECTIONS = Object.keys(LOAD_LATE) as LateSection[];

/** Adds a section to the messages of the language that is spoken. To be called before anything shows it. */
export async function addSection(section: LateSection, language = i18next.language as Language): Promise<void> {
  if (i18next.hasResourceBundle(language, section)) return;
  i18next.addResourceBundle(language, section, { ...(await LOAD_LATE[section][language]()) });
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
  if (!i18next.hasResourceBundle(language, 'translation'))
    i18next.addResourceBundle(language, 'translation', await LOAD[language]());
  const shown = LATE_SECTIONS.filter((section) => i18next.hasResourceBundle(i18next.language, section));
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
    fallbackNS: LATE_SECTIONS,
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  await speak(findLanguage());
  return i18next;
}
