import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { numbers, pixel } from '../scripts/generate/model.ts';
import { encodeFile } from '../src/store/codec/encodeFile.ts';
import type { JsonObject } from '../src/store/codec/json/json.ts';

/** Above all ids of a generated site. */
const FIRST_ID = 50_000;
export const HEAVY_PAGES = 60;
const PICTURES = 1000;
const TAGS = 5000;
const MENU_ITEMS = 900;
const REDIRECTS = 1000;
const SCRIPTS = 100;
const CREATED = { createdAt: '2024-01-01T10:00:00.000Z' };

const words = (seed: number, count: number): string =>
  numbers(count)
    .map((at) => ((seed * 7919 + at * 104_729) % 99_991).toString(36))
    .join(' ');

const text = (value: string, ...marks: readonly JsonObject[]): JsonObject =>
  marks.length === 0 ? { type: 'text', text: value } : { type: 'text', marks, text: value };

/** A document of some 60 KB in a thousand nodes. */
const richText = (seed: number): JsonObject => ({
  type: 'doc',
  content: numbers(160).map((at) => ({
    type: 'paragraph',
    content: [
      text(`${words(seed + at, 40)} `),
      text(words(seed, 3), { type: 'bold' }, { type: 'link', attrs: { href: '/somewhere' } }),
      text(` ${words(at, 8)}.`),
    ],
  })),
});

const picture = (at: number): string => `heavy-${1 + (at % PICTURES)}`;
const field = (name: string, type: string, rest: JsonObject = {}): JsonObject => ({ name, type, ...rest });

const heavyType: JsonObject = {
  id: FIRST_ID,
  name: 'Heavy',
  fieldsSchema: [
    field('body', 'richtext'),
    field('pictures', 'gallery'),
    field('tag', 'term'),
    field('parts', 'repeater', {
      fields: [field('see', 'reference'), field('picture', 'media'), field('tag', 'term')],
    }),
  ],
  regions: [{ name: 'main' }],
  ...CREATED,
};

const heavyPage = (id: number): JsonObject => ({
  id: FIRST_ID + id,
  type: 'heavy',
  title: `Heavy ${id}`,
  status: 'published',
  publishedAt: '2026-01-01T00:00:00.000Z',
  ...CREATED,
  terms: {
    tags: numbers(100)
      .map((at) => `tag-${1 + ((id * 31 + at * 47) % TAGS)}`)
      .filter(isFirst),
  },
  fields: {
    body: richText(id),
    pictures: numbers(50).map((at) => picture(id * 17 + at)),
    tag: `tags/tag-${id}`,
    parts: numbers(20).map((at) => ({
      see: `en/heavy-${1 + ((id + at) % HEAVY_PAGES)}`,
      picture: picture(id + at),
      tag: `tags/tag-${TAGS - at}`,
    })),
  },
  regions: {
    main: numbers(20).map((at) => ({
      id: FIRST_ID + id * 100 + at,
      type: 'gallery',
      fields: { pictures: numbers(20).map((one) => picture(id + at + one)), columns: 2 },
    })),
  },
});

const isFirst = <T>(value: T, at: number, all: readonly T[]): boolean => all.indexOf(value) === at;

const menuItem = (id: number, children: readonly JsonObject[] = []): JsonObject => ({
  id: FIRST_ID + id,
  title: `Item ${id}`,
  page: `en/heavy-${1 + (id % HEAVY_PAGES)}`,
  ...(children.length > 0 && { children }),
});

/** Paths without extension, and the files' content. */
function* files(): Generator<readonly [stem: string, value: JsonObject]> {
  yield ['content-types/heavy', heavyType];
  for (const id of numbers(HEAVY_PAGES)) yield [`pages/en/heavy-${id}`, heavyPage(id)];
  const tag = (id: number, children: readonly JsonObject[] = []): JsonObject => ({
    id: FIRST_ID + id,
    slug: `tag-${id}`,
    name: `Tag ${words(id, 2)}`,
    ...(children.length > 0 && { children }),
  });
  yield ['taxonomies/tags', { id: FIRST_ID, name: 'Tags', ...CREATED, terms: numbers(TAGS).map((id) => tag(id)) }];
  const nested = numbers(50).map((top) =>
    tag(
      TAGS + top * 101,
      numbers(100).map((at) => tag(TAGS + top * 101 + at)),
    ),
  );
  yield ['taxonomies/tree', { id: FIRST_ID + 1, name: 'Tree', hierarchical: true, ...CREATED, terms: nested }];
  const items = numbers(MENU_ITEMS).map((id) =>
    menuItem(
      id * 4,
      numbers(3).map((below) => menuItem(id * 4 + below)),
    ),
  );
  yield ['menus/huge', { id: FIRST_ID, name: 'Huge', ...CREATED, items }];
  for (const id of numbers(REDIRECTS))
    yield [`redirects/heavy-${id}`, { id: FIRST_ID + id, fromPath: `/heavy/${id}`, toPath: `/to/${id}`, ...CREATED }];
  for (const id of numbers(SCRIPTS))
    yield [
      `tracking-scripts/heavy-${id}`,
      {
        id: FIRST_ID + id,
        name: `Script ${id}`,
        scope: id % 2 ? 'global' : 'targeted',
        ...(id % 2 === 0 && { targetPages: numbers(HEAVY_PAGES).map((page) => `heavy-${page}`) }),
        ...CREATED,
        code: words(id, 600),
      },
    ];
}

/** Adds what is expensive to read to a generated site: long texts, many terms, large menus, galleries and scripts. */
export function burdenSite(contentDir: string): void {
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(contentDir, path)), { recursive: true });
    writeFileSync(join(contentDir, path), content);
  };
  for (const [stem, value] of files()) write(`${stem}.yaml`, encodeFile('yaml', value));
  for (const id of numbers(PICTURES)) {
    const bytes = pixel(id % 256, id >> 8, 7);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const filename = `${picture(id - 1)}-${hash.slice(0, 8)}.gif`;
    const about = { originalName: `${id}.gif`, mimeType: 'image/gif', size: bytes.length, width: 1, height: 1, hash };
    const value = { id: FIRST_ID + id, filename, ...about, altText: words(id, 8), folder: 'heavy', ...CREATED };
    write(`media/${picture(id - 1)}.yaml`, encodeFile('yaml', value));
    write(`media/files/${filename}`, bytes);
  }
}
