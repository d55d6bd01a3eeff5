import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ImportTarget } from '../../src/convert/foundSite.ts';
import { createNotes } from '../../src/convert/notes.ts';
import { createTerms } from '../../src/convert/terms.ts';
import { readLocales } from '../../src/features/importContentful/entries.ts';
import { readTypes } from '../../src/features/importContentful/readTypes.ts';
import { toRichText } from '../../src/features/importContentful/toRichText.ts';
import { findCode, replaceOutsideOfCode, withoutCode } from '../../src/features/importMarkdown/codeSpans.ts';
import type { MarkdownDraft } from '../../src/features/importMarkdown/drafts.ts';
import { createFileLinks } from '../../src/features/importMarkdown/fileLinks.ts';
import { readMarkdown } from '../../src/features/importMarkdown/frontMatter.ts';
import {
  candidates,
  draftTerms,
  draftTitle,
  readDates,
  readTimeField,
} from '../../src/features/importMarkdown/values.ts';
import { readMenus } from '../../src/features/importWordpress/menus.ts';
import { postAddress, type WordpressPost } from '../../src/features/importWordpress/posts.ts';
import { postBody, postStatus, seoOf } from '../../src/features/importWordpress/values.ts';
import { postTerms } from '../../src/features/importWordpress/vocabularies.ts';

const NOW = new Date('2026-02-01T00:00:00.000Z');

describe('front matter', () => {
  const read = (text: string) => readMarkdown(Buffer.from(text));

  it.each([
    ['---\na: 1\n---\nText', { values: { a: 1 }, body: 'Text' }],
    ['---\n---\nText', { values: {}, body: 'Text' }],
    [
      '+++\na = 1\nat = 2026-01-01T10:00:00+02:00\n+++\nText',
      { values: { a: 1, at: '2026-01-01T08:00:00.000Z' }, body: 'Text' },
    ],
    ['{\n"a": 1\n}\nText', { values: { a: 1 }, body: 'Text' }],
    ['{"a": 1', { values: {}, body: '{"a": 1' }],
    ['{not json}\nText', { values: {}, body: '{not json}\nText', isPlain: true }],
    ['Text', { values: {}, body: 'Text', isPlain: true }],
    ['', { values: {}, body: '', isPlain: true }],
  ])('of %j is %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ['---js\nprocess.exit()\n---\n'],
    ['--- yaml\na: 1\n---\n'],
    ['+++\na = 1\n'],
    ['+++\na = \n+++\n'],
    ['---\na: [\n---\n'],
    ['---\na: &a [*a]\n---\n'],
  ])('of %j cannot be read, and says so', (text) => {
    expect(() => read(text)).toThrow(/\w/);
  });

  it('pollutes nothing, whatever it is called', () => {
    for (const text of [
      '---\n__proto__: { polluted: 1 }\n---\n',
      '{\n"__proto__": { "polluted": 1 }\n}\n',
      '+++\n[__proto__]\npolluted = 1\n+++\n',
    ])
      try {
        read(text);
      } catch {
        // It may be refused.
      }
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('code in a text', () => {
  it('is found in order and within the text, and all else is left', () => {
    const word = fc.constantFrom('`', '``', '```', '```js\n', '~~~\n', '\n', '\n\n', 'a', '\\', ' ');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 25 }), (words) => {
        const text = words.join('');
        const spans = findCode(text);
        let last = 0;
        for (const { start, end } of spans) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
        expect(replaceOutsideOfCode(text, /a/g, () => 'a')).toBe(text);
        expect(withoutCode(text).length).toBeLessThanOrEqual(text.length + spans.length);
      }),
    );
  });

  it.each([
    ['a `a` a', 'X `a` X'],
    ['```\na\n```\na', '```\na\n```\nX'],
    ['~~~\na\n```\na\n~~~\na', '~~~\na\n```\na\n~~~\nX'],
    ['`` a ` a `` a', '`` a ` a `` X'],
    ['` a\n\na `', '` X\n\nX `'],
    ['```\na', '```\na'],
  ])('of %j stays where the rest becomes %j', (text, expected) => {
    expect(replaceOutsideOfCode(text, /a/g, () => 'X')).toBe(expected);
  });
});

