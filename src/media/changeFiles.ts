import { coalesce } from '../lib/turn/coalesce.ts';
import { writePrivateFile } from '../store/privateFolder.ts';
import { readNames } from './namesFile.ts';
import type { Unsettled } from './unsettled.ts';

/**
 * Files that were stored for changes, or taken from their items there, where files lie outside of git: they stay for as
 * long as what is live, a change, or a dropped one that can be brought back names them.
 */
export interface ChangeFiles extends Pick<Unsettled, 'begin' | 'end'> {
  /** Takes away those that nothing names any more. Never throws. */
  collect(): Promise<void>;
}

interface Options {
  /** A file in the private folder. */
  readonly path: string;
  readonly unsettled: Unsettled;
  /** Whether what is live names the file. */
  isNamed(name: string): boolean;
  /** Which of these files any change names, dropped ones too; null where nothing but what is live is left. */
  findNamed(names: readonly string[]): Promise<ReadonlySet<string> | null>;
  onError(error: unknown): void;
}

export async function openChangeFiles(options: Options): Promise<ChangeFiles> {
  const { path, unsettled, isNamed, findNamed, onError } = options;
  const names = await readNames(path);
  /** What somebody is just writing: no change names it yet. */
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
