import { relative, resolve, sep } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { seeContent } from '../export/seeContent.ts';
import { type ExportOptions, readExportOptions } from './export/exportOptions.ts';
import { type Command, misuse, refuse } from './run/command.ts';

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

async function write(options: ExportOptions): Promise<number> {
  const config = readConfig(process.env, process.cwd());
  const folder = resolve(options.out ?? '');
  if (isInside(folder, config)) return refuse(`${folder} is in the content folder: an export is no content`);
  const seen = seeContent(config.contentDir, options.since === undefined ? undefined : folder);
  // Loaded meanwhile.
  const { writeExport } = await import('./export/writeExport.ts');
  return writeExport({ ...options, config, folder, seen });
}

const isInside = (folder: string, { contentDir }: Config): boolean => {
  const path = relative(contentDir, folder);
  return path === '' || !(path === '..' || path.startsWith(`..${sep}`) || resolve(path) === path);
};

async function verify(place: string, options: ExportOptions): Promise<number> {
  const { verifyExport } = await import('./export/verifyExport.ts');
  return verifyExport(place, options);
}

export const exportCommand: Command = { help: HELP, run };
