import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findInStore } from '../../src/check/findings.ts';
import { createLocateFinding, sortFindings } from '../../src/check/locateFindings.ts';
import type { FoundFiles } from '../../src/check/mediaFindings.ts';
import { createStore } from '../../src/store/createStore.ts';
import { findNotes } from '../../src/store/file/fileNotes.ts';
import { broken, update } from '../store/siteFiles.ts';

const NOW = new Date('2026-01-05T12:00:00.000Z');

type Json = Readonly<Record<string, unknown>>;

const CREATED = { createdAt: '2026-01-01T00:00:00.000Z' };
const page = (id: number, more: Json = {}): Json => ({
  id,
  type: 'event',
  title: `Page ${id}`,
  status: 'published',
  ...CREATED,
  ...more,
});
const link = (href: string): Json => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href } }] }] }],
});
const EVENT = {
  ...{ id: 1, name: 'Event', ...CREATED },
  fieldsSchema: [
    { name: 'summary', type: 'text', required: true },
    { name: 'body', type: 'richtext' },
    { name: 'see', type: 'page' },
    { name: 'photo', type: 'media' },
  ],
  regions: [{ name: 'main', allowed_types: ['quote'] }],
};

/** A site in which nothing is wrong. */
const SOUND: Readonly<Record<string, Json>> = {
  'site.yaml': { supportedLocales: ['en', 'de'] },
  'content-types/event.yaml': EVENT,
  'block-types/quote.yaml': { id: 2, name: 'Quote', ...CREATED, fieldsSchema: [{ name: 'words', type: 'text' }] },
  'block-types/picture.yaml': { id: 3, name: 'Picture', ...CREATED, fieldsSchema: [] },
  'blocks/motto.yaml': { id: 4, type: 'quote', title: 'Motto', ...CREATED, fields: {} },
  'taxonomies/topics.yaml': { id: 5, name: 'Topics', ...CREATED, terms: [{ id: 6, slug: 'news', name: 'News' }] },
  'media/sea.yaml': { id: 7, filename: 'sea.jpg', size: 10, ...CREATED },
  'menus/main.yaml': { id: 8, name: 'Main', ...CREATED, items: [{ id: 9, title: 'One', page: 'en/one' }] },
  'redirects/old.yaml': { id: 10, fromPath: '/old', toPath: '/one', ...CREATED },
  'pages/en/one.yaml': page(11, {
    ...{
      terms: { topics: ['news'] },
      translationGroup: 'g',
      fields: { summary: 'x', body: link('/old'), see: 'en/two', photo: 'sea' },
    },
    regions: {
      main: [
        { id: 21, type: 'quote', fields: { words: 'a' } },
        { id: 22, block: 'motto' },
      ],
    },
  }),
  'pages/en/two.yaml': page(12, { fields: { summary: 'x', body: link('page:en/one') } }),
  'pages/en/draft.yaml': page(13, { status: 'draft' }),
  'pages/de/eins.yaml': page(14, { translationGroup: 'g', fields: { summary: 'x' } }),
};
const FILES: FoundFiles = { files: new Map([['sea.jpg', { size: 10 }]]), isInGit: true };

function found(changes: Readonly<Record<string, Json | null>> = {}, media: FoundFiles = FILES) {
  const store = createStore();
  const files = Object.entries({ ...SOUND, ...changes }).flatMap(([path, value]) =>
    value ? [update(path, value)] : [],
  );
  store.apply(files);
  return findInStore(store, { media, now: NOW });
}

const briefly = (...parameters: Parameters<typeof found>): readonly string[] =>
  found(...parameters)
    .map(({ severity, code, path, at = [] }) =>
      [severity === 'error' ? 'E' : 'W', code, path, ...(at.length > 0 ? [at.join('.')] : [])].join(' '),
    )
    .sort();

it('finds nothing in a site in which nothing is wrong', () => {
  expect(found()).toEqual([]);
});

const two = (more: Json): Readonly<Record<string, Json>> => ({
  'pages/en/two.yaml': page(12, { fields: { summary: 'x' }, ...more }),
});
const withFields = (fields: Json) => two({ fields: { summary: 'x', ...fields } });

