import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameJson } from '../../../../src/lib/json/sameJson.ts';
import { encodeFile } from '../../../../src/store/codec/encodeFile.ts';
import { FileError } from '../../../../src/store/codec/fileError.ts';
import type { JsonObject } from '../../../../src/store/codec/json/json.ts';
import { canonicalSource } from '../../../../src/store/codec/yaml/canonicalSource.ts';
import { parseCanonical } from '../../../../src/store/codec/yaml/parseCanonical.ts';
import { parseYaml } from '../../../../src/store/codec/yaml/parseYaml.ts';
import { yamlSource } from '../../../../src/store/codec/yaml/yamlSource.ts';
import { yamlValue } from '../../../../src/store/codec/yaml/yamlValue.ts';
import { runs } from '../../../effort.ts';
import { styledYaml } from '../styledYaml.ts';
import { anyObject, contentLike } from '../values.ts';

const RUNS = { numRuns: runs(1_500, 150) };

/** The general parser's result, or its error. */
function general(text: string): JsonObject | string {
  try {
    return yamlValue(parseYaml(text), text);
  } catch (error) {
    if (error instanceof FileError) return error.message;
    throw error;
  }
}

function expectAgreement(text: string): void {
  const fast = parseCanonical(text);
  if (fast === undefined) return;
  const slow = general(text);
  if (typeof slow === 'string' || !sameJson(fast, slow)) expect(fast, text).toStrictEqual(slow);
  const source = canonicalSource(text);
  if (source) expect(source, text).toStrictEqual(yamlSource(parseYaml(text, true), text));
}

/** Pieces with a meaning in YAML, inserted and removed at random. */
const PIECES = [
  ' ',
  '  ',
  '\n',
  '\n\n',
  '-',
  '- ',
  '- - ',
  ':',
  ': ',
  '?',
  '? ',
  ',',
  ', ',
  '[',
  ']',
  '{',
  '}',
  '[a, b]',
  '{ a: 1 }',
  '#',
  ' # c',
  '# c\n',
  '&a ',
  '*a',
  '!t ',
  '|',
  '|\n',
  '|-\n',
  '|+\n',
  '>',
  '"',
  "'",
  "''",
  '"a"',
  '\\',
  '\\n',
  '%',
  '@',
  '`',
  '~',
  'null',
  'true',
  '0',
  '-0',
  '1',
  '.5',
  '0x1',
  '1e3',
  '.inf',
  '1e999',
  'a',
  'a: b',
  'a: b\n',
  'é',
  '---\n',
  '...\n',
  '\t',
  '\r',
  '<<: ',
  '__proto__: ',
  '"a": ',
  'https://x',
  'a b',
  ' a',
  '😀',
  '\u00a0',
  '=',
  '2026-01-05',
  '- a: b\n  c: d\n',
  'k:\n- x\n',
];

const seeds = fc.nat({ max: 2 ** 31 });
const mutation = fc.tuple(seeds, fc.nat({ max: 6 }), fc.constantFrom('', ...PIECES));

const mutated = (text: string, mutations: readonly (readonly [number, number, string])[]): string =>
  mutations.reduce((present, [place, length, piece]) => {
    const at = (Math.imul(place, 0x9e3779b1) >>> 0) % (present.length + 1);
    return present.slice(0, at) + piece + present.slice(at + length);
  }, text);

test('reads what the encoder writes, unless a string needs rare escapes', () => {
  const value = {
    id: 12,
    title: 'About: us',
    ok: true,
    none: null,
    list: ['a', 'b'],
    text: 'a\n\nb\n',
    regions: { content: [{ id: 31, f: {} }, { id: 32 }] },
  };
  expect(parseCanonical(new TextDecoder().decode(encodeFile('yaml', value)))).toEqual(value);
});

test.each([
  ['a comment after a value', 'a: b # c\n', { a: 'b' }],
  ['a sequence at its key', 'a:\n- b\n- c: d\n  e: f\ng: h\n', { a: ['b', { c: 'd', e: 'f' }], g: 'h' }],
  ['an empty value', 'a:\nb: # c\n  - x\n', { a: null, b: ['x'] }],
  [
    'odd indentation',
    'a:\n     b: 1\n     c:\n      -    d: 2\n           e: 3\n',
    { a: { b: 1, c: [{ d: 2, e: 3 }] } },
  ],
  ['quotes', `a: 'it''s'\nb: "x\\ty" # z\n"c d": '#'\n`, { a: "it's", b: 'x\ty', 'c d': '#' }],
  ['brackets', 'a: [b, "c", [1, {}]]\nd: { e: f g, h: [] }\n', { a: ['b', 'c', [1, {}]], d: { e: 'f g', h: [] } }],
  ['literals', 'a: |-\n  b\n\n    c\nd:\n  - |\n    e\n  - |+\n    f\n\n', { a: 'b\n\n  c', d: ['e\n', 'f\n\n'] }],
])('reads %s', (_, text, value) => {
  expect(parseCanonical(text)).toStrictEqual(value);
  expect(general(text)).toStrictEqual(value);
  expect(canonicalSource(text)).toStrictEqual(yamlSource(parseYaml(text, true), text));
});

test.each([
  ['a value on several lines', 'a: b\n  c\n'],
  ['an anchor', 'a: &b c\n'],
  ['a tag', 'a: !b c\n'],
  ['a merge key', '<<: a\n'],
  ['a document marker', '---\na: b\n'],
  ['a duplicate key', 'a: b\na: c\n'],
  ['a key that reaches prototypes', 'a: { constructor: 1 }\n'],
  ['a tab', 'a:\tb\n'],
  ['an infinite number', 'a: 1e999\n'],
  ['a missing last line break', 'a: b'],
  ['nesting beyond the limit', `a: ${'['.repeat(64)}${']'.repeat(64)}\n`],
  ['more values than the limit', `a: [${'1, '.repeat(50_000)}1]\n`],
])('leaves %s to the general parser', (_, text) => {
  expect(parseCanonical(text)).toBeUndefined();
});

test('whenever it answers, the general parser gives the same answer', () => {
  let answers = 0;
  fc.assert(
    fc.property(
      fc.oneof(contentLike(), anyObject()),
      seeds,
      fc.array(mutation, { maxLength: 2 }),
      (value, seed, mutations) => {
        const text = mutated(new TextDecoder().decode(encodeFile('yaml', value)), mutations);
        expectAgreement(text);
        expectAgreement(mutated(styledYaml(value, seed).text, mutations));
        if (parseCanonical(text) !== undefined && text.length > 100) answers += 1;
      },
    ),
    RUNS,
  );
  expect(answers).toBeGreaterThan(RUNS.numRuns / 50);
});

test('whenever it answers on a heap of pieces, the general parser gives the same answer', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES, 'a: ', 'b:\n', '  c: ', '\n  '), { maxLength: 12 }), (pieces) => {
      expectAgreement(`k: ${pieces.join('')}\n`);
      expectAgreement(`${pieces.join('')}\n`);
    }),
    RUNS,
  );
});
