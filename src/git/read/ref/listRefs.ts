import { join } from 'node:path';
import { listIfThere } from '../../disk/listIfThere.ts';
import { readIfThere } from '../../disk/readIfThere.ts';
import { isObjectId } from '../../format/object.ts';

/**
 * The refs below a folder (`refs/heads/`), with the commit of each, in the order of their names. Leaves out symbolic ones
 * (`refs/remotes/origin/HEAD`) and damaged ones.
 */
export function listRefs(commonDir: string, folder: `refs/${string}/`): ReadonlyMap<string, string> {
  // Git packs a ref before it removes the loose file, so a ref that moves meanwhile is found in one of the two.
  const loose = [...listLooseRefs(commonDir, folder.slice(0, -1))];
  return toRefs(listPacked(commonDir, folder), loose);
}

/** What the file of a ref, or its line among the packed ones, holds. */
export type RefText = readonly [ref: string, text: string];

/** The refs with their commits, in the order of their names: a loose one counts before the packed one. */
export function toRefs(packed: readonly RefText[], loose: readonly RefText[]): ReadonlyMap<string, string> {
  const found = new Map([...packed, ...loose]);
  return new Map([...found].filter(([, commit]) => isObjectId(commit)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The loose refs below a folder, with what their files hold. */
function* listLooseRefs(commonDir: string, folder: string): Generator<RefText> {
  for (const entry of listIfThere(join(commonDir, folder))) {
    const ref = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* listLooseRefs(commonDir, ref);
    else if (entry.isFile()) yield* readLoose(commonDir, ref);
  }
}

/** The loose ref of a file in a folder of refs; none for a lock, or if it was packed or deleted after its folder was read. */
export function readLoose(commonDir: string, ref: string): readonly RefText[] {
  const bytes = ref.endsWith('.lock') ? null : readIfThere(join(commonDir, ref));
  return bytes === null ? [] : [[ref, bytes.toString().trim()]];
}

/** Each line is an id and a name (gitrepository-layout, "packed-refs"). */
export function listPacked(commonDir: string, folder: string): readonly RefText[] {
  const lines = (readIfThere(join(commonDir, 'packed-refs'))?.toString() ?? '').split('\n');
  return lines.filter((line) => line.startsWith(folder, 41)).map((line) => [line.slice(41), line.slice(0, 40)]);
}
