import { expect, it } from 'vitest';
import { type MergeableRecord, mergeRecord } from '../../../src/model/merge/mergeRecordData.ts';
import type { ThreeVersions } from '../../../src/model/merge/threeVersions.ts';
import { card, pageData, schemas } from './fixtures.ts';

const page = (more: object = {}, id: number | undefined = 12): MergeableRecord => ({
  ...(id !== undefined && { id }),
  createdAt: '2026-01-05T09:00:00.000Z',
  data: pageData(more),
});
const mergePages = (versions: Partial<ThreeVersions<MergeableRecord>>) =>
  mergeRecord({ base: undefined, ours: undefined, theirs: undefined, ...versions }, { kind: 'page', schemas });

it('keeps a record that one side has deleted and the other edited, and reports it as one clash', () => {
  const [base, edited] = [page(), page({ title: 'B' })];
  expect(mergePages({ base, ours: edited })).toEqual({
    value: edited,
    clashes: [{ path: [], base: base.data, ours: edited.data, theirs: undefined }],
  });
  expect(mergePages({ base, theirs: edited })).toEqual({
    value: edited,
    clashes: [{ path: [], base: base.data, ours: undefined, theirs: edited.data }],
  });
});

it('deletes a record that one side has deleted and the other has not edited', () => {
  const none = { value: null, clashes: [] };
  expect(mergePages({ base: page(), ours: page() })).toEqual(none);
  expect(mergePages({ base: page(), theirs: page() })).toEqual(none);
  expect(mergePages({ base: page() })).toEqual(none);
});

it('has a record that only one side has added', () => {
  expect(mergePages({ ours: page() })).toEqual({ value: page(), clashes: [] });
  expect(mergePages({ theirs: page() })).toEqual({ value: page(), clashes: [] });
});

it('combines the rename of one side with the edit of the other', () => {
  expect(mergePages({ base: page(), ours: page({ slug: 'company' }), theirs: page({ title: 'B' }) })).toEqual({
    value: page({ slug: 'company', title: 'B' }),
    clashes: [],
  });
});

it('keeps our name where both rename it, and clashes', () => {
  expect(mergePages({ base: page(), ours: page({ slug: 'b' }), theirs: page({ slug: 'c' }) })).toEqual({
    value: page({ slug: 'b' }),
    clashes: [{ path: ['slug'], base: 'about', ours: 'b', theirs: 'c' }],
  });
});

it('merges records that both have added with the same id, without a base', () => {
  const [ours, theirs] = [
    page({ seo: { robots: 'x' }, regions: { main: [card(1, 'A')] } }),
    page({ seo: { metaTitle: 'A' }, regions: { main: [card(2, 'B')] } }),
  ];
  expect(mergePages({ ours, theirs })).toEqual({
    value: page({ seo: { robots: 'x', metaTitle: 'A' }, regions: { main: [card(1, 'A'), card(2, 'B')] } }),
    clashes: [],
  });
});

it('takes records that both have added for one if they differ only in ids', () => {
  const ours = page({ regions: { main: [card(1, 'A')] } }, 5);
  const theirs = page({ regions: { main: [card(2, 'A')] } }, 6);
  expect(mergePages({ ours, theirs })).toEqual({ value: ours, clashes: [] });
});

it('keeps ours where both have added different records, and reports theirs as one clash', () => {
  const [ours, theirs] = [page({ title: 'A' }, 5), page({ title: 'B' }, 6)];
  expect(mergePages({ ours, theirs })).toEqual({
    value: ours,
    clashes: [{ path: [], base: undefined, ours: ours.data, theirs: theirs.data }],
  });
});

it('has the earlier creation time of both sides', () => {
  const early = { ...page({ title: 'B' }), createdAt: '2025-01-01T00:00:00.000Z' };
  expect(mergePages({ base: page(), ours: page(), theirs: early }).value).toEqual(early);
});
