import type { Settings } from '../../wire/interface.ts';

/** A link of the site to somewhere else: the name of a network, and where it leads. */
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

export const valuesOf = (settings: Settings): SettingsValues => ({
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

/** What the server is to be told: all of the form, and which links are gone. */
export function changesIn(values: SettingsValues, { social: before }: Settings) {
  const { social, footer, duration, logo, ...plain } = values;
  const links = social.filter(({ name }) => name.trim() !== '').map(({ name, url }) => [name.trim(), url] as const);
  const gone = Object.keys(before).map((name) => [name, null] as const);
  return {
    ...plain,
    logo: logo === '' ? null : logo,
    footer: { text: footer },
    session: { duration },
    social: Object.fromEntries<string | null>([...gone, ...links]),
  };
}