const draft = (
  path: string,
  more: Partial<MarkdownDraft> = {},
  address = path.replace(/\.md$/, ''),
): MarkdownDraft => ({
  ...{ path, values: {}, body: '', locale: 'en', slug: address, type: 'page' },
  place: { collection: 'page', address, locale: undefined, date: undefined, isDraft: false },
  ...more,
});
const LAYOUT = {
  name: 'Hugo',
  publicFolders: ['static', ''],
  siteUrl: 'https://old.example/',
  placeOf: () => draft('a').place,
};

describe('a link between files', () => {
  const notes = createNotes();
  const [from, about, german] = [
    draft('posts/one.md'),
    draft('content/about.md', { slug: 'about' }, 'about'),
    draft('de/ueber.md', { locale: 'de', slug: 'ueber' }, 'ueber'),
  ];
  const links = createFileLinks(
    [from, about, german, draft('posts/two/index.md', { slug: 'posts/two' }, 'posts/two')],
    LAYOUT,
    notes,
  );

  it.each([
    ['two/index.md', 'page:en/posts/two'],
    ['./two/', 'page:en/posts/two'],
    ['/about/', 'page:en/about'],
    ['/about.html?a=1#b c', 'page:en/about?a=1#b%20c'],
    ['../content/about.md', 'page:en/about'],
    ['about.md', 'page:en/about'],
    ['https://old.example/about', 'page:en/about'],
    ['/de/ueber/', 'page:de/ueber'],
    ['https://other.example/about', 'https://other.example/about'],
    ['//other.example/about', '//other.example/about'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['#here', '#here'],
    ['', ''],
    ['/gone', '/gone'],
    ['gone', '/posts/one/gone'],
    ['../../../etc/passwd', '/etc/passwd'],
  ])('to "%s" leads to %s', (href, expected) => {
    expect(links.resolve(href, from)).toBe(expected);
  });

  it('to nothing is noted', () => {
    expect(notes.lines()[0]).toMatch(/^A link leads to no imported page/);
  });
});

describe('a Markdown file', () => {
  it.each([
    ['/a.png', ['static/a.png', '/a.png']],
    ['a.png?x#y', ['posts/a.png', 'static/a.png', 'a.png']],
  ])('mentions %s, which may be at %j', (address, expected) => {
    expect(candidates(address, 'posts/one.md', LAYOUT)).toEqual(expected);
  });

  it.each([
    [{ title: ' Own ' }, 'Own'],
    [{ title: 2026 }, '2026'],
    [{ title: ['x'] }, 'First'],
    [{}, 'First'],
  ])('with %j is called "%s"', (values, expected) => {
    const heading = { type: 'doc', content: [{ type: 'heading', content: [{ type: 'text', text: 'First' }] }] };
    expect(draftTitle(draft('a.md', { values }), heading)).toBe(expected);
    expect(draftTitle(draft('a/my-post.md'), { type: 'doc', content: [] })).toBe('My post');
  });

  it.each([
    [{ date: '2026-01-01' }, { published: '2026-01-01T00:00:00.000Z', scheduled: false }],
    [
      { date: '2026-01-01', publishDate: '2026-03-01' },
      { published: '2026-03-01T00:00:00.000Z', scheduled: true },
    ],
    [{ date: 'soon' }, { scheduled: false }],
    [{}, { scheduled: false }],
  ])('with %j is published at %j', (values, expected) => {
    expect(readDates(draft('a.md', { values }), NOW, createNotes())).toEqual(expected);
  });

  it('has the first time that can be read', () => {
    expect(readTimeField('updatedAt', { lastmod: 'x', updated: '2026-01-01' }, ['lastmod', 'updated'])).toEqual({
      updatedAt: '2026-01-01T00:00:00.000Z',
    });
    expect(readTimeField('updatedAt', { lastmod: 'x' }, ['lastmod'])).toEqual({});
  });

  it.each([
    ['Hugo', { tags: ['a', ['b', 7]], category: 'x y' }, { tags: ['a', 'b', '7'], categories: ['x-y'] }],
    ['Jekyll', { tags: 'a b', categories: 'x, y z' }, { tags: ['a', 'b'], categories: ['x', 'y-z'] }],
    ['Hugo', { tags: ['a', 'A', '', null, {}] }, { tags: ['a'] }],
    ['Hugo', {}, {}],
  ])('of %s with %j has the terms %j', (name, values, expected) => {
    const terms = createTerms({ taxonomy: () => undefined }, createNotes());
    expect(draftTerms(draft('a.md', { values }), { ...LAYOUT, name }, terms.take)).toEqual(expected);
  });
});

const post = (more: Partial<WordpressPost> = {}): WordpressPost => ({
  ...{
    id: '1',
    type: 'post',
    title: 'A',
    status: 'publish',
    link: '',
    name: 'a',
    parent: '0',
    author: 'ada',
    html: '',
    excerpt: '',
  },
  ...{
    published: '2026-01-01T00:00:00.000Z',
    updated: undefined,
    isProtected: false,
    comments: 0,
    file: '',
    order: 0,
    terms: [],
    meta: new Map(),
  },
  ...more,
});

describe('a post of WordPress', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const later = '2026-03-01T00:00:00.000Z';

  it.each<readonly [Partial<WordpressPost>, object, number]>([
    [{}, { status: 'published', publishedAt: at, createdAt: at }, 0],
    [
      { status: 'future', published: later },
      { status: 'published', publishedAt: later, createdAt: later, scheduledAt: later },
      0,
    ],
    [{ status: 'private' }, { status: 'draft', publishedAt: at, createdAt: at }, 1],
    [{ isProtected: true }, { status: 'draft', publishedAt: at, createdAt: at }, 1],
    [{ status: 'draft', published: later }, { status: 'draft', publishedAt: later, createdAt: later }, 0],
    [{ status: 'pending', published: undefined }, { status: 'draft' }, 0],
  ])('with %j becomes %j', (more, expected, count) => {
    const notes = createNotes();
    expect(postStatus(post(more), 'a', notes, NOW)).toEqual(expected);
    expect(notes.count).toBe(count);
  });

  it('keeps what search engines are told, but no template', () => {
    const meta = (title: string) =>
      new Map([
        ['_yoast_wpseo_title', title],
        ['_yoast_wpseo_metadesc', 'D'],
      ]);
    expect(seoOf(post({ meta: meta('T') }))).toEqual({ metaTitle: 'T', metaDescription: 'D' });
    expect(seoOf(post({ meta: meta('%%title%%') }))).toEqual({ metaDescription: 'D' });
    expect(seoOf(post())).toEqual({});
  });

  it.each([
    [{ link: 'https://a.example/2024/caf%C3%A9/' }, '2024/café'],
    [{ link: 'https://a.example/?p=1', parent: '2' }, 'above/a'],
    [{ link: 'not a link', name: '' }, '1'],
    [{ parent: '3' }, 'loop/a'],
  ])('with %j was at %s', (more, expected) => {
    const byId = new Map(
      [post({ id: '2', name: 'above' }), post({ id: '3', name: 'loop', parent: '3' })].map((one) => [one.id, one]),
    );
    expect(postAddress(post(more), byId)).toBe(expected);
  });

  it('has its terms by vocabulary, and none of menus', () => {
    const terms = createTerms({ taxonomy: () => undefined }, createNotes());
    const given = [
      { domain: 'category', slug: 'news', name: 'News' },
      { domain: 'post_tag', slug: 'sea', name: '' },
      { domain: 'post_tag', slug: 'sea', name: 'Sea' },
      { domain: 'nav_menu', slug: 'main', name: 'Main' },
      { domain: 'post_format', slug: 'x', name: 'x' },
    ];
    expect(postTerms(post({ terms: given }), 'a', terms)).toEqual({ categories: ['news'], tags: ['sea'] });
  });

  const body = (html: string, notes = createNotes()) =>
    JSON.stringify(
      postBody(
        post({ html }),
        'a',
        { resolve: (href) => href, source: (src) => src, picture: (id) => `<img src="/${id}.png">` },
        notes,
      ),
    );

  it('has its pictures, captions and embedded addresses as a document has them', () => {
    expect(body('[caption id="1"]<img src="/a.png"> Sea[/caption]')).toContain('"caption":"Sea"');
    expect(body('[gallery ids="7, 8"]').match(/\/[78]\.png/g)).toEqual(['/7.png', '/8.png']);
    expect(body('[gallery]')).toContain('[gallery]');
    expect(body('https://v.example/1')).toContain('"href":"https://v.example/1"');
    expect(body('see https://v.example/1 here')).not.toContain('"href"');
    expect(body('<a href="javascript:alert(1)">x</a><img src="javascript:alert(1)">')).not.toContain('javascript:');
  });

  it('notes shortcodes that stay, but neither links of Markdown nor comments', () => {
    const noted = (html: string) => {
      const notes = createNotes();
      body(html, notes);
      return notes.lines();
    };
    expect(noted('[contact-form id="1"]')).toEqual([
      'Shortcodes are left in the text as they are: [contact-form]',
      '  a',
    ]);
    expect(noted('[a](b) <!-- [c] -->')).toEqual([]);
  });
});

