import { PAGE_STATUSES } from '../../model/entities/page.ts';
import { choice, namedSchema, object } from '../../model/schema/schema.ts';
import { arrayOf, booleanShape, idShape, integerShape, orNull, recordKind, stringShape, timeShape } from './values.ts';

const status = choice(...PAGE_STATUSES);
const counted = ['pages', 'published', 'drafts', 'blocks', 'media', 'menus', 'users', 'problems'] as const;
const pageFound = {
  id: idShape,
  type: stringShape,
  title: stringShape,
  slug: stringShape,
  locale: stringShape,
  status,
};

/** A problem with a file or with the repository. */
export const PROBLEM = namedSchema(
  'Problem',
  object(
    { path: stringShape, severity: choice('error', 'warning'), code: stringShape, message: stringShape },
    {
      line: integerShape,
      column: integerShape,
      record: object({ kind: recordKind, id: idShape, key: stringShape }, { title: stringShape }),
      /** The path of the value concerned, as in the file. */
      field: arrayOf(stringShape),
    },
  ),
);

export const DASHBOARD = namedSchema(
  'Dashboard',
  object({
    stats: object(Object.fromEntries(counted.map((name) => [name, integerShape]))),
    recentPages: arrayOf(object({ ...pageFound, updatedAt: timeShape })),
    problems: arrayOf(PROBLEM),
  }),
);

export const ADMIN_SEARCH = namedSchema(
  'AdminSearchResult',
  object({
    pages: arrayOf(object(pageFound)),
    blocks: arrayOf(
      object({ id: idShape, title: orNull(stringShape), typeSlug: stringShape, isReusable: booleanShape }),
    ),
    media: arrayOf(
      object({ id: idShape, title: orNull(stringShape), originalName: stringShape, mimeType: stringShape }),
    ),
    menus: arrayOf(object({ id: idShape, name: stringShape, slug: stringShape })),
    terms: arrayOf(
      object({
        id: idShape,
        name: stringShape,
        slug: stringShape,
        taxonomyId: idShape,
        taxonomySlug: stringShape,
        taxonomyName: stringShape,
      }),
    ),
  }),
);
