import { type FileSizes, sizesByPath } from '../../../lib/disk/readFileSizes.ts';
import { forEachAtOnce } from '../../../lib/turn/forEachAtOnce.ts';
import { type ExportedFile, MANIFEST, type Manifest } from './manifest.ts';
import { type MadeFile, numberNeeds } from './numberNeeds.ts';
import type { StaticSite } from './openStaticSite.ts';
import { type OutputFolder, openOutputFolder } from './output.ts';
import type { StaticFile } from './staticFiles.ts';

interface Options {
  readonly site: StaticSite;
  readonly folder: string;
  /** An earlier manifest, or the one in the folder: files whose needs have not changed are taken over from that export. */
  readonly since?: Manifest | 'present' | undefined;
  /** The sizes of the files in the folder, being read already: used to find files to take over. */
  readonly seen?: Promise<FileSizes | null>;
  /** How many files are made at once. */
  readonly concurrency: number;
  onProgress?(done: number, total: number): void;
}

/** The result of an export. */
export interface ExportSummary {
  readonly files: number;
  /** Files that were made, not taken over. */
  readonly made: number;
  /** Files that are new or have changed. */
  readonly written: number;
  readonly removed: number;
  /** Files for which the server has no body either. */
  readonly leftOut: readonly string[];
}

/** Exports the static site to a folder, completely or not at all. Throws as `openOutput` does. */
export async function exportSite(options: Options): Promise<ExportSummary> {
  const seen = options.since === undefined ? undefined : await options.seen;
  const output = await openOutputFolder(options.folder, {
    believes: options.since !== undefined,
    ...(seen && { seen: sizesByPath(seen) }),
  });
  try {
    return await exportInto(output, options);
  } finally {
    output.close();
  }
}

async function exportInto(output: OutputFolder, options: Options): Promise<ExportSummary> {
  const { site, concurrency, onProgress = () => undefined } = options;
  const since = options.since === 'present' ? requirePresent(output) : options.since;
  const taken = await reuseExportedFiles(output, site, since);
  const rest = site.files.filter(({ file }) => !taken.has(file));
  const made = new Map<string, MadeFile>();
  const leftOut: string[] = [];
  let done = taken.size;

  async function add(one: StaticFile): Promise<void> {
    const { value, needs } = await site.record(() => stageStaticFile(output, one));
    if (value) made.set(one.file, { ...value, needs });
    else leftOut.push(one.file);
    onProgress(++done, site.files.length);
  }

  await forEachAtOnce(rest, concurrency, add);
  const { commit, at, uncommitted, recipe, extensions, versionOf } = site;
  const numbered = numberNeeds({ taken, earlier: since?.records ?? [], made, versionOf });
  const published = await output.publish({
    ...{ commit, at, isDirty: uncommitted.length > 0, recipe, ...numbered },
    ...(extensions && { extensions }),
  });
  return { files: numbered.files.size, made: rest.length, leftOut: leftOut.sort(), ...published };
}

function requirePresent({ present, folder }: OutputFolder): Manifest {
  if (!present) throw new Error(`There is no ${MANIFEST} of an export in ${folder}`);
  return present;
}

async function stageStaticFile(output: OutputFolder, { file, make }: StaticFile) {
  const body = await make();
  return body && output.stage(file, body);
}

/** The files of an earlier export that are present and would be the same now. */
async function reuseExportedFiles(
  output: OutputFolder,
  { recipe, files, versionOf }: StaticSite,
  since: Manifest | undefined,
): Promise<ReadonlyMap<string, ExportedFile>> {
  const taken = new Map<string, ExportedFile>();
  if (since?.recipe !== recipe) return taken;
  const isChanged = since.records.map(([name, version]) => versionOf(name) !== version);
  for (const { file } of files) {
    const known = since.files.get(file);
    if (!known || known.needs.some((number) => isChanged[number])) continue;
    const isThere = output.has(file, known);
    // Awaiting results that are known at once would take longer than all the rest.
    if (isThere === true || (await isThere)) taken.set(file, known);
  }
  return taken;
}
