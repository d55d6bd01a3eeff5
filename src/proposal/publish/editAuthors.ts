import { readCommitMessage } from '../../git/format/commitMessage.ts';
import { findDivergence, type NamedCommit } from '../../git/read/ancestry/divergence.ts';
import { findAtPath } from '../../git/read/treeDiff.ts';
import type { GitRepository } from '../../git/repository.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { conflict } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { recordNames } from '../../site/version/recordNames.ts';
import { editedBy } from '../branch/editedBy.ts';

type AuthoredRepo = Pick<GitRepository, 'objects' | 'seals' | 'location'>;

interface EditRange {
  readonly live: string;
  readonly head: string;
}

/** Names somebody whose edits another person has brought into a change, as `user/1`. */
const WRITTEN_BY = 'Quire-Written-By';

/** The trailers of a commit that brings edits of these people into a change. */
export const writtenBy = (writers: Iterable<string>): readonly (readonly [name: string, value: string])[] =>
  Array.from(writers, (writer) => [WRITTEN_BY, writer] as const);

/**
 * Who has written the edits of each record that are not live yet, by `page/12`: `user/1` for what was written here, and
 * e-mail addresses in lower case for commits that were not made here.
 *
 * @throws CmsError CONFLICT for a change with too many commits
 */
export async function findEditAuthors(
  { live, head }: EditRange,
  { repo }: { readonly repo: AuthoredRepo },
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const commits = (await findDivergence(repo.objects, live, head))?.theirs;
  if (!commits)
    throw conflict(because('tooManyCommits', 'The change has too many commits to tell who has written it', {}));
  const authors = new Map<string, Set<string>>();
  const yieldIfBusy = createYieldIfBusy();
  for (const commit of commits) {
    const writers = writersOf(commit, repo);
    for (const record of await recordsOf(commit, repo)) {
      const found = authors.get(record) ?? new Set();
      for (const writer of writers) found.add(writer);
      authors.set(record, found);
    }
    await yieldIfBusy();
  }
  return authors;
}

function writersOf(commit: NamedCommit, { seals }: AuthoredRepo): readonly string[] {
  if (!seals.isSealed(commit.id, commit))
    return [commit.author, commit.committer].map(({ email }) => email.toLowerCase());
  return readCommitMessage(commit.message).trailers.flatMap(([name, value]) =>
    name === 'Quire-Actor' || name === WRITTEN_BY ? [value] : [],
  );
}

async function recordsOf(commit: NamedCommit, repo: AuthoredRepo): Promise<ReadonlySet<string>> {
  const { objects, location } = repo;
  const records = new Set<string>();
  // A record that a commit removes has its id in the version before.
  const sides = [commit.tree];
  for (const parent of commit.parents.slice(0, 1)) sides.push((await objects.readCommit(parent)).tree);
  for (const path of await editedBy(commit, repo)) {
    if (!path.startsWith(location.prefix)) continue;
    const inContent = path.slice(location.prefix.length);
    if (!recordNames.mayHold(inContent)) continue;
    for (const tree of sides) {
      const file = await findAtPath(objects.readTree, tree, path);
      const name = file && recordNames.ofFile(inContent, (await objects.findBlob(file.id)) ?? null);
      if (name) records.add(name.record);
    }
  }
  return records;
}
