import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_CODE } from '../../../src/fields/kinds.ts';
import type { Entry } from '../../../src/model/entry.ts';
import { FIELD_TYPES } from '../../../src/model/fields/field.ts';
import { MARKS, NODES } from '../../../src/model/richText/rules.ts';
import { showTypes } from '../../../src/view/typescript/showTypes.ts';
import { long } from '../../long.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { sampleSite } from '../../sampleSite.ts';
import { compile } from './compile.ts';

interface TypeData {
  readonly name?: string;
  readonly description?: string;
  readonly fieldsSchema?: unknown;
  readonly regions?: readonly unknown[];
}
type Types = Readonly<Record<string, TypeData>>;

const entries = (types: Types): readonly Entry[] =>
  Object.entries(types).map(
    // Only what the types are made from; the rest of an entry is not used.
    ([key, data]) => ({ key, data: { name: key, fieldsSchema: [], regions: [], ...data } }) as unknown as Entry,
  );

function show({ pages = {}, blocks = {} }: { readonly pages?: Types; readonly blocks?: Types }): string {
  const all = (kind: string): readonly Entry[] => entries(kind === 'contentType' ? pages : blocks);
  return showTypes({ code: BUILT_IN_CODE, all, byKey: () => undefined } as unknown as Parameters<typeof showTypes>[0]);
}

const fieldsOf = (fieldsSchema: unknown): string =>
  /QuoteBlockFields = ([\s\S]*?);\n\n/.exec(show({ blocks: { quote: { fieldsSchema } } }))?.[1] ?? '';

describe('the type of a field', () => {
  it.each([
    [{ type: 'text' }, 'a?: string | null'],
    [{ type: 'text', required: true }, 'a: string'],
    [{ type: 'text', required: true, condition: { field: 'b', equals: 1 } }, 'a?: string | null'],
    [{ type: 'integer', default: 0 }, 'a: number'],
    [{ type: 'number' }, 'a?: number | null'],
    [{ type: 'boolean', default: false }, 'a: boolean'],
    [{ type: 'richtext', required: true }, 'a: RichTextDocument'],
    [{ type: 'markdown', required: true }, 'a: string'],
    [{ type: 'media', required: true }, 'a: MediaId | null'],
    [{ type: 'media' }, 'a?: MediaId | null'],
    [{ type: 'gallery' }, 'a?: MediaId[] | null'],
    [{ type: 'term', default: 'topics/news' }, 'a: TermId | null'],
    [{ type: 'page' }, 'a?: PageId | null'],
    [{ type: 'reference', settings: { types: ['a', 'b"', 'a'] } }, 'a?: ReferenceId<"a" | "b\\""> | null'],
    [{ type: 'link', required: true }, 'a: Link'],
    [{ type: 'json', required: true }, 'a: unknown'],
    [{ type: 'sparkle' }, 'a?: unknown'],
    [{ type: 'select', options: ['x', { label: 'Y', value: 'y"' }, 'x'], required: true }, 'a: "x" | "y\\""'],
    [{ type: 'select', required: true }, 'a: string'],
    [{ type: 'multiselect', settings: { options: ['x', 'y'] } }, 'a?: Array<"x" | "y"> | null'],
    [{ type: 'multiselect', required: true }, 'a: string[]'],
    [{ type: 'repeater' }, 'a: unknown[]'],
    [{ type: 'repeater', fields: [] }, 'a: Array<Record<string, never>>'],
    [{ type: 'repeater', fields: [{ name: 'b', type: 'text' }] }, 'a: Array<{\n    b?: string | null;\n  }>'],
    [{ type: 'object', fields: { b: { type: 'url', required: true } } }, 'a?: {\n    b: string;\n  } | null'],
    [{ type: 'object', required: true }, 'a: Record<string, unknown>'],
  ])('%j is %s', (definition, expected) => {
    expect(fieldsOf([{ name: 'a', ...definition }])).toBe(`{\n  ${expected};\n}`);
  });

  it('is the same for all three forms of a schema', () => {
    const expected = '{\n  /** Of the house */\n  title: string;\n  size?: number | null;\n}';
    expect(
      fieldsOf([
        { name: 'title', label: 'Of the house', type: 'text', required: true },
        { name: 'size', type: 'number' },
      ]),
    ).toBe(expected);
    expect(fieldsOf({ title: { label: 'Of the house', type: 'text', required: true }, size: 'number' })).toBe(expected);
    const properties = { title: { type: 'string', title: 'Of the house' }, size: { type: 'number' } };
    expect(fieldsOf({ type: 'object', required: ['title'], properties })).toBe(expected);
  });

  it('allows anything if a type has no fields', () => {
    expect(fieldsOf([])).toBe('Record<string, never>');
  });
});

