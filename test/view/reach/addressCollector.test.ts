import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAddresses, MAX_OF_FOLDER } from '../../../src/view/reach/addressCollector.ts';

const listOf = (...paths: readonly string[]): readonly string[] => {
  const addresses = createAddresses();
  for (const path of paths) addresses.add(path);
  return addresses.list();
};
const many = (folder: string, count: number) => Array.from({ length: count }, (_, at) => `${folder}/p${at}`);

it('lists each address once, sorted, with its slash and encoded', () => {
  expect(listOf('b', 'api/content/pages/ü b', 'b', 'a')).toEqual(['/a', '/api/content/pages/%C3%BC%20b', '/b']);
  expect(listOf()).toEqual([]);
});

describe('a folder', () => {
  it.each([
    [MAX_OF_FOLDER, MAX_OF_FOLDER + 1],
    [MAX_OF_FOLDER + 1, 2],
  ])('with %i addresses is listed as %i, together with what is outside of it', (count, expected) => {
    const list = listOf('api/content/menus/main', ...many('api/content/pages', count));
    expect(list).toHaveLength(expected);
    expect(list.includes('/api/content/pages/*')).toBe(count > MAX_OF_FOLDER);
    expect(list).toContain('/api/content/menus/main');
  });

  it('is listed as a whole once it is added as one, and its own address stays', () => {
    const addresses = createAddresses();
    addresses.add('api/content/pages/a');
    addresses.add('api/content/pages');
    addresses.addAll('api/content/pages');
    addresses.add('api/content/pages/b/c');
    expect(addresses.list()).toEqual(['/api/content/pages', '/api/content/pages/*']);
    expect(addresses.isWhole('api/content/pages')).toBe(true);
    expect(addresses.isWhole('api/content/lists')).toBe(false);
  });

  it('is never made of addresses outside the content interface, however many', () => {
    expect(listOf(...many('files', MAX_OF_FOLDER + 50))).toHaveLength(MAX_OF_FOLDER + 50);
  });
});

it('is the whole site once that is added, whatever else is', () => {
  const addresses = createAddresses();
  addresses.add('a');
  addresses.addAll('');
  addresses.add('api/content/pages/b');
  addresses.addAll('api/content/menus');
  expect(addresses.list()).toEqual(['/*']);
  expect(addresses.isWhole('api/content/pages')).toBe(true);
});

it('counts every call, also for what it knows', () => {
  const addresses = createAddresses();
  addresses.add('a');
  addresses.add('a');
  addresses.addAll('');
  addresses.add('b');
  expect(addresses.added).toBe(4);
});

it('lists the same in whatever order addresses come, and covers each of them', () => {
  const path = fc.oneof(
    fc.constantFrom('a', 'b'),
    fc.constantFrom('pages', 'lists').chain((folder) => fc.nat(300).map((at) => `api/content/${folder}/${at}`)),
  );
  fc.assert(
    fc.property(fc.array(path, { maxLength: 300, size: 'max' }), (paths) => {
      const list = listOf(...paths);
      expect(listOf(...paths.toReversed())).toEqual(list);
      const covers = (one: string) => list.includes(`/${one}`) || list.includes(`/${one.replace(/[^/]*$/, '*')}`);
      expect(paths.every(covers)).toBe(true);
    }),
    { numRuns: 30 },
  );
});
