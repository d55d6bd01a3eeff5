import { coalesce } from '../lib/turn/coalesce.ts';
import { writePrivateFile } from '../store/privateFolder.ts';
import { readNames } from './namesFile.ts';
import type { Unsettled } from './unsettled.ts';

/**
 * Media files outside of git that were stored or removed in changes: they stay as long as the live content, a change, or
 * a dropped change that can be restored names them.
 */
export interface ChangeFiles extends Pick<Unsettled, 'begin' | 'end'> {
  /** Removes files that nothing names any more. Never throws. */
  collect(): Promise<void>;
}

interface Options {
  /** A file in the private folder. */
  readonly path: string;
  readonly unsettled: Unsettled;
  /** Whether the live content names the file. */
  isNamed(name: string): boolean;
  /** Which of these files changes name, dropped ones included; null if there are no changes. */
  findNamed(names: readonly string[]): Promise<ReadonlySet<string> | null>;
  onError(error: unknown): void;
}

export async function openChangeFiles(options: Options): Promise<ChangeFiles> {
  const { path, unsettled, isNamed, findNamed, onError } = options;
  const names = await readNames(path);
  /** Files being written now: no change names them yet. */
  const busy = new Set<string>();
  const save = coalesce(() => writePrivateFile(path, JSON.stringify([...names])));

  async function collect(): Promise<void> {
    const looked = [...names].filter((name) => !busy.has(name));
    if (looked.length === 0) return;
    const named = await findNamed(looked);
    for (const name of looked) {
      if (busy.has(name) || named?.has(name) || (named && isNamed(name))) continue;
      if (!isNamed(name)) {
        await unsettled.begin(name);
        await unsettled.end(name);
      }
      names.delete(name);
    }
    await save();
  }

  return {
    async begin(name) {
      busy.add(name);
      names.add(name);
      await save();
    },
    async end(name) {
      busy.delete(name);
    },
    collect: () => collect().catch(onError),
  };
}
