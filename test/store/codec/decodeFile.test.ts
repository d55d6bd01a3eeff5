import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFile } from '../../../src/store/codec/decodeFile.ts';
import { FileError } from '../../../src/store/codec/fileError.ts';
import type { FileFormat } from '../../../src/store/codec/formats.ts';
import { runs } from '../../effort.ts';
import { someOf } from '../../long.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The error of a file: code, line, column and message. */
function complaint(format: FileFormat, file: string | Uint8Array): readonly unknown[] {
  try {
    decodeFile(format, typeof file === 'string' ? bytes(file) : file);
  } catch (error) {
    if (error instanceof FileError) return [error.code, error.line, error.column, error.message];
    throw error;
  }
  return [];
}

describe('a YAML file', () => {
  test('is read by the core schema of YAML 1.2', () => {
    const text = 'yes: no\nn: 0o17\nh: 0xF\nf: 1.50\ne: 1e3\nd: 2026-01-05\nt: ~\nz: Null\nb: TRUE\ns: 012\n1: one\n';
    expect(decodeFile('yaml', bytes(text)).value).toStrictEqual({
      yes: 'no',
      n: 15,
      h: 15,
      f: 1.5,
      e: 1000,
      d: '2026-01-05',
      t: null,
      z: null,
      b: true,
      s: 12,
      '1': 'one',
    });
  });

  test.each([
    ['a byte order mark', '\uFEFFa: b\n'],
    ['Windows line ends', 'a: b\r\n'],
    ['a document start and end', '---\na: b\n...\n'],
    ['no last line break', 'a: b'],
    ['brackets around everything', '{ "a": b }'],
    ['comments only around it', '# x\n\na: b # y\n# z'],
  ])('may have %s', (_, text) => {
    expect(decodeFile('yaml', bytes(text)).value).toStrictEqual({ a: 'b' });
  });

  test.each([
    ['an unclosed quote', 'a: b\nc: "d\n', ['SYNTAX', 3, 1]],
    ['a key without a colon', 'a: b\nc\n', ['SYNTAX', 2, 1, 'A key must have ": " after it, with the space']],
    [
      'a key without a space after its colon',
      'a: b\nc:d\n',
      ['SYNTAX', 2, 1, 'A key must have ": " after it, with the space'],
    ],
    [
      'a colon in a text without quotes',
      'a: b: c\n',
      ['SYNTAX', 1, 4, 'A text with ": " in it must be quoted, and the keys of one mapping must begin in one column'],
    ],
    ['a tab as indentation', 'a:\n\tb: c\n', ['SYNTAX', 2, 1]],
    ['an anchor', 'a: &x b\n', ['SYNTAX', 1, 4, 'Anchors are not allowed; a text that begins with & must be quoted']],
    [
      'an alias',
      'a: b\nc: *a\n',
      ['SYNTAX', 2, 4, 'Aliases are not allowed; a text that begins with * must be quoted'],
    ],
    ['a tag', 'a: !!int "1"\n', ['SYNTAX', 1, 4, 'Tags are not allowed; a text that begins with ! must be quoted']],
    [
      'an unknown tag',
      'a: [!run x]\n',
      ['SYNTAX', 1, 5, 'Tags are not allowed; a text that begins with ! must be quoted'],
    ],
    ['a merge key', 'a: { b: 1 }\nc:\n  <<: { b: 2 }\n', ['SYNTAX', 3, 3, 'Merge keys are not allowed']],
    ['a directive', '%YAML 1.1\n---\na: yes\n', ['SYNTAX', 1, 1, 'YAML directives are not allowed']],
    ['a second document', 'a: b\n---\nc: d\n', ['SYNTAX', 2, 1, 'Only one document is allowed']],
    ['a duplicate key', 'a: b\nc:\n  d: 1\n  d: 2\n', ['SYNTAX', 4, 3, 'The key "d" appears twice']],
    ['keys that become one property', '1: a\n"1": b\n', ['SYNTAX', 2, 1, 'The key "1" appears twice']],
    ['a mapping as a key', '? { a: b }\n: c\n', ['SCHEMA', 1, 3, 'A key must be a plain value']],
    ['a key that reaches prototypes', 'a:\n  - __proto__: 1\n', ['SCHEMA', 2, 5, 'The key "__proto__" is not allowed']],
    ['the constructor as a key', '{ "constructor": 1 }', ['SCHEMA', 1, 3, 'The key "constructor" is not allowed']],
    ['infinity', 'a: .inf\n', ['SCHEMA', 1, 4, 'Not a finite number']],
    ['no number', 'a: [.nan]\n', ['SCHEMA', 1, 5, 'Not a finite number']],
    ['a number too large', 'a: 1e999\n', ['SCHEMA', 1, 4, 'Not a finite number']],
    ['a list at the top', '- a\n', ['SCHEMA', 1, 1, 'The top level must be a mapping']],
    ['nothing', '# empty\n', ['SCHEMA', 1, 1, 'The top level must be a mapping']],
    [
      'conflict markers',
      'a: b\n<<<<<<< HEAD\nc: d\n=======\nc: e\n>>>>>>> x\n',
      ['SYNTAX', 2, 1, 'The file holds git conflict markers: c: yours "d", theirs "e"'],
    ],
    [
      'conflict markers around what no side could be read with',
      'a: b\n<<<<<<< HEAD\nc: [\n=======\nc: e\n>>>>>>> x\n',
      ['SYNTAX', 2, 1, 'The file holds git conflict markers'],
    ],
    [
      'conflict markers in a literal',
      'a: |\n  b\n=======\n  c\n',
      ['SYNTAX', 3, 1, 'The file holds git conflict markers'],
    ],
    [
      'conflict markers with Windows line ends',
      'a: b\r\n>>>>>>> x\r\n',
      ['SYNTAX', 2, 1, 'The file holds git conflict markers'],
    ],
    [
      '65 levels in brackets',
      `a: ${'['.repeat(64)}${']'.repeat(64)}\n`,
      ['LIMIT', 1, 67, 'Nested deeper than 64 levels'],
    ],
    ['50,001 values', `a:\n${'- 1\n'.repeat(50_000)}`, ['LIMIT']],
  ])('SEC-7 is refused with %s', (_, text, expected) => {
    expect(complaint('yaml', text).slice(0, expected.length)).toEqual(expected);
  });

  test('SEC-7 may hold 64 levels and 50,000 values', () => {
    expect(complaint('yaml', `a: ${'['.repeat(63)}${']'.repeat(63)}\n`)).toEqual([]);
    expect(complaint('yaml', `a:\n${'- 1\n'.repeat(49_998)}`)).toEqual([]);
    expect(complaint('yaml', `---\na:\n${'- 1\n'.repeat(49_998)}`)).toEqual([]);
  });

  test('may hold indented text that looks like conflict markers', () => {
    const text = 'a: |\n  Title\n  =======\n  <<<<<<< HEAD\n';
    expect(decodeFile('yaml', bytes(text)).value).toEqual({ a: 'Title\n=======\n<<<<<<< HEAD\n' });
  });
});

