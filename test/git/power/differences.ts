import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readWorkingFile } from '../../../src/git/disk/workingFile.ts';
import { findInIndex } from '../../../src/git/format/index/indexEntries.ts';
import { readIndex } from '../../../src/git/format/index/indexFile.ts';
import { EMPTY_INDEX, type GitIndex } from '../../../src/git/format/index/indexLayout.ts';
import { objectId } from '../../../src/git/format/object.ts';
import { isFolderMode, parseTree, type TreeTarget } from '../../../src/git/format/tree.ts';
import type { ObjectStore } from '../../../src/git/objects/objects.ts';
import { type Files, rev } from '../sandbox.ts';

interface Expected {
  readonly head: string | null;
  /** New files that are in the index but not in HEAD. */
  readonly staged: Files;
}

/** Where working files and index differ from HEAD and a developer's work, and which of HEAD's objects are missing or damaged. */
export async function findDifferences(
  dir: string,
  objects: ObjectStore,
  { head, staged }: Expected,
): Promise<readonly string[]> {
  const troubles: string[] = [];
  const files = await listCommit(objects, head, troubles);
  const index = readIndexOf(join(dir, '.git'));
  for (const [path, target] of files) {
    const { id, stat } = readWorkingFile(dir, path);
    const mode = Number(stat?.mode ?? 0n) & 0o100 ? '100755' : '100644';
    if (id !== target.id || mode !== target.mode) troubles.push(`${path} is not as in HEAD`);
    const entries = findInIndex(index, path);
    const isSame = entries.length === 1 && entries[0]!.id === target.id && entries[0]!.mode === target.mode;
    if (!isSame) troubles.push(`the index entry of ${path} is not HEAD's`);
  }
  for (const [path, text] of Object.entries(staged))
    if (findInIndex(index, path)[0]?.id !== rev(text)) troubles.push(`${path} is not staged any more`);
  if (index.starts.length - 1 > files.size + Object.keys(staged).length)
    troubles.push('the index has more files than HEAD');
  // Before the first commit everything is somebody else's.
  const others = head === null ? [] : listFiles(dir).filter((path) => !files.has(path) && !(path in staged));
  return [...troubles, ...others.map((path) => `${path} is not in HEAD`)];
}

/** Which objects of these commits are missing or damaged. */
export async function findMissing(objects: ObjectStore, commits: Iterable<string>): Promise<readonly string[]> {
  const troubles: string[] = [];
  for (const commit of commits) await listCommit(objects, commit, troubles);
  return troubles;
}

async function listCommit(objects: ObjectStore, commit: string | null, troubles: string[]) {
  const files = new Map<string, TreeTarget>();
  const isWhole = async (id: string): Promise<boolean> => {
    const found = await objects.find(id).catch(() => undefined);
    const whole = found !== undefined && objectId(found.type, found.content) === id;
    if (!whole) troubles.push(`the object ${id} is missing or damaged`);
    return whole;
  };
  const walk = async (tree: string, folder: string): Promise<void> => {
    if (!(await isWhole(tree))) return;
    for (const { name, mode, id } of parseTree(await objects.readTree(tree))) {
      if (isFolderMode(mode)) await walk(id, `${folder}${name}/`);
      else if (await isWhole(id)) files.set(`${folder}${name}`, { mode, id });
    }
  };
  const commits = commit === null ? [] : [commit];
  for (const id of commits) if (await isWhole(id)) commits.push(...(await objects.readCommit(id)).parents);
  if (commit !== null && troubles.length === 0) await walk((await objects.readCommit(commit)).tree, '');
  return files;
}

function readIndexOf(gitDir: string): GitIndex {
  const isThere = readdirSync(gitDir).includes('index');
  return isThere ? readIndex(readFileSync(join(gitDir, 'index'))) : EMPTY_INDEX;
}

const listFiles = (dir: string): readonly string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('.git/'));
