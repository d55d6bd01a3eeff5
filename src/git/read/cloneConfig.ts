import type { NativeGit } from './native.ts';

type Setting = readonly [key: string, value: string];

/** What the configuration of every clone of a site says; git takes none of it from the repository. */
export const CLONE_CONFIG: readonly Setting[] = [
  ['core.logAllRefUpdates', 'true'],
  // Whatever the account's own settings say: the server commits bytes as they are.
  ['core.autocrlf', 'false'],
  ['merge.quire.name', 'Merges content by values'],
  // Git's own merge by lines in a clone that Quire is not installed in. In this form any writer of configurations keeps it.
  [
    'merge.quire.driver',
    'test -x node_modules/.bin/quire || exec git merge-file -L ours -L base -L theirs %A %O %B && exec node_modules/.bin/quire merge-driver %O %A %B %P',
  ],
];

/** What the attributes of a content folder say, which the repository brings along: which files the driver above merges. */
export const MERGE_ATTRIBUTES = `# Quire merges these files by their values instead of their lines, in each clone that has run \`quire setup-git\`.
*.yaml merge=quire
*.json merge=quire
*.md merge=quire
`;

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
