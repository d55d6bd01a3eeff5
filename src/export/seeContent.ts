import { discoverRepository, type RepositoryLocation } from '../git/read/discover.ts';
import { readHead } from '../git/read/ref/refs.ts';
import { type SeenAhead, walkAhead } from '../store/file/walkAhead.ts';

/** A content folder whose files another thread is seeing, and then those of an export. */
export interface SeenContent extends SeenAhead {
  readonly location: RepositoryLocation;
  /** HEAD before any file was seen: what is seen is not older. */
  readonly commit: string;
}

/**
 * Begins to look at a content folder. It imports next to nothing, so that this can be done while the rest is loaded.
 *
 * @param out where an earlier export stands, if its files will be asked for
 */
export function seeContent(contentDir: string, out?: string): SeenContent {
  const location = discoverRepository(contentDir);
  if (!location) throw new Error(`There is no git repository at ${contentDir} (CONTENT_DIR), so no commit to export`);
  const { commit } = readHead(location);
  if (commit === null) throw new Error(`There is no commit to export at ${contentDir} (CONTENT_DIR)`);
  return { location, commit, ...walkAhead(location.root, out) };
}
