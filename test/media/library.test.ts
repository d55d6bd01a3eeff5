import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BUILT_IN_CODE } from '../../src/fields/kinds.ts';
import { createMediaLibrary, type ImportedFile, type MediaLibrary } from '../../src/media/library.ts';
import { createLocalStorage } from '../../src/media/storage/localStorage.ts';
import { openUnsettled } from '../../src/media/unsettledFiles.ts';

/** A library on a folder, without records; `named` holds the files that records name. */
async function makeLibrary() {
  const folder = mkdtempSync(join(tmpdir(), 'quire-library-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const named = new Set<string>();
  const state = { isDown: false };
  const local = createLocalStorage(join(folder, 'media'));
  const storage = {
    ...local,
    async discard(name: string): Promise<void> {
      if (state.isDown) throw new Error('down');
      await local.discard(name);
    },
  };
  const unsettled = await openUnsettled({
    storage,
    path: join(folder, 'unsettled.json'),
    isNamed: (name) => named.has(name),
    onError: () => undefined,
    retryMs: 1_000_000,
  });
  onTestFinished(unsettled.close);
  const nothing = () => Promise.reject(new Error('not part of this test'));
  const library = createMediaLibrary({
    ...{ storage, unsettled, pictures: { run: nothing }, files: { forget: nothing }, writer: { write: nothing } },
    lookup: {
      code: BUILT_IN_CODE,
      get: () => undefined,
      byKey: () => undefined,
      find: () => [],
      all: () => [],
      referring: () => [],
    },
  });
  const path = join(folder, 'notes.txt');
  writeFileSync(path, 'Notes');
  const file: ImportedFile = { path, key: 'notes', name: 'notes.txt', place: ['media', '0'] };
  return { library, storage, unsettled, state, named, file };
}

type Write = Parameters<MediaLibrary['keepAll']>[1];

describe('the file of an import', () => {
  it('stays if it was left over from before and its removal is tried again meanwhile', async () => {
    const { library, storage, unsettled, state, named, file } = await makeLibrary();
    state.isDown = true;
    await expect(library.keepAll([file], () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(unsettled.problems()).toHaveLength(1);
    state.isDown = false;
    const write: Write = async (stored) => {
      await unsettled.retry();
      const { filename = '' } = stored.get(file.path)!.facts;
      named.add(filename);
      return filename;
    };
    const filename = (await library.keepAll([file], write)) as string;
    expect(await storage.find(filename)).not.toBeNull();
    await unsettled.retry();
    expect(await storage.find(filename)).not.toBeNull();
  });

  it('stays if another import of the same file fails meanwhile', async () => {
    const { library, storage, named, file } = await makeLibrary();
    let fail: (() => void) | undefined;
    const failing = library.keepAll([file], () => {
      return new Promise((_, reject) => {
        fail = () => reject(new Error('failed'));
      });
    });
    await expect.poll(() => fail).toBeDefined();
    const filename = (await library.keepAll([file], async (stored) => {
      fail?.();
      await expect(failing).rejects.toThrow('failed');
      const { filename = '' } = stored.get(file.path)!.facts;
      named.add(filename);
      return filename;
    })) as string;
    expect(await storage.find(filename)).not.toBeNull();
  });
});
