import { describe, expect, it } from 'vitest';
import {
  isSafeFile,
  type Manifest,
  readManifest,
  writeManifest,
} from '../../../src/features/staticSite/site/manifest.ts';

const HASH = 'a'.repeat(64);
const MANIFEST: Manifest = {
  commit: 'c0ffee',
  at: '2026-02-01T12:00:00.000Z',
  isDirty: false,
  recipe: 'abc',
  files: new Map([
    ['b.json', { hash: HASH, size: 2, needs: [0] }],
    ['a/é.json', { hash: HASH, size: 3, needs: [] }],
  ]),
  records: [['page:en/b', '1']],
};

describe('a manifest', () => {
  it('is read as it was written, whatever the order in which its files were made', () => {
    const text = writeManifest(MANIFEST);
    expect(readManifest(text)).toEqual(MANIFEST);
    expect(writeManifest({ ...MANIFEST, files: new Map([...MANIFEST.files].reverse()) })).toBe(text);
    expect(writeManifest({ ...MANIFEST, files: new Map(), records: [] })).toContain('"files":[\n\n]}');
  });

  it.each([
    ['invalid JSON', '{'],
    ['another file of this name', '{"name":"An app","icons":[]}'],
    ['another format', writeManifest(MANIFEST).replace('static-site/3', 'static-site/2')],
    ['a damaged hash', writeManifest(MANIFEST).replaceAll(HASH, 'b')],
    ['an invalid size', writeManifest(MANIFEST).replace(`"${HASH}",2,`, `"${HASH}","2",`)],
    ['an invalid version', writeManifest(MANIFEST).replace('"page:en/b","1"', '"page:en/b",1')],
    ['a need without a record', writeManifest(MANIFEST).replace(',[0]]', ',[1]]')],
    ['a need that is not a number', writeManifest(MANIFEST).replace(',[0]]', ',["length"]]')],
    ['a line that is too long', writeManifest(MANIFEST).replace(',[0]]', ',[0],0]')],
    ['a path out of the folder', writeManifest(MANIFEST).replace('b.json', '../b.json')],
  ])('is not accepted: %s', (_, text) => {
    expect(readManifest(text)).toBeNull();
  });
});

it.each([
  '../x',
  'a/../x',
  '/etc/passwd',
  'a//b',
  'a\\b',
  'a/./b',
  '.git/config',
  'api/.env',
  'a\u0000b',
  'a\nb',
  '',
  'manifest.json',
  '.quire-export/1',
])('%j cannot be a file of an export', (path) => {
  expect(isSafeFile(path)).toBe(false);
});

it.each(['_headers', 'api/content/pages/ja/港/朝.json', 'api/content/media/1/original.jpg'])(
  '%s can be a file of an export',
  (path) => {
    expect(isSafeFile(path)).toBe(true);
  },
);
