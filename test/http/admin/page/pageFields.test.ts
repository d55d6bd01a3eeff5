import { describe, expect, it } from 'vitest';
import { someOf } from '../../../long.ts';
import { makeSite, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { problemsOf } from '../../problemsOf.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The same fields as a list, as an object by name, and as far as possible as JSON Schema. */
const PART = [
  { name: 'page', type: 'page', settings: { types: ['plain'] } },
  { name: 'count', type: 'integer', min: 0, required: true },
];
const LIST = [
  { name: 'lead', type: 'text', required: true, max: 10 },
  { name: 'code', type: 'text', pattern: '^[A-Z]{2}[0-9]+$' },
  { name: 'kind', type: 'select', options: ['a', 'b'] },
  { name: 'why', type: 'text', required: true, condition: { field: 'kind', equals: 'b' } },
  { name: 'body', type: 'richtext' },
  { name: 'to', type: 'link' },
  { name: 'topic', type: 'term' },
  { name: 'picture', type: 'media' },
  { name: 'pictures', type: 'gallery' },
  {
    name: 'items',
    type: 'repeater',
    min: 1,
    max: 2,
    fields: [{ name: 'box', type: 'object', fields: [{ name: 'parts', type: 'repeater', fields: PART }] }],
  },
];

const byName = (fields: readonly object[]): object =>
  Object.fromEntries(
    fields.map((field) => {
      const { name, fields: nested, ...rest } = field as { name: string; fields?: readonly object[] };
      return [name, { ...rest, ...(nested && { fields: byName(nested) }) }];
    }),
  );

const JSON_SCHEMA = {
  type: 'object',
  required: ['lead', 'items'],
  properties: {
    lead: { type: 'string', maxLength: 10 },
    code: { type: 'string', pattern: '^[A-Z]{2}[0-9]+$' },
    kind: { type: 'string', enum: ['a', 'b'] },
    items: {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: {
        type: 'object',
        properties: {
          box: {
            type: 'object',
            properties: {
              parts: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['count'],
                  properties: { count: { type: 'integer', minimum: 0 } },
                },
              },
            },
          },
        },
      },
    },
  },
};

const SOUND: Fields = { lead: 'Short', items: [{ box: { parts: [{ count: 1 }] } }] };
const doc = (...content: readonly object[]): object => ({ type: 'doc', content });
const paragraph = (...content: readonly object[]): object => ({ type: 'paragraph', content });

/** Values that no field of their kind can hold, also in a draft, with their paths. */
const ALWAYS_WRONG: readonly (readonly [Fields, readonly string[]])[] = [
  [{ lead: 5 }, ['lead']],
  [{ kind: 5, lead: [] }, ['kind', 'lead']],
  [{ items: 'none' }, ['items']],
  [{ items: [{}, 'x'] }, ['items.1']],
  [{ items: [{}, { box: [] }] }, ['items.1.box']],
  [{ items: [{ box: { parts: [{ count: 0.5 }] } }] }, ['items.0.box.parts.0.count']],
];

/** The same for types that JSON Schema does not have. */
const ALWAYS_WRONG_HERE: readonly (readonly [Fields, readonly string[]])[] = [
  [{ to: { pageId: 3, url: '/x' } }, ['to']],
  [{ topic: {}, picture: -1, pictures: ['?'] }, ['picture', 'pictures.0', 'topic']],
  [{ body: 'text' }, ['body']],
  [{ body: { type: 'paragraph' } }, ['body.type']],
  [{ body: doc({ type: 'script' }) }, ['body.content.0.type']],
  [
    { body: doc(paragraph({ type: 'text', text: 'x', marks: [{ type: 'blink' }] })) },
    ['body.content.0.content.0.marks.0.type'],
  ],
];

