import type { FindWorkingBlob } from '../git/read/workingBlobs.ts';
import { entityOf } from '../model/entities/index.ts';
import { locateFile } from '../store/file/scan.ts';
import type { Store } from '../store/store.ts';

interface Options {
  /** The blob ids of all files of the commit, by path. */
  readonly committed: ReadonlyMap<string, string>;
  readonly store: Pick<Store, 'paths' | 'fileAt'>;
  readonly findBlob: FindWorkingBlob;
  /** Files that are no records but belong to the content. */
  readonly others: readonly string[];
}

/** The content files that are not as the commit has them: changed, new or gone. */
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
    // What a record was made of need not be looked at again.
    if (store.fileAt(path)?.rev === expected) continue;
    if ((await findBlob(path)) !== expected) found.push(path);
  }
  return [...new Set(found)].sort();
}
