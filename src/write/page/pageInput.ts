import type { Page } from '../../model/entities/page.ts';
import { PAGE_STATUSES } from '../../model/entities/page.ts';
import {
  anyObject,
  choice,
  flag,
  type Infer,
  idInput,
  label,
  list,
  nullable,
  object,
  record,
  revisionNote,
  type Schema,
  slug,
  text,
  timestamp,
} from '../../model/schema/schema.ts';

/** A term by its id, or as a read shows it. */
export const termInput: Schema<number | string | { readonly termId?: unknown }> = {
  type: ['integer', 'string', 'object'],
  maxLength: 20,
};
export type TermRefInput = Infer<typeof termInput>;

/** The content of a placed block. */
export const blockContent = {
  fields: nullable(anyObject()),
  title: nullable(text({ maxLength: 500 })),
  overrides: nullable(anyObject()),
  hidden: nullable(flag()),
};
/** What a new placement shows: an inline block of a type, or a reusable block. */
export const blockSource = { blockTypeSlug: slug(), blockTypeId: idInput(), blockId: idInput() };
const regionEntry = object({}, { id: idInput(), ...blockSource, ...blockContent });
export type RegionEntryInput = Infer<typeof regionEntry>;

const properties = {
  title: label(500),
  slug: nullable(text({ maxLength: 300 })),
  typeId: idInput(),
  type: text({ minLength: 1, maxLength: 200 }),
  status: choice(...PAGE_STATUSES),
  fields: nullable(anyObject()),
  metaTitle: nullable(text({ maxLength: 500 })),
  metaDescription: nullable(text({ maxLength: 2000 })),
  // The record's schema leaves these formats out, so that a file with other values stays readable (`shownValues.ts`).
  ogImage: nullable(text({ maxLength: 2000, format: 'imageAddress' })),
  canonicalUrl: nullable(text({ maxLength: 2000, format: 'canonicalUrl' })),
  robots: nullable(text({ maxLength: 200, format: 'robots' })),
  scheduledAt: nullable(timestamp()),
  unpublishAt: nullable(timestamp()),
  publishedAt: nullable(timestamp()),
  locale: text({ maxLength: 35 }),
  translationGroupId: nullable(text({ minLength: 1, maxLength: 100 })),
  /** Without a version: the present one of the source. */
  translation: nullable(object({ of: text({ maxLength: 35 }) }, { rev: text({ maxLength: 40 }) })),
  slugOverride: nullable(flag()),
  regions: nullable(record(list(regionEntry, { maxItems: 1000 }))),
  terms: nullable(list(termInput, { maxItems: 1000 })),
  revisionNote: nullable(revisionNote()),
  /** false: a page that gets another address leaves no redirect at the old one. */
  redirect: flag(),
};

const { title, ...rest } = properties;
export const pageCreateInput = object({ title }, rest);
export const pageUpdateInput = object({}, properties);
export type PageInput = Infer<typeof pageUpdateInput>;

const SEO_KEYS = ['metaTitle', 'metaDescription', 'ogImage', 'canonicalUrl', 'robots'] as const;

/** The page's SEO values with those of the body merged in; null and empty values clear. */
export function mergeSeo(before: Page['seo'], input: PageInput): Page['seo'] {
  const given = SEO_KEYS.filter(
    (key) => input[key] !== undefined && !(isEmptyText(input[key]) && isEmptyText(before[key])),
  );
  const cleared = given.filter((key) => isEmptyText(input[key]));
  const merged = { ...before, ...Object.fromEntries(given.map((key) => [key, input[key]])) };
  return Object.fromEntries(Object.entries(merged).filter(([key]) => !cleared.some((one) => one === key)));
}

const isEmptyText = (value: string | null | undefined): boolean => value == null || value === '';
