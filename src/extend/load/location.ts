import { existsSync, lstatSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join, parse, resolve, sep } from 'node:path';
import { discoverRepository } from '../../git/read/discover.ts';

/** Where the site's own code may not come from. */
export interface CodeBorders {
  readonly contentDir: string;
  /** The working tree that commits of others come into; null if they do not, or if they may bring code. */
  readonly syncedTree: string | null;
}

interface BorderOptions {
  readonly contentDir: string;
  readonly isSynced: boolean;
  readonly mayComeFromRepository: boolean;
}

/** Finds where code may not come from, for the settings of a server. */
export function findCodeBorders({ contentDir, isSynced, mayComeFromRepository }: BorderOptions): CodeBorders {
  const isOpen = !isSynced || mayComeFromRepository || !existsSync(contentDir);
  return { contentDir, syncedTree: isOpen ? null : (discoverRepository(contentDir)?.worktree ?? null) };
}

/** The reason why code may not come from a path; null if it may. Every link on the way to the file counts. */
export function findLocationProblem(path: string, { contentDir, syncedTree }: CodeBorders): string | null {
  const way = [...pathsOnTheWay(path)];
  if (way.some((one) => isSameFile(one, contentDir)))
    return `${path} is in the content folder (CONTENT_DIR) or is reached through it. Content never brings code: whoever may change it would run code on this machine. Put it elsewhere`;
  if (syncedTree !== null && way.some((one) => isSameFile(one, syncedTree)))
    return `${path} is in the working tree that GIT_REMOTE writes to (${syncedTree}). Put it elsewhere, such as beside the program, or set QUIRE_CONFIG_FROM_REPOSITORY=true, which says that whoever may push to the git host may run code on this machine`;
  return null;
}

/** More links than any system follows. */
const MAX_LINKS = 40;

/** Every file and folder that is looked at to find a path: also those that links lead through. */
function* pathsOnTheWay(path: string): Generator<string> {
  let rest = stepsOf(path);
  let at = parse(resolve(path)).root;
  for (let links = 0; rest.length > 0; ) {
    const [step = '', ...others] = rest;
    const next = join(at, step);
    yield next;
    if (!lstatSync(next, { throwIfNoEntry: false })?.isSymbolicLink()) {
      at = next;
      rest = others;
      continue;
    }
    if (++links > MAX_LINKS) throw new Error(`${path} has too many links`);
    const target = resolve(dirname(next), readlinkSync(next));
    at = parse(target).root;
    rest = [...stepsOf(target), ...others];
  }
}

const stepsOf = (path: string): readonly string[] =>
  resolve(path)
    .slice(parse(resolve(path)).root.length)
    .split(sep);

/** Whether two paths are one file: the same under another name, in other letters, or mounted elsewhere. */
function isSameFile(a: string, b: string): boolean {
  const [one, other] = [a, b].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }));
  return one !== undefined && other !== undefined && one.ino === other.ino && one.dev === other.dev;
}
