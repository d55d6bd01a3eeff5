import * as nodeFs from 'node:fs';
import git from 'isomorphic-git';
import { type Cms, createCms } from '../src/cms/cms.ts';
import { readServerConfig } from '../src/config.ts';
import { createLog } from '../src/http/log/log.ts';
import type { Actor } from '../src/model/access.ts';
import { createActor } from '../src/model/rights/createActor.ts';
import { updatePage } from '../src/write/page/writePage.ts';
import { changeSettings, commitNatively } from './commitNatively.ts';
import { fsyncCount } from './countFsyncs.ts';
import { median, percentile, type Result, timeEach } from './measure.ts';

const ADA: Actor = createActor({ type: 'user', id: 1, name: 'Ada', email: 'ada@example.org', role: 'admin' });
const AT_ONCE = [1, 8, 32, 64];
const WRITES = 960;

/** Concurrent durable writes, compared with add and commit by git and by isomorphic-git in the same repository. */
export async function benchWrite(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const config = readServerConfig({ CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir }, contentDir);
  const cms = await createCms({ config, log: createLog('error'), version: 'bench' });
  cms.settle();
  await writeMany(cms, 8, 64);
  const runs = [];
  for (const atOnce of AT_ONCE)
    runs.push({ atOnce, ...(await writeMany(cms, atOnce, atOnce === 1 ? WRITES / 4 : WRITES)) });
  await cms.close();
  const native = median(await timeEach(20, () => commitNatively(contentDir)));
  const naive = median(await timeEach(5, () => commitNaively(contentDir)));
  const results = runs.flatMap(({ atOnce, taken, perSecond, fsyncs }): Result[] => [
    {
      what: `durable write, ${atOnce} at once, p50`,
      value: median(taken),
      unit: 'ms',
      reference: { what: 'git add, git commit', value: native },
    },
    { what: `durable write, ${atOnce} at once, p99`, value: percentile(taken, 0.99), unit: 'ms' },
    {
      what: `commits, ${atOnce} at once`,
      value: perSecond,
      unit: '/s',
      reference: { what: 'git add, git commit', value: 1000 / native },
    },
    { what: `fsyncs a commit, ${atOnce} at once`, value: fsyncs, unit: '' },
  ]);
  const reference = { what: 'git add, git commit', value: native };
  return [...results, { what: 'isomorphic-git add, commit', value: naive, unit: 'ms', reference }].map((result) => ({
    ...result,
    what: `${result.what} (${pages} pages)`,
  }));
}

/** Changes page titles, this many at once. */
export async function writeMany(
  cms: Cms,
  atOnce: number,
  count: number,
): Promise<{ taken: number[]; perSecond: number; fsyncs: number }> {
  const ids = [...cms.store.all('page')].map(({ id }) => id);
  const taken: number[] = [];
  let next = 0;
  const start = performance.now();
  const fsyncsBefore = fsyncCount();
  const write = async (): Promise<void> => {
    while (next < count) {
      const index = next++;
      const began = performance.now();
      await cms.writer.write(
        updatePage({ id: ids[(index * 7919) % ids.length]! }, { title: `Title ${index} of ${start}` }),
        ADA,
      );
      taken.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, write));
  return {
    taken,
    perSecond: count / ((performance.now() - start) / 1000),
    fsyncs: (fsyncCount() - fsyncsBefore) / count,
  };
}

async function commitNaively(dir: string): Promise<void> {
  changeSettings(dir);
  await git.add({ fs: nodeFs, dir, filepath: 'site.yaml' });
  await git.commit({
    fs: nodeFs,
    dir,
    message: 'Change the settings',
    author: { name: 'Ada', email: 'ada@example.org' },
  });
}
