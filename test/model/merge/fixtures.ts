import { BUILT_IN_CODE } from '../../../src/fields/kinds.ts';
import type { FieldsSchema } from '../../../src/model/fields/field.ts';
import type { FieldSchemas } from '../../../src/model/merge/mergeData.ts';

/** One field of every kind, named after its kind. */
export const FIELDS: FieldsSchema = [
  ...['text', 'textarea', 'richtext', 'markdown', 'number', 'integer', 'boolean', 'date', 'datetime', 'select'],
  ...['multiselect', 'url', 'email', 'color', 'slug', 'media', 'gallery', 'reference', 'page', 'term', 'link', 'json'],
  'code',
]
  .map((type): object => ({ name: type, type }))
  .concat([
    {
      name: 'object',
      type: 'object',
      fields: [
        { name: 'text', type: 'text' },
        { name: 'area', type: 'textarea' },
      ],
    },
    {
      name: 'repeater',
      type: 'repeater',
      fields: [
        { name: 'text', type: 'text' },
        { name: 'area', type: 'textarea' },
      ],
    },
  ]);

/** The only types are `article` and `card`; both have these fields. */
export const schemas: FieldSchemas = {
  code: BUILT_IN_CODE,
  ofContentType: (slug) => (slug === 'article' ? FIELDS : undefined),
  ofBlockType: (slug) => (slug === 'card' ? FIELDS : undefined),
  ofBlock: (key) => (key === 'newsletter' ? FIELDS : undefined),
};

export const pageData = (more: object = {}): object => ({
  locale: 'en',
  slug: 'about',
  type: 'article',
  title: 'About us',
  status: 'draft',
  slugOverride: false,
  terms: {},
  seo: {},
  fields: {},
  regions: {},
  ...more,
});

export const doc = (...content: readonly unknown[]) => ({ type: 'doc', content });
export const text = (words: string, ...marks: readonly string[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
});
export const paragraph = (...content: readonly unknown[]) => ({
  type: 'paragraph',
  content: content.map((part) => (typeof part === 'string' ? text(part) : part)),
});
export const card = (id: number, words: string) => ({ id, type: 'card', fields: { text: words } });
