import { describe, expect, it } from 'vitest';
import type { Page } from '../../../src/model/entities/page.ts';
import { CmsError } from '../../../src/model/errors.ts';
import type { RecordDraft } from '../../../src/write/action.ts';
import { checkRecordContent, createValidate } from '../../../src/write/validate/validate.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { changing, type Files, making, presentOfFiles } from '../presentOfFiles.ts';

const FILES: Files = {
  ...SMALL_SITE,
  'taxonomies/topics.yaml':
    'id: 1\nname: Topics\nterms:\n  - { id: 1, slug: news, name: News }\n  - { id: 2, slug: events, name: Events }\n  - { id: 3, slug: local, name: Local }\n',
  'content-types/open.yaml': 'id: 3\nname: Open\n',
  'pages/en/open.yaml': 'id: 9\ntype: open\ntitle: Open\n',
  'redirects/old.yaml': 'id: 1\nfromPath: /old\ntoPath: /new\n',
  'users/1.yaml': 'email: ada@example.org\nname: Ada\npasswordHash: x\n',
};
const validate = createValidate();
const NOW = new Date('2026-01-05T12:00:00.000Z');

/** The refusal of a draft, or "valid". */
function verdictOn(
  files: Files,
  draftOf: (present: ReturnType<typeof presentOfFiles>) => RecordDraft,
  leaving: readonly string[] = [],
) {
  const present = presentOfFiles(files);
  try {
    validate(draftOf(present), { ...present, leaving: new Set(leaving), now: NOW });
    return 'valid';
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
    return [error.code, ...error.details.map(({ path, message }) => [path.join('.'), message].join(': '))];
  }
}
const onPage = (key: string, change: Partial<Page> | null, files = FILES) =>
  verdictOn(files, ({ lookup }) => changing(lookup, 'page', key, change));
/** The site with some of its files gone. */
const without = (...gone: readonly string[]): Files =>
  Object.fromEntries(Object.entries(FILES).filter(([path]) => !gone.includes(path)));

describe('a draft', () => {
  it('is valid if it leaves the record unchanged or removes it', () => {
    expect(onPage('en/home', {})).toBe('valid');
    expect(onPage('en/home', null)).toBe('valid');
  });

  it('is checked against the schema of its entity first', () => {
    expect(onPage('en/home', { title: '', status: 'old' as never, fields: {} })).toEqual([
      'VALIDATION',
      'title: must not be empty',
      'status: must be one of draft, published, archived',
    ]);
  });
});

