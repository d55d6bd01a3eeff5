import { ID_STRATEGIES, SESSION_DURATIONS } from '../../model/entities/settings.ts';
import { EXPANSIONS, RICH_TEXT_FORMATS } from '../../model/page/pageShape.ts';
import { choice, named, object, oneOf, record } from '../../model/schema/schema.ts';
import { BLOCK_TYPE, CONTENT_TYPE } from './types.ts';
import { boolean, id, integer, listOf, orNull, string, time } from './values.ts';
import { DRAFT_FACTS } from './work.ts';

const site = {
  siteName: string,
  tagline: string,
  footer: object({ text: string }),
  social: record(string),
  defaultLocale: string,
  supportedLocales: listOf(string),
  homeSlug: string,
  static: object({ expand: listOf(choice(...EXPANSIONS)), richtext: choice(...RICH_TEXT_FORMATS) }),
};

/** The settings as the admin interface shows them. */
export const SETTINGS = named(
  'Settings',
  object(
    {
      ...site,
      logo: orNull(string),
      redirectOnRename: boolean,
      session: object({ duration: choice(...SESSION_DURATIONS) }),
      ids: choice(...ID_STRATEGIES),
      siteUrl: string,
      previewUrl: orNull(string),
    },
    DRAFT_FACTS,
  ),
);
/** What a front end needs to know about the site. */
export const SITE = named('Site', object({ ...site, logo: orNull(string) }));
export const SCHEMAS = named('Schemas', object({ contentTypes: listOf(CONTENT_TYPE), blockTypes: listOf(BLOCK_TYPE) }));

const redirect = { id, fromPath: string, toPath: string, statusCode: oneOf(301, 302, 307, 308) };
export const ADMIN_REDIRECT = named('AdminRedirect', object({ ...redirect, isActive: boolean }));
export const REDIRECT = named('Redirect', object(redirect));

export const ADMIN_TRACKING_SCRIPT = named(
  'AdminTrackingScript',
  object({
    ...{ id, name: string, code: string, position: choice('head', 'body'), priority: integer, isActive: boolean },
    ...{ scope: choice('global', 'targeted'), targetPages: listOf(string), createdAt: time, updatedAt: time },
  }),
);
const script = named('TrackingScript', object({ id, name: string, code: string }));
export const TRACKING_SCRIPTS = object({ head: listOf(script), body: listOf(script) });
