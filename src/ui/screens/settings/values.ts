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
});

/** The request body: everything that has changed, including the links that are gone. */
export function toSettingsBody(changed: Partial<SettingsValues>, { social: before }: Pick<SettingsValues, 'social'>) {
  const { social, footer, duration, logo, ...plain } = changed;
  return {
    ...plain,
    ...(logo !== undefined && { logo: logo === '' ? null : logo }),
    ...(footer !== undefined && { footer: { text: footer } }),
    ...(duration !== undefined && { session: { duration } }),
    ...(social && { social: linksOf(social, before) }),
  };
}

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
