import { durableFs } from '../../../src/git/disk/durableFs.ts';
import type { GitRepository } from '../../../src/git/repository.ts';
import { openRepo } from '../sandbox.ts';

/** Leaves a repository as a process that dies right after a step would, apart from locks and guards of packs. */
export async function dieDuring(
  dir: string,
  step: number,
  work: (repo: GitRepository) => Promise<unknown>,
): Promise<void> {
  const stop = new Error('stopped here');
  let isDead = false;
  const dead = () => {
    if (isDead) throw stop;
  };
  const fs = Object.fromEntries(
    Object.entries(durableFs).map(([name, call]) => [
      name,
      (...args: unknown[]) => {
        if (!/\.(lock|keep)$/.test(String(args[0]))) dead();
        return (call as (...all: unknown[]) => unknown)(...args);
      },
    ]),
  ) as unknown as typeof durableFs;
  const repo = await openRepo(dir, {
    fs,
    onStep(done) {
      if (done === step) isDead = true;
      dead();
    },
  });
  await work(repo).catch(() => undefined);
  await repo.close().catch(() => undefined);
}