/** What may be missing or out of bounds in a draft, but not in a published page. */
const INCOMPLETE: readonly (readonly [Fields, readonly string[]])[] = [
  [{ ...SOUND, lead: undefined }, ['lead']],
  [{ ...SOUND, lead: '' }, ['lead']],
  [{ ...SOUND, lead: null }, ['lead']],
  [{ ...SOUND, items: [] }, ['items']],
  [{ ...SOUND, lead: 'Far too long' }, ['lead']],
  [{ ...SOUND, code: 'ab1' }, ['code']],
  [{ ...SOUND, kind: 'c' }, ['kind']],
  [{ ...SOUND, items: [{}, {}, {}] }, ['items']],
  [{ ...SOUND, items: [{ box: { parts: [{ count: 1 }, { count: -1 }] } }] }, ['items.0.box.parts.1.count']],
  [{ ...SOUND, items: [{}, { box: { parts: [{}, { count: 1 }] } }] }, ['items.1.box.parts.0.count']],
];
const INCOMPLETE_HERE: readonly (readonly [Fields, readonly string[]])[] = [
  [{ ...SOUND, items: [{ box: { parts: [{ count: 1, page: 999 }] } }] }, ['items.0.box.parts.0.page']],
  [{ ...SOUND, items: [{ box: { parts: [{ count: 1, page: 1 }] } }] }, ['items.0.box.parts.0.page']],
  [{ ...SOUND, to: { url: 'javascript:alert(1)' } }, ['to.url']],
  [{ ...SOUND, to: { pageId: 999 } }, ['to.pageId']],
  [{ ...SOUND, topic: 99 }, ['topic']],
  [{ ...SOUND, picture: 99 }, ['picture']],
  [{ ...SOUND, pictures: [99] }, ['pictures.0']],
  [
    { ...SOUND, body: doc({ type: 'image', attrs: { src: '/api/content/media/99/original' } }) },
    ['body.content.0.attrs.src'],
  ],
  [{ ...SOUND, kind: 'b' }, ['why']],
  [{ ...SOUND, kind: 'b', why: '' }, ['why']],
  [{ ...SOUND, to: {} }, ['to']],
];

/** Valid fields that look like the wrong ones above. */
const SOUND_TOO: readonly Fields[] = [
  { ...SOUND, kind: 'a' },
  { ...SOUND, code: 'AB12', unknown: { kept: [1] } },
];

const ofType = (slug: string, fieldsSchema: unknown): string =>
  JSON.stringify({ id: slug === 'plain' ? 2 : 50, name: slug, fieldsSchema });

const siteOf = (fieldsSchema: unknown): Promise<Site> =>
  makeSite({
    ...SMALL_SITE,
    'content-types/typed.json': ofType('typed', fieldsSchema),
    'block-types/typed.json': ofType('typed', fieldsSchema),
    'pages/en/typed.yaml': 'id: 60\ntype: typed\ntitle: T\n',
  });

interface Way {
  /** The beginning of the problems' paths. */
  readonly at: string;
  /** Sends the fields to a page of the type `typed`, or as a block of it to a page of the type `plain`. */
  ask(site: Site, fields: Fields, status: string): ReturnType<Site['ask']>;
}

const asEditor = (site: Site, call: string, body: object) => site.ask(call, { as: 'editor', body });
let pages = 0;
function newSlug(): string {
  pages += 1;
  return `p${pages}`;
}

/** The ways in which fields reach a page. */
const WAYS = {
  'a new page': {
    at: 'fields',
    ask: (site, fields, status) =>
      asEditor(site, 'POST /admin/pages', { title: 'T', slug: newSlug(), typeId: 50, status, fields }),
  },
  'a change of a page': {
    at: 'fields',
    ask: (site, fields, status) => asEditor(site, 'PUT /admin/pages/60', { status, fields }),
  },
  'an upsert': {
    at: 'fields',
    ask: (site, fields, status) =>
      asEditor(site, 'POST /admin/pages/upsert', { title: 'T', slug: 'typed', status, fields }),
  },
  'an entry of a region': {
    at: 'regions.main.1.fields',
    ask: (site, fields, status) =>
      asEditor(site, 'PUT /admin/pages/3', {
        status,
        regions: { main: [{ blockTypeSlug: 'text' }, { blockTypeSlug: 'typed', fields }] },
      }),
  },
  'a block that is placed': {
    at: 'fields',
    ask: (site, fields, status) =>
      asEditor(site, `POST /admin/pages/${status === 'draft' ? 4 : 3}/blocks`, {
        region: 'main',
        blockTypeSlug: 'typed',
        fields,
      }),
  },
} satisfies Readonly<Record<string, Way>>;
const ALL_WAYS = Object.keys(WAYS) as (keyof typeof WAYS)[];

