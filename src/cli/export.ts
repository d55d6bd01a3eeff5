import { readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { type Exported, exportSite } from '../export/exportSite.ts';
import { MANIFEST, type Manifest, readManifest } from '../export/manifest.ts';
import { openStaticSite, type StaticSite } from '../export/openStaticSite.ts';
import { findDifferences, openCopy, readCopyManifest } from '../export/verify.ts';
import type { Command } from './command.ts';
import { type ExportOptions, readExportOptions } from './exportOptions.ts';
import { misuse } from './misuse.ts';
import { createProgress } from './progress.ts';
import { readVersion } from './readVersion.ts';
import { refuse } from './refuse.ts';

const HELP = `quire export --out <folder> [--at <time>] [--since <manifest>] [--concurrency <n>] [--no-images] [--dirty]
quire export --verify <folder or URL> [--out <folder>]

Writes the public content of CONTENT_DIR as files that any static host can serve: what GET /api/content answers, byte
for byte, the media files, the sitemap, and a manifest.json. A server may run on the folder meanwhile. The folder must
be empty or hold an export; nothing else in it is touched, and it changes only when every file is ready.

  --out <folder>        where to write
  --at <time>           judges scheduled pages by this time (ISO 8601); else by the time of the exported commit
  --since <manifest>    makes only what has changed since the export with this manifest.json; the result is the same
  --concurrency <n>     files that are made at once (8)
  --no-images           leaves out smaller pictures and the pictures of pages, which take long the first time
  --dirty               exports uncommitted changes too; else they are refused
  --verify <place>      compares a copy with its manifest, or with that of --out, file by file

Exit codes: 0 done, 1 refused or different, 2 wrong arguments.
`;

async function run(args: readonly string[]): Promise<number> {
  let options: ExportOptions;
  try {
    options = readExportOptions(args);
  } catch (error) {
    return misuse(error instanceof Error ? error.message : String(error), HELP);
  }
  return options.verify === undefined ? write(options) : verify(options.verify, options);
}

async function write({ out = '', since, at, concurrency, withoutImages, dirty }: ExportOptions): Promise<number> {
  const config = readConfig(process.env, process.cwd());
  const folder = resolve(out);
  if (isInside(folder, config)) return refuse(`${folder} is in the content folder: an export is no content`);
  const earlier = since === undefined ? undefined : readEarlier(resolve(since), folder);
  const site = await openStaticSite({ config, version: readVersion(), at, withoutImages });
  if (site.uncommitted.length > 0 && !dirty) return refuse(...describeUncommitted(site.uncommitted));
  const progress = createProgress(process.stderr);
  try {
    const onProgress = (done: number, total: number): void => progress.show(`Exporting ${showBar(done, total)}`);
    const [exported] = await Promise.all([
      exportSite({ site, folder, since: earlier, concurrency, onProgress: everyPercent(onProgress) }),
      site.save(),
    ]);
    progress.clear();
    tell(exported, site);
    return 0;
  } finally {
    progress.clear();
  }
}

const isInside = (folder: string, { contentDir }: Config): boolean => {
  const path = relative(contentDir, folder);
  return path === '' || !(path === '..' || path.startsWith(`..${sep}`) || resolve(path) === path);
};

/** The manifest in the folder itself is read there, once the folder is locked. */
function readEarlier(path: string, folder: string): Manifest | 'present' {
  if (path === join(folder, MANIFEST)) return 'present';
  const manifest = readManifest(readFileSync(path, 'utf8'));
  if (!manifest) throw new Error(`${path} is no ${MANIFEST} of an export`);
  return manifest;
}

const MAX_LISTED = 20;

const describeUncommitted = (paths: readonly string[]): readonly string[] => [
  'These files are not as the last commit has them; commit them, or export them with --dirty:',
  ...paths.slice(0, MAX_LISTED).map((path) => `  ${path}`),
  ...(paths.length > MAX_LISTED ? [`  and ${paths.length - MAX_LISTED} more`] : []),
];

const BAR = 30;
/** With a comma at each thousand; the formats of all languages, which `toLocaleString` loads, take longer than a file. */
const number = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');

function showBar(done: number, total: number): string {
  const full = Math.floor((done / total) * BAR);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${number(done)} of ${number(total)}`;
}

/** A terminal is slower than an export. */
function everyPercent(show: (done: number, total: number) => void): (done: number, total: number) => void {
  let shown = -1;
  return (done, total) => {
    const percent = Math.floor((done / total) * 100);
    if (percent > shown) show(done, total);
    shown = percent;
  };
}

function tell(
  { files, made, written, removed, leftOut }: Exported,
  { commit, at, uncommitted, problems }: StaticSite,
): void {
  const changes = uncommitted.length > 0 ? ` with ${number(uncommitted.length)} uncommitted` : '';
  const counts = `${number(made)} made, ${number(written)} written, ${number(removed)} removed`;
  process.stdout.write(`${number(files)} files (${counts}), commit ${commit}${changes}, as of ${at}\n`);
  for (const file of leftOut) process.stderr.write(`left out: ${file}, for there is no file to make it of\n`);
  if (problems > 0) process.stderr.write(`${number(problems)} problems in the content: quire check tells them\n`);
}

async function verify(place: string, { out, concurrency }: ExportOptions): Promise<number> {
  const copy = openCopy(place);
  const manifest = await readCopyManifest(out === undefined ? copy : openCopy(out), out ?? place);
  const differences = await findDifferences(manifest, copy, concurrency);
  for (const { file, problem } of differences) process.stdout.write(`${problem}: ${file}\n`);
  const count = differences.length === 0 ? 'all as exported' : `${number(differences.length)} not as exported`;
  process.stdout.write(`${number(manifest.files.size)} files of commit ${manifest.commit}: ${count}\n`);
  return differences.length === 0 ? 0 : 1;
}

export const exportCommand: Command = { help: HELP, run };
