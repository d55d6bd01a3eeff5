import { describe, expect, it } from 'vitest';
import { findTermById, findTermByKey } from '../../../src/model/page/term.ts';
import { createStore } from '../../../src/store/createStore.ts';
import { removal, update } from '../../store/siteFiles.ts';

const store = createStore();
store.apply([
  update('taxonomies/topics.yaml', {
    id: 1,
    name: 'Topics',
    hierarchical: true,
    terms: [{ id: 31, slug: 'news', name: 'News', children: [{ id: 32, slug: 'local', name: 'Local' }] }],
  }),
  update('taxonomies/places.yaml', { id: 2, name: 'Places', terms: [{ id: 33, slug: 'news', name: 'Newsville' }] }),
]);

describe('a term', () => {
  it.each([
    ['topics/news', 31],
    ['topics/local', 32],
    ['places/news', 33],
  ])('%s is found by its key and by its id', (key, id) => {
    expect(findTermByKey(store, key)).toMatchObject({ key, term: { id } });
    expect(findTermById(store, id)).toMatchObject({ key, term: { id } });
    expect(findTermById(store, id)?.taxonomy).toBe(findTermByKey(store, key)?.taxonomy);
  });

  it.each(['topics', 'topics/', '/news', 'topics/gone', 'gone/news', 'places/local', '', 'toString/news'])(
    'is not found by %j',
    (key) => {
      expect(findTermByKey(store, key)).toBeUndefined();
    },
  );

  it.each([0, 30, 1, Number.NaN])('is not found by the id %s', (id) => {
    expect(findTermById(store, id)).toBeUndefined();
  });

  it('is gone with its vocabulary', () => {
    const other = createStore();
    other.apply([
      update('taxonomies/topics.yaml', { name: 'Topics', terms: [{ id: 31, slug: 'news', name: 'News' }] }),
    ]);
    other.apply([removal('taxonomies/topics.yaml')]);
    expect(findTermById(other, 31)).toBeUndefined();
  });
});
