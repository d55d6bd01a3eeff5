import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createRepository } from '../../../src/git/repository.ts';
import { edit, leftovers, makeRepository, NO_TROUBLES, removeFolders, request, troubles } from '../sandbox.ts';

afterAll(removeFolders);

it('is behind every lock, is made again if somebody removes it, and is gone once the repository is closed', async () => {
  const dir = makeRepository({ a: '1\n' });
  const side = join(dir, '.git/quire');
  const names: number[] = [];
  const repo = await createRepository({
    contentDir: dir,
    onStep: (step) => step === 3 && names.push(statSync(join(dir, '.git/index.lock')).nlink),
  });
  await repo.publish(await repo.head(), [request([edit('a', '2\n', '1\n')])]);
  rmSync(side, { recursive: true });
  await repo.publish(await repo.head(), [request([edit('a', '3\n', '2\n')])]);
  await repo.close();
  // Three locks, the guard of the pack and the file itself.
  expect(names).toEqual([5, 5]);
  expect(readdirSync(side)).toEqual([]);
  expect(leftovers(join(dir, '.git'))).toEqual([]);
  expect(troubles(dir)).toEqual(NO_TROUBLES);
});