describe('the content of a page', () => {
  it('is reported with all its problems at once', () => {
    expect(
      onPage('en/home', {
        fields: { rating: 9 },
        terms: { topics: ['news', 'weather'], places: ['here'] },
        regions: {
          footer: [{ id: 3, block: 'motto' }],
          content: [
            { id: 2, type: 'nothing' },
            { id: 5, block: 'nobody' },
            { id: 6, type: 'quote', fields: {} },
            { id: 3, block: 'motto', overrides: { text: null } },
          ],
        },
      }),
    ).toEqual([
      'VALIDATION',
      'fields.summary: is required',
      'fields.rating: must be at most 5',
      'terms: There is no term "weather" in "topics"',
      'terms: There is no term "here" in "places"',
      'regions.footer: "article" has no region "footer"',
      'regions.content.0.blockTypeSlug: There is no block type "nothing"',
      'regions.content.1.blockId: There is no reusable block "nobody"',
      'regions.content.2.fields.text: is required',
      'regions.content.3.overrides.text: is required',
    ]);
  });

  it.each<[string, Partial<Page>]>([
    ['a region that is empty, whatever its name', { regions: { footer: [] } }],
    ['a term that it did not have', { terms: { topics: ['local'] } }],
    [
      'a block that fills in what a shared one leaves out',
      { regions: { aside: [{ id: 3, block: 'motto', overrides: { text: 'Other' } }] } },
    ],
  ])('may be %s', (_, change) => expect(onPage('en/home', change)).toBe('valid'));

  it('needs required values only when it is published', () => {
    const regions: Page['regions'] = { aside: [{ id: 6, type: 'quote', fields: {} }] };
    expect(onPage('en/home', { status: 'draft', fields: {}, regions })).toBe('valid');
    expect(onPage('en/home', { fields: {}, regions })).toEqual([
      'VALIDATION',
      'fields.summary: is required',
      'regions.aside.0.fields.text: is required',
    ]);
  });

  it('may keep problems that a changed type has caused, but get no new ones, and not be published with them', () => {
    const files = {
      ...FILES,
      'content-types/article.yaml':
        'name: Article\nfieldsSchema: [{ name: summary, type: integer }]\nregions: [aside]\n',
    };
    const refusal = [
      'VALIDATION',
      'fields.summary: must be a whole number',
      'regions.content: "article" has no region "content"',
    ];
    for (const status of ['draft', 'archived'] as const) {
      expect(onPage('en/home', { status, title: 'Other' }, files)).toBe('valid');
      expect(onPage('en/home', { status, fields: { summary: 'New' } }, files)).toEqual(refusal.slice(0, 2));
      expect(onPage('en/home', { status, terms: { topics: ['none'] } }, files)).toEqual([
        'VALIDATION',
        'terms: There is no term "none" in "topics"',
      ]);
    }
    expect(onPage('en/home', { title: 'Other' }, files)).toBe('valid');
    const hidden = (status: string) => ({
      ...files,
      'pages/en/home.yaml': FILES['pages/en/home.yaml']!.replace('published', status),
    });
    expect(onPage('en/home', { status: 'archived' }, hidden('draft'))).toBe('valid');
    expect(onPage('en/home', { title: 'Other' }, hidden('draft'))).toBe('valid');
    expect(onPage('en/home', { status: 'published' }, hidden('draft'))).toEqual(refusal);
  });

  it('may keep blocks that its type no longer allows, even behind new ones, but get no more', () => {
    const files = {
      ...FILES,
      'content-types/article.yaml':
        'id: 1\nname: Article\nregions: [{ name: content, allowed_types: [quote] }, aside]\n',
    };
    const [text, motto] = presentOfFiles(files).lookup.byKey('page', 'en/home')!.data.regions['content']!;
    const before: Page['regions'] = { content: [{ id: 0, type: 'quote', fields: { text: 'A' } }, text!, motto!] };
    expect(onPage('en/home', { regions: before }, files)).toBe('valid');
    const more: Page['regions'] = { content: [text!, motto!, { id: 0, type: 'text' }] };
    expect(onPage('en/home', { regions: more }, files)).toEqual([
      'VALIDATION',
      'regions.content.2.blockTypeSlug: Block type "text" is not allowed here',
    ]);
  });

  it('may have any block in any region if the type has no regions', () => {
    expect(onPage('en/open', { regions: { anywhere: [{ id: 6, type: 'quote', fields: { text: 'A' } }] } })).toBe(
      'valid',
    );
  });

  it('cannot have a block type that its region does not allow, not even in a shared block', () => {
    const files = {
      ...FILES,
      'block-types/video.yaml': 'id: 3\nname: Video\n',
      'blocks/clip.yaml': 'id: 8\ntype: video\ntitle: Clip\n',
    };
    const regions: Page['regions'] = {
      content: [
        { id: 6, type: 'video' },
        { id: 7, block: 'clip' },
      ],
    };
    expect(onPage('en/home', { regions }, files)).toEqual([
      'VALIDATION',
      'regions.content.0.blockTypeSlug: Block type "video" is not allowed here',
      'regions.content.1.blockTypeSlug: Block type "video" is not allowed here',
    ]);
    expect(onPage('en/home', { regions: { aside: regions['content']! } }, files)).toBe('valid');
  });
});

describe('what a page mentioned before', () => {
  it.each([
    ['its content type', 'content-types/article.yaml'],
    ['a vocabulary', 'taxonomies/topics.yaml'],
    ['a shared block', 'blocks/motto.yaml'],
    ['a block type', 'block-types/text.yaml'],
    ['the block type of a shared block', 'block-types/quote.yaml'],
  ])('does not lock it when %s is gone', (_, path) => {
    expect(onPage('en/home', { title: 'Still here' }, without(path))).toBe('valid');
  });

  it.each<[string, string, Partial<Page>, string]>([
    ['content type', 'content-types/article.yaml', { type: 'article' }, 'typeId: There is no content type "article"'],
    [
      'vocabulary',
      'taxonomies/topics.yaml',
      { terms: { topics: ['news'] } },
      'terms: There is no term "news" in "topics"',
    ],
    [
      'shared block',
      'blocks/motto.yaml',
      { regions: { main: [{ id: 3, block: 'motto' }] } },
      'regions.main.0.blockId: There is no reusable block "motto"',
    ],
    [
      'block type',
      'block-types/text.yaml',
      { regions: { main: [{ id: 2, type: 'text' }] } },
      'regions.main.0.blockTypeSlug: There is no block type "text"',
    ],
  ])('cannot be used by another page: a %s that is gone', (_, path, change, problem) => {
    expect(onPage('en/about', change, without(path))).toEqual(['VALIDATION', problem]);
  });

  it('does not excuse another block of the same page', () => {
    const regions: Page['regions'] = {
      content: [
        { id: 2, type: 'text' },
        { id: 4, type: 'text' },
        { id: 3, block: 'motto' },
        { id: 7, block: 'motto' },
      ],
    };
    expect(onPage('en/home', { regions }, without('block-types/text.yaml', 'blocks/motto.yaml'))).toEqual([
      'VALIDATION',
      'regions.content.1.blockTypeSlug: There is no block type "text"',
      'regions.content.3.blockId: There is no reusable block "motto"',
    ]);
  });

  it('does not excuse another term of the same vocabulary', () => {
    const change = { terms: { topics: ['news', 'weather'] } };
    expect(onPage('en/home', change, without('taxonomies/topics.yaml'))).toEqual([
      'VALIDATION',
      'terms: There is no term "weather" in "topics"',
    ]);
  });
});

