import { describe, expect, it } from 'vitest';
import type { CmsError } from '../../../src/model/errors.ts';
import { MAX_PROBLEMS } from '../../../src/model/fields/problem.ts';
import { readImport } from '../../../src/write/import/importDocument.ts';

const read = async (text: string | Buffer, kept: Buffer[] = []) => {
  async function* chunks() {
    yield Buffer.from(text);
  }
  return readImport(chunks(), async (bytes) => `place ${kept.push(bytes)}`);
};

describe('an import document', () => {
  it('gives its records as files would hold them, and the path of each', async () => {
    const redirects = ['a', 'b'].map((key) => ({ key, fromPath: `/${key}`, toPath: '/c', statusCode: 301 }));
    const records = await read(JSON.stringify({ quire: 1, redirects, pages: [] }));
    expect(records).toMatchObject([
      { kind: 'redirect', place: ['redirects', '0'], key: 'a' },
      { kind: 'redirect', place: ['redirects', '1'], key: 'b' },
    ]);
  });

  it.each<[string, string | Buffer, readonly string[], string]>([
    ['that is no JSON', '{"quire":1,"redirects":[nonsense]}', ['redirects', '0'], 'not valid'],
    ['that ends too soon', '{"quire":1,"redirects":[', ['redirects', '0'], 'not valid'],
    [
      'that is not UTF-8',
      Buffer.from('{"quire":1,"redirects":[{"from":"/\xff"}]}', 'latin1'),
      ['redirects', '0'],
      'not UTF-8',
    ],
    ['of no version', '{}', ['quire'], 'must be 1'],
    ['of another version', '{"quire":2}', ['quire'], 'must be 1'],
    ['with something else in place of a list', '{"quire":1,"pages":{}}', ['pages'], 'must be a list'],
    ['with a list of something else', '{"quire":1,"things":[]}', ['things'], 'not a list of content'],
    ['with a list of users', '{"quire":1,"users":[]}', ['users'], 'not a list of content'],
    ['with a list given twice', '{"quire":1,"pages":[],"pages":[]}', ['pages'], 'only once'],
    ['with a record that is not an object', '{"quire":1,"pages":[7]}', ['pages', '0'], 'must be an object'],
    ['SEC-9 with a key of the prototype', '{"quire":1,"pages":[{"__proto__":{}}]}', ['pages', '0', '__proto__'], ''],
    ['with a file that is not base64', '{"quire":1,"media":[{"file":"a b"}]}', ['media', '0', 'file'], 'base64'],
    ['with a file that is not a string', '{"quire":1,"media":[{"file":7}]}', ['media', '0', 'file'], 'base64'],
    [
      'with a record larger than a file may be',
      `{"quire":1,"pages":[{"title":"${'x'.repeat(4 * 1024 * 1024)}"}]}`,
      ['pages', '0'],
      'larger',
    ],
  ])('%s is refused at its place', async (_, text, path, message) => {
    const kept: Buffer[] = [];
    await expect(read(text, kept)).rejects.toMatchObject({
      code: 'VALIDATION',
      details: expect.arrayContaining([
        expect.objectContaining({ path: [...path], message: expect.stringContaining(message) }),
      ]),
    });
    expect(kept).toEqual([]);
  });

  it.each(['"things":[],', '"pages":[],', '"pages":{},'])(
    'SEC-9 of endless %s is refused after the first of them',
    async (one) => {
      const reading = read(`{${one.repeat(100_000)}"quire":1}`);
      const error = await reading.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'VALIDATION' });
      expect((error as CmsError).details.length).toBeLessThan(2 * MAX_PROBLEMS);
    },
  );

  it('may have other members beside its lists, and a byte order mark', async () => {
    expect(await read(`\uFEFF${JSON.stringify({ quire: 1, exportedAt: 'today', site: { a: [1] } })}`)).toEqual([]);
  });

  it('puts the file of a media item aside, and no other', async () => {
    const item = { key: 'one', filename: 'one.txt', mimeType: 'text/plain', size: 2 };
    const kept: Buffer[] = [];
    const text = JSON.stringify({
      quire: 1,
      media: [
        { ...item, file: 'aGk=' },
        { ...item, key: 'two' },
      ],
    });
    const records = await read(text, kept);
    expect(records.map(({ key, file }) => [key, file])).toEqual([
      ['one', 'place 1'],
      ['two', undefined],
    ]);
    expect(kept.map(String)).toEqual(['hi']);
  });

  it('reports no more problems than anybody reads', async () => {
    const text = JSON.stringify({ quire: 1, pages: Array.from({ length: 10_000 }, () => 7) });
    const error = (await read(text).catch((caught: unknown) => caught)) as { details: readonly unknown[] };
    expect(error.details.length).toBeLessThan(200);
  });
});
