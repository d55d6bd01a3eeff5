import { PAGE_STATUSES } from '../../model/entities/page.ts';
import { REASONS, type Reason } from '../../model/reason.ts';
import { choice, named, object, record } from '../../model/schema/schema.ts';
import { MEDIA_REFERENCE } from './media.ts';
import { boolean, id, integer, listOf, orNull, rawObject, string, time } from './values.ts';
import { DRAFT_FACTS } from './work.ts';

export const PAGE_STATUS = choice(...PAGE_STATUSES);
export const PAGE_TIMES = named(
  'PageTimes',
  object({ created_at: time, updated_at: time, published_at: orNull(time) }),
);
const placementId = { type: 'string', pattern: '^pb_[1-9][0-9]*$' };
const raw = rawObject;

/** What keeps something from being published. */
export const DRAFT_PROBLEMS = named(
  'DraftProblems',
  listOf(
    object(
      { path: listOf(string), message: string },
      { reason: choice(...(Object.keys(REASONS) as Reason[])), params: rawObject },
    ),
  ),
);

const adminPage = {
  id,
  typeId: orNull(id),
  type: string,
  title: string,
  slug: string,
  slugOverride: boolean,
  status: PAGE_STATUS,
  locale: string,
  translationGroupId: orNull(string),
  fields: raw,
  metaTitle: orNull(string),
  metaDescription: orNull(string),
  ogImage: orNull(string),
  canonicalUrl: orNull(string),
  robots: orNull(string),
  scheduledAt: orNull(time),
  unpublishAt: orNull(time),
  publishedAt: orNull(time),
  createdAt: time,
  updatedAt: time,
  createdBy: orNull(string),
  hasDraft: boolean,
  meta: PAGE_TIMES,
};

/** A block in a region, as the admin interface shows it. */
export const REGION_ENTRY = named(
  'AdminRegionEntry',
  object(
    {
      id: placementId,
      pb_id: id,
      block_id: id,
      block_type: string,
      block_type_id: orNull(id),
      title: orNull(string),
      fields: raw,
      overrides: orNull(raw),
      is_shared: boolean,
    },
    { hidden: boolean },
  ),
);
export const ADMIN_REGIONS = record(listOf(REGION_ENTRY));

/** A term on a page, as the admin interface shows it. */
export const ADMIN_PAGE_TERM = named(
  'AdminPageTerm',
  object({
    ...{ id, termId: id, termName: string, termSlug: string },
    ...{ taxonomyId: id, taxonomyName: string, taxonomySlug: string },
  }),
);

/** A page in an admin list, with its translations. */
export const ADMIN_PAGE_ITEM = named(
  'AdminPageItem',
  object({ ...adminPage, translations: listOf(object({ id, locale: string, status: PAGE_STATUS })) }),
);
/** One segment of a slug, with the page there. */
export const PAGE_BRANCH = named(
  'PageBranch',
  object({
    ...{ segment: string, path: string, count: integer },
    page: orNull(object({ id, type: string, title: string, status: PAGE_STATUS, scheduledAt: orNull(time) })),
  }),
);
/** A page by itself in the admin interface. */
export const ADMIN_PAGE = named(
  'AdminPage',
  object({ ...adminPage, regions: ADMIN_REGIONS, terms: listOf(ADMIN_PAGE_TERM) }, DRAFT_FACTS),
);
export const PAGE_TRANSLATION = named(
  'AdminTranslation',
  object({ id, locale: string, title: string, slug: string, status: PAGE_STATUS }),
);
export const PLACEMENT = named(
  'AdminPlacement',
  object(
    {
      ...{ id, pageId: id, blockId: id, region: string, position: integer },
      ...{ isShared: boolean, overrides: orNull(raw) },
    },
    { hidden: boolean },
  ),
);

const pageItem = {
  ...{ id, type: string, title: string, slug: string, status: PAGE_STATUS, locale: string, fields: raw },
  terms: listOf(named('PageTerm', object({ taxonomy: string, term: string, weight: integer }))),
  meta: PAGE_TIMES,
};
const seo = object({
  ...{ meta_title: orNull(string), meta_description: orNull(string), og_image: orNull(string) },
  ...{ canonical_url: orNull(string), robots: orNull(string) },
});
const block = named(
  'PageBlock',
  object({ id: placementId, block_type: string, fields: raw }, { is_shared: boolean, block_id: id }),
);

/** The records that mention deleted pages. */
export const LEFT_REFERENCES = object({}, { references: listOf(MEDIA_REFERENCE) });
export const BULK = named(
  'BulkResult',
  object({
    ...{ affected: integer, action: choice('publish', 'unpublish', 'archive', 'delete') },
    ...{ ids: listOf(id), notFound: listOf(integer) },
  }),
);

/** A page in a public list. */
export const PAGE_ITEM = named('PageItem', object(pageItem));
/** A public page by itself. */
export const PAGE = named(
  'Page',
  object({
    ...pageItem,
    translationGroupId: orNull(string),
    translations: listOf(object({ id, locale: string, slug: string, title: string })),
    seo: named('PageSeo', seo),
    regions: record(listOf(block)),
  }),
);
