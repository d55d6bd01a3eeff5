import { afterAll, expect, it } from 'vitest';
import { discoverRepository } from '../../../src/git/read/discover.ts';
import { findNativeGit, type NativeGit } from '../../../src/git/read/native.ts';
import { openReadable } from '../../../src/git/read/readable.ts';
import { createNativeBlobs, createObjectBlobs } from '../../../src/git/read/readBlobs.ts';
import { git, makeRepository, removeFolders, rev } from '../sandbox.ts';

afterAll(removeFolders);

const TEXTS = Array.from({ length: 12 }, (_, index) => `text ${index}\n`.repeat(index));

it('reads many blobs through native git, or from the objects if that fails, and leaves out what is no blob or missing', async () => {
  const dir = makeRepository(Object.fromEntries(TEXTS.map((text, index) => [`f${index}`, text])));
  const repo = openReadable(discoverRepository(dir)!);
  const native = (await findNativeGit())!;
  let runs = 0;
  const counting: NativeGit = {
    ...native,
    run: (...args) => {
      runs += 1;
      return native.run(...args);
    },
  };
  const failing: NativeGit = { ...native, run: () => Promise.reject(new Error('made to fail')) };
  const asked = new Set([
    git(dir, 'rev-parse', 'HEAD^{tree}'),
    rev('nowhere'),
    ...TEXTS.map(rev),
    git(dir, 'rev-parse', 'HEAD'),
  ]);
  const few = new Set([rev(TEXTS[3]!), rev('nowhere')]);

  for (const read of [createNativeBlobs(repo, counting), createNativeBlobs(repo, failing), createObjectBlobs(repo)]) {
    const found: [string, string][] = [];
    await read(asked, (id, bytes) => found.push([id, String(bytes)]));
    expect(found).toEqual(TEXTS.map((text) => [rev(text), text]));
    const foundOfFew: string[] = [];
    await read(few, (id) => foundOfFew.push(id));
    expect(foundOfFew).toEqual([rev(TEXTS[3]!)]);
  }
  // A few are not worth a program; for many, the sizes are read first.
  expect(runs).toBe(2);
});
