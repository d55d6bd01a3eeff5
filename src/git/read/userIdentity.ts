import type { Person } from '../format/commit.ts';
import type { NativeGit } from './native.ts';

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** The person that git would take as the author of a commit in a folder (git-commit, "Commit information"); null if none is set. */
export async function findUserIdentity(git: NativeGit, dir: string, env: EnvironmentVariables): Promise<Person | null> {
  const name = env['GIT_AUTHOR_NAME']?.trim() || (await readFirstSetting(git, dir, ['author.name', 'user.name']));
  const email =
    [env['GIT_AUTHOR_EMAIL']?.trim()].find(isEmail) ??
    ((await readFirstSetting(git, dir, ['author.email', 'user.email'])) || env['EMAIL']?.trim());
  return name && email ? { name, email } : null;
}

/** Quire has a variable GIT_AUTHOR_EMAIL too, whose values are `real` and `private`. */
const isEmail = (value: string | undefined): boolean => value?.includes('@') === true;

/** The first of these settings that is set for a folder, in any of git's configuration files; empty if none is. */
async function readFirstSetting(git: NativeGit, dir: string, names: readonly string[]): Promise<string> {
  const values = await Promise.all(
    // Git exits with 1 if a setting is not set.
    names.map((name) => git.run(['config', '--get', name], dir).catch(() => Buffer.of())),
  );
  return values.map((value) => value.toString('utf8').trim()).find((value) => value !== '') ?? '';
}
