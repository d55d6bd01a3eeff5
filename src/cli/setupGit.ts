import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readServerConfig } from '../config.ts';
import { type Command, misuse, printRefusal } from '../extend/command.ts';
import { CLONE_CONFIG, configureClone, HOOK_CONFIG, MERGE_ATTRIBUTES, readSetting } from '../git/read/cloneConfig.ts';
import { discoverRepository } from '../git/read/discover.ts';
import { findNativeGit, type NativeGit } from '../git/read/native.ts';

const HELP = `quire setup-git [dir] [--hook]

Sets up git in a clone of a site (the repository of the current folder unless dir is given), as quire init does for a
new site. Git does not take these settings from the repository itself. Running it again does no harm.

${CLONE_CONFIG.map((setting) => `  ${setting.join(' = ')}`).join('\n')}

If no .gitattributes says how to merge the content folder (CONTENT_DIR), it adds one there that uses quire
merge-driver; commit that file.

  --hook         makes git check the content before each commit, with .githooks/pre-commit

Exit codes: 0 done, 1 refused: nothing has changed, 2 wrong arguments.
`;

interface Options {
  readonly dir: string;
  readonly hook: boolean;
}

/** Returns the options, or a message about wrong arguments. */
function readSetupOptions(args: readonly string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { hook: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    if (positionals.length > 1) return `quire setup-git takes one folder, but got ${positionals.join(' ')}`;
    return { dir: resolve(positionals[0] ?? '.'), hook: values.hook };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function run(args: readonly string[]): Promise<number> {
  const options = readSetupOptions(args);
  if (typeof options === 'string') return misuse(options, HELP);
  const { dir, hook } = options;
  const worktree = discoverRepository(dir)?.worktree;
  if (worktree === undefined) return printRefusal(`${dir} is not in a git repository`);
  const git = await findNativeGit();
  if (git === null) return printRefusal('quire setup-git needs the git program');
  const hookReason = hook ? await findHookConflict(git, worktree) : null;
  if (hookReason !== null) return printRefusal(hookReason);
  const settings = [...CLONE_CONFIG, ...(hook ? [HOOK_CONFIG] : [])];
  const added = await configureClone(git, worktree, settings);
  const file = await attributeMerges(git, dir, worktree);
  const done = [
    ...added.map((setting) => `${setting.join(' = ')}\n`),
    ...(file === null ? [] : [`${file} now merges the content with quire merge-driver: commit it\n`]),
  ].join('');
  process.stdout.write(done === '' ? `Everything is already set up in ${worktree}.\n` : `In ${worktree}:\n${done}`);
  return 0;
}

/** Adds the merge driver to the content's attributes if none are set. @returns the file it changed, if any */
async function attributeMerges(git: NativeGit, dir: string, worktree: string): Promise<string | null> {
  const { contentDir } = readServerConfig(process.env, dir);
  const isThere = statSync(contentDir, { throwIfNoEntry: false })?.isDirectory();
  if (!isThere || discoverRepository(contentDir)?.worktree !== worktree) return null;
  const output = await git.run(['check-attr', '-z', 'merge', '--', join(contentDir, 'site.yaml')], worktree);
  if (output.toString('utf8').split('\0')[2] !== 'unspecified') return null;
  const file = join(contentDir, '.gitattributes');
  const present = existsSync(file) ? readFileSync(file, 'utf8') : '';
  writeFileSync(file, present + (present === '' || present.endsWith('\n') ? '' : '\n') + MERGE_ATTRIBUTES);
  return relative(worktree, file);
}

/** The reason why the hook cannot be set up; null if it can. Somebody's own hooks must go on running. */
async function findHookConflict(git: NativeGit, worktree: string): Promise<string | null> {
  const [key, folder] = HOOK_CONFIG;
  if (!existsSync(join(worktree, folder, 'pre-commit'))) return `There is no ${folder}/pre-commit in ${worktree}`;
  const present = await readSetting(git, worktree, HOOK_CONFIG);
  if (present === undefined || present === folder) return null;
  return `${key} is already ${present}: call ${folder}/pre-commit from the pre-commit hook there`;
}

export const setupGitCommand: Command = { help: HELP, run };