describe('the types of pages and blocks', () => {
  it('allow in a region only its block types', () => {
    const regions = ['any', { name: 'some', allowed_types: ['quote', 'gone'] }, { name: 'none', allowed_types: [] }];
    const again = { name: 'some', allowed_types: null };
    expect(show({ pages: { story: { regions: [...regions, again] } }, blocks: { quote: {} } })).toContain(
      'export type StoryPageRegions = {\n  any?: Block[];\n  some?: QuoteBlock[];\n  none?: never[];\n};\n',
    );
    expect(show({ pages: { story: {} } })).toContain('export type StoryPageRegions = Record<string, Block[]>;\n');
  });

  it('are the same whatever the order in which files are read', () => {
    const types = { b: { name: 'B' }, a: { name: 'A' }, c: { name: 'C' } };
    const turned = Object.fromEntries(Object.entries(types).reverse());
    expect(show({ pages: types, blocks: types })).toBe(show({ pages: turned, blocks: turned }));
  });

  long.it('are never if there are no types', async () => {
    expect(show({})).toContain('export type Page = never;\n');
    expect(await compile(show({}))).toBe('');
  });

  long.it('compile whatever the slugs, names and texts', async () => {
    const slugs = [
      'foo-bar',
      'foo_bar',
      'fooBar',
      '404',
      '²',
      'Ünïcode',
      '日本',
      'a~b.c',
      'page',
      'rich_text',
      'class',
    ];
    const nasty = 'ends */ here "and" `there` \\ \u2028 <b>\nnew line \u202e {@link x';
    const fields = FIELD_TYPES.map((type) => ({ name: type, type, label: nasty, help: nasty }));
    const odd = { name: 'with-dash', type: 'select', options: [nasty, "'", '"', '\\', '\u2029', '\ud800'] };
    const data = { name: nasty, description: nasty, fieldsSchema: [...fields, odd], regions: ['a-b', 'a b', 'x"y'] };
    const types = Object.fromEntries(slugs.map((slug) => [slug, data]));
    const shown = show({ pages: types, blocks: types });
    expect(await compile(shown)).toBe('');
    for (const name of ['FooBar', 'FooBar_2', 'FooBar_3', '_404', '_', 'Ünïcode', '日本', 'ABC', 'Class'])
      expect(shown).toContain(`export type ${name}Page =`);
    expect(shown).toContain('"foo_bar"');
    expect(shown.split('\n').filter((line) => /\*\/.*\*\//.test(line))).toEqual([]);
  });

  it('name every node and mark of rich text', () => {
    const prelude = readFileSync(join(import.meta.dirname, '../../../src/client/content.ts'), 'utf8');
    const missing = [...NODES.keys(), ...MARKS.keys()].filter((type) => !prelude.includes(`'${type}'`));
    expect(missing).toEqual([]);
  });
});

/** Every public page of the sample site, in lists and by itself. */
async function readAnswers({ ask }: Site): Promise<Readonly<Record<'items' | 'pages' | 'expanded', object[]>>> {
  const items: { slug: string; locale: string }[] = [];
  for (const locale of ['en', 'es', 'fr']) items.push(...(await ask(`GET /content/pages?locale=${locale}`)).body.data);
  const pages: object[] = [];
  const expanded: object[] = [];
  for (const { slug, locale } of items) {
    const path = `/content/pages/${slug}?locale=${locale}`;
    pages.push((await ask(`GET ${path}`)).body.data);
    expanded.push((await ask(`GET ${path}&expand=media,page,reference,term&richtext=html`)).body.data);
  }
  return { items, pages, expanded };
}

const USES = `
import type { ArticlePage, Block, EventPage, List, Page, PageItem, Single, SpeciesPageFields } from './types.js';

export function use(page: Page, block: Block, fields: SpeciesPageFields): unknown {
  if (page.type === 'event') {
    const kind: 'watch' | 'talk' | 'open-evening' = page.fields.kind;
    const first: string | undefined = page.fields.programme[0]?.speakers[0]?.name;
    // @ts-expect-error Pages of this type have no field called wind.
    return [kind, first, page.fields.wind];
  }
  if (block.block_type === 'hero') return block.fields.actions.map(({ link }) => link.url ?? link.pageId ?? null);
  // @ts-expect-error The value may be missing.
  const notes: string = fields.notes;
  // @ts-expect-error There is no such choice.
  const presence: SpeciesPageFields['presence'] = 'seldom';
  return [notes, presence];
}

// @ts-expect-error Ids are numbers.
export const cover: ArticlePage['fields']['cover'] = '12';
// @ts-expect-error Other block types are allowed there.
export const block: NonNullable<ArticlePage['regions']['after']>[number]['block_type'] = 'hero';
// @ts-expect-error There is no such type.
export const type: Page['type'] = 'recipe';
export const answer = (list: List<PageItem>, one: Single<EventPage>): number => list.meta.total + one.data.id;
`;

describe('the types of the sample site', () => {
  it('match its answers, and no others', async () => {
    const site = await makeSite(sampleSite());
    const { items, pages, expanded } = await readAnswers(site);
    expect(pages.length).toBeGreaterThan(20);
    const around = [
      ['Menu', '/menus/main'],
      ['Term[]', '/taxonomies/habitats/terms'],
      ['Media', '/media/7/info'],
      ['Config', '/config'],
      ['FoundPage[]', '/search?q=tide'],
    ];
    const others = await Promise.all(around.map(([, path]) => site.ask(`GET /content${path}`)));
    const show = (name: string, type: string, value: unknown): string =>
      `export const ${name}: ${type} = ${JSON.stringify(value, null, 1)};`;
    const answers = [
      "import type { Config, FoundPage, Media, Menu, Page, PageItem, Shown, Term } from './types.js';",
      // JSON holds a number; only the type says which kind of id it is.
      'type Sent<T> = T extends number ? number : T extends object ? { [K in keyof T]: Sent<T[K]> } : T;',
      "type Whole = Sent<Shown<Page, { expand: 'media' | 'page' | 'reference' | 'term'; richtext: 'html' }, PageItem>>;",
      ...items.map((item, index) => show(`item${index}`, 'Sent<PageItem>', item)),
      ...pages.map((page, index) => show(`page${index}`, 'Sent<Page>', page)),
      ...expanded.map((page, index) => show(`expanded${index}`, 'Whole', page)),
      ...around.map(([type = ''], index) => show(`other${index}`, type, others[index]?.body.data)),
    ].join('\n');
    const client = Object.fromEntries(
      ['index', 'types', 'content'].map((name) => [
        `client/${name}.d.ts`,
        readFileSync(join(import.meta.dirname, `../../../dist/client/${name}.d.ts`), 'utf8'),
      ]),
    );
    const files = { 'answers.ts': answers, 'uses.ts': USES, 'client.ts': CLIENT_USES, ...client };
    expect(await compile(showTypes(site.cms.store), files)).toBe('');
  });
});

const CLIENT_USES = `
import { createClient } from './client/index.js';
import type { Site } from './types.js';

const quire = createClient<Site>({ url: '' });
export async function use(): Promise<void> {
  const page = await quire.page('home', { expand: ['media'], richtext: 'html' });
  if (page?.type === 'article') {
    const body: string | null | undefined = page.fields.body;
    const alt: string | null | undefined = page.fields.cover?.alt;
    // @ts-expect-error Pages are not expanded.
    page.fields.seeAlso[0].title;
    void [body, alt];
  }
  const { data } = await quire.pages({ type: 'event', expand: ['page'] });
  const kind: 'watch' | 'talk' | 'open-evening' | undefined = data[0]?.fields.kind;
  const venue: string | undefined = data[0]?.fields.venue?.title;
  const some = await quire.pages({ type: 'species', fields: ['presence'] });
  void [kind, venue, some.data[0]?.fields.presence];
  // @ts-expect-error It was not asked for.
  some.data[0]?.fields.notes;
  // @ts-expect-error There is no such type.
  await quire.pages({ type: 'recipe' });
  const plain = await quire.page('home');
  // @ts-expect-error This site shows rich text as documents.
  if (plain?.type === 'article') plain.fields.body satisfies string | null | undefined;
}
`;
