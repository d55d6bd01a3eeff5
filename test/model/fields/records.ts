import { BUILT_IN_CODE } from '../../../src/fields/kinds.ts';
import type { Media } from '../../../src/model/entities/media.ts';
import type { Page } from '../../../src/model/entities/page.ts';
import type { Taxonomy } from '../../../src/model/entities/taxonomy.ts';
import type { Entry, Lookup } from '../../../src/model/entry.ts';
import type { FieldScope } from '../../../src/model/fields/kind.ts';
import type { Kind } from '../../../src/model/records.ts';

const TIME = '2026-01-05T09:00:00.000Z';

const entry = <T>(kind: Kind, id: number, key: string, data: T): Entry<T> => ({
  kind,
  id,
  key,
  path: `content/${kind}/${key}.yaml`,
  rev: '0'.repeat(40),
  createdAt: TIME,
  updatedAt: TIME,
  data,
});

const media = (id: number, key: string): Entry<Media> =>
  entry('media', id, key, {
    key,
    filename: `${key}-0a1b2c3d.jpg`,
    originalName: `${key}.jpg`,
    mimeType: 'image/jpeg',
    size: 1000,
    metadata: {},
  });

const page = (id: number, key: string, type: string): Entry<Page> => {
  const [locale = '', ...slug] = key.split('/');
  return entry('page', id, key, {
    locale,
    slug: slug.join('/'),
    type,
    title: key,
    status: 'published',
    slugOverride: false,
    terms: {},
    seo: {},
    fields: {},
    regions: {},
  });
};

const topics: Entry<Taxonomy> = entry('taxonomy', 1, 'topics', {
  slug: 'topics',
  name: 'Topics',
  hierarchical: true,
  terms: [
    {
      id: 31,
      slug: 'news',
      name: 'News',
      weight: 0,
      children: [{ id: 32, slug: 'local', name: 'Local', weight: 0, children: [] }],
    },
  ],
});

const ENTRIES: readonly Entry[] = [
  media(12, 'harbour-at-dawn'),
  media(13, 'boats'),
  media(14, '2024'),
  page(5, 'en/about', 'article'),
  page(6, 'en/team/anna', 'person'),
  topics,
];

/** The records in all tests of fields: media 12 to 14, pages 5 (article) and 6 (person), terms 31 and 32. */
const lookup: Lookup = {
  code: BUILT_IN_CODE,
  // The list holds entries of all kinds; the filter keeps those of the requested kind.
  get: (kind, id) => ENTRIES.find((one) => one.kind === kind && one.id === id) as never,
  byKey: (kind, key) => ENTRIES.find((one) => one.kind === kind && one.key === key) as never,
  referring: () => [],
  find: (_kind, _index, key) => (['31', '32'].includes(key) ? [topics as never] : []),
  all: (kind) => ENTRIES.filter((one) => one.kind === kind) as never,
};

export const draft: FieldScope = { lookup, isPublished: false };
/** As a draft, with all bounds. */
export const bounded = { ...draft, isBounded: true };
export const published: FieldScope = { lookup, isPublished: true };

/** The problems as `a.b.c: message`. */
export const lines = (details: readonly { readonly path: readonly string[]; readonly message: string }[]): string[] =>
  details.map(({ path, message }) => `${path.join('.')}: ${message}`);
