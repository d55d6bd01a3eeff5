import { describe, expect, it } from 'vitest';
import type { Menu } from '../../src/model/entities/menu.ts';
import type { Page } from '../../src/model/entities/page.ts';
import { createStore } from '../../src/store/createStore.ts';
import { FIRST_HASHED_ID, hashedId, nextHashedId } from '../../src/store/id/randomId.ts';
import type { Store } from '../../src/store/store.ts';
import { broken, removal, update } from './siteFiles.ts';

const PAGE = { type: 'plain', title: 'A page' };
const OLD = '2026-01-01T00:00:00.000Z';
const NEW = '2026-01-02T00:00:00.000Z';
const page = (slug: string, id?: number, createdAt = OLD) =>
  update(`pages/en/${slug}.yaml`, { ...PAGE, ...(id !== undefined && { id }), createdAt });
const hashOf = (slug: string): number => hashedId('page', `pages/en/${slug}.yaml`, '');
const idOf = (store: Store, slug: string): number | undefined => store.byKey('page', `en/${slug}`)?.id;
const problemsOf = (store: Store): readonly string[] => store.problems().map(({ path, code }) => `${code} ${path}`);

function storeWith(...updates: readonly ReturnType<typeof page>[]): Store {
  const store = createStore();
  store.apply(updates);
  return store;
}

describe('two files with one id', () => {
  it('leave it to the one with the earlier createdAt; the other is served under its hashed id and reported', () => {
    const store = storeWith(page('a', 7, NEW), page('b', 7, OLD));
    expect(idOf(store, 'b')).toBe(7);
    expect(idOf(store, 'a')).toBe(hashOf('a'));
    expect(store.get('page', hashOf('a'))?.key).toBe('en/a');
    expect(store.problems()).toEqual([
      {
        path: 'pages/en/a.yaml',
        at: ['id'],
        code: 'DUPLICATE_ID',
        message: `page "en/a" has the id 7 of page "en/b" in pages/en/b.yaml; pages/en/a.yaml came later: its page is served under ${hashOf('a')}`,
      },
    ]);
  });

  it('leave it to the smaller path if they are equally old', () => {
    const store = storeWith(page('b', 7), page('a', 7));
    expect([idOf(store, 'a'), idOf(store, 'b')]).toEqual([7, hashOf('b')]);
  });

  it('leave it to the one that git has had for longer if they are equally old, and not to an uncommitted one', () => {
    const store = createStore();
    const since = new Map([
      ['pages/en/b.yaml', 1],
      ['pages/en/c.yaml', 2],
    ]);
    store.tellAges(({ path }) => since.get(path));
    store.apply([page('a', 7), page('b', 7), page('c', 7)]);
    expect([idOf(store, 'a'), idOf(store, 'b'), idOf(store, 'c')]).toEqual([hashOf('a'), 7, hashOf('c')]);
    store.apply([removal('pages/en/b.yaml')]);
    expect([idOf(store, 'a'), idOf(store, 'c')]).toEqual([hashOf('a'), 7]);
  });

  it('are reported with the present owner of the id, whoever had it before', () => {
    const store = storeWith(page('c', 7, NEW), page('b', 7), page('a', 7));
    expect(store.problems().map(({ message }) => message)).toEqual([
      expect.stringContaining('page "en/c" has the id 7 of page "en/a" in pages/en/a.yaml; pages/en/c.yaml came later'),
      expect.stringContaining('page "en/b" has the id 7 of page "en/a" in pages/en/a.yaml; pages/en/b.yaml came later'),
    ]);
    store.apply([removal('pages/en/a.yaml')]);
    expect(store.problems().map(({ message }) => message)).toEqual([
      expect.stringContaining('page "en/c" has the id 7 of page "en/b" in pages/en/b.yaml; pages/en/c.yaml came later'),
    ]);
  });

  it('have no problem any more once one of them is gone or renumbered', () => {
    const store = storeWith(page('a', 7), page('b', 7));
    const changes = store.apply([page('a', 8)]);
    expect(idOf(store, 'b')).toBe(7);
    expect(store.problems()).toEqual([]);
    expect(changes.map(({ before, after }) => [before?.id, after?.id])).toEqual(
      expect.arrayContaining([
        [7, 7],
        [undefined, 8],
      ]),
    );
  });

  it('keep their ids while the older one is broken', () => {
    const store = storeWith(page('a', 7), page('b', 7));
    store.apply([broken('pages/en/a.yaml')]);
    expect([idOf(store, 'a'), idOf(store, 'b')]).toEqual([7, hashOf('b')]);
    expect(problemsOf(store)).toEqual(['SYNTAX pages/en/a.yaml', 'DUPLICATE_ID pages/en/b.yaml']);
  });

  it('are settled in time where a file with five thousand ids is copied', () => {
    const children = (first: number) => Array.from({ length: 50 }, (_, at) => ({ id: first + at, title: 'Child' }));
    const items = Array.from({ length: 100 }, (_, at) => ({
      id: 1 + at,
      title: 'Item',
      children: children(1000 + at * 50),
    }));
    const store = storeWith(
      update('menus/main.yaml', { id: 1, name: 'Main', items }),
      update('menus/copy.yaml', { id: 1, name: 'Copy', items, createdAt: NEW }),
    );
    expect(store.byKey('menu', 'main')?.data.items[99]?.children[49]?.id).toBe(5999);
    expect(store.problems()).toHaveLength(5101);
  });

  it('do not compete across kinds with counters of their own', () => {
    const store = storeWith(page('a', 7), update('menus/main.yaml', { id: 7, name: 'Main' }));
    expect([idOf(store, 'a'), store.byKey('menu', 'main')?.id]).toEqual([7, 7]);
    expect(store.problems()).toEqual([]);
  });
});

