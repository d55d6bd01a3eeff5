import { findInSlices } from '../../check/findings.ts';
import type { Finding } from '../../check/rule.ts';
import type { CommitLine } from '../../git/history/historyCommit.ts';
import type { Entry, Problem } from '../../model/entry.ts';
import type { GitSite, Sites } from '../../site/site.ts';

interface OriginParts {
  readonly line: CommitLine;
  readonly sites: Pick<Sites, 'atCommit'>;
  readonly now: Date;
}

/**
 * The commit that brought a problem, on the line of first parents; the oldest one that can be read if the problem has
 * always been there. Null if the present commit does not have it.
 */
export async function findOrigin(problem: Problem, { line, sites, now }: OriginParts): Promise<string | null> {
  const isAt = async (index: number): Promise<boolean> =>
    hasProblem(await sites.atCommit(line.at(index)), problem, now);
  if (line.length === 0 || !(await isAt(0))) return null;
  let [present, absent] = [0, line.length];
  for (let step = 1; present + step < line.length; step *= 2) {
    if (await isAt(present + step)) present += step;
    else {
      absent = present + step;
      break;
    }
  }
  while (absent - present > 1) {
    const middle = (present + absent) >> 1;
    if (await isAt(middle)) present = middle;
    else absent = middle;
  }
  return line.at(present);
}

/** Whether a version of the site has a problem, wherever the file of its record was. */
async function hasProblem({ store }: GitSite, problem: Problem, now: Date): Promise<boolean> {
  const { record } = problem;
  const entry: Entry | undefined = record && store.get(record.kind, record.id);
  const paths = new Set([entry?.path ?? problem.path]);
  // What follows from what mentions a record is found by an index, which takes long to build at once.
  if (!store.knowsReferences()) await store.prepareReferences();
  const found = await findInSlices(store, { scope: paths, now });
  return found.some((one) => paths.has(one.path) && isSameFinding(one, problem));
}

/** The values that a problem tells of may have been others. */
const isSameFinding = (finding: Finding, { code, at = [] }: Problem): boolean =>
  finding.code === code && namesIn(finding.at ?? []) === namesIn(at);

/** The path without the places of items, which move. */
const namesIn = (path: readonly (string | number)[]): string =>
  path.filter((step) => !/^\d+$/.test(String(step))).join('.');
