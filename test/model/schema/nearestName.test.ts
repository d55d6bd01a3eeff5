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
])('suggests for %s: %s', (name, meant) => {
  expect(nearestName(name, KNOWN)).toBe(meant);
});

test.each(['ix', 'author', '', 'metaKeywords', 'x'.repeat(100_000)])('suggests nothing for %.20s', (name) => {
  expect(nearestName(name, KNOWN)).toBeUndefined();
});

test('suggests the first of two that are equally close', () => {
  expect(nearestName('card', ['cart', 'care'])).toBe('cart');
});

test('suggests nothing if no name is known', () => {
  expect(nearestName('title', [])).toBeUndefined();
});
