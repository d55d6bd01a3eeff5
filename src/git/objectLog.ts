import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import { type HistoryCommit, timeOf } from './historyState.ts';
import type { ReadLog } from './nativeLog.ts';
import type { GitRepository } from './repository.ts';

interface Link {
  readonly id: string;
  readonly parent: string | null;
}

/** Reads history from the objects, without native git: the same answers, slower. */
export function createObjectLog(repo: GitRepository): ReadLog {
  /** First parents from `to`, newest first, until `after`; null when that is not among them. */
  async function walk(to: string, after: string | null): Promise<Link[] | null> {
    const shallow = readShallow(repo.location.commonDir);
    const links: Link[] = [];
    for (let id: string | null = to; id !== after; ) {
      if (id === null) return null;
      const parent: string | null = shallow.has(id) ? null : ((await repo.objects.readCommit(id)).parents[0] ?? null);
      links.push({ id, parent });
      id = parent;
    }
    return links;
  }

  async function* read(links: readonly Link[]): AsyncIterable<HistoryCommit> {
    for (const { id, parent } of links) {
      const { message, author, committer } = await repo.objects.readCommit(id);
      const files = (await repo.diff(parent, id)).map(({ path, after }) => [path, after] as const);
      yield { id, at: timeOf(message, committer.at.getTime() / 1000), author: author.name, files };
    }
  }

  return async (to, after) => {
    const links = await walk(to, after);
    return links && read(links.reverse());
  };
}

/** The commits at which a shallow clone's history ends (gitrepository-layout, "shallow"). */
function readShallow(commonDir: string): ReadonlySet<string> {
  try {
    return new Set(readFileSync(join(commonDir, 'shallow'), 'utf8').split('\n').filter(Boolean));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return new Set();
    throw error;
  }
}
