import { type AssignId, defineEntity } from '../entity.ts';
import type { Entry, EntryChange, Lookup } from '../entry.ts';
import { referencesIn } from '../fields/references.ts';
import { isPublic, isTimeDependent, TIMED } from '../page/isPublic.ts';
import { moveTerms } from '../page/moveTerms.ts';
import type { Reference } from '../reference.ts';
import { mediaKey } from '../richText/imageSource.ts';
import {
  anyObject,
  choice,
  flag,
  type Infer,
  key,
  label,
  list,
  locale,
  nestedId,
  object,
  pageSlug,
  record,
  text,
  timestamp,
  withDefault,
} from '../schema/schema.ts';

export const PAGE_STATUSES = ['draft', 'published', 'archived'] as const;

/**
 * A block in a region: an inline one (`type`, `title`, `fields`) or a reusable one (`block`, `overrides`). A `hidden` one
 * stays on the page and is not public.
 */
const placement = {
  ...object(
    { id: nestedId() },
    {
      ...{ type: key(), title: text({ maxLength: 500 }), fields: anyObject() },
      ...{ block: key(), overrides: anyObject(), hidden: flag() },
    },
  ),
  oneOf: [{ required: ['type'] }, { required: ['block'] }],
  errorMessage: 'must have either a type or a block',
};
export type Placement = Infer<typeof placement>;

const seo = object(
  {},
  {
    metaTitle: text({ maxLength: 500 }),
    metaDescription: text({ maxLength: 2000 }),
    ogImage: text({ maxLength: 2000 }),
    canonicalUrl: text({ maxLength: 2000 }),
    robots: text({ maxLength: 200 }),
  },
);

/** What a translation was made from: the language of its source, and the version (blob id) of the source's file. */
const translation = object({ of: locale(), rev: text({ pattern: '^[0-9a-f]{40}$' }) });

export const pageSchema = object(
  {
    locale: locale(),
    slug: pageSlug(),
    type: key(),
    title: label(500),
    status: withDefault(choice(...PAGE_STATUSES), 'draft'),
    slugOverride: withDefault(flag(), false),
    terms: withDefault(record(list(key(), { maxItems: 500 })), {}),
    seo: withDefault(seo, {}),
    fields: withDefault(anyObject(), {}),
    regions: withDefault(record(list(placement, { maxItems: 1000 })), {}),
  },
  {
    translationGroup: text({ minLength: 1, maxLength: 100 }),
    translation,
    publishedAt: timestamp(),
    scheduledAt: timestamp(),
    unpublishAt: timestamp(),
  },
);
export type Page = Infer<typeof pageSchema>;
export type PageEntry = Entry<Page>;
export type PageRegions = Page['regions'];

/** The key of translations that know their source in the index `byTranslation`. */
export const TRANSLATED = 'translated';

export const isPageChange = (change: EntryChange): change is EntryChange<Page> => change.kind === 'page';

declare module '../records.ts' {
  interface Records {
    page: Page;
  }
}

function withIds(data: Page, assign: AssignId): Page {
  const regions = Object.entries(data.regions).map(([name, blocks]) => [
    name,
    blocks.map((block, index) => ({
      ...block,
      id: assign('block', `regions/${name}/${index}`, block.id || undefined),
    })),
  ]);
  return { ...data, regions: Object.fromEntries(regions) };
}

const placementReferences = (block: Placement, path: Reference['path'], lookup: Lookup): readonly Reference[] => {
  if (block.block !== undefined) {
    const shared = lookup.byKey('block', block.block);
    const fields = shared && lookup.byKey('blockType', shared.data.type)?.data.fieldsSchema;
    return [
      { kind: 'block', key: block.block, path: [...path, 'block'] },
      ...referencesIn(fields, block.overrides ?? {}, { path: [...path, 'overrides'], lookup }),
    ];
  }
  const type = block.type ?? '';
  return [
    { kind: 'blockType', key: type, path: [...path, 'type'] },
    ...referencesIn(lookup.byKey('blockType', type)?.data.fieldsSchema, block.fields ?? {}, {
      path: [...path, 'fields'],
      lookup,
    }),
  ];
};

function references(data: Page, lookup: Lookup): readonly Reference[] {
  const picture = mediaKey(data.seo.ogImage);
  return [
    { kind: 'contentType', key: data.type, path: ['type'] },
    ...Object.entries(data.terms).flatMap(([vocabulary, terms]) =>
      terms.map((term, index) => ({
        kind: 'term' as const,
        key: `${vocabulary}/${term}`,
        path: ['terms', vocabulary, index],
      })),
    ),
    ...(picture === undefined ? [] : [{ kind: 'media' as const, key: picture, path: ['seo', 'ogImage'] }]),
    ...referencesIn(lookup.byKey('contentType', data.type)?.data.fieldsSchema, data.fields, {
      path: ['fields'],
      lookup,
    }),
    ...Object.entries(data.regions).flatMap(([name, blocks]) =>
      blocks.flatMap((block, index) => placementReferences(block, ['regions', name, index], lookup)),
    ),
  ];
}

export const page = defineEntity({
  name: 'page',
  plural: 'pages',
  file: 'pages/{locale}/{slug}',
  home: 'content',
  schema: pageSchema,
  order: [
    'id',
    'type',
    'title',
    'slugOverride',
    'status',
    'publishedAt',
    'scheduledAt',
    'unpublishAt',
    'createdAt',
    'updatedAt',
    'translationGroup',
    'translation',
    'terms',
    'seo',
    'fields',
    'regions',
  ],
  bulk: ['fields', 'regions'],
  counter: 'page',
  indexes: {
    byType: { many: (data: Page) => [data.type] },
    byTranslationGroup: { many: (data: Page) => (data.translationGroup === undefined ? [] : [data.translationGroup]) },
    /** The folders of a slug with a dot in their name: such a folder can have the name of another page's file. */
    byDottedFolder: {
      many: (data: Page) =>
        data.slug
          .split('/')
          .slice(0, -1)
          .filter((name) => name.includes('.')),
    },
    byTranslation: { many: (data: Page) => (data.translation === undefined ? [] : [TRANSLATED]) },
    byTiming: { many: (data: Page) => (isTimeDependent(data) ? [TIMED] : []) },
    byPlacement: {
      counter: 'block',
      many: (data: Page) => Object.values(data.regions).flatMap((blocks) => blocks.map((block) => String(block.id))),
    },
  },
  access: { read: 'viewer', create: 'editor', update: 'editor', remove: 'editor' },
  isPublic,
  title: (data) => data.title,
  bodyType: (data) => data.type,
  withIds,
  references,
  moveReferences: (data, moves) => ({ ...data, terms: moveTerms(data.terms, moves) }),
});