describe('menus of WordPress', () => {
  const item = (id: string, order: number, meta: Readonly<Record<string, string>>, title = id): WordpressPost =>
    post({
      ...{ id, type: 'nav_menu_item', title, order, terms: [{ domain: 'nav_menu', slug: 'main', name: 'Main' }] },
      meta: new Map(Object.entries(meta).map(([name, value]) => [`_menu_item_${name}`, value])),
    });

  it('have their items in order below their parents, with pages and safe addresses alone', () => {
    const notes = createNotes();
    const posts = [
      item('child', 3, { menu_item_parent: 'top', url: '/x', target: '_blank' }),
      item('top', 1, { type: 'post_type', object_id: '9' }, ''),
      item('bad', 2, { url: 'javascript:alert(1)' }),
      item('list', 4, { type: 'taxonomy' }),
      post({ id: '9', title: 'Page nine' }),
    ];
    expect(readMenus(posts, (id) => (id === '9' ? 'en/nine' : undefined), notes)).toEqual([
      {
        ...{ slug: 'main', name: 'Main' },
        items: [
          {
            title: 'Page nine',
            target: '_self',
            page: 'en/nine',
            children: [{ title: 'child', target: '_blank', url: '/x', children: [] }],
          },
          { title: 'bad', target: '_self', children: [] },
          { title: 'list', target: '_self', children: [] },
        ],
      },
    ]);
    expect(notes.lines()).toEqual([
      'A menu item leads to something that is not a page, such as a list, and has no link now',
      '  list',
    ]);
  });
});

