import type { NativeGit } from './native.ts';

type ConfigSetting = readonly [key: string, value: string];

/** The configuration of every clone of a site, which git does not take from the repository itself. */
export const CLONE_CONFIG: readonly ConfigSetting[] = [
  ['core.logAllRefUpdates', 'true'],
  // Whatever the account's own settings say: the server commits bytes as they are.
  ['core.autocrlf', 'false'],
  ['merge.quire.name', 'Merges content by values'],
  // Falls back to git's own merge by lines in a clone without Quire. Any program that writes configurations keeps this form.
  [
    'merge.quire.driver',
    'test -x node_modules/.bin/quire || exec git merge-file -L ours -L base -L theirs %A %O %B && exec node_modules/.bin/quire merge-driver %O %A %B %P',
  ],
];

/** The attributes of a content folder, which are part of the repository: the files that the driver above merges. */
export const MERGE_ATTRIBUTES = `# Quire merges these files by their values instead of their lines, in each clone that has run \`quire setup-git\`.
*.yaml merge=quire
*.json merge=quire
*.md merge=quire
`;

/** Makes git run the hooks in a site's repository. */
export const HOOK_CONFIG: ConfigSetting = ['core.hooksPath', '.githooks'];

/** A setting of the repository's own configuration; undefined if it is not set. */
export const readSetting = (git: NativeGit, dir: string, [key]: ConfigSetting): Promise<string | undefined> =>
  // Git exits with 1 if it is not set.
  git.run(['config', '--local', '--get', key], dir).then(
    (said) => said.toString('utf8').replace(/\n$/, ''),
    () => undefined,
  );

/** Adds settings to the configuration of the repository that a folder is in; returns those that it did not have. */
export async function configureClone(
  git: NativeGit,
  dir: string,
  settings: readonly ConfigSetting[],
): Promise<readonly ConfigSetting[]> {
  const added: ConfigSetting[] = [];
  for (const setting of settings) {
    if ((await readSetting(git, dir, setting)) === setting[1]) continue;
    await git.run(['config', '--local', ...setting], dir);
    added.push(setting);
  }
  return added;
}
