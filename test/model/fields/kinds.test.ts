import { describe, expect, it } from 'vitest';
import { BUILT_IN_CODE, KINDS_BY_TYPE } from '../../../src/fields/kinds.ts';
import { FIELD_TYPES, type FieldType } from '../../../src/model/fields/field.ts';
import { toFieldSet } from '../../../src/model/fields/fieldSet.ts';
import { checkValues } from '../../../src/model/fields/fields.ts';
import { bounded, draft, lines, published } from './records.ts';

interface Case {
  readonly type: FieldType;
  /** Parts of the definition besides name and type. */
  readonly with?: Readonly<Record<string, unknown>>;
  readonly accepts: readonly unknown[];
  /** Each value with its problems, as `path: message`. */
  readonly refuses: readonly (readonly [value: unknown, ...problems: readonly string[]])[];
}

const NOT_TEXT = [5, true, ['a'], { a: 1 }];
const never = (message: string, values: readonly unknown[]): Case['refuses'] =>
  values.map((value) => [value, `f: ${message}`]);

const doc = (...content: readonly unknown[]) => ({ type: 'doc', content });
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });

const CASES: readonly Case[] = [
  {
    type: 'text',
    accepts: ['', 'a', 'ü', 'a'.repeat(10_000), '🚢'.repeat(10_000)],
    refuses: [...never('must be text', NOT_TEXT), ['a'.repeat(10_001), 'f: must have at most 10000 characters']],
  },
  {
    type: 'text',
    with: { min: 2, max: 3 },
    accepts: ['ab', 'abc', '🚢🚢🚢'],
    refuses: [
      ['a', 'f: must have at least 2 characters'],
      ['🚢', 'f: must have at least 2 characters'],
      ['abcd', 'f: must have at most 3 characters'],
    ],
  },
  {
    type: 'text',
    with: { pattern: '^[a-z]+\\d$' },
    accepts: ['abc1'],
    refuses: [['abc', 'f: must match the pattern ^[a-z]+\\d$']],
  },
  { type: 'text', with: { pattern: '\\d' }, accepts: ['a1b'], refuses: [['ab', 'f: must match the pattern \\d']] },
  {
    type: 'textarea',
    accepts: ['a\nb', 'a'.repeat(100_000)],
    refuses: [...never('must be text', NOT_TEXT), ['a'.repeat(2 ** 20 + 1), 'f: must have at most 1048576 characters']],
  },
  { type: 'markdown', accepts: ['# Hi\n'], refuses: never('must be text', NOT_TEXT) },
  { type: 'code', accepts: ['<script>'], refuses: never('must be text', NOT_TEXT) },
  {
    type: 'number',
    accepts: [0, -1.5, 1e300],
    refuses: never('must be a number', ['1', Number.NaN, Number.POSITIVE_INFINITY, true, [1]]),
  },
  {
    type: 'number',
    with: { min: 1, max: 2.5 },
    accepts: [1, 2.5],
    refuses: [
      [0.5, 'f: must be at least 1'],
      [3, 'f: must be at most 2.5'],
    ],
  },
  { type: 'integer', accepts: [0, -7, 2 ** 53 - 1], refuses: never('must be a whole number', ['1', 1.5, 2 ** 53]) },
  { type: 'integer', with: { min: 0 }, accepts: [0], refuses: [[-1, 'f: must be at least 0']] },
  { type: 'boolean', accepts: [true, false], refuses: never('must be true or false', ['true', 0, []]) },
  {
    type: 'date',
    accepts: ['2026-01-05', '2024-02-29'],
    refuses: never('must be a date such as "2026-01-05"', [
      '',
      '2026-02-29',
      '2026-13-01',
      '05.01.2026',
      '2026-01-05T00:00',
      20260105,
    ]),
  },
  {
    type: 'datetime',
    accepts: ['2026-01-05T09:00:00.000Z', '2026-01-05T09:00:00+02:00', '2026-01-05'],
    refuses: never('must be an ISO 8601 date and time such as "2026-01-05T09:00:00.000Z"', [
      'tomorrow',
      '2026-02-30T09:00:00Z',
      '2026-01-05T25:00:00Z',
      5,
    ]),
  },
  {
    type: 'select',
    with: { options: ['red', { label: 'Green', value: 'green' }] },
    accepts: ['red', 'green'],
    refuses: [
      ['blue', 'f: must be one of "red", "green"'],
      ['Green', 'f: must be one of "red", "green"'],
      [5, 'f: must be text'],
    ],
  },
  {
    type: 'select',
    with: { settings: { options: ['red'] } },
    accepts: ['red'],
    refuses: [['blue', 'f: must be one of "red"']],
  },
  {
    type: 'select',
    accepts: ['anything'],
    refuses: [
      [['red'], 'f: must be text'],
      ['a'.repeat(10_001), 'f: must have at most 10000 characters'],
    ],
  },
  {
    type: 'multiselect',
    with: { options: ['red', 'green'], max: 2 },
    accepts: [[], ['red'], ['red', 'green']],
    refuses: [
      ['red', 'f: must be a list'],
      [['red', 'blue'], 'f.1: must be one of "red", "green"'],
      [['red', 'red', 'red'], 'f: must have at most 2 items'],
      [[null], 'f.0: must be text'],
    ],
  },
  {
    type: 'url',
    accepts: [
      'https://quire.example/a?b#c',
      'http://localhost:3000',
      'mailto:a@b.example',
      'tel:+49123',
      '/about',
      '#top',
      '/a b',
    ],
    refuses: never('must be a URL (http, https, mailto or tel) or a path that begins with "/" or "#"', [
      '',
      'about',
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'https://',
      'https://a b',
      '/a\u0000',
      '/a\n',
      'https:evil.example',
      'ftp://a.example',
      5,
    ]),
  },
  {
    type: 'email',
    accepts: ['a@b.example', 'ännä+x@bücher.example'],
    refuses: never('must be an e-mail address', [
      '',
      'a',
      'a@b',
      '@b.example',
      'a@b@c.example',
      'a b@c.example',
      'a@b..example',
      `${'a'.repeat(65)}@b.example`,
      `a@${'b.'.repeat(200)}example`,
      'a\u0000@b.example',
      5,
    ]),
  },
  {
    type: 'color',
    accepts: ['#fff', '#FFFA', '#1e90ff', '#1e90ff80'],
    refuses: never('must be a color such as "#1e90ff"', ['', 'fff', '#ff', '#fffff', '#ggg', 'red', '#fff\n', 5]),
  },
  {
    type: 'slug',
    accepts: ['about', 'team/anna', '日本'],
    refuses: never('must be a slug such as "about-us"', ['', '/about', 'a//b', '../a', 'con', 'a b', 5]),
  },
  {
    type: 'media',
    accepts: ['harbour-at-dawn', 'gone'],
    refuses: never('must be the id of a media item', ['', 0, -1, 1.5, 12, 'a/b', '../x', true, ['boats']]),
  },
  {
    type: 'gallery',
    with: { max: 2 },
    accepts: [[], ['boats', 'harbour-at-dawn']],
    refuses: [
      ['boats', 'f: must be a list'],
      [['boats', -1], 'f.1: must be the id of a media item'],
      [['a', 'b', 'c'], 'f: must have at most 2 items'],
    ],
  },
  {
    type: 'page',
    accepts: ['en/about', 'en/team/anna', 'en/gone'],
    refuses: never('must be the id of a page', ['', 'about', 'EN/about', '/about', 'en/', 'en/../x', 5, {}]),
  },
  { type: 'reference', accepts: ['en/about'], refuses: never('must be the id of a page', ['about', 5]) },
  {
    type: 'reference',
    with: { settings: { types: ['person', 'place'] } },
    accepts: ['en/team/anna', 'en/gone'],
    refuses: [['en/about', 'f: must be a page of type person or place']],
  },
  {
    type: 'page',
    with: { settings: { types: ['article'] } },
    accepts: ['en/about'],
    refuses: [['en/team/anna', 'f: must be a page of type article']],
  },
  {
    type: 'term',
    accepts: ['topics/news', 'topics/gone'],
    refuses: never('must be the id of a term', ['', 'news', 'topics/', 'topics/a/b', 31]),
  },
  {
    type: 'link',
    accepts: [
      { url: '/a' },
      { page: 'en/about', text: 'About', target: '_blank' },
      { url: 'https://a.example', page: null, text: null },
      { text: 'Not finished' },
      { url: '/a', icon: 'arrow' },
    ],
    refuses: [
      ['/a', 'f: must be a link: an object with a url or a pageId'],
      [[], 'f: must be a link: an object with a url or a pageId'],
      [{ url: '/a', page: 'en/about' }, 'f: must not have both a url and a pageId'],
      [
        { url: 'javascript:alert(1)' },
        'f.url: must be a URL (http, https, mailto or tel) or a path that begins with "/" or "#"',
      ],
      [
        { page: 'about', text: 5, target: 'popup' },
        'f.pageId: must be the id of a page',
        'f.text: must be text',
        'f.target: must be one of _self, _blank, _parent, _top',
      ],
    ],
  },
  {
    type: 'richtext',
    accepts: [doc(), { type: 'doc' }, doc(paragraph('Hello'))],
    refuses: [
      ['<p>Hello</p>', 'f: must be a rich text document'],
      [[paragraph('Hello')], 'f: must be a rich text document'],
      [paragraph('Hello'), 'f.type: must be "doc"'],
      [doc({ type: 'video' }), 'f.content.0.type: "video" is not a known node'],
    ],
  },
  {
    type: 'richtext',
    with: { min: 3, max: 5 },
    accepts: [doc(paragraph('abc'))],
    refuses: [
      [doc(paragraph('ab')), 'f: must have at least 3 characters'],
      [doc(paragraph('abc'), paragraph('def')), 'f: must have at most 5 characters'],
    ],
  },
  { type: 'json', accepts: [5, 'a', [1, { a: [] }], false], refuses: [] },
  { type: 'object', accepts: [{}, { anything: 1 }], refuses: never('must be an object', ['a', [], 5]) },
  {
    type: 'object',
    with: { fields: [{ name: 'a', type: 'integer' }] },
    accepts: [{}, { a: 1, b: 'kept' }],
    refuses: [[{ a: 'x' }, 'f.a: must be a whole number']],
  },
  { type: 'repeater', accepts: [[], [1, 'a', {}]], refuses: never('must be a list', ['a', {}, 5]) },
  {
    type: 'repeater',
    with: { max: 2, fields: [{ name: 'a', type: 'integer' }] },
    accepts: [[], [{ a: 1 }, {}]],
    refuses: [
      [
        [{ a: 1 }, 'x', { a: 'y' }],
        'f: must have at most 2 items',
        'f.1: must be an object',
        'f.2.a: must be a whole number',
      ],
      [[{ a: 'x' }], 'f.0.a: must be a whole number'],
      [[{}, 5], 'f.1: must be an object'],
    ],
  },
];

