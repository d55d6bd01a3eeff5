import { relative, resolve, sep } from 'node:path';
import { readServerConfig, type ServerConfig } from '../../config.ts';
import { type Command, type CommandTools, misuse, printRefusal } from '../../extend/command.ts';
import { loadSiteCode } from '../../extend/load/loadSiteCode.ts';
import { type ExportCommandOptions, readExportOptions } from './exportOptions.ts';
import { seeContent } from './site/seeContent.ts';

const HELP = `quire export --out <folder> [--at <time>] [--since <manifest>] [--concurrency <n>] [--no-images] [--dirty]
quire export --verify <folder or URL> [--out <folder>]

Writes the public content of CONTENT_DIR as files that any static host can serve: the answers of GET /api/content, byte
for byte, the media files, the sitemap and a manifest.json. A server may keep running on the content. The folder must be
empty or hold an earlier export; other files in it are not touched, and it changes only once every file is ready.

  --out <folder>        the folder to write to
  --at <time>           decides by this time (ISO 8601) which scheduled pages are public; by default, the time of the
                        exported commit
  --since <manifest>    makes only what has changed since the export with this manifest.json; the result is the same
  --concurrency <n>     how many files are made at once; 8 by default
  --no-images           leaves out smaller pictures and the pictures of pages, which take long the first time
  --dirty               exports uncommitted changes too; without it, they are refused
  --verify <place>      compares a copy with its manifest, or with the manifest in --out, file by file

Exit codes: 0 done, 1 refused or different, 2 wrong arguments.
`;

async function run(args: readonly string[], tools: CommandTools): Promise<number> {
  let options: ExportCommandOptions;
  try {
    options = readExportOptions(args);
  } catch (error) {
    return misuse(error instanceof Error ? error.message : String(error), HELP);
  }
  return options.verify === undefined ? runExport(options, tools) : runVerification(options.verify, options);
}

async function runExport(options: ExportCommandOptions, tools: CommandTools): Promise<number> {
  const config = readServerConfig(process.env, process.cwd());
  const folder = resolve(options.out ?? '');
  if (isInside(folder, config))
    return printRefusal(`${folder} is inside the content folder: choose an --out folder outside of it`);
  const seen = seeContent(config.contentDir, options.since === undefined ? undefined : folder);
  const code = await loadSiteCode(config, process.env);
  // Loads while the content is looked through.
  const { writeExport } = await import('./writeExport.ts');
  return writeExport({ ...options, config, folder, seen, code, environment: process.env }, tools);
}

const isInside = (folder: string, { contentDir }: ServerConfig): boolean => {
  const path = relative(contentDir, folder);
  return path === '' || !(path === '..' || path.startsWith(`..${sep}`) || resolve(path) === path);
};

async function runVerification(place: string, options: ExportCommandOptions): Promise<number> {
  const { verifyExport } = await import('./verifyExport.ts');
  return verifyExport(place, options);
}

export const exportCommand: Command = { help: HELP, readsConfig: true, run };
