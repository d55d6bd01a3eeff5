import { expect, it } from 'vitest';
import { toRightsSubject } from '../../../src/model/rights/rightsSubject.ts';

const NOW = new Date('2026-02-01T12:00:00.000Z');
const LATER = '2026-03-01T00:00:00.000Z';
const page = { type: 'article', locale: 'fr', slug: 'blog/snow', status: 'draft' };

it.each([
  ['a draft', page, false],
  ['a public page', { ...page, status: 'published' }, true],
  ['a draft that is published later by itself', { ...page, scheduledAt: LATER }, true],
  ['a page that is public later', { ...page, status: 'published', scheduledAt: LATER }, true],
  ['one that no longer is', { ...page, status: 'published', unpublishAt: '2026-01-01T00:00:00.000Z' }, false],
])('counts %s by what the public sees of it, now or by a time that is set', (_, data, isPublic) => {
  const subject = toRightsSubject({ kind: 'page', data, owner: 'user/7' }, NOW);
  expect(subject).toEqual({
    ...{ kind: 'page', type: 'article', locale: 'fr', path: 'blog/snow', folder: undefined, owner: 'user/7' },
    isPublic,
  });
});

it('knows a file by its folder, and what has no type by its kind alone', () => {
  expect(toRightsSubject({ kind: 'media', data: { folder: 'press' }, owner: undefined }, NOW)).toMatchObject({
    ...{ folder: 'press', type: undefined, isPublic: true },
  });
  expect(toRightsSubject({ kind: 'menu', data: { name: 'Main' }, owner: undefined }, NOW)).toMatchObject({
    ...{ folder: undefined, path: undefined, isPublic: true },
  });
});
