import { describe, expect, it } from 'vitest';
import { readContentful } from '../../../src/features/importContentful/readContentful.ts';
import { EMPTY, importInto, makeFolder, PNG, pageOf } from '../../convert/makeFolder.ts';
import { makeSite } from '../../makeSite.ts';

const link = (linkType: string, id: string) => ({ sys: { type: 'Link', linkType, id } });
const text = (value: string, ...marks: readonly string[]) => ({
  nodeType: 'text',
  value,
  marks: marks.map((type) => ({ type })),
  data: {},
});
const EXPORT = {
  locales: [{ code: 'en-US', default: true }, { code: 'de' }],
  contentTypes: [
    {
      ...{ sys: { id: 'blogPost' }, name: 'Blog post', displayField: 'title' },
      fields: [
        { id: 'title', name: 'Title', type: 'Symbol', required: true },
        { id: 'slug', type: 'Symbol' },
        { id: 'body', type: 'RichText' },
        { id: 'notes', type: 'Text' },
        { id: 'mood', type: 'Symbol', validations: [{ in: ['calm', 'wild'] }] },
        { id: 'tags', type: 'Array', items: { type: 'Symbol' } },
        { id: 'cover', type: 'Link', linkType: 'Asset' },
        { id: 'author', type: 'Link', linkType: 'Entry', validations: [{ linkContentType: ['person'] }] },
        { id: 'related', type: 'Array', items: { type: 'Link', linkType: 'Entry' } },
        { id: 'rating', type: 'Integer' },
      ],
    },
    { sys: { id: 'person' }, name: 'Person', displayField: 'name', fields: [{ id: 'name', type: 'Symbol' }] },
  ],
  editorInterfaces: [
    { sys: { contentType: link('ContentType', 'blogPost') }, controls: [{ fieldId: 'notes', widgetId: 'markdown' }] },
  ],
  assets: [
    {
      sys: { id: 'a1' },
      fields: { title: { 'en-US': 'Pier' }, file: { 'en-US': { url: '//images.ctfassets.net/s/a1/x/pier.png' } } },
    },
    { sys: { id: 'a2' }, fields: { file: { 'en-US': { url: '//images.ctfassets.net/s/a2/x/gone.png' } } } },
  ],
  entries: [
    {
      sys: {
        id: 'E1',
        contentType: link('ContentType', 'blogPost'),
        publishedVersion: 3,
        firstPublishedAt: '2024-01-02T03:04:05.000Z',
      },
      fields: {
        title: { 'en-US': 'First', de: 'Erstes' },
        slug: { 'en-US': 'first' },
        notes: { 'en-US': 'Some **bold**\n' },
        mood: { 'en-US': 'calm' },
        tags: { 'en-US': ['a', 'b'] },
        cover: { 'en-US': link('Asset', 'a1') },
        author: { 'en-US': link('Entry', 'p1') },
        related: { 'en-US': [link('Entry', 'E2'), link('Entry', 'gone')] },
        rating: { 'en-US': 4 },
        body: {
          'en-US': {
            nodeType: 'document',
            content: [
              { nodeType: 'heading-1', content: [text('Head')] },
              {
                nodeType: 'paragraph',
                content: [
                  text('See '),
                  { nodeType: 'entry-hyperlink', data: { target: link('Entry', 'E2') }, content: [text('it', 'bold')] },
                ],
              },
              {
                nodeType: 'paragraph',
                content: [{ nodeType: 'hyperlink', data: { uri: 'javascript:alert(1)' }, content: [text('no')] }],
              },
              { nodeType: 'embedded-asset-block', data: { target: link('Asset', 'a1') }, content: [] },
              {
                nodeType: 'unordered-list',
                content: [{ nodeType: 'list-item', content: [{ nodeType: 'paragraph', content: [text('one')] }] }],
              },
            ],
          },
        },
      },
    },
    { sys: { id: 'E2', contentType: link('ContentType', 'blogPost') }, fields: { title: { 'en-US': 'Second' } } },
    {
      sys: {
        id: 'p1',
        contentType: link('ContentType', 'person'),
        publishedVersion: 1,
        publishedAt: '2024-01-01T00:00:00Z',
      },
      fields: { name: { 'en-US': 'Ada' } },
    },
  ],
};

const read = (content: unknown) => {
  const folder = makeFolder({
    'export.json': typeof content === 'string' ? content : JSON.stringify(content),
    'files/images.ctfassets.net/s/a1/x/pier.png': PNG,
  });
  return readContentful({ file: `${folder}/export.json`, files: `${folder}/files` }, EMPTY);
};

