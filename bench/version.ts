import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cms, createCms } from '../src/cms/cms.ts';
import { readServerConfig } from '../src/config.ts';
import { joinFeatures } from '../src/extend/feature.ts';
import { FEATURES } from '../src/features/lists/server.ts';
import { createEndpointCaller } from '../src/http/answer/ask.ts';
import { plainEndpoints } from '../src/http/content/plainEndpoints.ts';
import { createLog } from '../src/http/log/log.ts';
import { createPageLists } from '../src/store/page/pageLists.ts';
import { createPublicContent, type PublicContent } from '../src/view/publicContent.ts';
import { median, type Result, timeEach } from './measure.ts';
import { memoryMb } from './memoryMb.ts';

const REFS = 100;
const CHANGED = 100;
const READS = 50;
const TURNS = 12;

const git = (cwd: string, args: readonly string[], input?: string): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 1e9, ...(input !== undefined && { input }) });

/** Makes branches of the site that change different pages. @returns their commits */
function makeBranches(contentDir: string): readonly string[] {
  const files = git(contentDir, ['ls-files', 'pages']).trim().split('\n');
  const lines: string[] = [];
  for (let ref = 0; ref < REFS; ref += 1) {
    lines.push(
      `commit refs/heads/ref-${ref}`,
      'committer A <a@example.org> 1767225600 +0000',
      'data 1',
      'x',
      'from refs/heads/main^0',
    );
    for (let at = 0; at < CHANGED; at += 1) {
      const path = files[(ref * 97 + at * 31) % files.length]!;
      const text = readFileSync(join(contentDir, path), 'utf8').replace(/title: .*/, `title: Changed ${ref} ${at}`);
      lines.push(`M 100644 inline ${path}`, `data ${Buffer.byteLength(text)}`, text);
    }
  }
  git(contentDir, ['fast-import', '--quiet'], `${lines.join('\n')}\n`);
  return Array.from({ length: REFS }, (_, ref) => git(contentDir, ['rev-parse', `ref-${ref}`]).trim());
}

/** Reads a list of fifty pages that nobody has asked for before. */
function listOf(content: PublicContent): () => Promise<unknown> {
  // A list needs no media files.
  const endpoints = plainEndpoints({
    content,
    ...joinFeatures(FEATURES),
    files: {} as never,
    drawn: {} as never,
    siteUrl: '',
    cache: {} as never,
  });
  const ask = createEndpointCaller(endpoints.find(({ path }) => path === '/api/content/lists/:locale/all/:n.json')!);
  return () => ask({ locale: 'en', n: '1' });
}

/** The milliseconds of CPU that a call takes. */
async function cpuOf(task: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Other versions of the site: refs that differ from the live site in a hundred files, opened in turn. */
export async function benchVersion(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const dir = `${contentDir}-version`;
  git('.', ['clone', '--quiet', contentDir, dir]);
  const commits = makeBranches(dir);
  const config = readServerConfig({ CONTENT_DIR: dir, PRIVATE_DIR: `${privateDir}-version`, LOG_LEVEL: 'fatal' }, dir);
  const cms = await createCms({ config, log: createLog('fatal'), version: '0' });
  try {
    return await measure(cms, commits, pages);
  } finally {
    await cms.close();
  }
}

async function measure(cms: Cms, commits: readonly string[], pages: number): Promise<readonly Result[]> {
  const clock = (): Date => new Date();
  const live = listOf(createPublicContent(cms.store, createPageLists(cms.store, clock), clock));
  // As in a server in use: all pages have been read.
  for (const page of cms.store.all('page')) page.data.title.length;
  await live();
  const before = memoryMb();
  const taken: number[] = [];
  const cpu: number[] = [];
  const open = async (commit: string): Promise<void> => {
    const start = performance.now();
    cpu.push(await cpuOf(async () => listOf((await cms.sites.atCommit(commit)).view.content)()));
    taken.push(performance.now() - start);
  };
  await open(commits[0]!);
  const ofOne = memoryMb() - before;
  for (const commit of commits.slice(1, REFS / 2)) await open(commit);
  const ofHalf = memoryMb() - before;
  for (const commit of commits.slice(REFS / 2)) await open(commit);
  const ofAll = memoryMb() - before;
  for (const commit of commits) await cms.sites.atCommit(commit);
  const onceMore = memoryMb() - before;
  const read = listOf((await cms.sites.atCommit(commits.at(-1)!)).view.content);
  const [past, present]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    present.push(...(await timeEach(READS, live)));
    past.push(...(await timeEach(READS, read)));
  }
  const named = `${pages} pages, ${CHANGED} files differ`;
  return [
    { what: `first read of a ref (a list of 50), ${named}`, value: median(taken), unit: 'ms' },
    { what: 'the very first of them', value: taken[0]!, unit: 'ms' },
    { what: 'CPU of a first read', value: median(cpu), unit: 'ms' },
    {
      what: 'a list of 50 of a ref that is open',
      ...{ value: median(past), unit: 'ms', reference: { what: 'of what is live', value: median(present) } },
    },
    { what: 'memory of the first ref, beyond what is shared', value: ofOne, unit: 'MB' },
    {
      what: `memory after ${REFS} refs in turn`,
      ...{ value: ofAll, unit: 'MB', reference: { what: 'after half of them', value: ofHalf } },
    },
    {
      what: 'memory after all of them once more',
      ...{ value: onceMore, unit: 'MB', reference: { what: 'after the first time', value: ofAll } },
    },
  ];
}