describe('the content of a shared block', () => {
  const onBlock = (change: object, files = FILES) =>
    verdictOn(files, ({ lookup }) => changing(lookup, 'block', 'motto', change));

  it('must be complete, because it may be shown anywhere', () => {
    expect(onBlock({ title: 'Other' })).toBe('valid');
    expect(onBlock({ fields: { tone: 7 } })).toEqual([
      'VALIDATION',
      'fields.text: is required',
      'fields.tone: must be text',
    ]);
  });

  it('must have an existing type', () => {
    expect(onBlock({ type: 'nothing', fields: { x: 1 } })).toEqual([
      'VALIDATION',
      'typeId: There is no block type "nothing"',
    ]);
  });
});

describe('the content of a type', () => {
  const schema = { fieldsSchema: [{ name: 'a', type: 'text', fields: 7 }, { type: 'text' }] };

  it.each(['contentType', 'blockType'] as const)('%s: must have a valid schema', (kind) => {
    const key = kind === 'contentType' ? 'plain' : 'text';
    expect(verdictOn(FILES, ({ lookup }) => changing(lookup, kind, key, schema as never))).toEqual([
      'VALIDATION',
      'fieldsSchema.0.fields: must be a list or an object of fields',
      expect.stringMatching(/^fieldsSchema\.1\.name: /),
    ]);
  });

  it('is not checked for other kinds', () => {
    const { lookup } = presentOfFiles(FILES);
    expect(checkRecordContent('menu', lookup.byKey('menu', 'main')!.data, lookup)).toEqual([]);
  });
});

describe('a key', () => {
  const about = (slug: string, files: Files = FILES, leaving: readonly string[] = []) =>
    verdictOn(files, ({ lookup }) => changing(lookup, 'page', 'en/about', { slug }), leaving);

  it('belongs to one record: neither a new nor a renamed one takes it', () => {
    const data = { ...presentOfFiles(FILES).lookup.byKey('page', 'en/about')!.data, slug: 'secret' };
    expect(about('secret')).toEqual(['CONFLICT', 'slug: "en/secret" is taken']);
    expect(verdictOn(FILES, () => making('page', data))).toEqual(['CONFLICT', 'slug: "en/secret" is taken']);
  });

  it('is taken by one that differs only in case, which is the same file on some disks', () => {
    const files = { ...FILES, 'pages/en/Other.yaml': 'id: 40\ntype: plain\ntitle: Other\n' };
    expect(about('other', files)).toEqual(['CONFLICT', 'slug: "en/other" is taken']);
  });

  it('is free when its record leaves', () => {
    const { 'pages/en/secret.yaml': _, ...others } = FILES;
    expect(about('secret', others)).toBe('valid');
    // The future records, with the present files.
    const present = presentOfFiles(FILES);
    const draft = changing(present.lookup, 'page', 'en/about', { slug: 'secret' });
    const surroundings = { ...present, now: NOW, lookup: presentOfFiles(others).lookup };
    expect(() => validate(draft, { ...surroundings, leaving: new Set(['pages/en/secret.yaml']) })).not.toThrow();
    expect(() => validate(draft, { ...surroundings, leaving: new Set() })).toThrow('"en/secret" is taken');
  });

  it('stays with its record, even if another file waits for it', () => {
    const files = {
      ...FILES,
      'pages/en/about.json': '{ "id": 41, "type": "plain", "title": "Late", "createdAt": "2027-01-01" }',
    };
    expect(about('about', files)).toBe('valid');
  });
});

describe('a value that is unique', () => {
  const redirect = (id: number, fromPath: string): RecordDraft =>
    making('redirect', { key: `r${id}`, fromPath, toPath: '/x', statusCode: 301, isActive: true }, id);

  it('is refused for a second record, with the field that has it', () => {
    expect(verdictOn(FILES, () => redirect(90, '/old'))).toEqual(['CONFLICT', 'fromPath: "/old" is taken']);
    expect(verdictOn(FILES, () => redirect(90, '/older'))).toBe('valid');
    expect(verdictOn(FILES, ({ lookup }) => changing(lookup, 'redirect', 'old', { toPath: '/y' }))).toBe('valid');
    const user = { key: '2', email: 'ADA@example.org', name: 'Eve', role: 'viewer' as const, passwordHash: 'x' };
    expect(verdictOn(FILES, () => making('user', user, 2))).toEqual(['CONFLICT', 'email: "ada@example.org" is taken']);
  });

  it('is checked before the rules between records, which come last', () => {
    const loop = { toPath: '/old' };
    expect(verdictOn(FILES, ({ lookup }) => changing(lookup, 'redirect', 'old', loop))).toEqual([
      'VALIDATION',
      'toPath: leads back to /old',
    ]);
  });
});