describe('finds', () => {
  it.each<readonly [string, Readonly<Record<string, Json | null>>, readonly string[]]>([
    [
      'a required field that a published page lacks',
      two({ fields: {} }),
      ['E VALIDATION pages/en/two.yaml fields.summary'],
    ],
    ['a value that does not fit its field', withFields({ body: 7 }), ['E VALIDATION pages/en/two.yaml fields.body']],
    [
      'a field that the type does not have',
      withFields({ sumary: 'x' }),
      ['W UNKNOWN_FIELD pages/en/two.yaml fields.sumary'],
    ],
    [
      'a page that does not exist',
      withFields({ see: 'en/gone' }),
      ['E DANGLING_REFERENCE pages/en/two.yaml fields.see'],
    ],
    ['a page that is not published', withFields({ see: 'en/draft' }), ['W HIDDEN_LINK pages/en/two.yaml fields.see']],
    ['a type that does not exist', two({ type: 'gone' }), ['E DANGLING_REFERENCE pages/en/two.yaml type']],
    [
      'a term that does not exist',
      two({ terms: { topics: ['gone'] } }),
      ['E DANGLING_REFERENCE pages/en/two.yaml terms.topics.0'],
    ],
    [
      'a reusable block that does not exist',
      two({ regions: { main: [{ id: 30, block: 'gone' }] } }),
      ['E DANGLING_REFERENCE pages/en/two.yaml regions.main.0.block'],
    ],
    [
      'a block that its region does not allow',
      two({ regions: { main: [{ id: 30, type: 'picture', fields: {} }] } }),
      ['E VALIDATION pages/en/two.yaml regions.main.0.type'],
    ],
    [
      'a link to nothing',
      withFields({ body: link('/gone') }),
      ['E BROKEN_LINK pages/en/two.yaml fields.body.content.0.content.0.marks.0.attrs.href'],
    ],
    [
      'a link to a page that is not published',
      withFields({ body: link('/draft') }),
      ['W HIDDEN_LINK pages/en/two.yaml fields.body.content.0.content.0.marks.0.attrs.href'],
    ],
    [
      'a locale that the site does not have',
      { 'pages/fr/un.yaml': page(40, { fields: { summary: 'x' } }) },
      ['W UNSUPPORTED_LOCALE pages/fr/un.yaml'],
    ],
    [
      'an address that is not shown',
      two({ seo: { canonicalUrl: 'javascript:alert(1)' } }),
      ['E UNFIT_VALUE pages/en/two.yaml seo.canonicalUrl'],
    ],
    [
      'two translations into one language, each',
      two({ translationGroup: 'g' }),
      [
        'W DOUBLE_TRANSLATION pages/en/one.yaml translationGroup',
        'W DOUBLE_TRANSLATION pages/en/two.yaml translationGroup',
      ],
    ],
    [
      'a redirect away from a published page',
      { 'redirects/new.yaml': { id: 41, fromPath: '/one/', toPath: '/two', ...CREATED } },
      ['W REDIRECTED_PAGE redirects/new.yaml fromPath'],
    ],
    [
      'a redirect to nothing',
      { 'redirects/new.yaml': { id: 41, fromPath: '/x', toPath: '/gone', ...CREATED } },
      ['W BROKEN_LINK redirects/new.yaml toPath'],
    ],
    [
      'a redirect to a page that is not published',
      { 'redirects/new.yaml': { id: 41, fromPath: '/x', toPath: '/draft', ...CREATED } },
      ['W HIDDEN_LINK redirects/new.yaml toPath'],
    ],
    [
      'a menu that leads to a page that does not exist',
      { 'menus/main.yaml': { id: 8, name: 'Main', ...CREATED, items: [{ id: 9, title: 'X', page: 'en/gone' }] } },
      ['E DANGLING_REFERENCE menus/main.yaml items.0.page'],
    ],
    [
      'a field of an unknown kind',
      {
        'block-types/picture.yaml': { id: 3, name: 'Picture', ...CREATED, fieldsSchema: [{ name: 'a', type: 'txet' }] },
      },
      ['W UNKNOWN_FIELD_KIND block-types/picture.yaml fieldsSchema.0.type'],
    ],
    [
      'an unknown key of a field',
      {
        'block-types/picture.yaml': {
          id: 3,
          name: 'Picture',
          ...CREATED,
          fieldsSchema: [{ name: 'a', type: 'text', requierd: true }],
        },
      },
      ['W UNKNOWN_KEY block-types/picture.yaml fieldsSchema.0.requierd'],
    ],
    [
      'a default that does not fit',
      {
        'block-types/picture.yaml': {
          id: 3,
          name: 'Picture',
          ...CREATED,
          fieldsSchema: [{ name: 'a', type: 'number', default: 'x' }],
        },
      },
      ['W UNFIT_DEFAULT block-types/picture.yaml fieldsSchema.0.default'],
    ],
    [
      'a media item that nothing uses',
      { 'media/x.yaml': { id: 42, filename: 'sea.jpg', ...CREATED } },
      ['W UNUSED_MEDIA media/x.yaml'],
    ],
    [
      'a media item without its file',
      { 'media/sea.yaml': { id: 7, filename: 'gone.jpg', ...CREATED } },
      ['E MEDIA_FILE media/sea.yaml filename', 'W ORPHAN_FILE media/files/sea.jpg'],
    ],
    [
      'a media item of another size than its file',
      { 'media/sea.yaml': { id: 7, filename: 'sea.jpg', size: 11, ...CREATED } },
      ['E MEDIA_FILE media/sea.yaml size'],
    ],
  ])('%s, and nothing else', (_, changes, expected) => {
    expect(briefly(changes)).toEqual(expected);
  });

  it.each<readonly [string, Json, readonly string[]]>([
    [
      'nothing in a file of the usual form',
      { id: 12, type: 'event', title: 'Two', status: 'published', ...CREATED },
      [],
    ],
    ['a key that no file has', { id: 12, type: 'event', titel: 'x', title: 'Two', ...CREATED }, ['UNKNOWN_KEY titel']],
    ['that it has no id of its own', { type: 'event', title: 'Two', ...CREATED }, ['NOT_STAMPED ']],
    ['that its keys are in another order', { title: 'Two', id: 12, type: 'event', ...CREATED }, ['KEY_ORDER ']],
  ])('%s', (_, value, expected) => {
    const store = createStore();
    const sound = update('pages/en/two.yaml', { ...value, fields: { summary: 'x' } });
    const notes = findNotes('page', value, Object.keys(value));
    store.apply([
      update('content-types/event.yaml', EVENT),
      { ...sound, record: { ...sound.record!, ...(notes && { notes }) } },
    ]);
    expect(
      findInStore(store, { scope: new Set([sound.path]), now: NOW }).map(
        ({ code, at = [] }) => `${code} ${at.join('.')}`,
      ),
    ).toEqual(expected);
  });
});

