import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Cms, createCms } from '../src/cms/cms.ts';
import { readServerConfig } from '../src/config.ts';
import { createLog } from '../src/http/log/log.ts';
import { SYSTEM } from '../src/model/access.ts';
import type { Page } from '../src/model/entities/page.ts';
import type { Entry } from '../src/model/entry.ts';
import { updatePage } from '../src/write/page/writePage.ts';
import { median, type Result, timeEach } from './measure.ts';

const TIMES = 10;
const MERGED = 100;
const ROUNDS = 5;

/** The time from a save until the git host has it, from a push until it is served, and of writes during a large merge. */
export async function benchHost(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const [host, clone] = [`${contentDir}-host.git`, `${contentDir}-clone`];
  const git = (cwd: string, ...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.org', ...args], {
      cwd,
      encoding: 'utf8',
    });
  git(contentDir, 'clone', '--quiet', '--bare', contentDir, host);
  git(contentDir, 'clone', '--quiet', host, clone);
  const env = { CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir, GIT_REMOTE: host, GIT_SYNC_INTERVAL: '0' };
  const cms = await createCms({ config: readServerConfig(env, contentDir), log: createLog('error'), version: 'bench' });
  cms.settle();
  await cms.host!.sync();
  const entries = [...cms.store.all('page')] as Entry<Page>[];
  const [first] = entries;

  async function saveUntilThere(n: number): Promise<void> {
    const { commit } = await save(cms, first!, `Saved ${n}`);
    while (git(host, 'rev-parse', 'main').trim() !== commit) await wait(5);
  }

  /** Timed from when the host reports that it has the push. */
  async function push(changed: readonly Entry<Page>[], title: string): Promise<void> {
    await cms.host!.sync();
    git(clone, 'pull', '--quiet');
    for (const { path } of changed) {
      const file = join(clone, path);
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^title: .*$/m, `title: ${title}`));
    }
    git(clone, 'commit', '--quiet', '--all', `--message=${title}`);
    git(clone, 'push', '--quiet');
  }

  const served = async ({ id }: Entry<Page>, title: string): Promise<void> => {
    while (cms.store.get('page', id)?.data.title !== title) await wait(2);
  };

  const saved = await timeEach(TIMES, saveUntilThere);
  const told: number[] = [];
  for (let n = 0; n < TIMES; n += 1) {
    await push([entries[1]!], `Told ${n}`);
    const since = performance.now();
    cms.host!.told('main');
    await served(entries[1]!, `Told ${n}`);
    told.push(performance.now() - since);
  }
  /** How much longer the longest write takes while something else happens. */
  async function longestWait(beside: Promise<unknown>, title: string): Promise<number> {
    let isDone = false;
    const ending = beside.finally(() => {
      isDone = true;
    });
    const taken: number[] = [];
    for (let at = 0; !isDone; at += 1) taken.push(...(await timeEach(1, () => save(cms, first!, `${title} ${at}`))));
    await ending;
    return Math.max(...taken) - median(taken);
  }

  const waits: number[] = [];
  const others: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    await push(entries.slice(2, 2 + MERGED), `Merged ${n}`);
    const since = performance.now();
    waits.push(await longestWait(cms.host!.sync(), `Beside ${n}`));
    const lasted = performance.now() - since;
    await cms.host!.sync();
    others.push(await longestWait(wait(lasted), `Alone ${n}`));
  }
  await cms.close();
  for (const folder of [host, clone]) rmSync(folder, { recursive: true, force: true });
  return [
    { what: `save until the git host has it (${pages} pages)`, value: median(saved), unit: 'ms' },
    { what: `told of a push until it is served (${pages} pages)`, value: median(told), unit: 'ms' },
    {
      ...{ what: `longest wait of a write for a merge of ${MERGED} records`, value: median(waits), unit: 'ms' },
      reference: { what: 'for nothing', value: median(others) },
    },
  ];
}

const save = (cms: Cms, { id }: Entry<Page>, title: string) => cms.writer.write(updatePage({ id }, { title }), SYSTEM);
