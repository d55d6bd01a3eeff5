import { type Settings, settings } from './entities/settings.ts';
import type { Lookup } from './entry.ts';

// Every key of the settings has a default, except the optional `logo`.
export const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries(settings.schema.properties).flatMap(([key, schema]) =>
    'default' in schema ? [[key, schema['default']]] : [],
  ),
) as unknown as Settings;

/** The site's settings; the defaults if there is no `site.yaml`. */
export const siteSettings = (lookup: Pick<Lookup, 'byKey'>): Settings =>
  lookup.byKey('settings', '')?.data ?? DEFAULT_SETTINGS;
