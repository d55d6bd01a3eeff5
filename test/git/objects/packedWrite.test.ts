import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { durableFs } from '../../../src/git/disk/durableFs.ts';
import { namedObject } from '../../../src/git/format/object.ts';
import { listKeepFiles, releasePacks, writePacked } from '../../../src/git/objects/packedWrite.ts';
import { packNames } from '../../../src/git/objects/temporaryObjects.ts';
import { makeFolder, removeFolders } from '../sandbox.ts';

afterAll(removeFolders);

const objects = [namedObject('blob', Buffer.from('Harbour'))];

function makeRequest(fs = durableFs) {
  const commonDir = makeFolder();
  const keepFile = join(commonDir, 'lock');
  writeFileSync(keepFile, 'whose it is');
  const objectsDir = join(commonDir, 'objects');
  return {
    commonDir,
    folder: join(objectsDir, 'pack'),
    request: { fs, objectsDir, newName: packNames(), objects, keepFile },
  };
}

it('writes objects again while they are still guarded, and guards them until they are released', async () => {
  const { commonDir, folder, request } = makeRequest();
  const { paths } = await writePacked(request);
  expect(await writePacked(request)).toEqual({ paths, folder });
  expect(readdirSync(folder).map((name) => name.replace(/^.*\./, ''))).toEqual(['idx', 'keep', 'pack']);
  expect(listKeepFiles(commonDir)).toEqual([`${paths[0]}.keep`]);
  await releasePacks(durableFs, paths);
  expect(listKeepFiles(commonDir)).toEqual([]);
});

it.each(['pack', 'idx'])('leaves nothing behind when the .%s cannot be put in place', async (extension) => {
  const rename = (from: string, to: string): void => {
    if (to.endsWith(`.${extension}`)) throw Object.assign(new Error('EIO'), { code: 'EIO' });
    durableFs.rename(from, to);
  };
  const { folder, request } = makeRequest({ ...durableFs, rename });
  await expect(writePacked(request)).rejects.toThrow('EIO');
  expect(readdirSync(folder)).toEqual([]);
});

it('fails if a pack cannot be guarded, and finds no guards where there are no packs', async () => {
  const { commonDir, folder, request } = makeRequest();
  expect(listKeepFiles(commonDir)).toEqual([]);
  await expect(writePacked({ ...request, keepFile: join(commonDir, 'gone') })).rejects.toThrow('ENOENT');
  expect(readdirSync(folder)).toEqual([]);
});
