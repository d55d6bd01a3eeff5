import type { RecordParts } from '../../extend/featureParts.ts';
import { CmsError, notFound } from '../../model/errors.ts';
import { isTimestamp, toTimestamp } from '../../model/text/timestamp.ts';

/** What is live, or the change that the request is about. */
const NOW = 'now';

/** A version as somebody names it. */
interface NamedVersion {
  readonly name: string;
  /** The field of the request, for errors. */
  readonly field: string;
}

/**
 * The commit that a version's name stands for: a time, a change, a branch, a tag, a commit, or `now`.
 *
 * @throws CmsError NOT_FOUND; VALIDATION if it cannot be a name
 */
export async function resolveVersion(
  { name, field }: NamedVersion,
  { site, sites, proposals }: Pick<RecordParts, 'site' | 'sites' | 'proposals'>,
): Promise<string> {
  if (name === NOW) return site.commit ?? refuseVersion(notFound('Commit'));
  if (isTimestamp(name)) return commitAtTime(new Date(toTimestamp(name)), site) ?? refuseVersion(notFound('Commit'));
  try {
    return (await proposals.get(name)).head;
  } catch (error) {
    if (error instanceof CmsError && error.code === 'NOT_FOUND') return sites.resolve(name, field);
    throw error;
  }
}

/** The commit at a time; before the first commit that one, with what was there already. */
function commitAtTime(time: Date, { history }: Pick<RecordParts['site'], 'history'>): string | undefined {
  const commits = history.commits();
  const line = commits.firstParents();
  return commits.commitAt(time) ?? (line.length > 0 ? line.at(line.length - 1) : undefined);
}

function refuseVersion(error: CmsError): never {
  throw error;
}
