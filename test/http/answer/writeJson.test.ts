import { describe, expect, it } from 'vitest';
import { writeJson } from '../../../src/http/answer/writeJson.ts';

const limits = { isBounded: true };
const long = Array.from({ length: 3000 }, (_, id) => ({
  id,
  name: `Größe "${id}"`,
  list: [null, undefined, true],
  no: undefined,
}));

describe('writeJson', () => {
  it('writes short values at once', () => {
    expect(writeJson({ a: [1, 'b', null] }, limits)).toEqual(Buffer.from('{"a":[1,"b",null]}'));
  });

  it.each([
    ['a list', long],
    ['an object in an object', { data: { items: long, none: undefined, no: () => 1 }, meta: { total: 1 } }],
    ['lists in a list', [long, [], [[long]], {}, 'text', { a: undefined }, undefined]],
    ['an object of many names', Object.fromEntries(long.map((item) => [`"${item.id}`, item]))],
    ['a long text', { text: 'ä'.repeat(3_000_000) }],
    [
      'what says itself how it is written',
      { data: long.map((document) => ({ document, toJSON: () => document.name })) },
    ],
    ['numbers that JSON does not have', { list: Array(20_000).fill(Number.NaN) }],
  ])('SEC-36 writes %s in slices, with the same result as JSON.stringify', async (_, value) => {
    const written = writeJson(value, limits);
    expect(written).toBeInstanceOf(Promise);
    expect((await written).toString()).toBe(JSON.stringify(value));
  });

  it('SEC-36 refuses answers beyond the public limit, but not for editors', async () => {
    const value = Array(40).fill('a'.repeat(2 ** 20));
    await expect(writeJson(value, limits)).rejects.toMatchObject({ code: 'VALIDATION' });
    expect((await writeJson(value, { isBounded: false })).length).toBeGreaterThan(40 * 2 ** 20);
  });

  it('SEC-36 writes shared values each time, and measures no deeper than needed', async () => {
    let reads = 0;
    const part = {
      get a() {
        reads += 1;
        return 'a';
      },
    };
    const value = Array(100_000).fill(part);
    await writeJson(value, limits);
    // Each is written once, and measured in its list and by itself.
    expect(reads).toBeLessThan(3 * value.length);
  });
});
