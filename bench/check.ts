import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonReference, startOnce } from './boot.ts';
import { changePages } from './export.ts';
import { median, type Result, timeEach } from './measure.ts';

const RUNS = 3;
const CHANGED = 10;

/** Ten rules that every page follows, one of which needs an index. */
const RULES = [
  ...['title', 'slug', 'locale'].flatMap((field) => [{ field, matches: '.' }, { field, ne: '' }, { require: [field] }]),
  { unique: 'slug', per: 'locale' },
];

/** Works with rules in all content types, which are as they were afterwards. */
async function withRules<T>(contentDir: string, work: () => Promise<T>): Promise<T> {
  const folder = join(contentDir, 'content-types');
  const paths = readdirSync(folder).map((name) => join(folder, name));
  const texts = paths.map((path) => readFileSync(path, 'utf8'));
  for (const [at, path] of paths.entries()) writeFileSync(path, `${texts[at]}rules: ${JSON.stringify(RULES)}\n`);
  try {
    return await work();
  } finally {
    for (const [at, path] of paths.entries()) writeFileSync(path, texts[at]!);
  }
}

/** Whole runs of `quire check`: of all files, with and without a server's parse cache, and of a change of ten files. */
export async function benchCheck(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const reference = { what: 'JSON.parse of the same values', value: jsonReference(contentDir) };
  const env = { ...process.env, CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir };
  const check = (...args: readonly string[]): void => {
    execFileSync(process.execPath, ['dist/main.js', 'check', ...args], { env, stdio: 'ignore' });
  };
  rmSync(privateDir, { recursive: true, force: true });
  const cold = median(await timeEach(RUNS, () => check()));
  const judged = await withRules(contentDir, async () => {
    rmSync(privateDir, { recursive: true, force: true });
    return median(await timeEach(RUNS, () => check()));
  });
  await startOnce(contentDir, privateDir);
  const warm = median(await timeEach(RUNS, () => check()));
  const change = changePages(contentDir, 'Checked');
  for (const which of Array(CHANGED).keys()) change(which);
  const since = median(await timeEach(RUNS, () => check('--since', `HEAD~${CHANGED}`)));
  return [
    { what: `check, ${pages} pages, without a cache`, value: cold, unit: 'ms', reference },
    { what: 'check, without a cache, ten rules for each page', value: judged, unit: 'ms', reference },
    { what: 'check, with what a server has parsed', value: warm, unit: 'ms', reference },
    { what: `check --since, ${CHANGED} files changed`, value: since, unit: 'ms', reference },
  ];
}
