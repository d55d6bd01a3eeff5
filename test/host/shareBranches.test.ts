import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { shareBranches } from '../../src/host/shareBranches.ts';

it('removes a branch at the host only if it is gone here, whatever a list of them has left out', async () => {
  const commonDir = mkdtempSync(join(tmpdir(), 'quire-refs-'));
  onTestFinished(() => rmSync(commonDir, { recursive: true, force: true }));
  const commit = '1'.repeat(40);
  const branches = ['change/gone', 'change/menu'];
  const set = (ref: string): void => {
    mkdirSync(dirname(join(commonDir, ref)), { recursive: true });
    writeFileSync(join(commonDir, ref), `${commit}\n`);
  };
  for (const branch of branches) set(`refs/remotes/origin/${branch}`);
  set('refs/heads/change/menu');
  const synced = new Map(branches.map((branch) => [`refs/quire/synced/${branch}`, commit]));
  const atHost = { name: 'origin', remove: vi.fn(async () => undefined) };
  const removeRef = vi.fn(async () => undefined);
  const list = (folder: string) => (folder === 'refs/quire/synced/' ? synced : new Map());
  await shareBranches({
    ...{ remote: atHost, repo: { location: { commonDir }, branches: { list, remove: removeRef } } },
    ...{ shared: { list: async () => [], isShared: () => true }, unshared: new Map(), isFetched: true, isAsked: true },
  } as unknown as Parameters<typeof shareBranches>[0]);
  expect(atHost.remove.mock.calls).toEqual([[{ branch: 'change/gone', commit }]]);
  expect(removeRef.mock.calls).toEqual([[{ ref: 'refs/quire/synced/change/gone', commit }]]);
});
