import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../../src/model/schema/formats.ts';
import { isKey, isPageSlug, isSlug, trimSlug } from '../../../src/model/text/slug.ts';

const GOOD = [
  'a',
  '1',
  'about-us',
  'About_Us',
  'v1.2~3',
  'a..b',
  'ünïcode',
  'ภาษาไทย',
  '日本語',
  'हिन्दी',
  'console',
  'com10',
  'a.con',
];
const BAD = [
  '',
  '.',
  '..',
  '.git',
  '-a',
  '_a',
  '~a',
  'a.',
  'a b',
  ' a',
  'a\n',
  'a\u0000',
  'a\\b',
  'a%2e',
  'a?b',
  'a#b',
  'a:b',
  'a*',
  'a\u200b',
  'a\u202e',
  '😀',
  'cafe\u0301',
  '\u0301a',
  'con',
  'CON',
  'Aux.txt',
  'nul.',
  'prn',
  'com1',
  'LPT9.a',
  'com²',
  'x'.repeat(201),
  '日'.repeat(100),
];

describe('a slug', () => {
  it.each(GOOD)('may be %j', (slug) => {
    expect([isSlug(slug), isPageSlug(slug)]).toEqual([true, true]);
  });

  it.each(BAD)('SEC-1 may not be %j', (slug) => {
    expect([isSlug(slug), isPageSlug(slug), isPageSlug(`a/${slug}/b`)]).toEqual([false, false, false]);
  });

  it('has at most 200 characters, and a file name that every file system accepts', () => {
    expect(isSlug('x'.repeat(200))).toBe(true);
    expect(isSlug('日'.repeat(80))).toBe(true);
  });

  it.each(['about.json', 'logo.png', 'Feed.XML', '.json.xml'])(
    'may not have the extension of a file of the static site: %j',
    (slug) => {
      expect([isSlug(slug), isPageSlug(slug), isPageSlug(`${slug}/a`), isPageSlug(`a/${slug}`)]).toEqual([
        ...[false, false, false, false],
      ]);
      expect([isKey(slug), isSlug(`${slug}x`)]).toEqual([!slug.startsWith('.'), !slug.startsWith('.')]);
    },
  );

  it.each(['constructor', 'prototype'])(
    'may not be the name of a property of every object, unlike that of a page: %j',
    (slug) => {
      expect([isSlug(slug), isPageSlug(slug)]).toEqual([false, true]);
    },
  );
});

it('the message mentions the rules that nobody would guess', () => {
  for (const { expected } of [FORMATS['slug']!, FORMATS['pageSlug']!])
    expect(expected).toContain('is not a name that Windows reserves (con, nul, …)');
});

describe('the slug of a page', () => {
  it('has one to eight segments', () => {
    expect(isPageSlug('1/2/3/4/5/6/7/8')).toBe(true);
    expect(isPageSlug('1/2/3/4/5/6/7/8/9')).toBe(false);
    expect(isSlug('a/b')).toBe(false);
  });

  it.each(['/a', 'a/', 'a//b', '/'])('has no empty segment: %j', (slug) => {
    expect(isPageSlug(slug)).toBe(false);
  });

  it('has at most 200 characters in total', () => {
    expect(isPageSlug(`${'x'.repeat(99)}/${'x'.repeat(100)}`)).toBe(true);
    expect(isPageSlug(`${'x'.repeat(100)}/${'x'.repeat(100)}`)).toBe(false);
  });
});

describe('a slug from a caller', () => {
  it.each([
    ['/a/b/', 'a/b'],
    ['///a', 'a'],
    ['a//b', 'a//b'],
    ['cafe\u0301', 'caf\u00e9'],
    ['/', ''],
    ['', ''],
  ])('%j is %j', (sent, slug) => {
    expect(trimSlug(sent)).toBe(slug);
  });

  it('does not change when it is trimmed again', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('/', 'a', 'e\u0301', ' ') }),
        (text) => trimSlug(trimSlug(text)) === trimSlug(text),
      ),
    );
  });
});
