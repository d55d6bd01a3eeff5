import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeEmptyFolder } from '../disk/removeEmptyFolder.ts';
import type { Undo } from '../disk/undo.ts';
import { logsRefUpdates, reflogLine } from '../format/reflog.ts';
import type { BuiltCommits } from './buildCommits.ts';
import type { GitWriter } from './writer.ts';

/** Adds the commits that a ref has moved through to its log, if git keeps a log of that ref. */
export function appendReflog(
  { fs, location, committer }: GitWriter,
  ref: string,
  { commits, before }: Pick<BuiltCommits, 'commits'> & { readonly before?: string | null },
  undo: Undo,
): void {
  // HEAD's log belongs to a working tree, a branch's to the whole repository.
  const path = join(ref === 'HEAD' ? location.gitDir : location.commonDir, 'logs', ref);
  const stat = statSync(path, { throwIfNoEntry: false });
  // As git does: the logs of refs that were deleted may have left their folder.
  if (stat?.isDirectory()) removeEmptyFolder(fs, path);
  const size = stat?.isFile() ? stat.size : undefined;
  if (!logsRefUpdates(location.config.get('core.logallrefupdates'), ref, size !== undefined)) return;
  if (size === undefined) fs.makeFolder(dirname(path));
  undo.push(() => {
    if (existsSync(path)) size === undefined ? fs.remove(path) : fs.truncate(path, size);
  });
  const lines = commits.map(({ id, previous, at, message, action }, index) =>
    reflogLine({
      before: index === 0 && before !== undefined ? before : previous,
      after: id,
      committer,
      at,
      message,
      action,
    }),
  );
  fs.append(path, lines.join(''));
}
