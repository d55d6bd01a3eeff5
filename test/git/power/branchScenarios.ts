import type { CommitRequest, NewCommit } from '../../../src/git/publish/request.ts';
import { readRef } from '../../../src/git/read/ref/refs.ts';
import type { GitRepository } from '../../../src/git/repository.ts';
import { ADA, AT, edit, git, request, rev } from '../sandbox.ts';
import { type Act, makeSite, type Scenario } from './scenarios.ts';

const NAME = 'change/menu';
const REF = `refs/heads/${NAME}`;
const KEPT = `refs/quire/dropped/1767603600/${NAME}`;

const tip = (repo: GitRepository, ref: string): string | null => readRef(repo.location.commonDir, ref);
const said = (message: string): Pick<NewCommit, 'message' | 'author' | 'at'> => ({ message, author: ADA, at: AT });

const begin: Act = async (repo) =>
  repo.branches.move({ ref: REF, commit: null, onto: await repo.head() }, [
    { edits: [], joins: [], ...said('Begin\n') },
  ]);

const commit =
  (...requests: readonly CommitRequest[]): Act =>
  (repo) =>
    repo.branches.commit({ ref: REF, commit: tip(repo, REF) }, requests);

const removes =
  (ref: string): Act =>
  (repo) =>
    repo.branches.remove({ ref, commit: tip(repo, ref) });

const keep: Act = (repo) => repo.keepRef(KEPT, tip(repo, REF)!);

const bringBack: Act = (repo) => {
  const kept = tip(repo, KEPT)!;
  return repo.branches.move({ ref: REF, commit: null, onto: kept }, [{ commit: kept }]);
};

const file = (text: string) => ({ mode: '100644', id: rev(text), bytes: Buffer.from(text) });

/** Publishes a change: joins both in one commit with a file that neither has, then the branch is removed. */
const publish: Act = async (repo) => {
  const edits = [{ path: 'c', before: file('c\n'), after: file('both\n') }];
  const joins = [tip(repo, REF)!];
  const [commit] = await repo.move(await repo.head(), [{ edits, joins, ...said('Publish\n') }]);
  await commit!.durable;
};

const EDIT = request([edit('c', 'theirs\n', 'c\n'), edit('n/e/w', 'w\n')]);

/** Two branches, one to change and one to leave alone, both in the file of packed refs. */
function makePacked(): string {
  const dir = makeSite();
  git(dir, 'branch', NAME);
  git(dir, 'branch', 'change/other');
  git(dir, 'pack-refs', '--all');
  return dir;
}

/** Branches that nobody has checked out; HEAD, its files and the other branches must stay as they are. */
export const BRANCH_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'a branch that is begun and written': { make: makeSite, acts: [begin, commit(EDIT)] },
  'a branch that git has packed, written and removed': { make: makePacked, acts: [commit(EDIT), removes(REF)] },
  'a branch that is dropped, and brought back': {
    make: makePacked,
    acts: [commit(EDIT), keep, removes(REF), bringBack, removes(KEPT)],
  },
  'a change that is published': { make: makeSite, acts: [begin, commit(EDIT), publish, removes(REF)] },
};
