import { discoverRepository, type RepositoryLocation } from '../../../git/read/discover.ts';
import { readHead } from '../../../git/read/ref/refs.ts';
import { type SeenAhead, walkAhead } from '../../../store/file/walkAhead.ts';

/** A content folder whose files another thread is listing, and then those of an export. */
export interface SeenContent extends SeenAhead {
  readonly location: RepositoryLocation;
  /** HEAD before any file was listed: no file is older. */
  readonly commit: string;
}

/**
 * Begins to list a content folder. Imports next to nothing, so that this can start while the rest is loaded.
 *
 * @param out the folder of an earlier export, if its files will be needed
 */
export function seeContent(contentDir: string, out?: string): SeenContent {
  const location = discoverRepository(contentDir);
  if (!location)
    throw new Error(`There is no git repository at ${contentDir} (CONTENT_DIR), so there is no commit to export`);
  const { commit } = readHead(location);
  if (commit === null) throw new Error(`There is no commit to export at ${contentDir} (CONTENT_DIR)`);
  return { location, commit, ...walkAhead(location.root, out) };
}
