import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStore } from '../../../src/store/createStore.ts';
import { createSearch } from '../../../src/store/search/search.ts';
import { queryTokens, textTokens } from '../../../src/store/search/searchIndex.ts';
import type { Store } from '../../../src/store/store.ts';
import { countTurns } from '../../countTurns.ts';
import { runs } from '../../effort.ts';
import { removal, update } from '../siteFiles.ts';

const ALL = { admits: () => true, limit: 1000 };
const RUNS = { numRuns: runs(100) };

const words = fc
  .array(fc.constantFrom('Hafen', 'hafenamt', 'Über', 'uber', 'tide', '東京', '京都', 'é'), {
    minLength: 1,
    maxLength: 3,
  })
  .map((list) => list.join(' '));
const BLOCK_TYPE = update('block-types/text.yaml', {
  id: 1,
  name: 'Text',
  fieldsSchema: [{ name: 'body', type: 'text' }],
});
const typeOf = (isText: boolean) =>
  update('content-types/article.yaml', {
    id: 1,
    name: 'Article',
    fieldsSchema: [{ name: 'note', type: isText ? 'textarea' : 'json' }],
  });

type Step =
  | {
      readonly page: number;
      readonly title: string;
      readonly note: string;
      readonly status: string;
      readonly shares: boolean;
    }
  | { readonly gone: number }
  | { readonly block: string }
  | { readonly isText: boolean };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({
      page: fc.integer({ min: 1, max: 4 }),
      title: words,
      note: words,
      status: fc.constantFrom('published', 'published', 'draft'),
      shares: fc.boolean(),
    }),
    weight: 5,
  },
  fc.record({ gone: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ block: words }),
  fc.record({ isText: fc.boolean() }),
);

function toUpdate(one: Step) {
  if ('gone' in one) return removal(`pages/en/p${one.gone}.yaml`);
  if ('block' in one)
    return update('blocks/shared.yaml', { id: 9, type: 'text', title: 'Shared', fields: { body: one.block } });
  if ('isText' in one) return typeOf(one.isText);
  const { page: id, title, note, status, shares } = one;
  const regions = shares ? { content: [{ id: 100 + id, block: 'shared' }] } : {};
  return update(`pages/en/p${id}.yaml`, { id, type: 'article', title, status, fields: { note }, regions });
}

/** Searches through every page each time. */
function naive(store: Store, query: string, isAll: boolean): readonly number[] {
  const wanted = queryTokens(query);
  const isText = JSON.stringify(store.byKey('contentType', 'article')?.data.fieldsSchema ?? []).includes('textarea');
  return [...store.all('page')]
    .filter(({ data }) => data.status === 'published')
    .filter(({ data }) => {
      const shared = Object.keys(data.regions).length > 0 ? store.byKey('block', 'shared')?.data.fields['body'] : '';
      const more = isAll ? `${isText ? data.fields['note'] : ''} ${shared ?? ''}` : '';
      const tokens = textTokens(`${data.title} ${data.slug} ${more}`);
      return wanted.length > 0 && wanted.every((one) => tokens.some((token) => isFound(token, one)));
    })
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}

const isFound = (token: string, wanted: string): boolean =>
  wanted.length >= 2 ? token.startsWith(wanted) : token === wanted;

describe('search', () => {
  it('finds the same as a search through every page, after any changes', async () => {
    const queries = ['ha', 'hafen', 'über tide', '東京', 'uber', 'p1', 'é', 'tide hafena'];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.integer({ min: 0, max: 12 }), async (steps, firstUse) => {
        const store = createStore();
        const search = createSearch(store);
        store.apply([BLOCK_TYPE, typeOf(true)]);
        for (const [at, one] of steps.entries()) {
          store.apply([toUpdate(one)]);
          if (at < firstUse) continue;
          for (const query of queries) {
            const find = (index: 'names' | 'all') => search[index].find(query, ALL).ids.toSorted((a, b) => a - b);
            expect(find('names')).toEqual(naive(store, query, false));
            expect(find('all')).toEqual(naive(store, query, true));
          }
        }
      }),
      RUNS,
    );
  });

  it('indexes many pages without keeping others waiting', async () => {
    const store = createStore();
    const search = createSearch(store);
    const pages = Array.from({ length: 3000 }, (_, id) =>
      update(`pages/en/p${id}.yaml`, {
        id: id + 1,
        type: 'article',
        title: `Harbour number ${id}`,
        status: 'published',
      }),
    );
    store.apply(pages);
    const { turns } = await countTurns(() => search.all.ready());
    expect(turns).toBeGreaterThan(0);
    expect(search.all.find('harbour 2999', ALL)).toEqual({ ids: [3000], total: 1 });
  });
});
