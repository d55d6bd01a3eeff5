import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openProposalContent } from '../../../src/proposal/content/content.ts';
import type { Snapshot, Snapshots } from '../../../src/site/snapshot/openSnapshots.ts';

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
  const snapshots = {
    async at(commit: string) {
      if (commit === id('b')) await reading;
      // Nothing else of it is read here.
      return { commit } as Snapshot;
    },
  } as Snapshots;
  moveTo(id('a'));
  const location = { commonDir } as Parameters<typeof openProposalContent>[1]['repo']['location'];
  const content = await openProposalContent('refs/heads/change/menu', { repo: { location }, snapshots });
  moveTo(id('b'));
  const refreshing = content.refresh();
  moveTo(id('a'));
  await content.refresh();
  go();
  await refreshing;
  expect(content.head).toBe(id('a'));
});
