import { expect, it } from 'vitest';
import { changedParts } from '../../../src/model/rights/changedParts.ts';
import { createPathTest } from '../../../src/model/rights/matchPath.ts';

const about = { title: 'About', slug: 'about', status: 'draft', fields: { summary: 'We', price: 3 }, seo: {} };

it.each([
  ['nothing', { ...about, fields: { price: 3, summary: 'We' } }, []],
  ['a field', { ...about, fields: { ...about.fields, price: 4 } }, ['price']],
  ['a field that is gone', { ...about, fields: { summary: 'We' } }, ['price']],
  ['publishing', { ...about, status: 'published', publishedAt: '2026-01-01T00:00:00.000Z' }, ['status']],
  ['the address', { ...about, slug: 'us', slugOverride: true }, ['slug']],
  ['an empty value for none', { ...about, regions: {}, terms: {}, seo: null }, []],
])('names %s', (_, after, parts) => {
  expect(changedParts(about, after)).toEqual(parts);
});

it('names everything that a new record holds', () => {
  expect(changedParts({}, about)).toEqual(['title', 'slug', 'status', 'summary', 'price']);
});

it.each([
  ['blog/**', ['blog', 'blog/a', 'blog/a/b'], ['blogs', 'news/blog']],
  ['blog/*', ['blog/a'], ['blog', 'blog/a/b']],
  ['**/press/*', ['press/a', 'x/press/a', 'x/y/press/a'], ['press', 'press/a/b']],
  ['a/**/**', ['a', 'a/b/c'], ['b/a']],
])('reads %s as people write it', (pattern, inside, outside) => {
  const test = createPathTest(pattern);
  expect([inside.filter(test), outside.filter(test)]).toEqual([inside, []]);
});
