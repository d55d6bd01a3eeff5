import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NativeGit } from '../git/native.ts';

/** Files by their paths; null for one that is not there. */
export type Versions = ReadonlyMap<string, Uint8Array | null>;

/** What a folder differs in from another branch, and what a merge with it would make of the folder. */
export interface BranchVersions {
  /** The files as the branch has them. */
  readonly base: Versions;
  /** The files as they will be after the merge. */
  readonly merged: Versions;
  /** Files that the merge cannot put together. */
  readonly conflicts: readonly string[];
}

interface Options extends GitFolder {
  readonly ref: string;
  /** What stands for this folder's files: a commit or tree of git. */
  readonly tree?: string | undefined;
  read(path: string): Uint8Array | null;
}

/**
 * The versions of all files that this folder (commits and what is not committed yet) or the branch has changed since they
 * parted. Throws when git does not know the branch.
 */
export async function readBranch({ root, ref, tree, git, read }: Options): Promise<BranchVersions> {
  const parted = await findParting({ root, git }, ref);
  const lists = await Promise.all([
    tree ? listDifferent({ root, git }, parted, tree) : listChanged({ root, git }, parted),
    listDifferent({ root, git }, parted, ref),
  ]);
  const [mine, theirs] = [new Set(lists[0]), new Set(lists[1])];
  const both = [...mine].filter((path) => theirs.has(path));
  const [base, common] = await Promise.all([
    readVersions({ root, git }, ref, [...new Set([...mine, ...theirs])]),
    readVersions({ root, git }, parted, both),
  ]);
  const merged = new Map<string, Uint8Array | null>([...mine].map((path) => [path, read(path)]));
  for (const path of theirs) if (!mine.has(path)) merged.set(path, base.get(path) ?? null);
  const conflicts: string[] = [];
  for (const path of both) {
    const versions = [read(path), common.get(path) ?? null, base.get(path) ?? null] as const;
    const together = await mergeFile({ root, git }, versions);
    if (together === undefined) conflicts.push(path);
    else merged.set(path, together);
  }
  return { base, merged, conflicts };
}

interface GitFolder {
  readonly root: string;
  readonly git: NativeGit;
}

/** The commit that a branch and this folder have last had in common. */
async function findParting({ root, git }: GitFolder, ref: string): Promise<string> {
  const commit = await resolveName({ root, git }, ref, 'commit');
  const output = await git.run(['merge-base', commit, 'HEAD'], root).catch(() => {
    throw new Error(
      `"${ref}" has no commit in common with this folder; a shallow clone must fetch more of its history`,
    );
  });
  return output.toString('utf8').trim();
}

/** The id of what a name stands for. Throws when git does not know it. */
async function resolveName({ root, git }: GitFolder, name: string, type: 'commit' | 'tree'): Promise<string> {
  const output = await git.run(['rev-parse', '--verify', '--quiet', `${name}^{${type}}`], root).catch(() => {
    throw new Error(`Git knows no ${type} "${name}" in this folder`);
  });
  return output.toString('utf8').trim();
}

/** The files as a commit or tree of git has them, of those that stand otherwise in the folder. Throws when git does not know it. */
export async function readTree(folder: GitFolder, name: string): Promise<Versions> {
  const tree = await resolveName(folder, name, 'tree');
  return readVersions(folder, tree, await listChanged(folder, tree));
}

async function list({ root, git }: GitFolder, args: readonly string[]): Promise<readonly string[]> {
  return (await git.run([...args, '-z'], root)).toString('utf8').split('\0').filter(Boolean);
}

const DIFF = ['diff', '--name-only', '--no-renames', '--relative'];

/** The paths that differ between two commits or trees. */
const listDifferent = (folder: GitFolder, from: string, to: string): Promise<readonly string[]> =>
  list(folder, [...DIFF, from, to]);

/** The paths that differ between a commit or tree and the folder's files. */
const listChanged = async (folder: GitFolder, from: string): Promise<readonly string[]> =>
  (
    await Promise.all([list(folder, [...DIFF, from]), list(folder, ['ls-files', '--others', '--exclude-standard'])])
  ).flat();

/** Files of one commit, null where it has none. */
async function readVersions({ root, git }: GitFolder, commit: string, paths: readonly string[]): Promise<Versions> {
  const found = new Map<string, Uint8Array | null>();
  // A line break ends a name in the batch: no record's path has one.
  const asked = paths.filter((path) => !path.includes('\n'));
  if (asked.length === 0) return found;
  const names = asked.map((path) => `${commit}:./${path}\n`).join('');
  const output = await git.run(['cat-file', '--batch'], root, Buffer.from(names));
  let at = 0;
  for (const path of asked) {
    const end = output.indexOf('\n', at);
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(output.toString('utf8', at, end))?.[1];
    const start = end + 1;
    found.set(path, size === undefined ? null : Uint8Array.from(output.subarray(start, start + Number(size))));
    at = size === undefined ? start : start + Number(size) + 1;
  }
  return found;
}

const isSame = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === b || (a !== null && b !== null && Buffer.compare(a, b) === 0);

/** What a merge makes of a file that both sides have changed; undefined for a conflict. */
async function mergeFile(
  { root, git }: GitFolder,
  [mine, common, theirs]: readonly [Uint8Array | null, Uint8Array | null, Uint8Array | null],
): Promise<Uint8Array | null | undefined> {
  if (isSame(mine, theirs) || isSame(common, theirs)) return mine;
  if (isSame(mine, common)) return theirs;
  if (mine === null || theirs === null) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'quire-merge-'));
  const files = ['mine', 'common', 'theirs'].map((name) => join(folder, name));
  try {
    for (const [index, bytes] of [mine, common ?? new Uint8Array(), theirs].entries())
      await writeFile(files[index]!, bytes);
    await git.run(['merge-file', '--quiet', ...files], root);
    return await readFile(files[0]!);
  } catch {
    // Git ends with the number of conflicts.
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
