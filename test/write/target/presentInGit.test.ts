import { expect, it, vi } from 'vitest';
import { blobId } from '../../../src/lib/text/blobId.ts';
import type { Store } from '../../../src/store/store.ts';
import { presentInGit } from '../../../src/write/target/presentInGit.ts';

it('reads a file from git only if the one on disk has another version', async () => {
  const [same, other, broken] = ['Same', 'In git', 'Broken'].map((text) => Buffer.from(text));
  const revs = new Map([
    ['same.yaml', blobId(same!)],
    ['other.yaml', blobId(other!)],
  ]);
  const store = {
    fileAt: (path: string) => (revs.has(path) ? { rev: revs.get(path) } : undefined),
    broken: new Map([['broken.yaml', []]]),
  } as unknown as Store;
  const read = vi.fn(async (path: string) => (path === 'other.yaml' ? other! : broken!));
  const present = presentInGit({ store, onDisk: () => same!, read });
  const found = (path: string) => Promise.resolve(present.read('page', path)).then((bytes) => bytes?.toString());
  expect(await found('same.yaml')).toBe('Same');
  expect(await found('none.yaml')).toBeUndefined();
  expect(read).not.toHaveBeenCalled();
  expect([await found('other.yaml'), await found('broken.yaml')]).toEqual(['In git', 'Broken']);
});
