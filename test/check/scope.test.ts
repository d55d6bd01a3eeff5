import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findSince } from '../../src/check/branchFindings.ts';
import { readChangedRecords } from '../../src/check/scope.ts';
import { openCheckedFolder } from '../../src/site/folder/checkFolder.ts';
import { makeSite } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const HEAD = 'createdAt: 2026-01-01T00:00:00.000Z\n';
const MEDIA = `id: 9\nfilename: quay.png\noriginalName: quay.png\nmimeType: image/png\nsize: 1\n${HEAD}`;
const page = (id: number, more = ''): string => `id: ${id}\ntype: article\ntitle: Page ${id}\n${HEAD}${more}`;
const FILES = {
  ...SMALL_SITE,
  'media/quay.yaml': MEDIA,
  'content-types/article.yaml': `id: 1\nname: Article\nfieldsSchema: [{ name: photo, type: media }]\n${HEAD}`,
  'pages/en/one.yaml': page(11, 'fields: { photo: quay }\n'),
  'pages/en/two.yaml': page(12, 'translationGroup: pair\n'),
};

type Files = Readonly<Record<string, string | null>>;

/** Opens these files, and finds what a change of some of them brings. */
async function changeFiles(files: Files, after: Files) {
  const { contentDir, privateDir } = await makeSite(
    Object.fromEntries(Object.entries(files).flatMap(([path, text]) => (text === null ? [] : [[path, text]]))),
  );
  const folder = await openCheckedFolder({
    root: contentDir,
    cacheFile: join(privateDir, 'none', 'state', 'cache.bin'),
  });
  const versions = (from: Files) =>
    new Map(Object.keys(after).map((path) => [path, from[path] == null ? null : Buffer.from(from[path])]));
  const branch = { base: versions(files), merged: versions(after), clashes: [], conflicts: [] };
  const found = await findSince({ folder, branch, ref: 'main', findMedia: () => null, now: new Date(0) });
  return { folder, found: found.map(({ path, code }) => `${code} ${path}`).sort() };
}

it('does not look for mentions in all files when a change matters only to its own', async () => {
  const after = { 'pages/en/one.yaml': page(11, 'fields: { photo: quay, phto: quay }\n') };
  const { folder, found } = await changeFiles(FILES, after);
  expect(found).toEqual(['UNKNOWN_FIELD pages/en/one.yaml']);
  expect(folder.store.knowsReferences()).toBe(false);
});

it('finds what a change does to other files', async () => {
  expect((await changeFiles(FILES, { 'pages/en/one.yaml': page(11) })).found).toEqual(['UNUSED_MEDIA media/quay.yaml']);
  const twin = { 'pages/en/three.yaml': page(13, 'translationGroup: pair\n') };
  expect((await changeFiles(FILES, twin)).found).toEqual([
    'DOUBLE_TRANSLATION pages/en/three.yaml',
    'DOUBLE_TRANSLATION pages/en/two.yaml',
  ]);
  expect((await changeFiles(FILES, { 'media/quay.yaml': null })).found).toEqual([
    'DANGLING_REFERENCE pages/en/one.yaml',
  ]);
});

it('looks at the records of a large change in steps of one each', async () => {
  const { folder } = await changeFiles(FILES, {});
  expect([...readChangedRecords(folder.store, ['pages/en/one.yaml', 'pages/en/two.yaml'])]).toHaveLength(2);
});
