import type { RecordParts } from '../../extend/featureParts.ts';
import { CmsError, invalidAt, notFound } from '../../model/errors.ts';
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
  if (name === NOW) return site.commit ?? fail(notFound('Commit'));
  if (isTimestamp(name))
    return (
      site.history.commits().commitAt(new Date(toTimestamp(name))) ??
      fail(invalidAt([field], 'is before the first commit'))
    );
  try {
    return (await proposals.get(name)).head;
  } catch (error) {
    if (error instanceof CmsError && error.code === 'NOT_FOUND') return sites.resolve(name, field);
    throw error;
  }
}

function fail(error: CmsError): never {
  throw error;
}
