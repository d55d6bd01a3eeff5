import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { decodeFile } from '../../../src/store/codec/decodeFile.ts';
import { encodeFile } from '../../../src/store/codec/encodeFile.ts';
import type { JsonObject } from '../../../src/store/codec/json/json.ts';
import { runs } from '../../effort.ts';
import { anyObject } from './values.ts';

const written = (format: 'yaml' | 'json', value: JsonObject): string =>
  new TextDecoder().decode(encodeFile(format, value));

test.each(['yaml', 'json'] as const)('what is written as %s reads back as the same value', (format) => {
  fc.assert(
    fc.property(anyObject(), (value) => {
      expect(decodeFile(format, encodeFile(format, value)).value).toStrictEqual(value);
    }),
    { numRuns: runs(1_500, 75) },
  );
});

test('a YAML 1.1 reader sees the same strings', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('a', 'b', 'yes', '1'),
        fc.oneof(fc.string(), fc.constantFrom('yes', 'on', '012', '12:30:45', '1_0', '0b1', 'e0', '=', '<<')),
      ),
      (value) => {
        expect(parse(written('yaml', { ...value }), { version: '1.1' })).toEqual(value);
      },
    ),
    { numRuns: runs(1_000, 50) },
  );
});

test('a new YAML file is laid out in one canonical way', () => {
  const value = {
    id: 12,
    title: 'About us',
    publishedAt: '2026-01-05T09:00:00.000Z',
    terms: { topics: ['news', 'events'] },
    seo: {},
    fields: {
      summary: 'One.\n\nTwo.\n',
      note: 'a\nb',
      kept: 'a\n\n',
      indented: '  a\nb',
      tab: 'a\tb',
      long: 'word '.repeat(50),
    },
    regions: { content: [{ id: 31, fields: { body: { type: 'doc', content: [] } } }, { id: 32 }], empty: [] },
    matrix: [[1, 2], [[true]], []],
    words: [
      'yes',
      'No',
      '~',
      '1',
      '0o7',
      '1e3',
      '12:30:45',
      ' a',
      'a: b',
      'a #b',
      '- a',
      'a, b',
      '2026-01-05',
      'ok: no',
    ],
  };
  expect(written('yaml', value)).toBe(`id: 12
title: About us
publishedAt: 2026-01-05T09:00:00.000Z
terms:
  topics: [news, events]
seo: {}
fields:
  summary: |
    One.

    Two.
  note: |-
    a
    b
  kept: |+
    a

  indented: |2-
      a
    b
  tab: "a\\tb"
  long: "${'word '.repeat(50)}"
regions:
  content:
    - id: 31
      fields:
        body:
          type: doc
          content: []
    - id: 32
  empty: []
matrix:
  - [1, 2]
  - - [true]
  - []
words:
  - "yes"
  - "No"
  - "~"
  - "1"
  - "0o7"
  - "1e3"
  - "12:30:45"
  - " a"
  - "a: b"
  - "a #b"
  - "- a"
  - a, b
  - 2026-01-05
  - "ok: no"
`);
});

test.each([
  ['control characters', '\u0000\u0007\u001b\u007f', '"\\u0000\\u0007\\u001b\\u007f"'],
  ['line separators', 'a\u0085\u2028\u2029b', '"a\\u0085\\u2028\\u2029b"'],
  ['a byte order mark', '\ufeffa', '"\\ufeffa"'],
  ['half a character', 'a\ud800', '"a\\ud800"'],
  ['a carriage return', 'a\r\nb', '"a\\r\\nb"'],
])('%s are written as escapes', (_, text, expected) => {
  expect(written('yaml', { a: text })).toBe(`a: ${expected}\n`);
});

test('a long key does not swallow the empty list after it', () => {
  const value = { a: { ['k'.repeat(120)]: [], ['l'.repeat(2_000)]: [{}], ['\u0000'.repeat(500)]: [1] } };
  expect(decodeFile('yaml', encodeFile('yaml', value)).value).toStrictEqual(value);
});

test('a new JSON file has two spaces and a line break at its end', () => {
  expect(written('json', { a: [1, {}], b: { c: -0 } })).toBe(
    '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": {\n    "c": -0\n  }\n}\n',
  );
});

test.each([
  ['a key that reaches prototypes', JSON.parse('{ "a": { "__proto__": 1 } }'), 'SCHEMA'],
  ['an infinite number', { a: Number.POSITIVE_INFINITY }, 'SCHEMA'],
  ['too many values', { a: Array.from({ length: 50_000 }, () => 1) }, 'LIMIT'],
  ['too many bytes', { a: 'x'.repeat(4 * 2 ** 20) }, 'LIMIT'],
])('%s cannot be written', (_, value, code) => {
  for (const format of ['yaml', 'json'] as const) {
    expect(() => encodeFile(format, value)).toThrow(expect.objectContaining({ name: 'FileError', code }));
  }
});
