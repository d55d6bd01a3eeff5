import { afterEach, describe, expect, it, vi } from 'vitest';
import { BUILT_IN_CODE } from '../../../src/fields/kinds.ts';
import { TooMuchWork } from '../../../src/lib/turn/createThread.ts';
import type { FieldsSchema } from '../../../src/model/fields/field.ts';
import type { FieldSchemas } from '../../../src/model/merge/mergeData.ts';
import { type FileSchema, mergeReadable } from '../../../src/store/merge/mergeFile.ts';
import { createMergeReadable } from '../../../src/store/merge/mergeReadables.ts';
import { createContentThread } from '../../../src/store/record/contentThread.ts';

const thread = createContentThread();
afterEach(() => {
  vi.restoreAllMocks();
  return thread.close();
});

const FIELDS = [{ name: 'text', type: 'richtext', body: true }] as unknown as FieldsSchema;
const schemas: FieldSchemas = {
  code: BUILT_IN_CODE,
  ofContentType: (slug) => (slug === 'article' ? FIELDS : undefined),
  ofBlockType: () => undefined,
  ofBlock: () => undefined,
};
const schema: FileSchema = { kind: 'page', format: 'md', schemas };

const file = (texts: readonly string[], title = 'About') =>
  Buffer.from(`---\nid: 1\ntype: article\ntitle: ${title}\n---\n${texts.join('\n\n')}\n`);
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `Some *words* of paragraph ${n}.`);

/** Our side has changed the first paragraph and the title, theirs the last paragraph and the title. */
function versionsOf(count: number) {
  const texts = numbered(count);
  return {
    base: file(texts),
    ours: file(texts.with(0, 'Our *first*.'), 'Ours'),
    theirs: file(texts.with(-1, 'Their __last__.'), 'Theirs'),
  };
}

/** Finds a schema only when it is asked for it the second time, as if it had to be read first. */
function slowly(): { schemas: FieldSchemas; settle<T>(work: () => T): Promise<T>; asked: string[] } {
  const asked: string[] = [];
  let isBehind = false;
  const find =
    <K extends Exclude<keyof FieldSchemas, 'code'>>(name: K) =>
    (key: string): FieldsSchema | undefined => {
      if (asked.includes(key)) return schemas[name](key);
      asked.push(key);
      isBehind = true;
      return undefined;
    };
  return {
    asked,
    schemas: {
      code: BUILT_IN_CODE,
      ofContentType: find('ofContentType'),
      ofBlockType: find('ofBlockType'),
      ofBlock: find('ofBlock'),
    },
    async settle(work) {
      for (;;) {
        isBehind = false;
        const result = work();
        if (!isBehind) return result;
      }
    },
  };
}

describe('a merge of files', () => {
  it('runs in a thread if they are large, with the same result', async () => {
    const asked = vi.spyOn(thread, 'merge');
    const merge = createMergeReadable(thread);
    for (const [count, isLarge] of [[3, false] as const, [300, true] as const])
      for (const keep of isLarge ? (['ours'] as const) : (['ours', 'base'] as const)) {
        asked.mockClear();
        const { settle, schemas: found, asked: read } = slowly();
        const versions = versionsOf(count);
        const { bytes, clashes } = await merge({ versions, schema: { ...schema, schemas: found }, keep, settle });
        const expected = mergeReadable(versions, schema, keep);
        expect(Buffer.from(bytes).toString()).toBe(Buffer.from(expected.bytes).toString());
        expect(Buffer.from(bytes).toString()).toMatch(/Our \*first\*\..*Their __last__\.\n$/s);
        expect(clashes).toEqual(expected.clashes);
        expect(clashes.map(({ path }) => path)).toEqual([['title']]);
        expect([read, asked.mock.calls.length > 0]).toEqual([['article'], isLarge]);
      }
  });

  it('needs no thread if only one side has changed a file', async () => {
    const asked = vi.spyOn(thread, 'merge');
    const { base, theirs } = versionsOf(300);
    const versions = { base, ours: base, theirs };
    const merged = await createMergeReadable(thread)({
      versions,
      schema,
      keep: 'ours',
      settle: async (work) => work(),
    });
    expect([merged, asked.mock.calls]).toEqual([{ bytes: theirs, clashes: [] }, []]);
  });

  it('is refused if it takes too long, or a file cannot be read', async () => {
    const settle = async <T>(work: () => T): Promise<T> => work();
    const versions = versionsOf(300);
    const slow = createMergeReadable({ merge: () => Promise.reject(new TooMuchWork('It was ended')) });
    await expect(slow({ versions, schema, keep: 'ours', settle })).rejects.toThrow('takes too long');
    const broken = { ...versions, theirs: Buffer.from(`---\na: [\n---\n${'x'.repeat(10_000)}`) };
    const merging = createMergeReadable(thread)({ versions: broken, schema, keep: 'ours', settle });
    await expect(merging).rejects.toMatchObject({ name: 'FileError' });
  });
});
