import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { BUILT_IN_CODE } from '../../src/fields/kinds.ts';
import { type BranchSiteParts, openBranch } from '../../src/site/openBranch.ts';

const id = (digit: string): string => digit.repeat(40);

it('does not go back to a commit that its branch has left while that was being read', async () => {
  const commonDir = mkdtempSync(join(tmpdir(), 'quire-refs-'));
  onTestFinished(() => rmSync(commonDir, { recursive: true, force: true }));
  mkdirSync(join(commonDir, 'refs/heads/change'), { recursive: true });
  const moveTo = (commit: string): void => writeFileSync(join(commonDir, 'refs/heads/change/menu'), commit);
  let go = (): void => undefined;
  const reading = new Promise<void>((resolve) => {
    go = resolve;
  });
  const commit = { parents: [], message: '', committer: { at: new Date(0) } };
  // The commits hold no files.
  const repo = { location: { commonDir }, diff: async () => [], objects: { readCommit: async () => commit } };
  const parts = {
    ...{
      repo,
      source: { repo, live: { code: BUILT_IN_CODE } },
      clock: () => new Date(0),
      inTurn: (move: () => Promise<void>) => move(),
    },
    history: { at: async (one: string) => (one === id('b') ? reading : undefined) },
  } as unknown as BranchSiteParts<undefined>;
  moveTo(id('a'));
  const branch = await openBranch('refs/heads/change/menu', parts);
  moveTo(id('b'));
  const refreshing = branch.refresh();
  moveTo(id('a'));
  await branch.refresh();
  go();
  await refreshing;
  expect(branch.commit).toBe(id('a'));
});
