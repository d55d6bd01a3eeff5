import { existsSync } from 'node:fs';
import type { ParseCache } from '../../store/file/parseCache.ts';
import { type Home, isLookedAt } from '../../store/home.ts';
import type { Indexer } from '../indexer.ts';
import { createFolderWatches, type WatchFolder } from './folderWatches.ts';
import { createSweep } from './sweep.ts';
import { resolveTouched } from './touched.ts';

/** Hears of changes in the folders of a home. */
export interface HomeWatch {
  /** What has been touched since the last call and is to be read again. */
  take(): Promise<readonly string[]>;
  /** Keeps these paths for the next call. */
  keep(paths: Iterable<string>): void;
  /** Looks at every file's stat, and watches every folder that is not watched yet. */
  sweep(): Promise<void>;
  close(): void;
}

interface Options {
  readonly root: string;
  readonly home: Home;
  readonly indexer: Indexer;
  readonly cache: ParseCache;
  onTouch(): void;
  /** Files that say how git treats the content have changed. */
  onAttributes(): void;
  onFailure(error: unknown): void;
  readonly watchFolder?: WatchFolder;
}

/** When this many paths arrive at once, the system may have dropped others. */
const MANY = 1000;

export function createHomeWatch(options: Options): HomeWatch {
  const { root, home, indexer, cache, onTouch, onAttributes, onFailure, watchFolder } = options;
  let touched = new Set<string>();
  /** Nobody tells when a home that has gone is back, as it is when git checks out the branch that has it. */
  let isGone = false;

  function hear(path: string): void {
    if (path.endsWith('.gitattributes')) onAttributes();
    if (path !== '' && !isLookedAt(home, path)) return;
    touched.add(path);
    onTouch();
  }
  const watches = createFolderWatches({ root, onChange: hear, onFailure, ...(watchFolder && { watchFolder }) });
  const sweep = createSweep({ root, home, indexer, onFolder: watches.add });

  function keep(paths: Iterable<string>): void {
    for (const path of paths) touched.add(path);
  }

  return {
    keep,
    async take() {
      const paths = touched;
      touched = new Set();
      if (paths.size >= MANY || isGone) paths.add('');
      isGone = !existsSync(root);
      return [...(await resolveTouched(paths, { root, cache, indexer, sweep, watches }))];
    },
    sweep: async () => keep(await sweep()),
    close: watches.close,
  };
}