describe('a JSON file', () => {
  test('is read as JSON.parse reads it', () => {
    const text = ' {"a": [1, -0.5e2, true, null, "\\u00e9\\n"], "b": {}}\n';
    expect(decodeFile('json', bytes(text)).value).toStrictEqual(JSON.parse(text));
  });

  test.each([
    ['a trailing comma', '{\n  "a": 1,\n}\n', ['SYNTAX', 3, 1, 'Expected a string in double quotes']],
    ['a comment', '{ // x\n}', ['SYNTAX', 1, 3]],
    ['single quotes', "{ 'a': 1 }", ['SYNTAX', 1, 3]],
    ['an unclosed string', '{ "a": "b }\n', ['SYNTAX', 1, 8, 'Not a valid string']],
    ['an unknown escape', '{ "a": "\\x" }\n', ['SYNTAX', 1, 8, 'Not a valid string']],
    ['an early end', '{ "a": [1', ['SYNTAX', 1, 10, 'Expected "," or "]", but the file ends here']],
    ['something after it', '{}\n{}', ['SYNTAX', 2, 1]],
    ['a number with a leading zero', '{ "a": 01 }', ['SYNTAX', 1, 9]],
    ['NaN', '{ "a": NaN }', ['SYNTAX', 1, 8]],
    ['a number too large', '{ "a": 1e999 }', ['SCHEMA', 1, 8, 'Not a finite number']],
    ['a duplicate key', '{ "a": 1,\n  "a": 2 }', ['SYNTAX', 2, 3, 'The key "a" appears twice']],
    [
      'a key that reaches prototypes',
      '{ "a": [{ "\\u005f_proto__": 1 }] }',
      ['SCHEMA', 1, 11, 'The key "__proto__" is not allowed'],
    ],
    ['a list at the top', '[]', ['SCHEMA', 1, 1, 'The top level must be an object']],
    ['nothing', '', ['SYNTAX', 1, 1]],
    ['conflict markers', '{\n<<<<<<< HEAD\n}', ['SYNTAX', 2, 1, 'The file holds git conflict markers']],
    ['65 levels', `{ "a": ${'['.repeat(64)}${']'.repeat(64)} }`, ['LIMIT', 1, 71, 'Nested deeper than 64 levels']],
    ['50,001 values', `{ "a": [${'1,'.repeat(49_999)}1] }`, ['LIMIT']],
  ])('is refused with %s', (_, text, expected) => {
    expect(complaint('json', text).slice(0, expected.length)).toEqual(expected);
  });

  test('is accepted and refused as JSON.parse does', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '1',
      '-',
      '0',
      '.5',
      'e3',
      'null',
      ' ',
      '\n',
      '"',
      '\\',
      'x',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (parts) => {
        const text = `{"k":${parts.join('')}}`;
        const [code, , , message] = complaint('json', text);
        if (code === 'SCHEMA' || String(message).includes('twice')) return;
        expect(code === undefined, text).toBe(isJson(text));
      }),
      { numRuns: runs(2_000, 100) },
    );
  });
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('the bytes of a file', () => {
  test.each([
    ['a stray byte', [0x61, 0x3a, 0x20, 0x0a, 0x62, 0xff, 0x0a], ['ENCODING', 2, 2]],
    ['an overlong sequence', [0x61, 0xc0, 0xaf], ['ENCODING', 1, 2]],
    ['half a character at the end', [0x61, 0x3a, 0x20, 0xc3], ['ENCODING', 1, 4]],
    ['a surrogate', [0xed, 0xa0, 0x80], ['ENCODING', 1, 1]],
    ['UTF-16', [0xff, 0xfe, 0x61, 0x00], ['ENCODING', 1, 1]],
    ['a true replacement character before the stray byte', [0xef, 0xbf, 0xbd, 0xff], ['ENCODING', 1, 2]],
  ])('are refused with %s', (_, list, expected) => {
    expect(complaint('yaml', Uint8Array.from(list)).slice(0, 3)).toEqual(expected);
  });

  test('SEC-7 may be 4 MiB at most', () => {
    const fill = (size: number): Uint8Array => bytes(`a: ${'x'.repeat(size - 4)}\n`);
    expect(complaint('yaml', fill(4 * 2 ** 20))).toEqual([]);
    expect(complaint('yaml', fill(4 * 2 ** 20 + 1))[0]).toBe('LIMIT');
  });
});

