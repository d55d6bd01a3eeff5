import { relative, sep } from 'node:path';
import { debounce } from '../lib/turn/debounce.ts';
import { stopSignal } from './run/stopSignal.ts';

/** Everything the types are made from, with the settings, which decide how pages are shown. */
export const TYPE_SOURCES = ['content-types', 'block-types', 'site.yaml', 'site.json'] as const;

const QUIET_MS = 100;
const MAX_WAIT_MS = 1_000;

/** Runs `work` now, and again whenever a type may have changed, until the process is told to stop. */
export async function watchTypes(root: string, work: () => Promise<number>): Promise<number> {
  const stopping = stopSignal();
  let failed = (_error: unknown): void => undefined;
  const failure = new Promise<never>((_, reject) => {
    failed = reject;
  });
  const doWork = async (): Promise<void> => void (await work().catch(failed));
  const quiet = debounce({ quietMs: QUIET_MS, maxMs: MAX_WAIT_MS, work: doWork });
  const { watch } = await import('chokidar');
  const watcher = watch(root, { ignored: (path) => !isOfTypes(relative(root, path)), ignoreInitial: true });
  watcher.on('all', () => quiet.touch()).on('error', failed);
  // The first run waits until the watcher is ready, so that no change is missed during it.
  const ready = new Promise<void>((resolve) => {
    watcher.once('ready', resolve);
  });
  try {
    await Promise.race([ready.then(doWork).then(() => stopping), failure]);
    return 0;
  } finally {
    await watcher.close();
    await quiet.close();
  }
}

/** Whether a path relative to the content folder is, or is inside, a source of types; true for the folder itself. */
function isOfTypes(path: string): boolean {
  const [top = ''] = path.split(sep);
  return top === '' || (TYPE_SOURCES as readonly string[]).includes(top);
}