describe('ids of blocks', () => {
  const block = (id: number) => update('blocks/motto.yaml', { id, type: 'quote', title: 'Motto' });
  const withPlacements = (...ids: readonly (number | undefined)[]) =>
    update('pages/en/a.yaml', {
      ...PAGE,
      id: 1,
      regions: { main: ids.map((id) => ({ ...(id && { id }), type: 't' })) },
    });
  const placementIds = (store: Store): readonly number[] =>
    (store.byKey('page', 'en/a')!.data as Page).regions['main']!.map(({ id }) => id);

  it('are shared by reusable blocks and placements', () => {
    const store = storeWith(block(5), withPlacements(5, 6));
    expect(store.get('block', 5)?.key).toBe('motto');
    expect(placementIds(store)).toEqual([hashedId('block', 'pages/en/a.yaml', 'regions/main/0'), 6]);
    expect(problemsOf(store)).toEqual(['DUPLICATE_ID pages/en/a.yaml']);
  });

  it('belong to the first of two placements in one file', () => {
    const store = storeWith(withPlacements(5, 5));
    expect(placementIds(store)).toEqual([5, hashedId('block', 'pages/en/a.yaml', 'regions/main/1')]);
    expect(store.find('page', 'byPlacement', '5')).toHaveLength(1);
  });

  it('that are lost are reported one by one, with their places', () => {
    const store = storeWith(block(5), withPlacements(6, 5, 6));
    const hashAt = (place: string): number => hashedId('block', 'pages/en/a.yaml', place);
    expect(store.problems().map(({ at, message }) => [at?.join('.'), message])).toEqual([
      [
        'regions.main.1.id',
        `block regions.main.1 of page "en/a" has the id 5 of block "motto" in blocks/motto.yaml; pages/en/a.yaml came later: its block is served under ${hashAt('regions/main/1')}`,
      ],
      [
        'regions.main.2.id',
        `block regions.main.2 of page "en/a" has the id 6 of block regions.main.0, which comes first in this file: it is served under ${hashAt('regions/main/2')}`,
      ],
    ]);
  });

  it('are found under the served id, not the lost one', () => {
    const store = storeWith(block(5), withPlacements(5));
    expect(store.find('page', 'byPlacement', '5')).toEqual([]);
    expect(store.find('page', 'byPlacement', String(placementIds(store)[0]))).toHaveLength(1);
  });
});

