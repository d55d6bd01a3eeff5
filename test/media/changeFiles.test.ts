import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type ChangeFiles, openChangeFiles } from '../../src/media/changeFiles.ts';
import { openUnsettled } from '../../src/media/unsettledFiles.ts';

/** Two files of earlier changes, which nothing names; `onLook` runs while the changes are searched for their names. */
async function makeFiles(onLook: (changeFiles: ChangeFiles) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'quire-change-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'of-changes.json');
  writeFileSync(path, '["a","b"]');
  const discarded: string[] = [];
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const unsettled = await openUnsettled({
    storage: { discard: async (name) => void discarded.push(name) },
    ...{ path: join(folder, 'unsettled.json'), onError },
    isNamed: (name) => changeFiles.holds(name),
  });
  onTestFinished(unsettled.close);
  const changeFiles: ChangeFiles = await openChangeFiles({
    ...{ path, unsettled, onError, isNamed: () => false },
    async findNamed() {
      await onLook(changeFiles);
      return new Set();
    },
  });
  return { changeFiles, discarded, errors, saved: () => JSON.parse(readFileSync(path, 'utf8')) as unknown };
}

it('removes files of changes that nothing names any more', async () => {
  const { changeFiles, discarded, errors, saved } = await makeFiles(async () => undefined);
  await changeFiles.collect();
  expect([discarded, saved(), errors]).toEqual([['a', 'b'], [], []]);
});

it('keeps a file that a change stores again while the changes are searched, whether or not it has finished', async () => {
  for (const isFinished of [true, false]) {
    const { changeFiles, discarded, errors, saved } = await makeFiles(async ({ begin, end }) => {
      await begin('b');
      if (isFinished) await end('b');
    });
    await changeFiles.collect();
    expect([discarded, saved(), errors]).toEqual([['a'], ['b'], []]);
  }
});
