import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type DurableFs, durableFs } from '../../../src/git/disk/durableFs.ts';
import { syncAll } from '../../../src/git/disk/syncNames.ts';

it('syncs every path, and never has more open than a process may', async () => {
  const paths = Array.from({ length: 3000 }, (_, number) => `/folder/${number}`);
  const synced: string[] = [];
  const open = { now: 0, most: 0 };
  const sync: DurableFs['sync'] = async (path) => {
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    await turn();
    synced.push(path);
    open.now -= 1;
  };
  await syncAll({ ...durableFs, sync }, paths);
  expect(synced.toSorted()).toEqual(paths.toSorted());
  expect(open.most).toBeLessThanOrEqual(64);
});
