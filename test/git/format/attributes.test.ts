import { describe, expect, it } from 'vitest';
import { parseAttributes, resolveAttributes } from '../../../src/git/format/attributes.ts';

const of = (line: string, path: string): unknown =>
  Object.fromEntries(resolveAttributes([parseAttributes(line, '')], path));

describe('a line of attributes', () => {
  it('counts up to the length that git reads, but no longer', () => {
    const words = (length: number): string => `*.md text ${'x'.repeat(length - '*.md text '.length)}`;
    expect(of(words(2048), 'a.md')).toMatchObject({ text: true });
    expect(of(words(2049), 'a.md')).toEqual({});
  });

  it.each([
    ['"a\\tb" text', 'a\tb'],
    ['"a\\\\*b" text', 'a*b'],
    ['"a\\"b" text', 'a"b'],
    ['"\\303\\274.md" text', 'ü.md'],
    ['"ü.md" text', 'ü.md'],
  ])('names a path as C quotes it: %s', (line, path) => {
    expect(of(line, path)).toEqual({ text: true });
    expect(of(line, 'another')).toEqual({});
  });

  it('may use a macro at the end of any number of others', () => {
    const chain = Array.from({ length: 20_000 }, (_, at) => `[attr]m${at} m${at + 1}`);
    const file = parseAttributes(['* m0', ...chain].join('\n'), '');
    expect(resolveAttributes([file], 'a').get('m20000')).toBe(true);
  });

  it('names several attributes, unless git would not accept the name', () => {
    expect(of('[attr]mine -text\n*.md mine', 'a.md')).toEqual({ mine: true, text: false });
    expect(of('[attr]-mine -text\n[attr] \n*.md mine', 'a.md')).toEqual({ mine: true });
  });
});
