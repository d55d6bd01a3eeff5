import { type TypedTranslations, toTypedTranslations } from '../../parts/record/typedTranslations.ts';
import type { Settings } from '../../wire/interface.ts';

/** A link to the site's presence elsewhere: the name of a network, and an address. */
export interface SocialLink {
  readonly name: string;
  readonly url: string;
}

/** The settings as their form holds them. */
export interface SettingsValues {
  readonly siteName: string;
  readonly tagline: string;
  readonly logo: string;
  readonly footer: string;
  readonly social: readonly SocialLink[];
  readonly defaultLocale: string;
  readonly supportedLocales: readonly string[];
  readonly homeSlug: string;
  readonly redirectOnRename: boolean;
  readonly duration: Settings['session']['duration'];
  readonly translations: TypedTranslations;
  readonly fallbacks: Readonly<Record<string, readonly string[]>>;
}

export const toSettingsValues = (settings: Settings): SettingsValues => ({
  siteName: settings.siteName,
  tagline: settings.tagline,
  logo: settings.logo ?? '',
  footer: settings.footer.text,
  social: Object.entries(settings.social).map(([name, url]) => ({ name, url })),
  defaultLocale: settings.defaultLocale,
  supportedLocales: settings.supportedLocales,
  homeSlug: settings.homeSlug,
  redirectOnRename: settings.redirectOnRename,
  duration: settings.session.duration,
  translations: toTypedTranslations(flattenFooters(settings.translations)),
  fallbacks: settings.fallbacks ?? {},
});

/** The text of the footer stands among the other words. */
const flattenFooters = (translations: NonNullable<Settings['translations']> = {}) =>
  Object.fromEntries(
    Object.entries(translations).map(([locale, words]) => [locale, { ...words, footer: words.footer?.text }]),
  );

/** The request body: everything that has changed, including the links that are gone. */
export function toSettingsBody(changed: Partial<SettingsValues>, { social: before }: Pick<SettingsValues, 'social'>) {
  const { social, footer, duration, logo, translations, fallbacks, ...plain } = changed;
  return {
    ...plain,
    ...(logo !== undefined && { logo: logo === '' ? null : logo }),
    ...(footer !== undefined && { footer: { text: footer } }),
    ...(duration !== undefined && { session: { duration } }),
    ...(translations && { translations: nestFooters(translations) }),
    ...(fallbacks && { fallbacks }),
    ...(social && { social: linksOf(social, before) }),
  };
}

const nestFooters = (translations: TypedTranslations) =>
  Object.fromEntries(
    Object.entries(translations).map(([locale, { footer, ...words }]) => [
      locale,
      { ...words, ...(footer !== undefined && { footer: { text: footer } }) },
    ]),
  );

/** The changed links, and null for removed ones. Unchanged links are left out, because others may have changed them. */
function linksOf(
  social: readonly SocialLink[],
  before: readonly SocialLink[],
): Readonly<Record<string, string | null>> {
  const known = new Map(before.map(({ name, url }) => [name, url]));
  const links = social.filter(({ name }) => name.trim() !== '').map(({ name, url }) => ({ name: name.trim(), url }));
  const gone = before.filter(({ name }) => !links.some((link) => link.name === name));
  const changed = links.filter(({ name, url }) => known.get(name) !== url);
  return Object.fromEntries([
    ...gone.map(({ name }) => [name, null] as const),
    ...changed.map(({ name, url }) => [name, url] as const),
  ]);
}