const fill = (piece: string, size: number): string => `a: b\n${piece.repeat(Math.floor(size / piece.length))}`;
const staircase = (line: (depth: number) => string): string =>
  Array.from({ length: 2_800 }, (_, i) => line(i)).join('');

const LARGE = 4 * 2 ** 20 - 64;
const HOSTILE = [
  ...['[', '{', '- ', '? ', ': ', '? - ', '- ? ', '[{', '{a: ', "'a", ',', 'a', '---\n'].map((piece) =>
    fill(piece, LARGE),
  ),
  ...[']', '[]', '{},', '""', '-\n ', '%a\n', '- a\n', '|\n', ' \n', '#\n', '\t'].map((piece) => fill(piece, 30_000)),
  ...['[', '{b: ', '[{', '[[],'].map((piece) => `a: ${piece.repeat(20_000)}`),
  `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `a: ${'{"b":'.repeat(800_000)}`,
  ...['a:', '-', '? a', '?', '- a:', '- -', '? -', ': -'].map((piece) =>
    staircase((depth) => `${' '.repeat(depth)}${piece}\n`),
  ),
];

test.each(someOf(HOSTILE, 10).map((text) => [text.slice(0, 12), text]))(
  'SEC-7 a file full of %j does not end the process',
  (_, text) => {
    // Twice in a row: the general parser alone crashes at the second one.
    const [code] = complaint('yaml', text);
    expect(complaint('yaml', text)[0]).toBe(code);
    expect(complaint('json', text)[0]).toBe('SYNTAX');
  },
);

test.each(['[', '- ', '? ', '{"b":'])('SEC-7 YAML full of %j is refused as too deep', (piece) => {
  expect(complaint('yaml', `a:\n ${piece.repeat(20_000)}`)[0]).toBe('LIMIT');
});

test.each(['[', '{"a":', '[{"a":'])('JSON full of %j is refused as too deep', (piece) => {
  expect(complaint('json', `{"a":${piece.repeat(LARGE / 8)}`)[0]).toBe('LIMIT');
});
