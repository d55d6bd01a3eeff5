import { join } from 'node:path';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import type { Commit } from '../format/commit.ts';
import type { FileDiff } from '../format/tree.ts';
import { UnreadableObject } from '../objects/unreadableObject.ts';
import type { ReadableRepository } from '../read/readable.ts';
import type { LoggedCommit, LogRange, ReadLog } from './historyLog.ts';

/** A commit that waits for its parents to be read. */
interface PendingCommit {
  readonly id: string;
  readonly parents: readonly string[];
  next: number;
}

/** Where reading stops. */
interface WalkBounds extends Pick<LogRange, 'isKnown'> {
  readonly shallow: ReadonlySet<string>;
}

/**
 * Reads history from the objects, without native git: the same commits, but slower unless they are few.
 *
 * @param most throws if there are more commits and files than this
 */
export function createObjectLog(repo: ReadableRepository, most = Number.POSITIVE_INFINITY): ReadLog {
  function requireFew(count: number): void {
    if (count > most) throw new Error(`There are more than ${most} commits and files`);
  }

  /** An unreadable parent ends the history there, as in a shallow clone. */
  async function parentsOf(id: string, { shallow, isKnown }: WalkBounds): Promise<readonly string[]> {
    const { parents } = await repo.objects.readCommit(id);
    const readable: string[] = [];
    if (shallow.has(id)) return readable;
    for (const parent of parents) if (isKnown(parent) || (await isReadable(parent))) readable.push(parent);
    return readable;
  }

  async function isReadable(id: string): Promise<boolean> {
    return (await unlessUnreadable(repo.objects.readCommit(id))) !== undefined;
  }

  async function unlessUnreadable<T>(reading: Promise<T>): Promise<T | undefined> {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof UnreadableObject)) throw error;
      repo.objects.miss(error);
      return undefined;
    }
  }

  /** The unknown commits, parents before children. */
  async function walk({ to, isKnown }: LogRange): Promise<readonly PendingCommit[]> {
    const shallow = new Set(readShallow(repo.location.commonDir));
    const seen = new Set<string>();
    const ordered: PendingCommit[] = [];
    const open: PendingCommit[] = [];
    const yieldIfBusy = createYieldIfBusy();
    const visit = async (id: string): Promise<void> => {
      if (seen.has(id) || isKnown(id)) return;
      await yieldIfBusy();
      seen.add(id);
      requireFew(seen.size);
      open.push({ id, parents: await parentsOf(id, { shallow, isKnown }), next: 0 });
    };
    await visit(to);
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const parent = top.parents[top.next++];
      if (parent !== undefined) await visit(parent);
      else ordered.push(open.pop()!);
    }
    return ordered;
  }

  /** None for a commit whose folders cannot be read: it is listed without files. */
  async function filesOf(id: string, parents: readonly string[]): Promise<readonly FileDiff[]> {
    let files: readonly FileDiff[] | undefined;
    // One by one, and no more than needed: there may be thousands of parents.
    for (const parent of parents.length > 0 ? parents : [null]) {
      const differing = await unlessUnreadable(repo.diff(parent, id));
      if (!differing || files?.length === 0) return [];
      const paths = new Set(differing.map(({ path }) => path));
      files = files ? files.filter(({ path }) => paths.has(path)) : differing;
    }
    return files ?? [];
  }

  return async function* read(range) {
    if (!(await isReadable(range.to))) return yield createUnreadableCommit(range.to);
    const visits = await walk(range);
    let count = visits.length;
    for (const { id, parents } of visits) {
      const files = await filesOf(id, parents);
      count += files.length;
      requireFew(count);
      yield createLoggedCommit(id, parents, await repo.objects.readCommit(id), files);
    }
  };
}

/** A commit that cannot be read: nothing is known about it, nor about its ancestors. */
const createUnreadableCommit = (id: string): LoggedCommit => {
  const nobody = { name: '', email: '' };
  return { id, tree: '', parents: [], author: nobody, committer: nobody, seconds: 0, message: '', files: [] };
};

const createLoggedCommit = (
  id: string,
  parents: readonly string[],
  { tree, author, committer, message }: Commit,
  files: readonly FileDiff[],
): LoggedCommit => ({
  id,
  tree,
  parents,
  author: { name: author.name, email: author.email },
  committer: { name: committer.name, email: committer.email },
  seconds: committer.at.getTime() / 1000,
  message,
  files,
});

/** The commits at which a shallow clone's history ends, sorted (gitrepository-layout, "shallow"). */
export const readShallow = (commonDir: string): readonly string[] =>
  (readIfThere(join(commonDir, 'shallow'))?.toString() ?? '').split('\n').filter(Boolean).sort();
