import { NONE, parentsOf } from './historyColumns.ts';
import type { Lineage, LineageVersion } from './historyCommit.ts';
import {
  claimsOf,
  commitAt,
  commitOf,
  countsCommit,
  type HistoryRows,
  listRecordVersions,
  versionPath,
} from './historyRows.ts';

/** Indexes of versions, none of which leads to another. */
type Versions = readonly number[];

const NO_VERSIONS: Versions = [];

/** Traces from which versions each version of a record was made, in one pass over the commits since the first one. */
export function traceLineage(table: HistoryRows, record: string, counts: (path: string) => boolean): Lineage {
  const numbers = listRecordVersions(table, record).filter((version) => hasFile(table, version, counts));
  const byCommit = new Map(numbers.reverse().map((version) => [commitOf(table, version), version]));
  // Commits are numbered after their parents.
  const commits = [...byCommit.keys()].sort((a, b) => a - b);
  const [first] = commits;
  if (first === undefined || table.head === NONE) return { versions: [], tips: NO_VERSIONS };
  const indexes = new Map(commits.map((commit, index) => [commit, index]));
  const parents: Versions[] = [];
  const states: Versions[] = [];
  for (let commit = first; commit <= table.head; commit++) {
    if (!countsCommit(table, commit)) continue;
    const own = indexes.get(commit);
    const before = joinStates(table, commit, { first, states, parents });
    if (own !== undefined) parents[own] = before;
    states[commit - first] = own === undefined ? before : [own];
  }
  const versions = commits.map(
    (commit, index): LineageVersion => ({
      ...commitAt(table, commit),
      ...claimsOf(table, commit),
      path: versionPath(table, byCommit.get(commit)!)!,
      blob: table.versions.blobs.at(byCommit.get(commit)!)!,
      parents: parents[index] ?? NO_VERSIONS,
    }),
  );
  return { versions, tips: states[table.head - first] ?? NO_VERSIONS };
}

function hasFile(table: HistoryRows, version: number, counts: (path: string) => boolean): boolean {
  const path = versionPath(table, version);
  return path !== undefined && !table.versions.blobs.isNone(version) && counts(path);
}

interface TracedSoFar {
  readonly first: number;
  /** By the number of a commit since the first one. */
  readonly states: readonly Versions[];
  readonly parents: readonly Versions[];
}

/** The versions that the parents of a commit have. One that leads to another of them has been replaced by it. */
function joinStates(table: HistoryRows, commit: number, { first, states, parents }: TracedSoFar): Versions {
  let joined: Versions = NO_VERSIONS;
  for (const parent of parentsOf(table, commit)) {
    const own = (parent >= first ? states[parent - first] : undefined) ?? NO_VERSIONS;
    if (joined.length === 0) joined = own;
    else if (own !== joined && own.length > 0) joined = [...new Set([...joined, ...own])];
  }
  if (joined.length < 2) return joined;
  return joined.filter((one) => !joined.some((other) => other !== one && leadsTo(one, other, parents)));
}

function leadsTo(earlier: number, later: number, parents: readonly Versions[]): boolean {
  const seen = new Set<number>();
  const open = [later];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const parent of parents[next] ?? []) {
      if (parent === earlier) return true;
      if (parent < earlier || seen.has(parent)) continue;
      seen.add(parent);
      open.push(parent);
    }
  return false;
}

/** The commits of the line of first parents, newest first. @param lowest the last one, by number */
export function listFirstParents(table: HistoryRows, lowest = 0): number[] {
  const line: number[] = [];
  for (let commit = table.head; commit !== NONE && commit >= lowest; commit = parentsOf(table, commit)[0] ?? NONE)
    line.push(commit);
  return line;
}

/** For commits that were made on branches: the commit on the line of first parents that brought each. */
export function findArrivals(table: HistoryRows, ids: readonly string[]): ReadonlyMap<string, string> {
  const asked = ids.map((id) => table.index.find(id)).filter((commit) => commit !== NONE);
  const lowest = Math.min(...asked);
  const line = listFirstParents(table, lowest);
  const arrivals = new Map(line.map((commit) => [commit, commit]));
  for (const merge of line.reverse()) {
    const open = [...parentsOf(table, merge)].slice(1);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next < lowest || arrivals.has(next)) continue;
      arrivals.set(next, merge);
      open.push(...parentsOf(table, next));
    }
  }
  const idOf = (commit: number): string => table.commits.ids.at(commit)!;
  return new Map(
    asked.flatMap((commit) => {
      const arrival = arrivals.get(commit);
      return arrival === undefined || arrival === commit ? [] : [[idOf(commit), idOf(arrival)] as const];
    }),
  );
}
