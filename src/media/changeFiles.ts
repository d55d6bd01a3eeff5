import { coalesce } from '../lib/turn/coalesce.ts';
import { writePrivateFile } from '../store/privateFolder.ts';
import { readFileNames } from './namesFile.ts';
import type { UnsettledFiles } from './unsettledFiles.ts';

/**
 * Media files outside of git that were stored or removed in changes: they stay as long as the live content, a change, or
 * a dropped change that can be restored names them.
 */
export interface ChangeFiles extends Pick<UnsettledFiles, 'begin' | 'end' | 'isNoted'> {
  /** Whether a change may name the file: the live content must not remove it then. */
  holds(name: string): boolean;
  /** Removes files that nothing names any more. Never throws. */
  collect(): Promise<void>;
}

interface Options {
  /** A file in the private folder. */
  readonly path: string;
  /** Removes no file that is held here. */
  readonly unsettled: Pick<UnsettledFiles, 'begin' | 'end' | 'isNoted'>;
  /** Whether the live content names the file. */
  isNamed(name: string): boolean;
  /** Which of these files changes name, dropped ones included; null if there are no changes. */
  findNamed(names: readonly string[]): Promise<ReadonlySet<string> | null>;
  onError(error: unknown): void;
}

export async function openChangeFiles(options: Options): Promise<ChangeFiles> {
  const { path, unsettled, isNamed, findNamed, onError } = options;
  const names = await readFileNames(path);
  /** How many operations are running on each file: no change may name it yet. */
  const busy = new Map<string, number>();
  /** How many operations have begun, and the number of the last one on each file. */
  let operations = 0;
  const lastOn = new Map<string, number>();
  const save = coalesce(() => writePrivateFile(path, JSON.stringify([...names])));

  async function collect(): Promise<void> {
    const looked = [...names].filter((name) => !busy.has(name));
    if (looked.length === 0) return;
    const since = operations;
    const isUsed = (name: string): boolean => (lastOn.get(name) ?? 0) > since;
    const named = await findNamed(looked);
    for (const name of looked) {
      if (isUsed(name) || named?.has(name) || (named && isNamed(name))) continue;
      const isLive = isNamed(name);
      if (!isLive) await unsettled.begin(name);
      if (!isUsed(name)) forget(name);
      if (!isLive) await unsettled.end(name);
    }
    await save();
  }

  function forget(name: string): void {
    names.delete(name);
    lastOn.delete(name);
  }

  /** Withdraws the pending removal of a file that is held here, or waits for a removal that has begun. */
  async function withdrawRemoval(name: string): Promise<void> {
    if (!unsettled.isNoted(name)) return;
    await unsettled.begin(name);
    await unsettled.end(name);
  }

  return {
    async begin(name) {
      busy.set(name, (busy.get(name) ?? 0) + 1);
      names.add(name);
      operations += 1;
      lastOn.set(name, operations);
      await save();
      await withdrawRemoval(name);
    },
    async end(name) {
      const left = (busy.get(name) ?? 0) - 1;
      if (left > 0) busy.set(name, left);
      else busy.delete(name);
    },
    // The live content may remove any file that is not held here.
    isNoted: () => true,
    holds: (name) => names.has(name),
    collect: () => collect().catch(onError),
  };
}
