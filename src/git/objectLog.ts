import type { Commit } from './commit.ts';
import type { LoggedCommit, LogRange, ReadLog } from './historyLog.ts';
import type { ReadableRepository } from './readable.ts';
import type { FileDiff } from './repo.ts';
import { readShallow } from './shallow.ts';

/** A commit that waits for its parents to be read. */
interface Visit {
  readonly id: string;
  readonly parents: readonly string[];
  next: number;
}

/**
 * Reads history from the objects, without native git: the same commits, slower unless they are few.
 *
 * @param most throws where there are more commits and files than this
 */
export function createObjectLog(repo: ReadableRepository, most = Number.POSITIVE_INFINITY): ReadLog {
  function requireFew(count: number): void {
    if (count > most) throw new Error(`There are more than ${most} commits and files`);
  }

  async function parentsOf(id: string, shallow: ReadonlySet<string>): Promise<readonly string[]> {
    return shallow.has(id) ? [] : (await repo.objects.readCommit(id)).parents;
  }

  /** The unknown commits, parents before children. */
  async function walk({ to, isKnown }: LogRange): Promise<readonly Visit[]> {
    const shallow = new Set(readShallow(repo.location.commonDir));
    const seen = new Set<string>();
    const ordered: Visit[] = [];
    const open: Visit[] = [];
    const visit = async (id: string): Promise<void> => {
      if (seen.has(id) || isKnown(id)) return;
      seen.add(id);
      requireFew(seen.size);
      open.push({ id, parents: await parentsOf(id, shallow), next: 0 });
    };
    await visit(to);
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const parent = top.parents[top.next++];
      if (parent !== undefined) await visit(parent);
      else ordered.push(open.pop()!);
    }
    return ordered;
  }

  async function filesOf(id: string, parents: readonly string[]): Promise<readonly FileDiff[]> {
    const [first = [], ...others] = await Promise.all(
      (parents.length > 0 ? parents : [null]).map((one) => repo.diff(one, id)),
    );
    const differing = others.map((files) => new Set(files.map(({ path }) => path)));
    return first.filter(({ path }) => differing.every((paths) => paths.has(path)));
  }

  return async function* read(range) {
    const visits = await walk(range);
    let count = visits.length;
    for (const { id, parents } of visits) {
      const files = await filesOf(id, parents);
      count += files.length;
      requireFew(count);
      yield toLogged(id, parents, await repo.objects.readCommit(id), files);
    }
  };
}

const toLogged = (
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
