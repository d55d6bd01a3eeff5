import { ACTIVITY_AREAS, ACTIVITY_KINDS, ACTIVITY_VERBS } from '../../model/activity.ts';
import { anything, choice, namedSchema, object } from '../../model/schema/schema.ts';
import { ADMIN_PAGE_TERM, ADMIN_REGIONS, PAGE_STATUS } from './page.ts';
import { VALUE_SUMMARIES } from './sync.ts';
import {
  arrayOf,
  booleanShape,
  contentKind,
  idShape,
  integerShape,
  orNull,
  rawObject,
  stringShape,
  timeShape,
} from './values.ts';

export const ACTIVITY = orNull(
  namedSchema(
    'Activity',
    object({
      verb: namedSchema('ActivityVerb', choice(...ACTIVITY_VERBS)),
      kind: orNull(namedSchema('ActivityKind', choice(...ACTIVITY_KINDS))),
      name: orNull(stringShape),
      count: integerShape,
    }),
  ),
);

export const PERSON_NAMED = object({ name: stringShape, email: stringShape });
const revision = {
  ...{
    id: stringShape,
    pageId: idShape,
    title: orNull(stringShape),
    slug: stringShape,
    status: orNull(PAGE_STATUS),
    locale: stringShape,
  },
  ...{
    action: orNull(stringShape),
    activity: ACTIVITY,
    actor: orNull(stringShape),
    before: orNull(stringShape),
    restores: orNull(stringShape),
    wasScheduled: booleanShape,
  },
  ...{
    note: orNull(stringShape),
    message: stringShape,
    createdAt: timeShape,
    createdBy: PERSON_NAMED,
    blockCount: orNull(integerShape),
  },
};
/** The problem of a version that cannot be read, and who has approved what was published. */
const atTimes = { problem: stringShape, approvedBy: arrayOf(stringShape) };

export const REVISION_ITEM = namedSchema(
  'RevisionItem',
  object({ ...revision, changed: orNull(arrayOf(stringShape)) }, atTimes),
);
export const REVISION = namedSchema(
  'Revision',
  object(
    {
      ...{ ...revision, type: stringShape, fields: rawObject, regions: ADMIN_REGIONS, terms: arrayOf(ADMIN_PAGE_TERM) },
      seo: object({
        ...{ metaTitle: orNull(stringShape), metaDescription: orNull(stringShape), ogImage: orNull(stringShape) },
        ...{ canonicalUrl: orNull(stringShape), robots: orNull(stringShape) },
      }),
    },
    atTimes,
  ),
);
export const FIELD_CHANGE = namedSchema(
  'FieldChange',
  object({ path: arrayOf(stringShape), before: anything(), after: anything() }, { summaries: VALUE_SUMMARIES }),
);
export const RESTORE_META = object({}, { leftOut: arrayOf(arrayOf(stringShape)) });

/** What was written to take edits back. */
export const REVERTED_RECORDS = arrayOf(
  object({ kind: contentKind, key: stringShape, id: idShape, change: choice('created', 'updated', 'deleted') }),
);
export const REVERTED = namedSchema(
  'Reverted',
  object({ commit: orNull(stringShape), reverted: stringShape, records: REVERTED_RECORDS }),
);
export const REVERT_META = object({}, { leftOut: arrayOf(stringShape) });

export const AUDIT_ENTRY = namedSchema(
  'AuditEntry',
  object({
    ...{
      at: timeShape,
      actor: stringShape,
      author: orNull(PERSON_NAMED),
      action: stringShape,
      record: orNull(stringShape),
    },
    area: orNull(namedSchema('ActivityArea', choice(...ACTIVITY_AREAS))),
    activity: ACTIVITY,
    ...{
      records: arrayOf(stringShape),
      recordCount: integerShape,
      title: orNull(stringShape),
      summary: orNull(stringShape),
      ip: orNull(stringShape),
    },
    ...{ ok: booleanShape, commit: orNull(stringShape) },
  }),
);
