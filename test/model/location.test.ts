import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityOf, KINDS } from '../../src/model/entities/index.ts';
import { kindOfFolder, locate, placeholdersOf, recordKey, shelved, stemOf } from '../../src/model/location.ts';
import { isPageSlug } from '../../src/model/text/slug.ts';
import { runs } from '../effort.ts';

type Values = Readonly<Record<string, string>>;

/** Valid names, and names that have caused harm elsewhere. */
const NAMES = [
  'a',
  'about-us',
  'A',
  '2026',
  'x.y',
  '~a',
  'a~',
  'ünï',
  '日本',
  'e\u0301',
  '\u00e9',
  '..',
  '.',
  '.git',
  '.GIT',
  '_3f',
  '_',
  '-a',
  'a.',
  'con',
  'CON.txt',
  'lpt1',
  'com¹',
  'nul',
  'a b',
  'a\\b',
  'a%2fb',
  'a\u0000b',
  'a\nb',
  'a\u202eb',
  '',
  'x'.repeat(201),
  'en',
  'pt-BR',
  'pt-br',
];
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: 'grapheme', maxLength: 6 }));

const someValue: Readonly<Record<string, fc.Arbitrary<string>>> = {
  locale: fc.constantFrom('en', 'pt-BR', 'zh-Hant-TW'),
  slug: fc.constantFrom('a', 'about-us', '2026.notes', 'ünïcode_~x', '日本'),
  key: fc.constantFrom('12', '2147483647', '9'),
};
const valuesOf = (kind: (typeof KINDS)[number]): fc.Arbitrary<Values> =>
  fc.record(Object.fromEntries(placeholdersOf(kind).map((one) => [one, someValue[one]!])));

describe.each(KINDS)('the place of a %s', (kind) => {
  const { home, file } = entityOf(kind);

  it('leads to its path and back', () => {
    fc.assert(
      fc.property(valuesOf(kind), (values) => {
        const stem = stemOf(kind, values);
        expect(locate(home, stem)).toEqual({ kind, values, key: recordKey(kind, values) });
      }),
    );
  });

  it('is the same on a shelf', () => {
    if (!file.includes('{')) return;
    fc.assert(
      fc.property(valuesOf(kind), (values) => {
        const stem = shelved(kind, stemOf(kind, values), values);
        expect(stem).toMatch(/\/_[0-9a-f]{2}\/[^/]+$/);
        expect(locate(home, stem)).toEqual(locate(home, stemOf(kind, values)));
      }),
    );
  });

  it('is not found in the other home', () => {
    const stem = stemOf(kind, { locale: 'en', slug: 'a', key: '1' });
    expect(locate(home === 'content' ? 'private' : 'content', stem)).toBeNull();
  });
});

describe('a path', () => {
  it('of a record is written back the same, apart from shelves and normalization', () => {
    const folders = KINDS.map((kind) => entityOf(kind).file.split('/')[0]!);
    const path = fc
      .tuple(fc.oneof(fc.constantFrom(...folders), name), fc.array(name, { maxLength: 4 }))
      .map(([folder, names]) => [folder, ...names].join('/'));
    fc.assert(
      fc.property(path, (stem) => {
        const located = locate('content', stem) ?? locate('private', stem);
        if (located === null) return;
        const plain = stem
          .normalize('NFC')
          .split('/')
          .filter((one) => !one.startsWith('_'));
        expect(stemOf(located.kind, located.values)).toBe(plain.join('/'));
        // Nothing that a path must not hold has been accepted.
        expect(plain.join('/')).not.toMatch(/\\|%|[\p{Cc}\p{Cf}\p{Zs}]|(^|\/)(\.|-|$)/u);
      }),
      { numRuns: runs(1000) },
    );
  });

  it.each([
    'pages/en/../secret',
    'pages/en/..',
    'pages/../../etc/passwd',
    '../pages/en/a',
    '/pages/en/a',
    'pages//a',
    'pages/en/',
    'pages/en/.git/config',
    'pages/en/.GIT',
    '.git/pages/en/a',
    'pages/en/a\u0000',
    'pages/en/a\\b',
    'pages\\en\\a',
    'pages/en/a%2f..%2fb',
    'pages/en/con',
    'pages/en/docs/NUL.backup',
    'pages/en/com1',
    'pages/en/.hidden',
    'pages/en/-rf',
    'pages/en/a ',
    'pages/en/a.',
    'pages/en/1/2/3/4/5/6/7/8/9',
    `pages/en/${'x'.repeat(201)}`,
    `pages/en/${'x'.repeat(100)}/${'x'.repeat(100)}`,
    'pages/EN/a',
    'pages/en-us/a',
    'pages/english/a',
    'pages/en',
    'pages/_en/a',
    'pages/en/_3f',
    'menus/a/b',
    'menus/_main',
    'site/a',
    'sites',
    'users/1',
    'Pages/en/a',
    'toString/a',
    '',
  ])('%j is not the path of a record', (stem) => {
    expect(locate('content', stem)).toBeNull();
  });

  it.each(['users/0', 'users/01', 'users/a', 'users/-1', 'users/1.5', 'users/12345678901', 'pages/en/a', 'site'])(
    '%j is no private record’s',
    (stem) => {
      expect(locate('private', stem)).toBeNull();
    },
  );

  it.each([
    ['pages/en/1/2/3/4/5/6/7/8', 'en/1/2/3/4/5/6/7/8'],
    [`pages/en/${'x'.repeat(200)}`, `en/${'x'.repeat(200)}`],
    ['pages/en/cafe\u0301', 'en/caf\u00e9'],
    ['pages/en/_0a/_3f/a', 'en/a'],
    ['pages/_0a/en/docs/_3f/a', 'en/docs/a'],
    ['menus/_3f/main', 'main'],
    ['site', ''],
  ])('%j is the place of %j', (stem, key) => {
    expect(locate('content', stem)?.key).toBe(key);
  });
});

describe('a folder', () => {
  it('belongs to the kind whose records it holds', () => {
    expect(kindOfFolder('content', ['pages', 'en'])).toBe('page');
    expect(kindOfFolder('content', ['site'])).toBe('settings');
    expect(kindOfFolder('content', ['pages'])).toBeUndefined();
    expect(kindOfFolder('content', ['users', '1'])).toBeUndefined();
    expect(kindOfFolder('private', ['users', '1'])).toBe('user');
  });

  it('has at most 256 shelves, and always the same one for a slug', () => {
    const data = { locale: 'en', slug: 'docs/start' };
    expect(shelved('page', 'pages/en/docs/start', data)).toBe('pages/en/docs/_df/start');
    expect(isPageSlug('_c2')).toBe(false);
  });
});
