import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Cms, createCms } from '../src/cms/cms.ts';
import { readServerConfig } from '../src/config.ts';
import { createLog } from '../src/http/log/log.ts';
import { startServer } from '../src/http/server/server.ts';
import { isPublic } from '../src/model/page/isPublic.ts';
import { median, percentile, type Result, timeEach } from './measure.ts';

const SAVES = 30;
const SWITCHED = 5000;
const CREATED = 2000;

/** The time from a developer's save or branch switch until it is served, and the memory that watching the files takes. */
export async function benchWatch(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const switched = Math.min(SWITCHED, pages);
  const git = createGit(contentDir);
  await makeBranch(contentDir, git, switched);
  const config = readServerConfig({ CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir }, contentDir);
  const before = memoryBytes();
  const cms = await createCms({ config, log: createLog('error'), version: 'bench' });
  cms.settle();
  await served(cms, () => save(cms, contentDir, 'Warm'));
  const memory = memoryBytes() - before;
  const saves = await timeEach(SAVES, (n) => served(cms, () => save(cms, contentDir, `Saved ${n}`)));
  await git('checkout', '--quiet', '--', '.');
  await wait(1000);
  const gaps: number[] = [];
  const watching = watchGaps(gaps);
  const reading = await readOn(cms);
  const [toOther, back] = [await switchTo(cms, git, 'other'), await switchTo(cms, git, 'main')];
  watching.stop();
  const [createdMs = 0] = await timeEach(1, () => served(cms, () => createMany(cms, contentDir)));
  const [removedMs = 0] = await timeEach(1, () => served(cms, () => removeMany(cms, contentDir)));
  const failures = await reading.stop();
  await cms.close();
  const inTitle = (what: string): string => `${what} (${pages} pages)`;
  return [
    { what: inTitle('save to served, p50'), value: median(saves), unit: 'ms' },
    { what: inTitle('save to served, p99'), value: percentile(saves, 0.99), unit: 'ms' },
    {
      what: inTitle(`branch switch over ${switched} files, until all are served`),
      value: median([toOther.ms, back.ms]),
      unit: 'ms',
      reference: { what: 'of it git itself', value: median([toOther.gitMs, back.gitMs]) },
    },
    { what: inTitle(`${CREATED} new files, until all are served`), value: createdMs, unit: 'ms' },
    { what: inTitle(`${CREATED} files removed, until none is served`), value: removedMs, unit: 'ms' },
    { what: inTitle('public reads meanwhile that failed'), value: failures, unit: '' },
    { what: inTitle('longest time without a turn for reads in a switch'), value: Math.max(...gaps), unit: 'ms' },
    { what: inTitle('memory in use, a server that watches'), value: memory / 2 ** 20, unit: 'MB' },
  ];
}

type Git = (...args: readonly string[]) => Promise<unknown>;
const run = promisify(execFile);

const createGit =
  (cwd: string): Git =>
  (...args) =>
    run('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.org', ...args], { cwd });

/** Makes a branch on which this many files differ. */
async function makeBranch(contentDir: string, git: Git, count: number): Promise<void> {
  const listed = execFileSync('git', ['ls-files', 'pages'], { cwd: contentDir, encoding: 'utf8', maxBuffer: 2 ** 28 });
  await git('checkout', '--quiet', '-b', 'other');
  const files = listed.split('\n').filter((path) => path.endsWith('.yaml'));
  for (const path of files.slice(0, count)) retitle(join(contentDir, path), 'Another title');
  await git('commit', '--quiet', '--all', '--message=Other titles');
  await git('checkout', '--quiet', 'main');
}

function retitle(file: string, title: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^title: .*$/m, `title: ${title}`));
}

function save(cms: Cms, contentDir: string, title: string): () => boolean {
  const page = [...cms.store.all('page')].find(({ path }) => path.endsWith('.yaml'))!;
  retitle(join(contentDir, page.path), title);
  return () => cms.store.get('page', page.id)?.data.title === title;
}

const MANY = 'pages/en/_many';

/** Writes files as a site generator does, and knows when all of them are served. */
function createMany(cms: Cms, contentDir: string): () => boolean {
  const before = cms.store.count('page');
  mkdirSync(join(contentDir, MANY), { recursive: true });
  for (let n = 0; n < CREATED; n += 1)
    writeFileSync(join(contentDir, MANY, `many-${n}.yaml`), `type: article\ntitle: Many ${n}\nstatus: published\n`);
  return () => cms.store.count('page') === before + CREATED;
}

function removeMany(cms: Cms, contentDir: string): () => boolean {
  const before = cms.store.count('page');
  rmSync(join(contentDir, MANY), { recursive: true });
  return () => cms.store.count('page') === before - CREATED;
}

/** Reads public pages over HTTP, one every few milliseconds, and counts those that fail. */
async function readOn(cms: Cms): Promise<{ stop(): Promise<number> }> {
  const server = await startServer({ app: cms.app, host: '127.0.0.1', port: 0, log: createLog('error') });
  const pages = [...cms.store.all('page')].filter(({ data }) => isPublic(data, new Date())).slice(0, 1000);
  let [isReading, failures] = [true, 0];
  const reading = (async () => {
    for (let n = 0; isReading; n = (n + 7) % pages.length) {
      const { slug, locale } = pages[n]!.data;
      const answer = await fetch(`${server.url}/api/content/pages/${slug}?locale=${locale}`).catch(() => null);
      if (answer?.status !== 200) failures += 1;
      await answer?.arrayBuffer();
      await wait(5);
    }
  })();
  return {
    async stop() {
      isReading = false;
      await reading;
      await server.close();
      return failures;
    },
  };
}

/** Starts something and waits until it is served, while reads go on. */
async function served(cms: Cms, begin: (cms: Cms) => () => boolean): Promise<void> {
  const isServed = begin(cms);
  while (!isServed()) await wait(1);
}

async function switchTo(cms: Cms, git: Git, branch: string): Promise<{ ms: number; gitMs: number }> {
  let isTold = false;
  const leave = cms.announcements.subscribe(() => {
    isTold = true;
  });
  const start = performance.now();
  await git('checkout', '--quiet', branch);
  const gitMs = performance.now() - start;
  while (!isTold) await wait(1);
  leave();
  return { ms: performance.now() - start, gitMs };
}

/** Records how long each turn of the event loop takes while git changes the files. */
function watchGaps(gaps: number[]): { stop(): void } {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    gaps.push(now - last);
    last = now;
  }, 1);
  return { stop: () => clearInterval(timer) };
}

function memoryBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