async function pageOf(site: Site, fields: Fields): Promise<number> {
  const page = { title: 'T', slug: newSlug(), typeId: 50, fields };
  return (await asEditor(site, 'POST /admin/pages', page)).body.data.id;
}

/** The paths of the problems, below `at`; the status alone if there are none. */
async function wrongIn(way: Way, site: Site, fields: Fields, status: string): Promise<readonly string[]> {
  const reply = await way.ask(site, fields, status);
  if (reply.status < 300) return [];
  return problemsOf(reply)
    .map((line) => line.replace(`VALIDATION ${way.at}.`, ''))
    .sort();
}

const ALL_WRONG = { wrong: [...ALWAYS_WRONG, ...ALWAYS_WRONG_HERE], incomplete: [...INCOMPLETE, ...INCOMPLETE_HERE] };
const FORMS = [
  { form: 'a list', schema: LIST, ways: ALL_WAYS, ...ALL_WRONG },
  { form: 'an object', schema: byName(LIST), ways: ['a new page'], ...ALL_WRONG },
  { form: 'JSON Schema', schema: JSON_SCHEMA, ways: ['a new page'], wrong: ALWAYS_WRONG, incomplete: INCOMPLETE },
] as const;

describe.each(FORMS)('fields that are declared as $form', ({ schema, ways, wrong, incomplete }) => {
  it.each(someOf(ways, 2))('are checked in %s: their kinds always, everything else when published', async (name) => {
    const site = await siteOf(schema);
    const way = WAYS[name];
    for (const [fields, paths] of wrong)
      expect([fields, await wrongIn(way, site, { ...SOUND, ...fields }, 'draft')]).toEqual([fields, paths]);
    for (const [fields, paths] of incomplete) {
      expect([fields, await wrongIn(way, site, fields, 'published')]).toEqual([fields, paths]);
      expect([fields, await wrongIn(way, site, fields, 'draft')]).toEqual([fields, []]);
    }
    for (const fields of SOUND_TOO) expect(await wrongIn(way, site, fields, 'published')).toEqual([]);
    expect(site.newCommits()).toHaveLength(incomplete.length + SOUND_TOO.length);
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('are required when a draft is published, alone or among others', async () => {
    const site = await siteOf(schema);
    for (const [fields, paths] of incomplete) {
      const id = await pageOf(site, fields);
      const before = site.newCommits().length;
      const put = await asEditor(site, `PUT /admin/pages/${id}`, { status: 'published' });
      expect([fields, problemsOf(put)]).toEqual([fields, paths.map((path) => `VALIDATION fields.${path}`)]);
      const bulk = await asEditor(site, 'POST /admin/pages/bulk', { ids: [3, id], action: 'publish' });
      expect([fields, problemsOf(bulk)]).toEqual([fields, ['VALIDATION ids.1']]);
      expect(bulk.body.errors[0].message).toContain(`fields.${paths[0]}`);
      expect(site.newCommits()).toHaveLength(before);
    }
  });
});

it('a page can be saved as it was read although a page that it links to is gone, and only differences are written', async () => {
  const site = await siteOf(LIST);
  const fields = { ...SOUND, to: { pageId: 4, text: 'More' } };
  const made = await asEditor(site, 'POST /admin/pages', {
    title: 'Old',
    slug: 'saved',
    typeId: 50,
    status: 'published',
    fields,
  });
  await site.ask('DELETE /admin/pages/4', { as: 'editor' });
  const { data } = (await site.ask(`GET /admin/pages/${made.body.data.id}`, { as: 'editor' })).body;
  expect(data.fields.to).toEqual({ pageId: null, text: 'More' });
  const saved = await asEditor(site, `PUT /admin/pages/${data.id}`, { ...data, title: 'New' });
  expect([saved.status, saved.body.data.fields]).toEqual([200, data.fields]);
  expect(site.git('show', '--format=', '--numstat', 'HEAD')).toBe('1\t1\tpages/en/saved.yaml\n');
  expect(site.read('pages/en/saved.yaml')).toContain('page: en/secret');
  const emptied = await asEditor(site, `PUT /admin/pages/${data.id}`, {
    fields: { ...data.fields, to: { pageId: null } },
  });
  expect(problemsOf(emptied)).toEqual(['VALIDATION fields.to']);
  expect(site.newCommits()).toHaveLength(3);
});
