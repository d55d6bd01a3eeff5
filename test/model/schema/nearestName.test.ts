import { expect, test } from 'vitest';
import { nearestName } from '../../../src/model/schema/unknownNames.ts';

const KNOWN = ['id', 'title', 'status', 'cover', 'metaTitle', 'metaDescription', 'scheduledAt'];

test.each([
  ['statsu', 'status'],
  ['covr', 'cover'],
  ['coverr', 'cover'],
  ['metatitle', 'metaTitle'],
  ['meta_title', 'metaTitle'],
  ['Title', 'title'],
  ['schedueldAt', 'scheduledAt'],
])('takes %s for %s', (name, meant) => {
  expect(nearestName(name, KNOWN)).toBe(meant);
});

test.each(['ix', 'author', '', 'metaKeywords', 'x'.repeat(100_000)])('takes %.20s for nothing it knows', (name) => {
  expect(nearestName(name, KNOWN)).toBeUndefined();
});

test('takes the first of two that are equally near', () => {
  expect(nearestName('card', ['cart', 'care'])).toBe('cart');
});

test('knows of nothing where there is nothing', () => {
  expect(nearestName('title', [])).toBeUndefined();
});
