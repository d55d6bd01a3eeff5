import { discoverRepository, type RepositoryLocation } from '../git/discover.ts';
import { readHead } from '../git/refs.ts';
import type { PackedWalk } from '../store/packedWalk.ts';
import { walkAhead } from '../store/walkAhead.ts';

/** A content folder whose files another thread is seeing. */
export interface SeenContent {
  readonly location: RepositoryLocation;
  /** HEAD before any file was seen: what is seen is not older. */
  readonly commit: string;
  readonly walk: Promise<PackedWalk | null>;
}

/** Begins to look at a content folder. It imports next to nothing, so that this can be done while the rest is loaded. */
export function seeContent(contentDir: string): SeenContent {
  const location = discoverRepository(contentDir);
  if (!location) throw new Error(`There is no git repository at ${contentDir} (CONTENT_DIR), so no commit to export`);
  const { commit } = readHead(location);
  if (commit === null) throw new Error(`There is no commit to export at ${contentDir} (CONTENT_DIR)`);
  return { location, commit, walk: walkAhead(location.root) };
}
