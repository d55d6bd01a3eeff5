import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/model/entry.ts';
import { FIELD_TYPES } from '../../../src/model/fields/field.ts';
import { MARKS, NODES } from '../../../src/model/richText/rules.ts';
import { showTypes } from '../../../src/view/typescript/showTypes.ts';
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
    // What the types are made of; the rest of an entry is not looked at.
    ([key, data]) => ({ key, data: { name: key, fieldsSchema: [], regions: [], ...data } }) as unknown as Entry,
  );

function show({ pages = {}, blocks = {} }: { readonly pages?: Types; readonly blocks?: Types }): string {
  const all = (kind: string): readonly Entry[] => entries(kind === 'contentType' ? pages : blocks);
  return showTypes({ all } as Parameters<typeof showTypes>[0]);
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
    [{ type: 'media', required: true }, 'a: number | null'],
    [{ type: 'media' }, 'a?: number | null'],
    [{ type: 'gallery' }, 'a?: number[] | null'],
    [{ type: 'term', default: 'topics/news' }, 'a: number | null'],
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

  it('is told by all three forms of a schema', () => {
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

  it('takes anything where a type has no fields', () => {
    expect(fieldsOf([])).toBe('Record<string, never>');
  });
});

describe('the types of pages and blocks', () => {
  it('hold in a region the blocks that are allowed there', () => {
    const regions = ['any', { name: 'some', allowed_types: ['quote', 'gone'] }, { name: 'none', allowed_types: [] }];
    const again = { name: 'some', allowed_types: null };
    expect(show({ pages: { story: { regions: [...regions, again] } }, blocks: { quote: {} } })).toContain(
      'export type StoryPageRegions = {\n  any?: Block[];\n  some?: QuoteBlock[];\n  none?: never[];\n};\n',
    );
    expect(show({ pages: { story: {} } })).toContain('export type StoryPageRegions = Record<string, Block[]>;\n');
  });

  it('are the same in whatever order files are read', () => {
    const types = { b: { name: 'B' }, a: { name: 'A' }, c: { name: 'C' } };
    const turned = Object.fromEntries(Object.entries(types).reverse());
    expect(show({ pages: types, blocks: types })).toBe(show({ pages: turned, blocks: turned }));
  });

  it('are none where there are none', async () => {
    expect(show({})).toContain('export type Page = never;\n');
    expect(await compile(show({}))).toBe('');
  });

  it('compile whatever slugs, names and texts there are', async () => {
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

/** Every page of the sample site that everybody may see, in lists and by itself. */
async function readAnswers({ ask }: Site): Promise<{ items: object[]; pages: object[] }> {
  const items: { slug: string; locale: string }[] = [];
  for (const locale of ['en', 'es', 'fr']) items.push(...(await ask(`GET /content/pages?locale=${locale}`)).body.data);
  const pages: object[] = [];
  for (const { slug, locale } of items)
    pages.push((await ask(`GET /content/pages/${slug}?locale=${locale}`)).body.data);
  return { items, pages };
}

const USES = `
import type { ArticlePage, Block, EventPage, List, Page, PageItem, Single, SpeciesPageFields } from './types.js';

export function use(page: Page, block: Block, fields: SpeciesPageFields): unknown {
  if (page.type === 'event') {
    const kind: 'watch' | 'talk' | 'open-evening' = page.fields.kind;
    const first: string | undefined = page.fields.programme[0]?.speakers[0]?.name;
    // @ts-expect-error A page of this type has no wind.
    return [kind, first, page.fields.wind];
  }
  if (block.block_type === 'hero') return block.fields.actions.map(({ link }) => link.url ?? link.pageId ?? null);
  // @ts-expect-error It may be missing.
  const notes: string = fields.notes;
  // @ts-expect-error There is no such choice.
  const presence: SpeciesPageFields['presence'] = 'seldom';
  return [notes, presence];
}

// @ts-expect-error Ids are numbers.
export const cover: ArticlePage['fields']['cover'] = '12';
// @ts-expect-error Other blocks stand there.
export const block: NonNullable<ArticlePage['regions']['after']>[number]['block_type'] = 'hero';
// @ts-expect-error There is no such type.
export const type: Page['type'] = 'recipe';
export const answer = (list: List<PageItem>, one: Single<EventPage>): number => list.meta.total + one.data.id;
`;

describe('the types of the sample site', () => {
  it('are those of its answers, and of no others', async () => {
    const site = await makeSite(sampleSite());
    const { items, pages } = await readAnswers(site);
    expect(pages.length).toBeGreaterThan(20);
    const answers = [
      "import type { Page, PageItem } from './types.js';",
      ...items.map((item, index) => `export const item${index}: PageItem = ${JSON.stringify(item, null, 1)};`),
      ...pages.map((page, index) => `export const page${index}: Page = ${JSON.stringify(page, null, 1)};`),
    ].join('\n');
    expect(await compile(showTypes(site.cms.store), { 'answers.ts': answers, 'uses.ts': USES })).toBe('');
  });
});