describe('does not take for wrong', () => {
  it.each<readonly [string, Readonly<Record<string, Json | null>>]>([
    ['a required field that a draft lacks', { 'pages/en/draft.yaml': page(13, { status: 'draft', fields: {} }) }],
    ['a link that leads somewhere by an active redirect', withFields({ body: link('/old') })],
    ['a link to another site', withFields({ body: link('https://other.example/gone') })],
    ['a link to a place on its own page', withFields({ body: link('#gone') })],
    [
      'a link to a file, to the interface or to the sitemap',
      withFields({
        body: {
          type: 'doc',
          content: ['/media/x.jpg', '/api/content/x', '/sitemap-2.xml'].flatMap(
            (href) => link(href)['content'] as Json[],
          ),
        },
      }),
    ],
    ['a link with a query and a fragment', withFields({ body: link('/one?a=1#b') })],
    ['a link in the address of another language', withFields({ body: link('/de/eins') })],
    [
      'a redirect that is off, wherever it leads',
      { 'redirects/new.yaml': { id: 41, fromPath: '/one', toPath: '/gone', isActive: false, ...CREATED } },
    ],
    [
      'a redirect from the address of a draft',
      { 'redirects/new.yaml': { id: 41, fromPath: '/draft', toPath: '/one', ...CREATED } },
    ],
    [
      'a redirect to another redirect',
      { 'redirects/new.yaml': { id: 41, fromPath: '/x', toPath: '/old', ...CREATED } },
    ],
    ['pages without a group in one language', { 'pages/en/three.yaml': page(15, { fields: { summary: 'x' } }) }],
    [
      'a page in an addressed language that is supported',
      { 'pages/de/zwei.yaml': page(15, { fields: { summary: 'x' } }) },
    ],
  ])('%s', (_, changes) => {
    expect(briefly(changes)).toEqual([]);
  });

  it('a file without a record where files are kept elsewhere', () => {
    const files = new Map([
      ['sea.jpg', { size: 10 }],
      ['other.jpg', {}],
    ]);
    expect(briefly({}, { files, isInGit: false })).toEqual([]);
    expect(briefly({}, { files, isInGit: true })).toEqual(['W ORPHAN_FILE media/files/other.jpg']);
  });

  it('a file whose size is not known for one of another size', () => {
    expect(briefly({}, { files: new Map([['sea.jpg', {}]]), isInGit: true })).toEqual([]);
  });
});

describe('types that cannot be uploaded', () => {
  it('are told of a record, and of a file that has none', () => {
    const svg = { 'media/sea.yaml': { id: 7, filename: 'sea.svg', ...CREATED } };
    const files = new Map([
      ['sea.svg', {}],
      ['x.html', {}],
    ]);
    expect(briefly(svg, { files, isInGit: true })).toEqual([
      'W MEDIA_TYPE media/files/x.html',
      'W MEDIA_TYPE media/sea.yaml filename',
      'W ORPHAN_FILE media/files/x.html',
    ]);
  });
});

