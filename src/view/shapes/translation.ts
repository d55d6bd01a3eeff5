import { choice, namedSchema, object } from '../../model/schema/schema.ts';
import { PAGE_STATUS, TRANSLATION_STATES } from './page.ts';
import { FIELD_CHANGE } from './revision.ts';
import { arrayOf, booleanShape, contentKind, idShape, integerShape, orNull, stringShape, timeShape } from './values.ts';

const STATE = choice(...TRANSLATION_STATES);
const shortPage = { id: idShape, title: stringShape, slug: stringShape, status: PAGE_STATUS, updatedAt: timeShape };

const { id, title, updatedAt, ...ofPages } = shortPage;

/**
 * A page and how far its translation into one language is; or another record with words: `missing` are the paths of those
 * that are not translated.
 */
export const LISTED_TRANSLATION = namedSchema(
  'ListedTranslation',
  object(
    { kind: contentKind, id, title, updatedAt, state: STATE },
    {
      ...ofPages,
      ...{ locale: stringShape, type: stringShape, translation: orNull(object(shortPage)) },
      ...{ missing: arrayOf(arrayOf(stringShape)) },
    },
  ),
);
/** How many records with words are translated, and how many are not. */
export const WORD_COUNTS = namedSchema('WordCounts', object({ missing: integerShape, current: integerShape }));
/** How many pages there are in each state. */
export const TRANSLATION_COUNTS = namedSchema(
  'TranslationCounts',
  object({ missing: integerShape, draft: integerShape, current: integerShape, outdated: integerShape }),
);
/** The source of a translation, and what has changed in it since the translation was made. */
export const TRANSLATION_SOURCE = namedSchema(
  'TranslationSource',
  object({
    source: orNull(object({ id: idShape, locale: stringShape, title: stringShape })),
    state: orNull(STATE),
    // False where git no longer has the version that the translation was made from.
    isKnown: booleanShape,
    changes: arrayOf(FIELD_CHANGE),
  }),
);
