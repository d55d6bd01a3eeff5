import { availableParallelism } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TooMuchWork } from '../../../src/lib/turn/createThread.ts';
import { type ContentThread, createContentThread } from '../../../src/store/record/contentThread.ts';
import { decideFile, type FileToDecide } from '../../../src/store/record/decideFile.ts';
import { createDecideFile } from '../../../src/store/record/decideFiles.ts';

const SCHEMA = { name: 'body', type: 'richtext', body: true, label: 'Body', required: false } as const;
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const documentOf = (...texts: readonly string[]) => ({ type: 'doc', content: texts.map(paragraph) });
const dataOf = (title: string, fields: object) => ({
  ...{ locale: 'en', slug: 'a', type: 'note', title, status: 'draft', slugOverride: false },
  ...{ terms: {}, seo: {}, fields, regions: {} },
});

/** A Markdown page with the text `before`, to be written with another title and the text `after`. */
const fileOf = (before: string, after: object): FileToDecide => ({
  record: { kind: 'page', id: 4, createdAt: '2026-01-01T00:00:00.000Z', data: dataOf('New', { body: after }) },
  format: 'md',
  bodyField: SCHEMA,
  present: {
    bytes: Buffer.from(`---\nid: 4\ntype: note\ntitle: Old # kept\n---\n\n${before}\n`),
    data: dataOf('Old', { body: documentOf(before) }),
    createdAt: '2026-01-01T00:00:00.000Z',
    bodyField: SCHEMA,
    moves: false,
  },
});

const open: ContentThread[] = [];
const threadOf = (): ContentThread => {
  const thread = createContentThread();
  open.push(thread);
  return thread;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((thread) => thread.close()));
});

describe('a decided file', () => {
  it('SEC-36 is decided in a thread if it is large, with the same result', async () => {
    const thread = threadOf();
    const asked = vi.spyOn(thread, 'decideFile');
    const decide = createDecideFile(thread);
    const small = fileOf('A text.', documentOf('Another.'));
    const large = fileOf('Some words. '.repeat(300).trim(), documentOf('Other words. '.repeat(300).trim(), 'End.'));
    for (const file of [small, large]) {
      const decided = await decide(file);
      const here = decideFile(file)!;
      expect({ ...decided, bytes: Buffer.from(decided!.bytes).toString() }).toEqual({
        ...here,
        bytes: Buffer.from(here.bytes).toString(),
      });
    }
    expect(asked.mock.calls).toEqual([[large]]);
  });

  it('is one of very many small ones, of which a thread decides a share, with the same results and refusals', async () => {
    const thread = threadOf();
    const asked = vi.spyOn(thread, 'decideFiles');
    const decide = createDecideFile(thread);
    const files = Array.from({ length: 400 }, (_, at) => fileOf(`Text ${at}.`, documentOf(`Other ${at}.`)));
    const broken = { ...files[0]!, present: { ...files[0]!.present!, bytes: Buffer.from('---\n: [\n---\n') } };
    const decided = await Promise.allSettled([...files, broken].map(decide));
    expect(decided.map((one) => one.status === 'fulfilled' && Buffer.from(one.value!.bytes).toString())).toEqual([
      ...files.map((file) => Buffer.from(decideFile(file)!.bytes).toString()),
      false,
    ]);
    expect(decided.at(-1)).toMatchObject({ reason: { name: 'FileError' } });
    if (availableParallelism() > 1) expect(asked).toHaveBeenCalled();
  });

  it('is decided here if the thread gives up its share', async () => {
    const giveUp = () => Promise.reject(new TooMuchWork());
    const decide = createDecideFile({ decideFile: giveUp, decideFiles: giveUp });
    const files = Array.from({ length: 200 }, (_, at) => fileOf(`Text ${at}.`, documentOf(`Other ${at}.`)));
    expect(await Promise.all(files.map(decide))).not.toContain(null);
  });

  it('is refused by the thread with the same message', async () => {
    const decide = createDecideFile(threadOf());
    const many = Array.from({ length: 50_001 }, () => 0);
    await expect(decide(fileOf('A text.', many))).rejects.toThrow(
      expect.objectContaining({ name: 'FileError', code: 'LIMIT', message: expect.stringContaining('50000 values') }),
    );
  });

  it('SEC-36 is refused as too large if the thread gives up', async () => {
    const giveUp = () => Promise.reject(new TooMuchWork());
    const decide = createDecideFile({ decideFile: giveUp, decideFiles: giveUp });
    await expect(decide(fileOf('A text.', documentOf('Long. '.repeat(1_000))))).rejects.toThrow(
      expect.objectContaining({ name: 'FileError', code: 'LIMIT', message: 'Writing it takes too long' }),
    );
  });

  it('is decided without reading a text that stays', () => {
    // The record holds what was read before: a text that says something else shows that it is not read again.
    const file = fileOf('Another text.', documentOf('Known.'));
    const known = { ...file, present: { ...file.present!, data: dataOf('Old', { body: documentOf('Known.') }) } };
    const decided = decideFile(known)!;
    expect(Buffer.from(decided.bytes).toString()).toContain('title: New # kept\n---\n\nAnother text.\n');
    expect(decided.body).toEqual({ text: 'Another text.', document: documentOf('Known.') });
  });
});
