import { createYieldIfBusy } from '../../../lib/turn/createYieldIfBusy.ts';
import { isTrue } from '../../format/config.ts';
import { skippedPaths } from '../../format/index/indexEntries.ts';
import type { RepoReport } from '../reports.ts';
import type { GitWriter } from '../writer.ts';
import { type ClosedPath, closedPathsOf, NOT_CHECKED_OUT } from './closedPaths.ts';

const MAX_REPORTS = 20;

/** Without the path itself, which others have chosen: whoever copies the line into a shell would run what it holds. */
const BRING_IN =
  'git ls-files -z -- <path> | git update-index -z --no-skip-worktree --stdin, then git restore -- <path>';

/** What is closed for one reason. */
interface ClosedPathGroup extends ClosedPath {
  readonly first: string;
  count: number;
}

type Parts = Pick<GitWriter, 'location' | 'objects' | 'closed' | 'index' | 'reports'>;

/** Makes the function that reports what a commit holds at closed paths. */
export function createClosedWatch(parts: Parts): (commit: string | null) => Promise<void> {
  return async (commit) => {
    const index = parts.index.peek();
    const findClosed = closedPathsOf(parts, commit);
    const groups = new Map<string, ClosedPathGroup>();
    const yieldIfBusy = createYieldIfBusy();
    // Whoever has a sparse checkout knows what is not checked out.
    const isSparse = isTrue(parts.location.config.get('core.sparsecheckout'));
    for (const path of index ? skippedPaths(index) : []) {
      const closed = await findClosed(path);
      if (closed && !(isSparse && closed.why === NOT_CHECKED_OUT)) countClosedPath(groups, closed, path);
      await yieldIfBusy();
    }
    parts.reports.set(
      'CLOSED_PATH',
      [...groups.values()].slice(0, MAX_REPORTS).map(createClosedReport(parts.location.content)),
    );
  };
}

function countClosedPath(groups: Map<string, ClosedPathGroup>, closed: ClosedPath, path: string): void {
  const known = groups.get(closed.top);
  if (known) known.count += 1;
  else groups.set(closed.top, { ...closed, first: path, count: 1 });
}

const createClosedReport =
  (content: string) =>
  ({ top, why, first, count }: ClosedPathGroup): RepoReport => {
    const others = count > 1 ? ` and ${count - 1} more below ${top}` : '';
    const message = `${first}${others} came with others' commits and was not put into the working tree, because ${why}. Remove it from the branch (git rm -r --cached), or look at it and bring it in by hand: ${BRING_IN}`;
    return { code: 'CLOSED_PATH', message, ...(top.startsWith(content) && { path: top.slice(content.length) }) };
  };
