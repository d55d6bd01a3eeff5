import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createMergeThread } from '../../src/git/mergeThread.ts';
import { namedObject } from '../../src/git/object.ts';
import { encodePackIndex } from '../../src/git/packIndexWrite.ts';
import { encodePack } from '../../src/git/packWrite.ts';
import { makeFolder, removeFolders } from './sandbox.ts';

afterAll(removeFolders);

async function writePack(folder: string, name: string, text: string): Promise<void> {
  const pack = await encodePack([namedObject('blob', Buffer.from(text))]);
  writeFileSync(join(folder, `${name}.pack`), pack.bytes);
  writeFileSync(join(folder, `${name}.idx`), encodePackIndex(pack));
}

it('merges packs in another thread, and in a new one after packs that were damaged', async () => {
  const folder = makeFolder();
  for (const name of ['a', 'b', 'c']) await writePack(folder, name, `The ${name} of it`);
  const damaged = readFileSync(join(folder, 'c.pack'));
  damaged[20]! ^= 1;
  writeFileSync(join(folder, 'c.pack'), damaged);
  const thread = createMergeThread();
  const merged = await thread.merge({ folder, names: ['a', 'b'] });
  expect(Buffer.from(merged!.pack).readUInt32BE(8)).toBe(2);
  await expect(thread.merge({ folder, names: ['a', 'c'] })).rejects.toThrow('damaged pack');
  expect(await thread.merge({ folder, names: ['a', 'b'] })).toEqual(merged);
  expect(await thread.merge({ folder, names: ['a', 'gone'] })).toBeNull();
  await thread.close();
  await thread.close();
});
