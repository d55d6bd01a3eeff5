import type { Person } from '../format/commit.ts';
import type { NativeGit } from './native.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Whom git would name as the author of a commit in a folder (git-commit, "Commit information"); null where nobody has said so. */
export async function findUserIdentity(git: NativeGit, dir: string, env: Env): Promise<Person | null> {
  const name = env['GIT_AUTHOR_NAME']?.trim() || (await readSettings(git, dir, ['author.name', 'user.name']));
  const email =
    [env['GIT_AUTHOR_EMAIL']?.trim()].find(isEmail) ??
    ((await readSettings(git, dir, ['author.email', 'user.email'])) || env['EMAIL']?.trim());
  return name && email ? { name, email } : null;
}

/** Quire's own variable of that name says `real` or `private`. */
const isEmail = (value: string | undefined): boolean => value?.includes('@') === true;

/** The first of some settings that git's configuration has for a folder, in any of its files; empty where it has none. */
async function readSettings(git: NativeGit, dir: string, names: readonly string[]): Promise<string> {
  const values = await Promise.all(
    // Git ends with 1 where a setting is not there.
    names.map((name) => git.run(['config', '--get', name], dir).catch(() => Buffer.of())),
  );
  return values.map((value) => value.toString('utf8').trim()).find((value) => value !== '') ?? '';
}
