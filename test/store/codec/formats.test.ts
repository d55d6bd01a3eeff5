import { expect, test } from 'vitest';
import { extensionOf, formatOf } from '../../../src/store/codec/formats.ts';

test.each([
  ['pages/en/about.yaml', 'yaml'],
  ['pages/en/about.yml', 'yaml'],
  ['pages/en/about.json', 'json'],
  ['pages/en/about.md', 'md'],
  ['pages/en/about.txt', undefined],
  ['pages/yaml', undefined],
])('%s is %s', (path, format) => {
  expect(formatOf(path)).toBe(format);
});

test('new files get the usual extension', () => {
  expect([extensionOf('yaml'), extensionOf('json')]).toEqual(['.yaml', '.json']);
});
