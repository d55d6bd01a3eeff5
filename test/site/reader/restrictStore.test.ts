import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KINDS } from '../../../src/model/entities/index.ts';
import { createJudge } from '../../../src/model/rights/judge.ts';
import type { RightsRule } from '../../../src/model/rights/rights.ts';
import { createReader } from '../../../src/site/reader/reader.ts';
import { restrictLists } from '../../../src/site/reader/restrictLists.ts';
import { restrictSearch } from '../../../src/site/reader/restrictSearch.ts';
import { restrictStore } from '../../../src/site/reader/restrictStore.ts';
import { createStore } from '../../../src/store/createStore.ts';
import { createPageLists } from '../../../src/store/page/pageLists.ts';
import { createSearch } from '../../../src/store/search/search.ts';
import type { FileUpdate, Store } from '../../../src/store/store.ts';
import { runs } from '../../effort.ts';
import { NOW } from '../../makeSite.ts';
import { update } from '../../store/siteFiles.ts';

const clock = (): Date => new Date(NOW);

function storeOf(updates: readonly FileUpdate[]): Store {
  const store = createStore();
  store.apply(updates);
  return store;
}

const place = fc.nat({ max: 5 });
const page = fc.record({
  type: fc.constantFrom('article', 'secret'),
  locale: fc.constantFrom('en', 'fr'),
  folder: fc.constantFrom('', 'blog/', 'blog/deep/'),
  status: fc.constantFrom('published', 'draft'),
  related: place,
  term: fc.constantFrom('news', 'events'),
});
const pages = fc.array(page, { minLength: 1, maxLength: 6 });
type RandomPages = typeof pages extends fc.Arbitrary<infer T> ? T : never;

const keyAt = (all: RandomPages, index: number): string => {
  const { locale, folder } = all[index % all.length]!;
  return `${locale}/${folder}page-${index % all.length}`;
};

const pageFiles = (all: RandomPages): readonly FileUpdate[] =>
  all.map(({ type, status, related, term }, index) =>
    update(`pages/${keyAt(all, index)}.yaml`, {
      id: index + 1,
      type,
      status,
      title: `Harbour ${index}`,
      terms: { topics: [term] },
      fields: { related: keyAt(all, related) },
    }),
  );

const TYPE = { name: 'Type', fieldsSchema: { related: 'page' } };
const FILES: readonly FileUpdate[] = [
  update('content-types/article.yaml', { id: 1, ...TYPE }),
  update('content-types/secret.yaml', { id: 2, ...TYPE }),
  update('media/picture.yaml', { id: 1, filename: 'a.png', mimeType: 'image/png', folder: 'press' }),
  update('taxonomies/topics.yaml', { id: 1, name: 'Topics', terms: [{ id: 1, slug: 'news', name: 'News' }] }),
];

const rule = fc.record<RightsRule>(
  {
    do: fc.constant(['read']),
    on: fc.constantFrom(undefined, ['page'], ['media', 'taxonomy']),
    types: fc.constantFrom(undefined, ['article'], ['secret']),
    locales: fc.constantFrom(undefined, ['fr']),
    paths: fc.constantFrom(undefined, ['blog/**'], ['blog/*']),
    folders: fc.constantFrom(undefined, ['press']),
  } as never,
  { requiredKeys: ['do'] },
);
const rules = fc.array(rule, { maxLength: 2 });

/** What anybody can learn of the records of a store. */
function describeStore(store: Store) {
  return {
    records: KINDS.map((kind) => ({
      count: store.count(kind),
      all: [...store.all(kind)],
      byId: [1, 2, 3, 4, 5, 6].map((id) => store.get(kind, id)),
    })),
    paths: [...store.paths()].sort(),
    ofType: ['article', 'secret'].map((type) => store.find('page', 'byType', type)),
  };
}

it('shows what may be read exactly as a store shows it that holds nothing else', () => {
  fc.assert(
    fc.property(pages, rules, rules, fc.constantFrom('viewer' as const, 'none' as const), (all, allow, deny, base) => {
      const rights = createJudge({ extends: base, allow, deny }).rightsOf('user/1');
      const reader = createReader({ rights, ownerOf: () => undefined });
      const updates = [...FILES, ...pageFiles(all)];
      const whole = storeOf(updates);
      const readable = updates.filter(({ path }) => {
        const file = whole.fileAt(path)!;
        return reader.mayRead(whole.byKey(file.kind, file.key)!);
      });
      const [shown, only] = [restrictStore(whole, reader), storeOf(readable)];
      expect(describeStore(shown)).toEqual(describeStore(only));
      for (const [index] of all.entries()) {
        const key = keyAt(all, index);
        expect(shown.byKey('page', key)).toEqual(only.byKey('page', key));
        expect(shown.hides?.('page', key)).toBe(only.byKey('page', key) === undefined);
        // Without its type nobody knows where a page of the smaller store has references.
        const isTyped = ['article', 'secret'].every((type) => only.byKey('contentType', type));
        if (isTyped) expect(shown.referring('page', key)).toEqual(only.referring('page', key));
      }
      const [lists, others] = [restrictLists(createPageLists(whole, clock), reader), createPageLists(only, clock)];
      for (const filter of [{}, { locale: 'fr' }, { type: 'article' }, { term: 'topics/news' }]) {
        expect(lists.all(filter, 'title', 'asc')).toEqual(others.all(filter, 'title', 'asc'));
        expect(lists.public(filter, 'slug', 'desc', clock())).toEqual(others.public(filter, 'slug', 'desc', clock()));
      }
      const isReadable = (id: number): boolean => shown.get('page', id) !== undefined;
      const [search, otherSearch] = [restrictSearch(createSearch(whole), isReadable), createSearch(only)];
      const find = ({ names, all: texts, unpublished }: typeof search) =>
        [names, texts, unpublished].map((index) => {
          const { ids, total } = index.find('harbour', { admits: () => true, limit: 100 });
          return { ids: [...ids].sort(), total };
        });
      expect(find(search)).toEqual(find(otherSearch));
    }),
    { numRuns: runs(150) },
  );
});

it('cannot be changed', () => {
  const rights = createJudge({ extends: 'none', allow: [], deny: [] }).rightsOf('user/1');
  const shown = restrictStore(storeOf(FILES), createReader({ rights, ownerOf: () => undefined }));
  expect(() => shown.apply([])).toThrow('change the one that it shows');
});
