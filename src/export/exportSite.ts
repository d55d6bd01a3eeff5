import { forEachAtOnce } from '../lib/forEachAtOnce.ts';
import { type ExportedEntry, MANIFEST, type Manifest } from './manifest.ts';
import type { StaticSite } from './openStaticSite.ts';
import { type Output, openOutput } from './output.ts';
import type { StaticFile } from './staticFiles.ts';

interface Options {
  readonly site: StaticSite;
  readonly folder: string;
  /** An earlier export's manifest, or the one in the folder: what depends on nothing that has changed is taken over. */
  readonly since?: Manifest | 'present' | undefined;
  /** How many files are made at once. */
  readonly concurrency: number;
  onProgress?(done: number, total: number): void;
}

/** What an export has done. */
export interface Exported {
  readonly files: number;
  /** Files that were made anew. */
  readonly made: number;
  /** Files whose bytes are others now, or were not there. */
  readonly written: number;
  readonly removed: number;
  /** Files that the server would not answer with a body either. */
  readonly leftOut: readonly string[];
}

/** Makes a folder the static site, complete or not at all. Throws as `openOutput` does. */
export async function exportSite(options: Options): Promise<Exported> {
  const output = await openOutput(options.folder, { believes: options.since !== undefined });
  try {
    return await exportInto(output, options);
  } finally {
    output.close();
  }
}

async function exportInto(output: Output, options: Options): Promise<Exported> {
  const { site, concurrency, onProgress = () => undefined } = options;
  const since = options.since === 'present' ? requirePresent(output) : options.since;
  const isCurrent = createCheck(site, since);
  const files = new Map<string, ExportedEntry>();
  const leftOut: string[] = [];
  let [made, done] = [0, 0];

  async function add(one: StaticFile): Promise<void> {
    const known = since?.files.get(one.file);
    if (known && isCurrent(known.needs) && (await output.has(one.file, known))) files.set(one.file, known);
    else {
      made += 1;
      const { value, needs } = await site.record(() => stage(output, one));
      if (value) files.set(one.file, { ...value, needs });
      else leftOut.push(one.file);
    }
    onProgress(++done, site.files.length);
  }

  await forEachAtOnce(site.files, concurrency, add);
  const { commit, at, uncommitted, recipe } = site;
  const versions = new Map<string, string>();
  for (const { needs } of files.values()) for (const need of needs) versions.set(need, site.versionOf(need));
  const manifest = { commit, at, isDirty: uncommitted.length > 0, recipe, files, versions };
  return { files: files.size, made, leftOut: leftOut.sort(), ...(await output.publish(manifest)) };
}

function requirePresent({ present, folder }: Output): Manifest {
  if (!present) throw new Error(`There is no ${MANIFEST} of an export in ${folder}`);
  return present;
}

async function stage(output: Output, { file, make }: StaticFile) {
  const body = await make();
  return body && output.stage(file, body);
}

/** Whether what an earlier file was made of is still the same. */
function createCheck({ recipe, versionOf }: StaticSite, since: Manifest | undefined) {
  if (since?.recipe !== recipe) return () => false;
  const known = new Map<string, boolean>();
  function isSame(need: string): boolean {
    const found = known.get(need) ?? since!.versions.get(need) === versionOf(need);
    known.set(need, found);
    return found;
  }
  return (needs: readonly string[]): boolean => needs.every(isSame);
}
