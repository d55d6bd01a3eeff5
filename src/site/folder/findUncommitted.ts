import type { FindWorkingBlob } from '../../git/read/workingBlobs.ts';
import { entityOf } from '../../model/entities/index.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import type { Store } from '../../store/store.ts';

interface Options {
  /** The blob ids of all files in the commit, by path. */
  readonly committed: ReadonlyMap<string, string>;
  readonly store: Pick<Store, 'paths' | 'fileAt'>;
  readonly findBlob: FindWorkingBlob;
  /** Files of the content that are not records. */
  readonly others: readonly string[];
}

/** The content files that differ from the commit: changed, new or deleted. */
export async function findUncommitted({ committed, store, findBlob, others }: Options): Promise<readonly string[]> {
  const isRecord = (path: string): boolean => {
    const kind = locateFile('content', path)?.kind;
    return kind !== undefined && entityOf(kind).home === 'content';
  };
  const served = new Set(store.paths());
  const missing = [...committed.keys()].filter((path) => !served.has(path) && isRecord(path));
  const found: string[] = [];
  for (const path of [...served, ...missing, ...others]) {
    const expected = committed.get(path) ?? null;
    // A file whose record has the expected rev need not be read again.
    if (store.fileAt(path)?.rev === expected) continue;
    if ((await findBlob(path)) !== expected) found.push(path);
  }
  return [...new Set(found)].sort();
}
