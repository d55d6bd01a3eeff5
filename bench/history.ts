import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createHistory, type HeadHistory } from '../src/git/history/history.ts';
import { findNativeGit } from '../src/git/read/native.ts';
import { createRepository } from '../src/git/repository.ts';
import { lazily } from '../src/lib/list/lazily.ts';
import { openRecords } from '../src/site/folder/openRecords.ts';
import { createPageRevisions } from '../src/site/version/pageRevisions.ts';
import { createRecordHistory } from '../src/site/version/recordHistory.ts';
import { recordNames } from '../src/site/version/recordNames.ts';
import { makeHistory } from './historySite.ts';
import { median, type Result, timeEach } from './measure.ts';
import { memoryMb } from './memoryMb.ts';

const COMMITS = 100_000;
const LISTS = 200;

/** The history index over 100,000 commits: building, loading, memory and queries. */
export async function benchHistory(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const dir = `${contentDir}-history`;
  const cacheFile = join(`${privateDir}-history`, 'state', 'history.bin');
  mkdirSync(dirname(cacheFile), { recursive: true });
  await makeHistory({ out: dir, pages, commits: COMMITS });
  const findGit = lazily(findNativeGit);
  const repo = await createRepository({ contentDir: dir });
  const head = await repo.head();
  const open = (): Promise<HeadHistory> => createHistory({ repo, cacheFile, findGit, names: recordNames });
  const named = `${COMMITS} commits, ${pages} pages`;

  const before = memoryMb();
  const history = await open();
  const built = await timeOnce(() => history.extend(head));
  const memory = memoryMb() - before;
  const log = await timeOnce(() => logNatively(dir));
  await history.save();
  const loaded = median(await timeEach(5, open));

  const records = await openRecords({ repo, privateDir: `${privateDir}-history`, findGit, clock: () => new Date() });
  const revisions = createPageRevisions({
    repo,
    records: createRecordHistory(() => records.history, records.store),
    readRecord: records.readRecord,
    lookup: records.store,
    isReady: () => records.history.isReady,
  });
  const ids = Array.from({ length: LISTS }, (_, index) => ((index * 7919) % pages) + 1);
  const list = (index: number) => revisions.list(records.store.get('page', ids[index]!)!, { limit: 20, offset: 0 });
  const first = await timeEach(LISTS, list);
  const again = await timeEach(LISTS, list);
  const path = records.store.get('page', ids[0]!)!.path;
  const byGit = median(await timeEach(3, () => execFileSync('git', ['log', '-20', '--', path], { cwd: dir })));
  await repo.close();
  rmSync(dir, { recursive: true, force: true });
  return [
    { what: `history built (${named})`, value: built, unit: 'ms', reference: { what: 'git log --raw', value: log } },
    { what: `history loaded (${named})`, value: loaded, unit: 'ms' },
    { what: `memory of the history (${named})`, value: memory, unit: 'MB' },
    {
      what: `revisions of a page (${named})`,
      value: median(first),
      unit: 'ms',
      reference: { what: 'git log -20', value: byGit },
    },
    { what: `revisions of a page, again (${named})`, value: median(again), unit: 'ms' },
  ];
}

const timeOnce = async (task: () => unknown): Promise<number> => median(await timeEach(1, task));

const logNatively = (cwd: string): Buffer =>
  execFileSync('git', ['log', '--raw', '--no-abbrev', '--no-renames', '--format=%H%n%B'], { cwd, maxBuffer: 1e9 });
