import { CHANGE_STATES } from '../../model/changeState.ts';
import { PAGE_STATUSES } from '../../model/entities/page.ts';
import { choice, namedSchema, object, record } from '../../model/schema/schema.ts';
import { MEDIA_REFERENCE } from './media.ts';
import {
  arrayOf,
  booleanShape,
  idShape,
  integerShape,
  orNull,
  problemReason,
  rawObject,
  stringShape,
  timeShape,
} from './values.ts';
import { DRAFT_FACTS } from './work.ts';

export const PAGE_STATUS = choice(...PAGE_STATUSES);
export const PAGE_TIMES = namedSchema(
  'PageTimes',
  object({ created_at: timeShape, updated_at: timeShape, published_at: orNull(timeShape) }),
);
const placementId = { type: 'string', pattern: '^pb_[1-9][0-9]*$' };
const raw = rawObject;

/** What keeps something from being published. */
export const DRAFT_PROBLEMS = namedSchema(
  'DraftProblems',
  arrayOf(
    object(
      { path: arrayOf(stringShape), message: stringShape },
      {
        ...{ reason: problemReason, params: rawObject },
        // Of problems that rules find: only errors keep it from being published.
        ...{ severity: choice('error', 'warning'), rule: stringShape },
      },
    ),
  ),
);

export const TRANSLATION_STATES = ['missing', 'draft', 'current', 'outdated'] as const;
/** Of pages that know which one they are a translation of. */
const translationState = { translationState: choice(...TRANSLATION_STATES) };
const TRANSLATED_FROM = { translation: object({ of: stringShape, rev: stringShape }), ...translationState };

const adminPage = {
  id: idShape,
  typeId: orNull(idShape),
  type: stringShape,
  title: stringShape,
  slug: stringShape,
  slugOverride: booleanShape,
  status: PAGE_STATUS,
  locale: stringShape,
  translationGroupId: orNull(stringShape),
  fields: raw,
  metaTitle: orNull(stringShape),
  metaDescription: orNull(stringShape),
  ogImage: orNull(stringShape),
  canonicalUrl: orNull(stringShape),
  robots: orNull(stringShape),
  scheduledAt: orNull(timeShape),
  unpublishAt: orNull(timeShape),
  publishedAt: orNull(timeShape),
  createdAt: timeShape,
  updatedAt: timeShape,
  createdBy: orNull(stringShape),
  hasDraft: booleanShape,
  meta: PAGE_TIMES,
};

/** The values that extensions say in a line, by the name of the field. */
const SUMMARIES = { summaries: record(stringShape) };

/** A block in a region, as the admin interface shows it. */
export const REGION_ENTRY = namedSchema(
  'AdminRegionEntry',
  object(
    {
      id: placementId,
      pb_id: idShape,
      block_id: idShape,
      block_type: stringShape,
      block_type_id: orNull(idShape),
      title: orNull(stringShape),
      fields: raw,
      overrides: orNull(raw),
      is_shared: booleanShape,
    },
    { hidden: booleanShape },
  ),
);
export const ADMIN_REGIONS = record(arrayOf(REGION_ENTRY));

/** A term on a page, as the admin interface shows it. */
export const ADMIN_PAGE_TERM = namedSchema(
  'AdminPageTerm',
  object({
    ...{ id: idShape, termId: idShape, termName: stringShape, termSlug: stringShape },
    ...{ taxonomyId: idShape, taxonomyName: stringShape, taxonomySlug: stringShape },
  }),
);

/** A page in an admin list, with its translations. */
export const ADMIN_PAGE_ITEM = namedSchema(
  'AdminPageItem',
  object(
    {
      ...adminPage,
      translations: arrayOf(object({ id: idShape, locale: stringShape, status: PAGE_STATUS }, translationState)),
    },
    {
      ...{ ...SUMMARIES, ...TRANSLATED_FROM },
      /** In a list of pages with drafts: the draft, and what the page is called in it. */
      inDraft: orNull(
        object({
          ...{ title: stringShape, author: orNull(stringShape), updatedAt: orNull(timeShape) },
          state: choice(...CHANGE_STATES),
        }),
      ),
    },
  ),
);
/** One segment of a slug, with the page there. */
export const PAGE_BRANCH = namedSchema(
  'PageBranch',
  object({
    ...{ segment: stringShape, path: stringShape, count: integerShape },
    page: orNull(
      object({
        id: idShape,
        type: stringShape,
        title: stringShape,
        status: PAGE_STATUS,
        scheduledAt: orNull(timeShape),
      }),
    ),
  }),
);
/** A page by itself in the admin interface. */
export const ADMIN_PAGE = namedSchema(
  'AdminPage',
  object(
    { ...adminPage, regions: ADMIN_REGIONS, terms: arrayOf(ADMIN_PAGE_TERM) },
    { ...DRAFT_FACTS, ...SUMMARIES, ...TRANSLATED_FROM },
  ),
);
export const PAGE_TRANSLATION = namedSchema(
  'AdminTranslation',
  object(
    { id: idShape, locale: stringShape, title: stringShape, slug: stringShape, status: PAGE_STATUS },
    translationState,
  ),
);
export const PLACEMENT = namedSchema(
  'AdminPlacement',
  object(
    {
      ...{ id: idShape, pageId: idShape, blockId: idShape, region: stringShape, position: integerShape },
      ...{ isShared: booleanShape, overrides: orNull(raw) },
    },
    { hidden: booleanShape },
  ),
);

/** The description of the interface says more of these: it knows the types of the site. */
const PAGE_FIELDS = namedSchema('PageFields', raw);
const BLOCK_FIELDS = namedSchema('BlockFields', raw);

const pageItem = {
  ...{
    id: idShape,
    type: stringShape,
    title: stringShape,
    slug: stringShape,
    status: PAGE_STATUS,
    locale: stringShape,
    fields: PAGE_FIELDS,
  },
  terms: arrayOf(namedSchema('PageTerm', object({ taxonomy: stringShape, term: stringShape, weight: integerShape }))),
  meta: PAGE_TIMES,
};
/** A page that mentions another. */
const backlink = object({
  ...{ id: idShape, type: stringShape, locale: stringShape, slug: stringShape, title: stringShape },
});
const seo = object({
  ...{ meta_title: orNull(stringShape), meta_description: orNull(stringShape), og_image: orNull(stringShape) },
  ...{ canonical_url: orNull(stringShape), robots: orNull(stringShape) },
});
const block = namedSchema(
  'PageBlock',
  object(
    { id: placementId, block_type: stringShape, fields: BLOCK_FIELDS },
    { is_shared: booleanShape, block_id: idShape },
  ),
);

/** The records that mention deleted pages. */
export const LEFT_REFERENCES = object({}, { references: arrayOf(MEDIA_REFERENCE) });
export const BULK = namedSchema(
  'BulkResult',
  object({
    ...{ affected: integerShape, action: choice('publish', 'unpublish', 'archive', 'delete') },
    ...{ ids: arrayOf(idShape), notFound: arrayOf(integerShape) },
  }),
);

/** A page in a public list. */
export const PAGE_ITEM = namedSchema('PageItem', object(pageItem));
/** A public page by itself. */
export const PAGE = namedSchema(
  'Page',
  object(
    {
      ...pageItem,
      translationGroupId: orNull(stringShape),
      translations: arrayOf(object({ id: idShape, locale: stringShape, slug: stringShape, title: stringShape })),
      seo: namedSchema('PageSeo', seo),
      regions: record(arrayOf(block)),
    },
    { requestedLocale: stringShape, backlinks: arrayOf(namedSchema('Backlink', backlink)) },
  ),
);
