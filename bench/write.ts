import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { updatePage } from '../src/change/page.ts';
import { createCms } from '../src/cms.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/http/log.ts';
import type { Actor } from '../src/model/access.ts';
import { median, percentile, type Result, timeEach } from './measure.ts';

const ADA: Actor = { type: 'user', id: 1, name: 'Ada', email: 'ada@example.org', role: 'admin' };
const WRITES = 200;

/** Durable writes, one after the other, against native git's add and commit in the same repository. */
export async function benchWrite(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const log = createLog('error');
  const config = readConfig({ CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir }, contentDir);
  const cms = await createCms({ config, log, version: 'bench' });
  const ids = [...cms.store.all('page')].map(({ id }) => id);
  const write = (index: number) =>
    cms.writer.write(updatePage({ id: ids[(index * 7919) % ids.length]! }, { title: `Title ${index}` }), ADA);
  await timeEach(20, write);
  const taken = await timeEach(WRITES, write);
  await cms.close();
  const reference = {
    what: 'git add, git commit',
    value: median(await timeEach(20, () => commitNatively(contentDir))),
  };
  return [
    { what: `durable write alone, p50, ${pages} pages`, value: median(taken), unit: 'ms', reference },
    { what: `durable write alone, p99, ${pages} pages`, value: percentile(taken, 0.99), unit: 'ms', reference },
  ];
}

function commitNatively(contentDir: string): void {
  const run = (...args: readonly string[]) =>
    execFileSync(
      'git',
      ['-c', 'core.fsync=all', '-c', 'gc.auto=0', '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args],
      {
        cwd: contentDir,
      },
    );
  appendFileSync(join(contentDir, 'site.yaml'), '# \n');
  run('add', 'site.yaml');
  run('commit', '--quiet', '--message=Change the settings');
}
