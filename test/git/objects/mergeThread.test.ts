import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { namedObject } from '../../../src/git/format/object.ts';
import { encodePackIndex } from '../../../src/git/format/pack/packIndex.ts';
import { encodePack } from '../../../src/git/format/pack/packWrite.ts';
import { createMergeThread } from '../../../src/git/objects/mergeThread.ts';
import { makeFolder, removeFolders } from '../sandbox.ts';

afterAll(removeFolders);

async function writePack(folder: string, name: string, text: string): Promise<void> {
  const pack = await encodePack([namedObject('blob', Buffer.from(text))]);
  writeFileSync(join(folder, `${name}.pack`), pack.bytes);
  writeFileSync(join(folder, `${name}.idx`), encodePackIndex(pack));
}

it('merges packs in another thread, and leaves out damaged ones', async () => {
  const folder = makeFolder();
  for (const name of ['a', 'b', 'c']) await writePack(folder, name, `The ${name} of it`);
  const damaged = readFileSync(join(folder, 'c.pack'));
  damaged[20]! ^= 1;
  writeFileSync(join(folder, 'c.pack'), damaged);
  const thread = createMergeThread();
  const both = await thread.merge({ folder, names: ['a', 'b'] });
  expect(Buffer.from(both!.made!.pack).readUInt32BE(8)).toBe(2);
  expect(both).toMatchObject({ made: { of: ['a', 'b'] }, damaged: [] });
  expect(await thread.merge({ folder, names: ['a', 'c', 'b'] })).toEqual({ ...both, damaged: ['c'] });
  expect(await thread.merge({ folder, names: ['c', 'a'] })).toEqual({ made: null, damaged: ['c'] });
  expect(await thread.merge({ folder, names: ['a', 'gone'] })).toBeNull();
  await thread.close();
  expect(await thread.merge({ folder, names: ['a', 'b'] })).toEqual(both);
  await thread.close();
  await thread.close();
});
