import { describe, expect, it } from 'vitest';
import type { EntryChange } from '../../src/model/entry.ts';
import { type ExportPart, showExport, showImported } from '../../src/view/export.ts';
import { pageFile, siteInMemory } from './siteInMemory.ts';

const head = { exportedAt: '2026-02-01T00:00:00.000Z', commit: 'c1' };
const FILES = {
  'pages/en/b.yaml': pageFile({ id: 1, title: 'B', fields: { see: 'en/a' } }),
  'pages/en/a.yaml': pageFile({ id: 2, title: 'A', status: 'draft' }),
  'media/sea.yaml': { id: 3, filename: 'sea.jpg' },
  'site.yaml': { siteName: 'Harbour' },
};
const textOf = (parts: Iterable<ExportPart>): string =>
  [...parts].map((part) => (typeof part === 'string' ? part : JSON.stringify(`bytes of ${part.file.key}`))).join('');
const exported = (files: Parameters<typeof siteInMemory>[0], withFiles = false) =>
  textOf(showExport(siteInMemory(files).store, { ...head, withFiles }));

describe('an export', () => {
  it('is one JSON document of all records by their keys, drafts included, and of nothing private', () => {
    const document = JSON.parse(exported(FILES));
    expect(Object.keys(document).slice(0, 3)).toEqual(['quire', 'exportedAt', 'commit']);
    expect(document).toMatchObject({ quire: 1, ...head, settings: [{ siteName: 'Harbour' }] });
    expect(document.pages.map(({ slug, id, status }: Record<string, unknown>) => [slug, id, status])).toEqual([
      ['a', 2, 'draft'],
      ['b', 1, 'published'],
    ]);
    expect(document.pages[1].fields).toEqual({ see: 'en/a' });
    expect(document.settings[0]).not.toHaveProperty('id');
    for (const list of ['users', 'apiKeys', 'webhooks']) expect(document).not.toHaveProperty(list);
  });

  it('is the same text in whatever order the files were read', () => {
    expect(exported(Object.fromEntries(Object.entries(FILES).toReversed()))).toBe(exported(FILES));
  });

  it('holds the bytes of files only if they are asked for', () => {
    expect(JSON.parse(exported(FILES)).media[0]).not.toHaveProperty('file');
    expect(JSON.parse(exported(FILES, true)).media).toMatchObject([{ key: 'sea', file: 'bytes of sea' }]);
  });

  it('comes in parts that are neither tiny nor as large as the site', () => {
    const pages = Array.from({ length: 400 }, (_, at) => [
      `pages/en/p${at}.yaml`,
      pageFile({ id: at + 1, fields: { a: 'x'.repeat(1000) } }),
    ]);
    const parts = [...showExport(siteInMemory(Object.fromEntries(pages)).store, head)].map(String);
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.slice(0, -1).every(({ length }) => length >= 65_536 && length < 70_000)).toBe(true);
    expect(JSON.parse(parts.join('')).pages).toHaveLength(400);
  });
});

it('tells of each record of an import what has become of it, in the order of the import', () => {
  const { store } = siteInMemory(FILES);
  const [a, b] = [store.get('page', 2)!, store.get('page', 1)!];
  const changes: readonly EntryChange[] = [
    { kind: 'page', before: null, after: b },
    { kind: 'media', before: store.get('media', 3)!, after: store.get('media', 3)! },
  ];
  expect(showImported([a, b, store.get('media', 3)!, { kind: 'menu', key: 'gone' }], changes, store)).toEqual([
    { kind: 'page', key: 'en/a', id: 2, result: 'unchanged' },
    { kind: 'page', key: 'en/b', id: 1, result: 'created' },
    { kind: 'media', key: 'sea', id: 3, result: 'updated' },
    { kind: 'menu', key: 'gone', id: null, result: 'unchanged' },
  ]);
});
