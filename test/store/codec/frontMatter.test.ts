import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFile } from '../../../src/store/codec/decodeFile.ts';
import { editFile, openFile } from '../../../src/store/codec/editFile.ts';
import { encodeFile } from '../../../src/store/codec/encodeFile.ts';
import { FileError } from '../../../src/store/codec/fileError.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (file: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(file);
const decode = (file: string) => decodeFile('md', bytes(file));

describe('a Markdown file', () => {
  it.each([
    ['---\na: 1\n---\n', { a: 1 }, ''],
    ['---\na: 1\n---', { a: 1 }, ''],
    ['---\na: 1\n---\ntext', { a: 1 }, 'text'],
    ['---\r\na: 1\r\n---\r\n\r\ntext  \r\n', { a: 1 }, '\r\ntext  \r\n'],
    ['\uFEFF---\na: 1\n---\n---\n', { a: 1 }, '---\n'],
    ['---\na: |\n  b\n  ---\n---\n# Title\n---\n', { a: 'b\n---\n' }, '# Title\n---\n'],
    ['---\na: 1\n---\nTitle\n=======\n', { a: 1 }, 'Title\n=======\n'],
  ])('%j is front matter and text', (file, value, body) => {
    expect(decode(file)).toEqual({ value, body });
  });

  it.each([
    ['', 1, 1],
    ['a: 1\n', 1, 1],
    ['\n---\na: 1\n---\n', 1, 1],
    ['--- \na: 1\n---\n', 1, 1],
    ['----\na: 1\n---\n', 1, 1],
    ['---js\n{}\n---\n', 1, 1],
    ['---javascript\nglobalThis.wasRun = true\n---\n', 1, 1],
    ['--- javascript\nglobalThis.wasRun = true\n---\n', 1, 1],
    ['---coffee\nx\n---\n', 1, 1],
    ['---json\n{"a": 1}\n---\n', 1, 1],
    ['---\na: 1\n', 3, 1],
    ['---\na: 1\n---more\n', 3, 1],
    ['---\na: 1\n----\n', 3, 1],
    ['---\na: 1\nb: [\n---\n', 4, 1],
    ['---\r\na: 1\r\nb: *x\r\n---\r\n', 3, 4],
    ['---\na: !!js/function x\n---\n', 2, 4],
  ])('SEC-8 %j is refused with its place, and nothing of it runs', (file, line, column) => {
    expect(() => decode(file)).toThrow(expect.objectContaining({ name: 'FileError', code: 'SYNTAX', line, column }));
    expect(globalThis).not.toHaveProperty('wasRun');
  });

  it.each(['\n', '\r\n', ' \n', '\t\n', '#\n\n'])(
    'is read in time with 50,000 times %j in its front matter',
    (blank) => {
      expect(decode(`---\n${blank.repeat(50_000)}a: 1\n${blank.repeat(50_000)}---\n\ntext\n`)).toEqual({
        value: { a: 1 },
        body: '\ntext\n',
      });
    },
  );

  it.each(['\r', '\u2028', '\u2029'])('is refused in time with 50,000 times %j in its front matter', (blank) => {
    expect(() => decode(`---\n${blank.repeat(50_000)}: 1\n---\n`)).toThrow(FileError);
  });

  it('is refused if it holds a conflict', () => {
    const file = '---\na: 1\n---\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n';
    expect(() => decode(file)).toThrow(expect.objectContaining({ code: 'SYNTAX', line: 4 }));
    expect(decode('---\na: 1\n---\n>>>>>>> a\n=======\n').value).toEqual({ a: 1 });
  });

  it('keeps every byte that does not change', () => {
    const file = '\uFEFF---\r\n# top\r\na:   1 # one\r\nb: 2\r\n---\r\n\r\n\ttext  \r\n\n\r\n';
    const edited = text(editFile('md', bytes(file), { a: 5, b: 2 }));
    expect(edited).toBe(file.replace('a:   1', 'a:   5'));
    expect(text(editFile('md', bytes(file), { a: 1, b: 2 }, { body: 'new' }))).toBe(
      '\uFEFF---\r\n# top\r\na:   1 # one\r\nb: 2\r\n---\r\nnew',
    );
    expect(openFile('md', bytes(file)).edit({ a: 1, b: 2 })).toEqual(bytes(file));
  });

  it('gets a line break before a new text', () => {
    expect(text(editFile('md', bytes('---\na: 1\n---'), { a: 1 }, { body: 'text' }))).toBe('---\na: 1\n---\ntext');
  });

  it('is written with its text below', () => {
    expect(text(encodeFile('md', { a: 1 }, '\ntext\n'))).toBe('---\na: 1\n---\n\ntext\n');
  });

  it('reads back as it was written, whatever the text', () => {
    const bodies = fc.string({ unit: 'grapheme' }).filter((body) => !/^<{7}/m.test(body));
    fc.assert(
      fc.property(bodies, bodies, (first, second) => {
        const file = encodeFile('md', { a: 1 }, first);
        expect(decodeFile('md', file)).toEqual({ value: { a: 1 }, body: first });
        expect(decodeFile('md', editFile('md', file, { b: 2 }, { body: second }))).toEqual({
          value: { b: 2 },
          body: second,
        });
      }),
    );
  });
});
