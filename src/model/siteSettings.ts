import { type Settings, settings } from './entities/settings.ts';
import type { Lookup } from './entry.ts';
import type { CropRules } from './media/mediaVariant.ts';
import { PERSON_LANGUAGES, type PersonLanguage } from './personLanguage.ts';

declare module './entry.ts' {
  interface SiteCode {
    /** The crops that the configuration names; absent if it names none. */
    readonly crops?: CropRules;
  }
}

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

const NO_CROPS: CropRules = Object.freeze({});

/** The crops of pictures: those of the configuration, and those of the settings, which win. */
export function cropRules(lookup: Pick<Lookup, 'byKey' | 'code'>): CropRules {
  const { crops: configured = NO_CROPS } = lookup.code;
  const own = siteSettings(lookup).images;
  if (own === undefined) return configured;
  return configured === NO_CROPS ? own : { ...configured, ...own };
}
