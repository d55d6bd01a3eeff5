import type { Kind } from '../../../src/model/records.ts';
import { card, doc, FIELDS, pageData, paragraph, text } from './fixtures.ts';

const item = (id: number, title: string, ...children: readonly object[]) => ({
  id,
  title,
  target: '_self',
  isExpanded: false,
  children,
});
const term = (id: number, slug: string, ...children: readonly object[]) => ({
  id,
  slug,
  name: `${slug} name`,
  weight: 0,
  children,
});

const everyField = {
  text: 'one line',
  textarea: 'first line of it\nsecond line of it\nthird line',
  richtext: doc(
    paragraph('the quick brown ', text('fox jumps', 'bold'), ' over the lazy dog'),
    { type: 'heading', attrs: { level: 2 }, content: [text('a heading of words')] },
    {
      type: 'bulletList',
      content: ['alpha beta', 'gamma delta'].map((one) => ({ type: 'listItem', content: [paragraph(one)] })),
    },
    paragraph('another paragraph at the end'),
  ),
  markdown: '# A title\n\nSome *words* here.\n\nMore words there.\n',
  number: 1.5,
  integer: 3,
  boolean: true,
  date: '2026-01-05',
  datetime: '2026-01-05T09:00:00.000Z',
  select: 'a',
  multiselect: ['a', 'b', 'c'],
  url: '/a',
  email: 'a@example.org',
  color: '#aabbcc',
  slug: 'a-slug',
  media: 'harbour',
  gallery: ['harbour', 'dawn', 'boats'],
  reference: 'en/home',
  page: 'en/about',
  term: 'topics/news',
  link: { url: '/x', text: 'X y', target: '_self' },
  json: {
    a: 1,
    b: { c: 'd', e: [1, 2] },
    list: [
      { id: 7, x: 1 },
      { id: 8, x: 2 },
    ],
  },
  code: 'a();\nb();\nc();\n',
  object: { text: 'inner', area: 'inner lines\nof text' },
  repeater: [{ text: 'one', area: 'first item of all' }, { text: 'two', area: 'second thing' }, { text: 'three' }],
  unknown: { to: 'the schema' },
};

/** A record of every kind in a content repository, with a value for everything that it can hold. */
export const SAMPLES: Partial<Record<Kind, object>> = {
  page: pageData({
    seo: { metaTitle: 'About', robots: 'noindex' },
    terms: { topics: ['news', 'events'], places: ['harbour'] },
    publishedAt: '2026-01-05T09:00:00.000Z',
    fields: everyField,
    regions: {
      main: [card(1, 'first card'), { id: 2, block: 'newsletter', overrides: { text: 'stay' } }, card(3, 'third')],
      aside: [card(4, 'beside')],
    },
  }),
  block: { key: 'b', type: 'card', title: 'A block', isReusable: true, fields: everyField },
  menu: {
    slug: 'main',
    name: 'Main',
    items: [item(1, 'Home', item(2, 'Team'), item(3, 'Jobs')), item(4, 'News'), item(5, 'Shop', item(6, 'Cart'))],
  },
  taxonomy: {
    slug: 'topics',
    name: 'Topics',
    hierarchical: true,
    description: 'what',
    terms: [term(1, 'news', term(2, 'local')), term(3, 'events'), term(4, 'press')],
  },
  settings: {
    siteName: 'Quire',
    tagline: 'a line',
    footer: { text: 'the end' },
    social: { mastodon: '@a', github: 'b' },
    defaultLocale: 'en',
    supportedLocales: ['en', 'de', 'fr'],
    homeSlug: 'home',
    session: { duration: '24h' },
  },
  contentType: {
    slug: 'article',
    name: 'Article',
    fieldsSchema: FIELDS,
    regions: ['main', { name: 'aside', allowed_types: ['card', 'quote'] }],
    defaultBlocks: [{ region: 'main', blockTypeSlug: 'card', position: 0, fields: { text: 'x' } }],
    settings: { icon: 'page', flags: ['a', 'b'] },
  },
  blockType: {
    slug: 'card',
    name: 'Card',
    fieldsSchema: {
      text: { type: 'text', label: 'Text' },
      area: 'textarea',
      pick: { type: 'select', options: ['a', 'b'] },
    },
    category: 'x',
  },
  media: {
    key: 'harbour',
    filename: 'harbour-0a.jpg',
    size: 10,
    width: 4,
    height: 3,
    hash: 'ff',
    altText: 'A harbour',
    focalPoint: { x: 0.5, y: 0.5 },
    metadata: { iso: 100, tags: ['sea', 'sky'] },
  },
  redirect: { key: 'old', fromPath: '/old', toPath: '/new', statusCode: 301, isActive: true },
  trackingScript: {
    key: 's',
    name: 'Stats',
    position: 'head',
    priority: 0,
    isActive: true,
    scope: 'targeted',
    targetPages: ['home', 'about'],
    code: 'start();\ncount();\nsend();\n',
  },
};
