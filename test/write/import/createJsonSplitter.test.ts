import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJsonSplitter } from '../../../src/write/import/createJsonSplitter.ts';

const LIMITS = { maxBytes: 1000, maxDepth: 8, maxValues: 50 };

/** Splits a text that arrives in pieces of this size. */
function split(text: string, size = 1000): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  let open: unknown[] = [];
  const member = (json: Buffer): readonly [string, unknown] => Object.entries(JSON.parse(`{${json}}`))[0]!;
  const splitter = createJsonSplitter(
    {
      member(json) {
        const [name, value] = member(json);
        found[name] = value;
      },
      list(json) {
        open = [];
        found[member(Buffer.concat([json, Buffer.from('0')]))[0]] = open;
      },
      item: (json) => void open.push(JSON.parse(json.toString())),
    },
    LIMITS,
  );
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) splitter.write(bytes.subarray(at, at + size));
  splitter.end();
  return found;
}

const value = fc.jsonValue({ maxDepth: 2 });
const document = fc.dictionary(
  fc.string().filter((name) => name !== '__proto__'),
  fc.oneof(value, fc.array(value)),
  { maxKeys: 5 },
);

describe('a JSON splitter', () => {
  it('gives the same object as the text, in whatever pieces it arrives', () => {
    fc.assert(
      fc.property(document, fc.integer({ min: 1, max: 9 }), fc.boolean(), (wanted, size, isSpaced) => {
        const text = JSON.stringify(wanted, null, isSpaced ? 2 : undefined);
        fc.pre(text.length < 800);
        expect(split(text, size)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('accepts an object with a byte order mark and white space around it', () => {
    expect(split('\uFEFF {"a":[ ] , "b": [ 1 ],"c":{"d":[1,{"e":"]}\\\\\\""}]} }\n')).toEqual({
      a: [],
      b: [1],
      c: { d: [1, { e: ']}\\"' }] },
    });
  });

  it.each([
    '',
    ' ',
    '1',
    '"{"',
    '[]',
    '[{}]',
    '{',
    '{"a":[1,2]',
    '{"a":[1,2',
    '{"a":"',
    '{"a":1}}',
    '{}{}',
    '{} 1',
    'x{}',
    '{"a":1,}',
    '{,"a":1}',
    '{"a":[1,]}',
    '{"a":[,1]}',
    '{"a":[1,,2]}',
    '{"a":[1}',
    '{"a":1]',
    '{"a":[1] "b":2}',
    '{"a":[1] [2]}',
    '{"a":[1]}}',
    '{"a" [1]}',
    '{[1]}',
    '{"a":[1] 2}',
    '{"a":[tru]}',
    '{"a":[{"b":1]]}',
  ])('refuses %j', (text) => {
    expect(() => split(text)).toThrow(SyntaxError);
    expect(() => split(text, 1)).toThrow(SyntaxError);
  });

  it.each([
    [`{"a":["${'x'.repeat(1000)}"]}`, /bytes/],
    [`{"a":${'['.repeat(12)}${']'.repeat(12)}}`, /nested/],
    [`{"a":[{"b":[${'0,'.repeat(60)}0]}]}`, /values/],
  ])('refuses values beyond the limits before they are parsed: %#', (text, message) => {
    expect(() => split(text)).toThrow(message);
  });
});
