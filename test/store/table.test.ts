import { describe, expect, it } from 'vitest';
import { createStore } from '../../src/store/createStore.ts';
import type { FileUpdate, Store } from '../../src/store/store.ts';
import { fileRecord, removal, update } from './siteFiles.ts';

const redirect = (name: string, fromPath: string, createdAt: string): FileUpdate =>
  update(`redirects/${name}.yaml`, { fromPath, toPath: '/there', createdAt });
const user = (id: number, email: string): FileUpdate =>
  update(`users/${id}.yaml`, { email, name: 'Ada', passwordHash: 'x', createdAt: `2026-01-0${id}T00:00:00.000Z` });

function storeWith(...updates: readonly FileUpdate[]): Store {
  const store = createStore();
  store.apply(updates);
  return store;
}

describe('a unique index', () => {
  it('finds the oldest first, in whatever order the files came, and reports the others', () => {
    const files = [redirect('young', '/a', '2026-01-02'), redirect('old', '/a', '2026-01-01')];
    for (const order of [files, files.toReversed()]) {
      const store = storeWith(...order);
      expect(store.find('redirect', 'byFromPath', '/a').map(({ key }) => key)).toEqual(['old', 'young']);
      expect(store.problems()).toEqual([
        {
          path: 'redirects/young.yaml',
          at: ['fromPath'],
          code: 'DUPLICATE_VALUE',
          message: 'has the same fromPath as redirects/old.yaml, which is older and comes first',
        },
      ]);
    }
  });

  it('has no problem any more once the value is changed', () => {
    const store = storeWith(redirect('young', '/a', '2026-01-02'), redirect('old', '/a', '2026-01-01'));
    store.apply([redirect('young', '/b', '2026-01-02')]);
    expect(store.problems()).toEqual([]);
    expect(store.find('redirect', 'byFromPath', '/b').map(({ key }) => key)).toEqual(['young']);
  });

  it('compares e-mails without regard to case', () => {
    const store = storeWith(user(1, 'Ada@example.org'), user(2, 'ada@EXAMPLE.org'));
    expect(store.find('user', 'byEmail', 'ada@example.org').map(({ id }) => id)).toEqual([1, 2]);
    expect(store.problems().map(({ path, code }) => `${code} ${path}`)).toEqual(['DUPLICATE_VALUE users/2.yaml']);
  });
});

describe('an index', () => {
  it('that the entity does not declare is a programming error', () => {
    expect(() => createStore().find('page', 'byColour', 'red')).toThrow('page has no index byColour');
  });

  it('finds a record under each of its keys, until it is gone', () => {
    const page = {
      type: 'plain',
      title: 'A',
      regions: {
        main: [
          { id: 5, type: 't' },
          { id: 6, type: 't' },
        ],
      },
    };
    const store = storeWith(update('pages/en/a.yaml', page));
    const found = (): readonly number[] => ['5', '6', '7'].map((id) => store.find('page', 'byPlacement', id).length);
    expect(found()).toEqual([1, 1, 0]);
    store.apply([removal('pages/en/a.yaml')]);
    expect(found()).toEqual([0, 0, 0]);
  });
});

describe('private records', () => {
  it('have the id of their file name, whatever is inside', () => {
    expect(fileRecord('users/3.yaml', { id: 1, email: 'a@b.org', name: 'Ada', passwordHash: 'x' }).id).toBe(3);
  });
});

describe('served records', () => {
  it('cannot be changed by their readers', () => {
    const store = storeWith(update('pages/en/a.yaml', { type: 'plain', title: 'A', fields: { deep: { list: [1] } } }));
    const { data } = store.byKey('page', 'en/a')!;
    expect(Object.isFrozen(data)).toBe(true);
    expect(Object.isFrozen((data.fields['deep'] as { list: unknown }).list)).toBe(true);
  });
});
