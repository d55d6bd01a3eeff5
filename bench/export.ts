import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readServerConfig } from '../src/config.ts';
import { joinFeatures } from '../src/extend/feature.ts';
import { FEATURES } from '../src/features/lists/server.ts';
import { exportSite } from '../src/features/staticSite/site/exportSite.ts';
import { readManifest } from '../src/features/staticSite/site/manifest.ts';
import { openStaticSite } from '../src/features/staticSite/site/openStaticSite.ts';
import { seeContent } from '../src/features/staticSite/site/seeContent.ts';
import { median, type Result, timeEach } from './measure.ts';

const RUNS = 3;

/** Whole runs of `quire export` without images, and the time that making and comparing files takes after a change. */
export async function benchExport(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const env = { CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir };
  const outs = Array.from({ length: RUNS }, (_, run) => join(privateDir, '..', `static-${run}`));
  const command = (out: string, ...args: readonly string[]): void => {
    const whole = ['dist/main.js', 'export', '--no-images', '--out', out, ...args];
    execFileSync(process.execPath, whole, { env: { ...process.env, ...env }, stdio: 'ignore' });
  };
  const out = outs[0]!;
  const full = median(await timeEach(RUNS, (run) => command(outs[run]!)));
  const copied = median(await timeEach(1, () => copyFiles(out, join(privateDir, '..', 'static-copy'))));
  const change = changePages(contentDir, 'Exported');
  const changed: number[] = [];
  const made: number[] = [];
  for (const run of Array(RUNS).keys()) {
    change(run);
    changed.push(...(await timeEach(1, () => command(out, '--since', join(out, 'manifest.json')))));
    change(RUNS + run);
    made.push(await measureChange(readServerConfig(env, contentDir), out));
  }
  const reference = { what: 'the same files read and written', value: copied };
  return [
    { what: `static site, ${pages} pages, full`, value: full, unit: 'ms', reference },
    { what: 'static site after one change', value: median(changed), unit: 'ms', reference },
    { what: 'of that: finding and making what has changed', value: median(made), unit: 'ms', reference },
  ];
}

async function measureChange(config: ReturnType<typeof readServerConfig>, folder: string): Promise<number> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const site = await openStaticSite({
    config,
    seen: seeContent(config.contentDir),
    version,
    withoutImages: true,
    features: joinFeatures(FEATURES),
  });
  const start = performance.now();
  const since = readManifest(readFileSync(join(folder, 'manifest.json'), 'utf8')) ?? undefined;
  const { made } = await exportSite({ site, folder, since, concurrency: 8 });
  if (made === 0 || made > 1000) throw new Error(`One change makes ${made} files again`);
  return performance.now() - start;
}

/** Creates a function that changes the title of one published page, each time another one, and commits it. */
export function changePages(contentDir: string, title: string): (which: number) => void {
  const folder = join(contentDir, 'pages/en');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml') && /^status: published$/m.test(readFileSync(join(folder, path), 'utf8')))
    .sort();
  return (which) => {
    const file = join(folder, files[which * 10]!);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^title: .*$/m, `title: ${title} for the ${which}th time`));
    const git = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', 'commit', '--quiet', '--all'];
    execFileSync('git', [...git, '--message=Change a title'], { cwd: contentDir });
  };
}

function copyFiles(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const target = join(to, path.slice(from.length));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, readFileSync(path));
  }
}
