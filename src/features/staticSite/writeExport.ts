import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ServerConfig } from '../../config.ts';
import { type CommandTools, createProgress, printRefusal } from '../../extend/command.ts';
import type { LoadedCode } from '../../extend/load/loadSiteCode.ts';
import { readPackageVersion } from '../../lib/disk/readPackageVersion.ts';
import { type ExportCommandOptions, showNumber } from './exportOptions.ts';
import { type ExportSummary, exportSite } from './site/exportSite.ts';
import { MANIFEST, type Manifest, readManifest } from './site/manifest.ts';
import { openStaticSite, type StaticSite } from './site/openStaticSite.ts';
import type { SeenContent } from './site/seeContent.ts';

interface Options extends ExportCommandOptions {
  readonly config: ServerConfig;
  /** Where to write. */
  readonly folder: string;
  readonly seen: SeenContent;
  /** The site's own code. */
  readonly code: LoadedCode;
  readonly environment: NodeJS.ProcessEnv;
}

/** Exports what is committed and prints what was done. @returns the exit code */
export async function writeExport(options: Options, tools: CommandTools): Promise<number> {
  const { config, folder, seen, code, environment, since, at, concurrency, withoutImages, dirty } = options;
  const earlier = since === undefined ? undefined : readEarlier(resolve(since), folder);
  const site = await openStaticSite({
    ...{ config, seen, ...code, environment, version: readPackageVersion(), at, withoutImages },
    features: await tools.contentAreas(),
  });
  if (site.uncommitted.length > 0 && !dirty) return printRefusal(...describeUncommitted(site.uncommitted));
  const progress = createProgress(process.stderr);
  try {
    const onProgress = (done: number, total: number): void => progress.show(`Exporting ${showBar(done, total)}`);
    const [exported] = await Promise.all([
      exportSite({ site, folder, since: earlier, seen: seen.sizes, concurrency, onProgress: everyPercent(onProgress) }),
      site.save(),
    ]);
    progress.clear();
    reportExport(exported, site);
    return 0;
  } finally {
    progress.clear();
  }
}

/** Reads an earlier export's manifest. The one in the output folder itself is read later, once the folder is locked. */
function readEarlier(path: string, folder: string): Manifest | 'present' {
  if (path === join(folder, MANIFEST)) return 'present';
  const manifest = statSync(path, { throwIfNoEntry: false })?.isFile()
    ? readManifest(readFileSync(path, 'utf8'))
    : null;
  if (!manifest) throw new Error(`${path} is not the ${MANIFEST} of an export`);
  return manifest;
}

const MAX_LISTED = 20;

const describeUncommitted = (paths: readonly string[]): readonly string[] => [
  'These files have uncommitted changes; commit them, or export them with --dirty:',
  ...paths.slice(0, MAX_LISTED).map((path) => `  ${path}`),
  ...(paths.length > MAX_LISTED ? [`  and ${paths.length - MAX_LISTED} more`] : []),
];

const BAR = 30;

function showBar(done: number, total: number): string {
  const full = Math.floor((done / total) * BAR);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${showNumber(done)} of ${showNumber(total)}`;
}

/** Shows progress once a percent: a terminal is slower than an export. */
function everyPercent(show: (done: number, total: number) => void): (done: number, total: number) => void {
  let shown = -1;
  return (done, total) => {
    const percent = Math.floor((done / total) * 100);
    if (percent > shown) show(done, total);
    shown = percent;
  };
}

function reportExport(
  { files, made, written, removed, leftOut }: ExportSummary,
  { commit, at, uncommitted, problems }: StaticSite,
): void {
  const changes = uncommitted.length > 0 ? ` with ${showNumber(uncommitted.length)} uncommitted` : '';
  const counts = `${showNumber(made)} made, ${showNumber(written)} written, ${showNumber(removed)} removed`;
  process.stdout.write(`${showNumber(files)} files (${counts}), commit ${commit}${changes}, as of ${at}\n`);
  for (const file of leftOut) process.stderr.write(`left out: ${file}, because its source file is missing\n`);
  if (problems > 0)
    process.stderr.write(`${showNumber(problems)} problems in the content: run quire check to see them\n`);
}
