import { type Settings, settings } from './entities/settings.ts';
import type { Lookup } from './entry.ts';
import { PERSON_LANGUAGES, type PersonLanguage } from './personLanguage.ts';

// Every key of the settings has a default, except the optional `logo`.
export const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries(settings.schema.properties).flatMap(([key, schema]) =>
    'default' in schema ? [[key, schema['default']]] : [],
  ),
) as unknown as Settings;

/** The site's settings; the defaults if there is no `site.yaml`. */
export const siteSettings = (lookup: Pick<Lookup, 'byKey'>): Settings =>
  lookup.byKey('settings', '')?.data ?? DEFAULT_SETTINGS;

/** What people are spoken to in who have not chosen a language: the site's, if Quire speaks it. */
export function siteLanguage(lookup: Pick<Lookup, 'byKey'>): PersonLanguage {
  const [language] = siteSettings(lookup).defaultLocale.split('-');
  return PERSON_LANGUAGES.find((known) => known === language) ?? 'en';
}