describe('a record without an id', () => {
  it('has the same id after every start, whatever else is there', () => {
    const alone = storeWith(page('a'));
    const others = storeWith(page('c'), page('b', 4), page('a'));
    expect(idOf(alone, 'a')).toBe(hashOf('a'));
    expect(idOf(others, 'a')).toBe(hashOf('a'));
    expect(hashOf('a')).toBe(1_485_893_777);
  });

  it('keeps its id when the first write adds it', () => {
    const store = storeWith(page('a'));
    const [change] = store.apply([page('a', hashOf('a'))]);
    expect([change?.before?.id, change?.after?.id]).toEqual([hashOf('a'), hashOf('a')]);
    expect(store.problems()).toEqual([]);
  });

  it('gives way to a file that gives its hashed id, and gets it back when that is gone', () => {
    const store = storeWith(page('a'));
    store.apply([page('moved', hashOf('a'))]);
    expect([idOf(store, 'moved'), idOf(store, 'a')]).toEqual([hashOf('a'), hashOf('a') + 1]);
    expect(store.problems()).toEqual([]);
    store.apply([removal('pages/en/moved.yaml')]);
    expect(idOf(store, 'a')).toBe(hashOf('a'));
  });

  it('takes the next free id if several are taken', () => {
    const next = hashOf('a') + 1;
    const store = storeWith(page('a'), page('b', hashOf('a')), page('c', next));
    expect(idOf(store, 'a')).toBe(next + 1);
    store.apply([removal('pages/en/c.yaml')]);
    expect(idOf(store, 'a')).toBe(next);
  });

  it('has an id below 2^31 even if the last one is taken', () => {
    expect(nextHashedId(2 ** 31 - 2)).toBe(FIRST_HASHED_ID);
    expect(hashOf('x')).toBeGreaterThanOrEqual(FIRST_HASHED_ID);
    expect(hashOf('x')).toBeLessThan(2 ** 31 - 1);
  });

  it('gets ids for nested records too', () => {
    const store = storeWith(
      update('menus/main.yaml', { name: 'Main', items: [{ title: 'A', children: [{ title: 'B' }] }] }),
    );
    const { id, data } = store.byKey('menu', 'main')!;
    const [item] = (data as Menu).items;
    expect(id).toBe(hashedId('menu', 'menus/main.yaml', ''));
    expect(item?.id).toBe(hashedId('menuItem', 'menus/main.yaml', 'items/0'));
    expect(item?.children[0]?.id).toBe(hashedId('menuItem', 'menus/main.yaml', 'items/0/children/0'));
  });
});

describe('the highest id', () => {
  it('counts ids in files, including nested ones and those of unserved files, but no hashed ones', () => {
    const store = storeWith(
      page('a', 3),
      page('b'),
      update('pages/en/_3f/a.yaml', { ...PAGE, id: 9, createdAt: NEW, regions: { main: [{ id: 20, type: 't' }] } }),
      update('blocks/motto.yaml', { id: 12, type: 't', title: 'Motto' }),
    );
    expect(idOf(store, 'a')).toBe(3);
    expect(store.highestId('page')).toBe(9);
    expect(store.highestId('block')).toBe(20);
    expect(store.highestId('menu')).toBe(0);
  });

  it('stays the same when the record is gone', () => {
    const store = storeWith(page('a', 3));
    store.apply([removal('pages/en/a.yaml')]);
    expect(store.highestId('page')).toBe(3);
  });
});

describe('an id that is taken', () => {
  it('is one that a file gives, even nested or in an unserved file, or is served under', () => {
    const shelved = { ...PAGE, id: 9, createdAt: NEW, regions: { main: [{ id: 20, type: 't' }] } };
    const store = storeWith(page('a', 3), page('b'), update('pages/en/_3f/a.yaml', shelved));
    const pages = [3, 9, hashOf('b'), 4, 20].map((id) => store.hasId('page', id));
    expect(pages).toEqual([true, true, true, false, false]);
    expect([20, 3].map((id) => store.hasId('block', id))).toEqual([true, false]);
  });

  it('is free again once no file gives it', () => {
    const shelf = 'pages/en/_3f/a.yaml';
    const store = storeWith(page('a', 3), update(shelf, { ...PAGE, id: 9, createdAt: NEW }));
    expect(store.hasId('page', 9)).toBe(true);
    store.apply([removal(shelf), removal('pages/en/a.yaml')]);
    expect([3, 9].map((id) => store.hasId('page', id))).toEqual([false, false]);
  });
});
