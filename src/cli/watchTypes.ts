import { existsSync, watch as fsWatch, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { debounce } from '../lib/turn/debounce.ts';
import { createFolderWatches } from '../sync/watch/folderWatches.ts';
import { stopSignal } from './stopSignal.ts';

/** The folders of a content folder that types stand in. */
const TYPE_FOLDERS = ['content-types', 'block-types'] as const;

/** All that types are made of: the settings say how pages are shown. */
export const TYPE_SOURCES = [...TYPE_FOLDERS, 'site.yaml', 'site.json'] as const;

const QUIET_MS = 100;
const MAX_WAIT_MS = 1_000;

/** Does `work` now, and again whenever a type may have changed, until the process is told to stop. */
export async function watchTypes(root: string, work: () => Promise<number>): Promise<number> {
  const stopping = stopSignal();
  const quiet = debounce({ quietMs: QUIET_MS, maxMs: MAX_WAIT_MS, work: workAndWatch });
  let failed = (_error: unknown): void => undefined;
  const failure = new Promise<never>((_, reject) => {
    failed = reject;
  });
  const watches = createFolderWatches({
    root,
    onChange: (path) => isOfTypes(path) && quiet.touch(),
    onFailure: failed,
    // The command lives as long as it watches.
    watchFolder: (folder, hear) => fsWatch(folder, (_, name) => hear(name)),
  });

  async function workAndWatch(): Promise<void> {
    // First: what changes while the types are read is heard.
    for (const folder of foldersIn(root)) watches.add(folder);
    try {
      await work();
    } catch (error) {
      failed(error);
    }
  }

  try {
    await Promise.race([workAndWatch().then(() => stopping), failure]);
    return 0;
  } finally {
    watches.close();
    await quiet.close();
  }
}

const isOfTypes = (path: string): boolean => TYPE_SOURCES.some((top) => path === top || path.startsWith(`${top}/`));

/** The content folder itself, in which the others may be made anew, and those of types with all below. */
const foldersIn = (root: string): readonly string[] => ['', ...TYPE_FOLDERS.flatMap((top) => below(root, top))];

function below(root: string, folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  const found = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const inside = found.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  return [
    folder,
    ...inside.map((path) =>
      path
        .slice(root.length + 1)
        .split(sep)
        .join('/'),
    ),
  ];
}
