import type { JsonObject, JsonValue } from '../../src/store/codec/json/json.ts';

/** The locales of a generated site, the default one first. */
export const LOCALES = ['en', 'es', 'fr'] as const;
/** Terms of the flat vocabulary: `topics/topic-1` and so on. */
export const TOPICS = 24;
/** Top terms of the hierarchical vocabulary `places`. */
export const AREAS = 8;
/** Terms below each of those. */
export const TOWNS = 5;
/** Media records: `picture-1` and so on. */
export const MEDIA = 6;
/** Reusable blocks: `shared-1` and so on; they have the first block ids. */
export const SHARED_BLOCKS = 30;
const SINCE = '2024-01-01T00:00:00.000Z';

const regions: JsonValue = [
  { name: 'hero', allowed_types: ['hero'] },
  { name: 'main' },
  { name: 'aside', allowed_types: ['quote', 'call_to_action', 'related', 'facts'] },
];
const field = (name: string, type: string, rest: JsonObject = {}): JsonObject => ({ name, type, ...rest });
const summary = field('summary', 'textarea', { required: true, max: 400 });
const cover = field('cover', 'media');

const contentTypes: readonly (readonly [
  slug: string,
  name: string,
  fields: readonly JsonObject[],
  settings?: JsonObject,
])[] = [
  ['page', 'Page', [summary, cover, field('showContents', 'boolean', { default: false })]],
  [
    'article',
    'Article',
    [summary, cover, field('author', 'text'), field('seeAlso', 'reference'), field('wordCount', 'integer', { min: 0 })],
    { slugPrefix: 'articles' },
  ],
  [
    'event',
    'Event',
    [
      summary,
      field('startsAt', 'datetime', { required: true }),
      field('places', 'integer', { min: 1 }),
      field('venue', 'page'),
      field('contact', 'email'),
    ],
  ],
  [
    'product',
    'Product',
    [
      summary,
      field('price', 'number', { min: 0 }),
      field('sku', 'slug'),
      field('colour', 'color'),
      field('sizes', 'multiselect', { options: ['s', 'm', 'l'] }),
      field('origin', 'term'),
    ],
  ],
  [
    'person',
    'Person',
    [
      summary,
      field('email', 'email'),
      field('website', 'url'),
      field('bornOn', 'date'),
      field('skills', 'repeater', {
        fields: [field('name', 'text', { required: true }), field('level', 'integer', { min: 1, max: 5 })],
      }),
    ],
  ],
];

const blockTypes: readonly (readonly [slug: string, name: string, fields: readonly JsonObject[]])[] = [
  ['rich_text', 'Rich text', [field('body', 'richtext', { required: true })]],
  [
    'hero',
    'Hero',
    [field('heading', 'text', { required: true }), field('intro', 'textarea'), field('picture', 'media')],
  ],
  ['quote', 'Quote', [field('text', 'textarea', { required: true }), field('cite', 'text')]],
  [
    'gallery',
    'Gallery',
    [field('pictures', 'gallery', { min: 1 }), field('columns', 'integer', { min: 1, max: 4, default: 3 })],
  ],
  ['call_to_action', 'Call to action', [field('heading', 'text', { required: true }), field('link', 'link')]],
  [
    'faq',
    'Questions',
    [field('items', 'repeater', { fields: [field('question', 'text'), field('answer', 'markdown')] })],
  ],
  ['facts', 'Facts', [field('rows', 'repeater', { fields: [field('label', 'text'), field('value', 'number')] })]],
  ['related', 'Related page', [field('page', 'page'), field('remark', 'text')]],
];

/** A one-pixel GIF of a colour (GIF89a: header, screen of 1 × 1 with two colours, one image, trailer). */
export const pixel = (red: number, green: number, blue: number): Buffer =>
  Buffer.concat([
    Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00', 'latin1'),
    Buffer.from([red, green, blue, 0, 0, 0]),
    Buffer.from('2c00000000010001000002024401003b', 'hex'),
  ]);

const topic = (id: number): JsonObject => ({ id, slug: `topic-${id}`, name: `Topic ${id}`, weight: id });
const area = (index: number): JsonObject => ({
  id: TOPICS + 1 + index * (TOWNS + 1),
  slug: `area-${index + 1}`,
  name: `Area ${index + 1}`,
  weight: index + 1,
  children: numbers(TOWNS).map((town) => ({
    id: TOPICS + 1 + index * (TOWNS + 1) + town,
    slug: `town-${index + 1}-${town}`,
    name: `Town ${index + 1}.${town}`,
  })),
});

/** From 1 to `count`. */
export const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Every record except pages, menus and blocks: path without extension, and the file's content. */
export const MODEL: readonly (readonly [stem: string, value: JsonObject])[] = [
  ['site', { siteName: 'Generated site', supportedLocales: LOCALES }],
  ...contentTypes.map(([slug, name, fieldsSchema, settings], index): readonly [string, JsonObject] => [
    `content-types/${slug}`,
    { id: index + 1, name, ...(settings && { settings }), fieldsSchema, regions, createdAt: SINCE },
  ]),
  ...blockTypes.map(([slug, name, fieldsSchema], index): readonly [string, JsonObject] => [
    `block-types/${slug}`,
    { id: index + 1, name, fieldsSchema, createdAt: SINCE },
  ]),
  ['taxonomies/topics', { id: 1, name: 'Topics', createdAt: SINCE, terms: numbers(TOPICS).map(topic) }],
  [
    'taxonomies/places',
    { id: 2, name: 'Places', hierarchical: true, createdAt: SINCE, terms: numbers(AREAS).map((one) => area(one - 1)) },
  ],
  ...numbers(20).map((id): readonly [string, JsonObject] => [
    `redirects/old-${id}`,
    {
      id,
      fromPath: `/old/${id}`,
      toPath: `/guides/topic-${id}`,
      ...(id % 3 === 0 && { statusCode: 302 }),
      createdAt: SINCE,
    },
  ]),
];
