import { anything, choice, named, object } from '../../model/schema/schema.ts';
import { ADMIN_PAGE_TERM, ADMIN_REGIONS, PAGE_STATUS } from './page.ts';
import { boolean, id, integer, listOf, orNull, rawObject, string, time } from './values.ts';

const person = object({ name: string, email: string });
const revision = {
  ...{ id: string, pageId: id, title: orNull(string), slug: string, status: orNull(PAGE_STATUS), locale: string },
  ...{
    action: orNull(string),
    actor: orNull(string),
    before: orNull(string),
    restores: orNull(string),
    wasScheduled: boolean,
  },
  ...{ note: orNull(string), message: string, createdAt: time, createdBy: person, blockCount: orNull(integer) },
};
/** The problem of a version that cannot be read. */
const problem = { problem: string };

export const REVISION_ITEM = named('RevisionItem', object({ ...revision, changed: orNull(listOf(string)) }, problem));
export const REVISION = named(
  'Revision',
  object(
    {
      ...{ ...revision, type: string, fields: rawObject, regions: ADMIN_REGIONS, terms: listOf(ADMIN_PAGE_TERM) },
      seo: object({
        ...{ metaTitle: orNull(string), metaDescription: orNull(string), ogImage: orNull(string) },
        ...{ canonicalUrl: orNull(string), robots: orNull(string) },
      }),
    },
    problem,
  ),
);
export const FIELD_CHANGE = named(
  'FieldChange',
  object({ path: listOf(string), before: anything(), after: anything() }),
);
export const RESTORE_META = object({}, { leftOut: listOf(listOf(string)) });

export const REVERTED = named(
  'Reverted',
  object({
    commit: orNull(string),
    reverted: string,
    records: listOf(object({ kind: string, key: string, id, change: choice('created', 'updated', 'deleted') })),
  }),
);
export const REVERT_META = object({}, { leftOut: listOf(string) });

export const AUDIT_ENTRY = named(
  'AuditEntry',
  object({
    ...{ at: time, actor: string, author: orNull(person), action: string, record: orNull(string) },
    ...{
      records: listOf(string),
      recordCount: integer,
      title: orNull(string),
      summary: orNull(string),
      ip: orNull(string),
    },
    ...{ ok: boolean, commit: orNull(string) },
  }),
);