describe('Contentful', () => {
  const rich = (...content: readonly unknown[]) => ({ nodeType: 'document', content });
  const words = (value: string, ...marks: readonly string[]) => ({
    nodeType: 'text',
    value,
    marks: marks.map((type) => ({ type })),
  });
  const entry = (id: string) => ({ target: { sys: { id } } });
  const notes = createNotes();
  const read = (value: unknown) =>
    toRichText(value, {
      notes,
      place: 'a',
      mediaKey: (id) => (id === 'm' ? 'sea' : undefined),
      href: (id) => (id === 'e' ? 'page:en/x' : undefined),
    });
  const p = (...content: readonly object[]) => ({ type: 'paragraph', ...(content.length > 0 && { content }) });
  const paragraph = (...content: readonly unknown[]) => ({ nodeType: 'paragraph', content });
  const doc = (...content: readonly object[]) => ({ type: 'doc', ...(content.length > 0 && { content }) });

  it.each<readonly [string, unknown, object]>([
    ['no document', 'x', doc()],
    ['no nodes', rich(null, 7, 'x'), doc()],
    [
      'text with its marks and lines',
      rich(paragraph(words('a\nb', 'bold', 'sparkle', 'strikethrough'))),
      doc(
        p(
          { type: 'text', text: 'a', marks: [{ type: 'bold' }, { type: 'strike' }] },
          { type: 'hardBreak' },
          { type: 'text', text: 'b', marks: [{ type: 'bold' }, { type: 'strike' }] },
        ),
      ),
    ],
    [
      'a heading',
      rich({ nodeType: 'heading-1', content: [words('a')] }),
      doc({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'a' }] }),
    ],
    [
      'a link',
      rich(paragraph({ nodeType: 'hyperlink', data: { uri: 'https://a.example' }, content: [words('a')] })),
      doc(p({ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: 'https://a.example' } }] })),
    ],
    [
      'a link that runs',
      rich(paragraph({ nodeType: 'hyperlink', data: { uri: 'javascript:alert(1)' }, content: [words('a')] })),
      doc(p({ type: 'text', text: 'a' })),
    ],
    [
      'a link to an entry',
      rich(paragraph({ nodeType: 'entry-hyperlink', data: entry('e'), content: [words('a')] })),
      doc(p({ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: 'page:en/x' } }] })),
    ],
    [
      'a link to an entry that is gone',
      rich(paragraph({ nodeType: 'entry-hyperlink', data: entry('z'), content: [words('a')] })),
      doc(p({ type: 'text', text: 'a' })),
    ],
    [
      'a picture',
      rich({ nodeType: 'embedded-asset-block', data: entry('m') }),
      doc({ type: 'image', attrs: { src: 'media:sea' } }),
    ],
    ['a picture that is gone', rich({ nodeType: 'embedded-asset-block', data: entry('z') }), doc()],
    ['a rule', rich({ nodeType: 'hr' }), doc({ type: 'horizontalRule' })],
    [
      'the content of what is not known',
      rich({ nodeType: 'toString', content: [paragraph(words('a'))] }),
      doc(p({ type: 'text', text: 'a' })),
    ],
  ])('has rich text that becomes %s', (_, value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  it('has rich text that may nest without end', () => {
    const deep = Array.from({ length: 5000 }).reduce<object>(
      (inner) => ({ nodeType: 'blockquote', content: [inner] }),
      paragraph(words('a')),
    );
    expect(JSON.stringify(read(rich(deep))).match(/blockquote/g)!.length).toBeLessThanOrEqual(61);
  });

  it.each([
    [{ type: 'Symbol' }, 'text', {}],
    [{ type: 'Symbol', required: true, name: 'Label' }, 'text', { label: 'Label', required: true }],
    [{ type: 'Symbol', validations: [{ in: ['a', 7] }] }, 'select', { options: ['a'] }],
    [{ type: 'Array', items: { type: 'Symbol', validations: [{ in: ['a'] }] } }, 'multiselect', { options: ['a'] }],
    [{ type: 'Link', linkType: 'Asset' }, 'media', {}],
    [{ type: 'Array', items: { linkType: 'Asset' } }, 'gallery', {}],
    [
      { type: 'Link', linkType: 'Entry', validations: [{ linkContentType: ['blogPost', 'gone'] }] },
      'reference',
      { settings: { types: ['blog-post'] } },
    ],
    [{ type: 'Array', items: { linkType: 'Entry' } }, 'repeater', { fields: [{ name: 'entry', type: 'reference' }] }],
    [{ type: 'toString' }, 'json', {}],
  ])('has the field %j as the type %s', (field, type, more) => {
    const content = { contentTypes: [{ sys: { id: 'blogPost' }, fields: [{ id: 'a', ...field }] }] };
    const read = readTypes(content, createNotes()).get('blogPost')!;
    expect(read.slug).toBe('blog-post');
    expect(read.fields[0]?.definition).toEqual({ name: 'a', type, ...more });
  });

  it('has names of types and fields that are made valid, and kept apart', () => {
    const type = (id: string, ...fields: readonly string[]) => ({
      sys: { id },
      fields: fields.map((field) => ({ id: field, type: 'Symbol' })),
    });
    const types = readTypes(
      { contentTypes: [type('blogPost', 'a b', 'a_b', '__proto__'), type('blog-post'), type('???')] },
      notes,
    );
    expect([...types.values()].map(({ slug, fields }) => [slug, fields.map(({ name }) => name)])).toEqual([
      ['blog-post', ['a_b', 'a_b-2']],
      ['blog-post-2', []],
      ['entry', []],
    ]);
  });

  it.each([
    [[], [['en-US', 'en']], 'en-US'],
    [[{ code: 'de-DE', default: true }], [['de-DE', 'en']], 'de-DE'],
    [
      [{ code: 'en-US' }, { code: 'de', default: true }, { code: '!!' }],
      [
        ['en-US', 'en-US'],
        ['de', 'de'],
      ],
      'de',
    ],
  ])('has with the languages %j the locales %j', (locales, expected, fallback) => {
    const read = readLocales({ locales }, { defaultLocale: 'en' } as ImportTarget, createNotes());
    expect(read.all.map(({ code, locale }) => [code, locale])).toEqual(expected);
    expect(read.fallback).toBe(fallback);
  });
});