describe('a file that cannot be read', () => {
  it('is not taken for gone by those that mention it, but by no others', () => {
    const store = createStore();
    const files = Object.entries(SOUND).filter(([path]) => path !== 'pages/en/two.yaml');
    store.apply([...files.map(([path, value]) => update(path, value)), broken('pages/en/two.yaml')]);
    const codes = findInStore(store, { media: FILES, now: NOW }).map(({ code, path }) => `${code} ${path}`);
    expect(codes).toEqual(['SYNTAX pages/en/two.yaml']);
  });

  it('of media may be the record of any file', () => {
    const store = createStore();
    const files = Object.entries(SOUND).map(([path, value]) => update(path, value));
    store.apply([...files, broken('media/other.yaml')]);
    const media = { files: new Map([...FILES.files, ['x.jpg', {}]]), isInGit: true };
    expect(findInStore(store, { media, now: NOW }).map(({ code }) => code)).toEqual(['SYNTAX']);
  });
});

describe('findings', () => {
  it('name their record, and suggest what was meant', () => {
    const [finding] = found(withFields({ sumary: 'x' }));
    expect(finding).toMatchObject({ record: { kind: 'page', id: 12, key: 'en/two' } });
    expect(finding?.message).toContain('did you mean "summary"?');
    expect(found(withFields({ see: 'en/gone' }))[0]?.message).toBe('mentions the page "en/gone", which does not exist');
  });

  it('of one record are a hundred at most', () => {
    const fields = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`unknown${at}`, 1]));
    expect(found(withFields(fields))).toHaveLength(100);
  });

  it('of some files are those among all findings', () => {
    const store = createStore();
    const changes = {
      ...withFields({ see: 'en/gone' }),
      'menus/main.yaml': { id: 8, name: 'Main', ...CREATED, items: [{ id: 9, title: 'X', page: 'en/gone' }] },
    };
    store.apply(Object.entries({ ...SOUND, ...changes }).map(([path, value]) => update(path, value as Json)));
    const all = findInStore(store, { now: NOW });
    for (const path of ['menus/main.yaml', 'pages/en/two.yaml', 'pages/en/one.yaml'])
      expect(findInStore(store, { scope: new Set([path]), now: NOW })).toEqual(all.filter((one) => one.path === path));
    expect(findInStore(store, { scope: new Set(), now: NOW })).toEqual([]);
  });
});

describe('the places of findings', () => {
  const finding = (at: readonly (string | number)[], more: object = {}) =>
    ({ path: 'a.yaml', severity: 'error', code: 'SCHEMA', message: 'm', at, ...more }) as const;
  const text = 'title: A\nfields:\n  list:\n    - one\n    - two\n';

  it.each([
    [['title'], 1, 1],
    [['fields', 'list', 1], 5, 5],
    [['gone'], 1, 1],
  ])('%j is at line %i, column %i', (at, line, column) => {
    expect(createLocateFinding(() => Buffer.from(text))(finding(at))).toMatchObject({ line, column });
  });

  it('that are known stay, and a file that is gone has its first line', () => {
    const place = createLocateFinding(() => null);
    expect(place(finding(['title'], { line: 7 }))).toMatchObject({ line: 7, column: 1 });
    expect(place(finding(['title']))).toMatchObject({ line: 1, column: 1 });
  });

  it('of one file after the other are found by reading it once', () => {
    const read: string[] = [];
    const place = createLocateFinding((path) => {
      read.push(path);
      return Buffer.from(text);
    });
    for (const path of ['a.yaml', 'a.yaml', 'b.yaml']) place(finding(['title'], { path }));
    expect(read).toEqual(['a.yaml', 'b.yaml']);
  });

  it('give the same order whatever order they come in', () => {
    const one = fc.record({
      path: fc.constantFrom('a', 'b'),
      line: fc.integer({ min: 1, max: 3 }),
      column: fc.integer({ min: 1, max: 12 }),
      code: fc.constantFrom('SCHEMA' as const, 'LIMIT' as const),
      message: fc.constantFrom('x', 'y'),
      severity: fc.constant('error' as const),
    });
    fc.assert(
      fc.property(fc.array(one), (all) => {
        const sorted = sortFindings(all);
        expect(sortFindings(all.toReversed())).toEqual(sorted);
        for (const [at, { path, line, column }] of sorted.slice(1).entries()) {
          const before = sorted[at]!;
          expect(before.path <= path).toBe(true);
          if (before.path === path)
            expect(before.line < line || (before.line === line && before.column <= column)).toBe(true);
        }
      }),
    );
  });
});
