import { afterEach, describe, expect, it, vi } from 'vitest';
import { TooMuchWork } from '../../../src/lib/turn/createThread.ts';
import { createReadRecord } from '../../../src/store/file/fileRecord.ts';
import { locateFile } from '../../../src/store/file/inspectSightings.ts';
import { type ContentThread, createContentThread } from '../../../src/store/record/contentThread.ts';
import { decodeRecord, type FoundBytes } from '../../../src/store/record/decodeRecord.ts';
import { createDecodeRecord } from '../../../src/store/record/decodeRecords.ts';

const readRecord = createReadRecord();

const open: ContentThread[] = [];
const threadOf = (): ContentThread => {
  const thread = createContentThread();
  open.push(thread);
  return thread;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((thread) => thread.close()));
});

function found(path: string, text: string): FoundBytes {
  return { located: locateFile('content', path)!, path, bytes: Buffer.from(text) };
}

const HEAD = 'id: 4\ntype: note\ntitle: Note\nunknown: kept\n';
const VALUES = Array.from({ length: 2_000 }, (_, index) => `    - ${index}\n`).join('');
const WORDS = 'Some *words* of a text.\n\n'.repeat(300);

describe('a version of a file', () => {
  it('SEC-36 is decoded in a thread if it is large, with the same result', async () => {
    const thread = threadOf();
    const asked = vi.spyOn(thread, 'decodeRecord');
    const decode = createDecodeRecord(readRecord, thread);
    const small = [found('pages/en/a.yaml', HEAD), found('pages/en/a.md', `---\n${HEAD}---\n\nShort.\n`)];
    const large = [
      found('pages/en/a.yaml', `${HEAD}fields:\n  list:\n${VALUES}`),
      found('pages/en/a.md', `---\n${HEAD}---\n\n${WORDS}`),
      found('pages/en/a.yaml', `id: 4\ntype: note\nfields:\n  list:\n${VALUES}`),
    ];
    for (const one of [...small, ...large]) expect(await decode(one)).toEqual(decodeRecord(one, readRecord));
    expect(asked.mock.calls).toEqual(large.map((one) => [one]));
  });

  it('is refused by the thread with the same message', async () => {
    const broken = found('pages/en/a.yaml', `${HEAD}fields:\n  list:\n${VALUES}title: Again\n`);
    const refusal = (() => {
      try {
        return decodeRecord(broken, readRecord);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(Error);
    const decode = createDecodeRecord(readRecord, threadOf());
    await expect(decode(broken)).rejects.toThrow((refusal as Error).message);
  });

  it('SEC-36 counts as broken if it takes too long', async () => {
    const thread = { decodeRecord: () => Promise.reject(new TooMuchWork('It was ended')) };
    const decode = createDecodeRecord(readRecord, thread);
    const large = found('pages/en/a.yaml', `${HEAD}fields:\n  list:\n${VALUES}`);
    await expect(decode(large)).rejects.toMatchObject({ code: 'LIMIT', message: 'Reading it takes too long' });
  });
});