describe('the export of Contentful', () => {
  it('becomes the same types, and a page for each entry and language', async () => {
    const found = await read(EXPORT);
    expect(found.pages.map(({ locale, slug, status }) => `${locale} ${slug} ${status}`)).toEqual([
      'en-US blog-post/first published',
      'de blog-post/first published',
      'en-US blog-post/second draft',
      'en-US person/ada published',
    ]);
    expect(found.contentTypes[0]).toMatchObject({ slug: 'blog-post', name: 'Blog post' });
    expect(found.contentTypes[0]?.['fieldsSchema']).toEqual(
      expect.arrayContaining([
        { name: 'title', label: 'Title', type: 'text', required: true },
        { name: 'notes', type: 'richtext' },
        { name: 'mood', type: 'select', options: ['calm', 'wild'] },
        { name: 'author', type: 'reference', settings: { types: ['person'] } },
        { name: 'related', type: 'repeater', fields: [{ name: 'entry', type: 'reference' }] },
      ]),
    );
    expect(pageOf(found, 'blog-post/first', 'en-US')?.['fields']).toMatchObject({
      ...{
        title: 'First',
        cover: 'pier',
        author: 'en-US/person/ada',
        related: [{ entry: 'en-US/blog-post/second' }],
        rating: 4,
      },
    });
    expect(pageOf(found, 'blog-post/first', 'de')).toMatchObject({
      title: 'Erstes',
      translationGroup: 'E1',
      fields: { mood: 'calm' },
    });
    expect(found.notes.lines().filter((line) => !line.startsWith(' '))).toEqual([
      'The site has these languages: list them as supportedLocales in site.yaml',
      'A file is not in the folder',
      'A link in a rich text leads to something that was not imported, and was removed (2 times)',
      'A field refers to an entry that is not in the export (2 times)',
    ]);

    const site = await makeSite({
      'site.yaml': 'siteName: New\ndefaultLocale: en-US\nsupportedLocales: [en-US, de]\n',
    });
    await importInto(site, found);
    expect(site.newCommits()).toHaveLength(1);
    const { data } = (await site.ask('GET /content/pages/blog-post/first?richtext=html&expand=reference')).body;
    expect(data.fields.body).toContain(
      '<h2>Head</h2><p>See <strong>it</strong></p><p>no</p><img src="/api/content/media/',
    );
    expect(data.fields.notes).toBe('<p>Some <strong>bold</strong></p>');
    expect(data.fields.author.title).toBe('Ada');
  });

  it('publishes neither unpublished changes nor archived entries', async () => {
    const sys = {
      contentType: link('ContentType', 'person'),
      publishedVersion: 3,
      publishedAt: '2024-01-01T00:00:00Z',
    };
    const entries = [
      { sys: { ...sys, id: 'same', version: 4 }, fields: { name: { 'en-US': 'Same' } } },
      { sys: { ...sys, id: 'changed', version: 5 }, fields: { name: { 'en-US': 'Changed' } } },
      { sys: { ...sys, id: 'old', version: 4, archivedAt: '2024-02-01T00:00:00Z' }, fields: {} },
    ];
    const { pages, notes } = await read({ ...EXPORT, assets: [], entries });
    expect(pages.map(({ slug, status }) => `${slug} ${status}`)).toEqual([
      ...['person/same published', 'person/changed draft', 'person/old draft'],
    ]);
    expect(notes.lines()).toEqual(
      expect.arrayContaining([
        'Published entries with unpublished changes became drafts',
        'Archived entries became drafts',
      ]),
    );
  });

  it('SEC-9 notes what it cannot take, and imports the rest', async () => {
    const [type, entry] = [EXPORT.contentTypes[0]!, EXPORT.entries[0]!];
    const body = {
      nodeType: 'document',
      content: [{ nodeType: 'constructor', content: [{ nodeType: 'paragraph', content: [text('Kept')] }] }],
    };
    const fields = {
      ...{ title: { 'en-US': 'First' }, body: { 'en-US': body }, notes: { 'en-US': `${'>'.repeat(2000)} deep` } },
      odd: { 'en-US': { a: 1 } },
    };
    const found = await read({
      ...EXPORT,
      contentTypes: [{ ...type, fields: [...type.fields, { id: 'odd', type: 'constructor' }] }],
      assets: [],
      entries: [{ ...entry, fields }],
    });
    expect(found.notes.lines()).toEqual(
      expect.arrayContaining([
        'A text nests too deeply to be read, and is kept as code',
        'A part of a rich text is of an unknown kind; only its content is kept',
      ]),
    );
    const site = await makeSite({});
    await importInto(site, found);
    expect(JSON.stringify(site.cms.store.byKey('page', 'en-US/blog-post/first')?.data)).toContain('Kept');
  });

  it.each([
    ['no JSON', '{', 'is not JSON'],
    ['another document', { quire: 1 }, 'is not an export of Contentful'],
    ['what would reach into objects', JSON.stringify(EXPORT).replace('"locales"', '"__proto__"'), '__proto__'],
    ['nesting without end', `${'['.repeat(500)}${']'.repeat(500)}`, 'cannot be read'],
  ])('SEC-9 refuses %s in words', async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });
});
