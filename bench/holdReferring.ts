import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { numbers } from '../scripts/generate/model.ts';
import { encodeFile } from '../src/store/codec/encodeFile.ts';
import type { JsonObject } from '../src/store/codec/json/json.ts';
import { admin, put, type Sent } from './holdRequest.ts';

/** Above all ids of a generated site. */
const FIRST_ID = 90_000;
const TARGET = FIRST_ID;
/** The files of a folder. */
const TOGETHER = 100;
const CREATED = { createdAt: '2024-01-01T10:00:00.000Z' };
const LINE = 'Ships leave at dawn and are back before the tide turns. ';

const field = (name: string, type: string): JsonObject => ({ name, type });
const linked = (href: string): JsonObject => ({
  type: 'paragraph',
  content: [
    { type: 'text', text: LINE.repeat(6) },
    { type: 'text', text: 'what they carry', marks: [{ type: 'link', attrs: { href } }] },
  ],
});
const term = (at: number): JsonObject => ({ id: FIRST_ID + at, slug: `all-${at}`, name: `All ${at}` });

const target: JsonObject = {
  id: TARGET,
  type: 'page',
  title: 'Target',
  status: 'published',
  publishedAt: '2024-01-01T10:00:00.000Z',
  ...CREATED,
  fields: { summary: LINE },
};

/** Mentions each of the other records, as pages do: in its fields, its text, its terms and its blocks. */
const referringPage = (at: number): JsonObject => ({
  id: TARGET + at,
  type: 'referring',
  title: `Referring ${at}`,
  status: 'published',
  publishedAt: '2024-01-01T10:00:00.000Z',
  ...CREATED,
  terms: { everything: [`all-${1 + (at % 3)}`, 'all-4'] },
  fields: {
    see: 'en/target',
    cover: 'picture-1',
    body: { type: 'doc', content: [linked('page:en/target'), linked(`/elsewhere/${at}`)] },
  },
  regions: {
    main: [
      { id: TARGET + 2 * at, type: 'remark', fields: { text: `${LINE}${at}` } },
      { id: TARGET + 2 * at + 1, block: 'everywhere' },
    ],
  },
});

/** Paths without extension, and the files' content. */
function* files(pages: number): Generator<readonly [stem: string, value: JsonObject]> {
  const fieldsSchema = [field('see', 'reference'), field('cover', 'media'), field('body', 'richtext')];
  yield [
    'content-types/referring',
    { id: TARGET, name: 'Referring', fieldsSchema, regions: [{ name: 'main' }], ...CREATED },
  ];
  yield ['block-types/remark', { id: TARGET, name: 'Remark', fieldsSchema: [field('text', 'textarea')], ...CREATED }];
  yield ['blocks/everywhere', { id: TARGET, type: 'remark', title: 'Everywhere', fields: { text: LINE }, ...CREATED }];
  yield ['taxonomies/everything', { id: TARGET, name: 'Everything', terms: numbers(4).map(term), ...CREATED }];
  yield ['pages/en/target', target];
  for (const at of numbers(pages))
    yield [`pages/en/group-${Math.floor(at / TOGETHER)}/referring-${at}`, referringPage(at)];
}

/** Adds pages to a generated site that all mention the same records. */
export function addReferringPages(contentDir: string, pages: number): void {
  for (const [stem, value] of files(pages)) {
    const path = join(contentDir, `${stem}.yaml`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, encodeFile('yaml', value));
  }
}

const once = (what: string, path: string, sent: Pick<Sent, 'method' | 'body'>, accepts = [200]): Sent => ({
  what: `${what} that every page mentions`,
  ...{ ...admin(path), ...sent, accepts, isOnce: true },
});
const DELETE = { method: 'DELETE' };

/** Changes of the records that all these pages mention, deletions last. */
export const referringRequests = (): readonly Sent[] => [
  once('term renamed,', `taxonomies/${TARGET}/terms/${FIRST_ID + 4}`, put({ slug: 'renamed' })),
  once('vocabulary renamed,', `taxonomies/${TARGET}`, put({ slug: 'renamed' })),
  once('content type renamed,', `content-types/${TARGET}`, put({ slug: 'renamed' })),
  once('block type renamed,', `block-types/${TARGET}`, put({ slug: 'renamed' })),
  once('shared block changed,', `blocks/${TARGET}`, put({ content: { text: 'Changed' } })),
  once('page moved,', `pages/${TARGET}`, put({ slug: 'renamed' })),
  once('media item changed,', 'media/1', put({ altText: 'Changed' })),
  once('content type deleted,', `content-types/${TARGET}`, DELETE, [409]),
  once('shared block deleted,', `blocks/${TARGET}`, DELETE, [200, 409]),
  once('page deleted,', `pages/${TARGET}`, DELETE),
  once('media item deleted,', 'media/1', DELETE),
  once('term deleted,', `taxonomies/${TARGET}/terms/${FIRST_ID + 4}`, DELETE),
  once('vocabulary deleted,', `taxonomies/${TARGET}`, DELETE),
];
