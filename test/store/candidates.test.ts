import { describe, expect, it } from 'vitest';
import { createStore } from '../../src/store/createStore.ts';
import type { FileUpdate, Store } from '../../src/store/store.ts';
import { removal, update } from './siteFiles.ts';

const OLD = '2026-01-01T00:00:00.000Z';
const NEW = '2026-01-02T00:00:00.000Z';
const page = (path: string, title: string, createdAt = OLD): FileUpdate =>
  update(path, { type: 'plain', title, createdAt });

function storeWith(...updates: readonly FileUpdate[]): Store {
  const store = createStore();
  store.apply(updates);
  return store;
}
const titleOf = (store: Store, key: string): string | undefined => store.byKey('page', key)?.data.title;

describe('two files for one key', () => {
  it('may differ by shelf: the older is served, the other is a problem', () => {
    const store = storeWith(page('pages/en/about.yaml', 'Younger', NEW), page('pages/en/_3f/about.yaml', 'Older', OLD));
    expect(titleOf(store, 'en/about')).toBe('Older');
    expect(store.count('page')).toBe(1);
    expect(store.problems()).toEqual([
      {
        path: 'pages/en/about.yaml',
        code: 'DUPLICATE_KEY',
        message: '"en/about" is served from pages/en/_3f/about.yaml, which is older',
      },
    ]);
  });

  it('may differ by format: the smaller path is served if they are equally old', () => {
    const store = storeWith(page('pages/en/about.yaml', 'YAML'), page('pages/en/about.json', 'JSON'));
    expect(titleOf(store, 'en/about')).toBe('JSON');
    expect(store.problems().map(({ path, code }) => `${code} ${path}`)).toEqual(['DUPLICATE_KEY pages/en/about.yaml']);
  });

  it('may differ by format: the one that git has had for longer is served if they are equally old', () => {
    const store = createStore();
    store.tellAges(({ path }) => (path === 'pages/en/about.yaml' ? 1 : undefined));
    store.apply([page('pages/en/about.yaml', 'YAML'), page('pages/en/about.json', 'JSON')]);
    expect(titleOf(store, 'en/about')).toBe('YAML');
  });

  it('may both be the settings, which have no key', () => {
    const store = storeWith(update('site.json', { siteName: 'JSON' }), update('site.yaml', { siteName: 'YAML' }));
    expect(store.problems().map(({ path, message }) => [path, message])).toEqual([
      ['site.yaml', 'This record is served from site.json, which is older'],
    ]);
  });

  it('may differ by case: one is served, under its own key only', () => {
    const store = storeWith(page('pages/en/About.yaml', 'Large', NEW), page('pages/en/about.yaml', 'Small', OLD));
    expect(titleOf(store, 'en/about')).toBe('Small');
    expect(titleOf(store, 'en/About')).toBeUndefined();
    expect(store.problems()).toEqual([
      {
        path: 'pages/en/About.yaml',
        code: 'CASE_COLLISION',
        message: '"en/About" differs only by case from "en/about" in pages/en/about.yaml, which is served',
      },
    ]);
  });

  it('may differ only by Unicode normalization', () => {
    const store = storeWith(page('pages/en/caf\u00e9.yaml', 'NFC'), page('pages/en/cafe\u0301.yaml', 'NFD'));
    expect(store.count('page')).toBe(1);
    expect(store.problems().map(({ code }) => code)).toEqual(['DUPLICATE_KEY']);
  });

  it('are served one after the other: when the first goes, the second is a new record', () => {
    const store = storeWith(page('pages/en/about.yaml', 'YAML', NEW), page('pages/en/about.json', 'JSON', OLD));
    const changes = store.apply([removal('pages/en/about.json')]);
    expect(titleOf(store, 'en/about')).toBe('YAML');
    expect(store.problems()).toEqual([]);
    expect(changes.map(({ before, after }) => [before?.path, after?.path])).toEqual([
      ['pages/en/about.json', undefined],
      [undefined, 'pages/en/about.yaml'],
    ]);
  });

  it('may be of different kinds', () => {
    const store = storeWith(
      update('blocks/about.yaml', { type: 'text', title: 'Block' }),
      update('redirects/about.yaml', { fromPath: '/a', toPath: '/b' }),
    );
    expect(store.problems()).toEqual([]);
  });
});

describe('records', () => {
  it('can swap their slugs in one step', () => {
    const at = (path: string, id: number): FileUpdate => update(path, { id, type: 'plain', title: `Page ${id}` });
    const store = storeWith(at('pages/en/a.yaml', 1), at('pages/en/b.yaml', 2));
    const changes = store.apply([at('pages/en/a.yaml', 2), at('pages/en/b.yaml', 1)]);
    expect(titleOf(store, 'en/a')).toBe('Page 2');
    expect(store.get('page', 1)?.key).toBe('en/b');
    expect(store.problems()).toEqual([]);
    expect(changes.map(({ before, after }) => [before?.key, after?.key]).sort()).toEqual([
      ['en/a', 'en/b'],
      ['en/b', 'en/a'],
    ]);
  });

  it('make one change with before and after if their file is moved', () => {
    const store = storeWith(update('pages/en/a.yaml', { id: 1, type: 'plain', title: 'A' }));
    const changes = store.apply([
      removal('pages/en/a.yaml'),
      update('pages/en/b.yaml', { id: 1, type: 'plain', title: 'A' }),
    ]);
    expect(changes).toHaveLength(1);
    expect([changes[0]?.before?.key, changes[0]?.after?.key]).toEqual(['en/a', 'en/b']);
  });
});

describe('the number of files in a folder', () => {
  it('counts those directly in it, served or not', () => {
    const store = storeWith(
      page('pages/en/a.yaml', 'A'),
      page('pages/en/a.json', 'A again'),
      page('pages/en/_3f/b.yaml', 'B'),
    );
    store.apply([page('pages/en/a.yaml', 'A, changed')]);
    expect([store.countIn('pages/en'), store.countIn('pages/en/_3f'), store.countIn('pages')]).toEqual([2, 1, 0]);
    store.apply([removal('pages/en/a.json'), removal('pages/en/never-there.yaml')]);
    expect(store.countIn('pages/en')).toBe(1);
  });
});