const schemaOf = (one: Case) => [{ name: 'f', type: one.type, ...one.with }];
const nameOf = (one: Case) => `${one.type}${one.with ? ` with ${JSON.stringify(one.with)}` : ''}`;

describe('each field kind', () => {
  it('is registered under its own type', () => {
    expect(Object.keys(KINDS_BY_TYPE)).toEqual([...FIELD_TYPES]);
    for (const type of FIELD_TYPES) expect(KINDS_BY_TYPE[type].type).toBe(type);
  });

  it('is covered by a case of this table', () => {
    expect(new Set(CASES.map((one) => one.type))).toEqual(new Set(FIELD_TYPES));
  });

  it.each(CASES.map((one) => [nameOf(one), one] as const))('%s accepts what it should', (_name, one) => {
    for (const value of one.accepts)
      expect(lines(checkValues(schemaOf(one), { f: value }, bounded)), String(value)).toEqual([]);
  });

  it.each(CASES.map((one) => [nameOf(one), one] as const))('%s reports problems with their paths', (_name, one) => {
    for (const [value, ...problems] of one.refuses) {
      expect(lines(checkValues(schemaOf(one), { f: value }, bounded)), JSON.stringify(value).slice(0, 200)).toEqual(
        problems,
      );
    }
  });

  it('holds in a draft whatever is of its kind, and nothing else', () => {
    const check = (field: object, value: unknown) => checkValues([{ name: 'f', ...field }], { f: value }, draft);
    for (const type of ['text', 'email', 'url', 'date', 'datetime', 'color', 'slug', 'select']) {
      expect(check({ type, pattern: '^x$', min: 50, options: ['a'] }, '8pm')).toEqual([]);
      expect(check({ type }, 8)).not.toEqual([]);
      expect(check({ type }, 'a'.repeat(10_001))).not.toEqual([]);
    }
    expect(check({ type: 'integer', max: 5 }, 9)).toEqual([]);
    expect(check({ type: 'integer', max: 5 }, 0.5)).not.toEqual([]);
    expect(check({ type: 'gallery', max: 1 }, [7, 8])).toEqual([]);
    expect(check({ type: 'media' }, {})).not.toEqual([]);
  });

  it('treats undefined and null as missing values', () => {
    for (const type of FIELD_TYPES) {
      expect(checkValues([{ name: 'f', type }], {}, published)).toEqual([]);
      expect(checkValues([{ name: 'f', type }], { f: null }, published)).toEqual([]);
    }
  });

  it('accepts any JSON for an unknown type', () => {
    expect(toFieldSet([{ name: 'a', type: 'constructor' }], BUILT_IN_CODE.kinds).fields[0]?.kind.type).toBe('json');
    expect(checkValues([{ name: 'f', type: 'hologram' }], { f: { any: ['thing'] } }, published)).toEqual([]);
  });

  it('ignores a pattern that does not compile', () => {
    expect(checkValues([{ name: 'f', type: 'text', pattern: '(?=a)' }], { f: 'b' }, published)).toEqual([]);
  });
});
