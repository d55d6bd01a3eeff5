import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPastFiles } from '../../src/media/pastFiles.ts';
import type { Media } from '../../src/model/entities/media.ts';
import type { Entry } from '../../src/model/entry.ts';
import type { Site } from '../../src/site/site.ts';

it('SEC-25 reads the files of versions one at a time, and each once, to compare them with their records', async () => {
  const bytes = Buffer.from('picture');
  const hash = createHash('sha256').update(bytes).digest('hex');
  const reads = { running: 0, most: 0, all: 0 };
  const read = async (): Promise<Readable> => {
    reads.running += 1;
    reads.all += 1;
    reads.most = Math.max(reads.most, reads.running);
    await setImmediate();
    reads.running -= 1;
    return Readable.from([bytes]);
  };
  const versions: string[] = [];
  // Only what variants need is there.
  const parts = {
    storage: { isInGit: false, find: async () => ({ size: bytes.length, version: '1' }), read, publicUrl: () => null },
    variants: { get: async ({ version }: { version: string }) => versions.push(version) && bytes },
  } as unknown as Parameters<typeof createPastFiles>[0];
  const files = createPastFiles(parts).filesOf({ commit: 'a'.repeat(40) } as Site);
  const entryOf = (at: number) =>
    ({
      data: { filename: `${at % 5}.png`, size: bytes.length, hash: at === 4 ? '0'.repeat(64) : hash },
    }) as Entry<Media>;
  await Promise.all(Array.from({ length: 10 }, (_, at) => files.variant(entryOf(at), 'large', 'webp')));
  expect(reads).toEqual({ running: 0, most: 1, all: 5 });
  expect([
    versions.filter((version) => version === hash).length,
    versions.filter((one) => one === '4.png 1').length,
  ]).toEqual([9, 1]);
});
