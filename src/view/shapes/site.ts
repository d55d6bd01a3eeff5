import { ID_STRATEGIES, SESSION_DURATIONS } from '../../model/entities/settings.ts';
import { cropRulesSchema } from '../../model/media/cropSchema.ts';
import { EXPANSIONS, RICH_TEXT_FORMATS } from '../../model/page/pageShape.ts';
import { choice, namedSchema, object, record } from '../../model/schema/schema.ts';
import { BLOCK_TYPE, CONTENT_TYPE } from './types.ts';
import { ANSWERED_IN, arrayOf, booleanShape, orNull, stringShape, translated } from './values.ts';
import { DRAFT_FACTS } from './work.ts';

const site = {
  siteName: stringShape,
  tagline: stringShape,
  footer: object({ text: stringShape }),
  social: record(stringShape),
  defaultLocale: stringShape,
  supportedLocales: arrayOf(stringShape),
  homeSlug: stringShape,
  static: object({ expand: arrayOf(choice(...EXPANSIONS)), richtext: choice(...RICH_TEXT_FORMATS) }),
};

/** The settings as the admin interface shows them. */
export const SETTINGS = namedSchema(
  'Settings',
  object(
    {
      ...site,
      logo: orNull(stringShape),
      redirectOnRename: booleanShape,
      session: object({ duration: choice(...SESSION_DURATIONS) }),
      ids: choice(...ID_STRATEGIES),
      siteUrl: stringShape,
      previewUrl: orNull(stringShape),
    },
    {
      images: cropRulesSchema(),
      fallbacks: record(arrayOf(stringShape)),
      ...translated({ siteName: stringShape, tagline: stringShape, footer: object({}, { text: stringShape }) }),
      ...DRAFT_FACTS,
    },
  ),
);
/** What a front end needs to know about the site. */
export const SITE = namedSchema('Site', object({ ...site, logo: orNull(stringShape) }, ANSWERED_IN));
export const SCHEMAS = namedSchema(
  'Schemas',
  object({ contentTypes: arrayOf(CONTENT_TYPE), blockTypes: arrayOf(BLOCK_TYPE) }),
);
