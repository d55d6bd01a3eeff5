import type { NativeGit } from './native.ts';

type Setting = readonly [key: string, value: string];

/** What the configuration of every clone of a site says; git takes none of it from the repository. */
export const CLONE_CONFIG: readonly Setting[] = [
  ['core.logAllRefUpdates', 'true'],
  // Whatever the account's own settings say: the server commits bytes as they are.
  ['core.autocrlf', 'false'],
];

/** Has git run the hooks that a site brings along. */
export const HOOK_CONFIG: Setting = ['core.hooksPath', '.githooks'];

/** What the repository's own configuration says; undefined where it says nothing. */
export const readSetting = (git: NativeGit, dir: string, [key]: Setting): Promise<string | undefined> =>
  // Git ends with 1 where there is none.
  git.run(['config', '--local', '--get', key], dir).then(
    (said) => said.toString('utf8').replace(/\n$/, ''),
    () => undefined,
  );

/** Puts settings into the configuration of the repository that a folder is in, and gives those that it did not have. */
export async function configureClone(
  git: NativeGit,
  dir: string,
  settings: readonly Setting[],
): Promise<readonly Setting[]> {
  const added: Setting[] = [];
  for (const setting of settings) {
    if ((await readSetting(git, dir, setting)) === setting[1]) continue;
    await git.run(['config', '--local', ...setting], dir);
    added.push(setting);
  }
  return added;
}
