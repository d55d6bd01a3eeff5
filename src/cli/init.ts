import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Command, misuse, printRefusal } from '../extend/command.ts';
import { type Person, QUIRE } from '../git/format/commit.ts';
import { BRANCH, initRepository } from '../git/init.ts';
import { configureClone, HOOK_CONFIG } from '../git/read/cloneConfig.ts';
import { discoverRepository } from '../git/read/discover.ts';
import { findNativeGit, type NativeGit } from '../git/read/native.ts';
import { branchName, readHead } from '../git/read/ref/refs.ts';
import { findUserIdentity } from '../git/read/userIdentity.ts';
import { cleanLine } from '../lib/text/cleanLine.ts';
import { slugify } from '../lib/text/slugify.ts';
import { type SitePackage, sitePackage } from './init/sitePackage.ts';
import { configValues, type SiteValues, writeSite } from './init/siteTemplate.ts';

const HELP = `quire init [dir] [--name <name>] [--hook] [--no-config]

Makes a new site in an empty folder (the current one unless dir is given; it may be a repository without commits):
types, blocks, a home page, settings, and workflows for GitHub and GitLab, in a repository with one commit. Inside
another repository, the files are written but not committed.

The site contains everything a clone needs: npm ci installs this version of Quire, from the site's vendor folder if it
did not come from an npm registry, and quire setup-git sets up git.

  --name <name>  the name of the site; made from the folder's name by default
  --no-config    leaves out quire.config.ts, the place for the site's own code (docs/extend.md)
  --hook         makes git check the content before each commit, with .githooks/pre-commit

Exit codes: 0 done, 1 refused: nothing has changed, 2 wrong arguments.
`;

interface Options {
  readonly dir: string;
  readonly name: string;
  readonly hook: boolean;
  readonly hasConfig: boolean;
}

/** Returns the options, or a message about wrong arguments. */
function readInitOptions(args: readonly string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        name: { type: 'string' },
        hook: { type: 'boolean', default: false },
        'no-config': { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    if (positionals.length > 1) return `quire init takes one folder, but got ${positionals.join(' ')}`;
    const dir = resolve(positionals[0] ?? '.');
    const name = cleanLine(values.name ?? guessSiteName(dir));
    if (name === '' || name.length > MAX_NAME) return `--name must have 1 to ${MAX_NAME} characters`;
    return { dir, name, hook: values.hook, hasConfig: !values['no-config'] };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The longest heading of the first page. */
const MAX_NAME = 120;

/** `my-site` → `My site`. */
function guessSiteName(dir: string): string {
  const words = basename(dir)
    .replace(/[-_.\s]+/g, ' ')
    .trim()
    .slice(0, MAX_NAME);
  return words === '' ? 'A new site' : words.replace(/^./u, (letter) => letter.toUpperCase());
}

async function run(args: readonly string[]): Promise<number> {
  const options = readInitOptions(args);
  if (typeof options === 'string') return misuse(options, HELP);
  const { dir, hook } = options;
  const reason = findFolderProblem(dir);
  if (reason !== null) return printRefusal(reason);
  const git = await findNativeGit();
  const outer = findOuter(dir);
  const hookReason = hook ? findHookProblem(git, outer) : null;
  if (hookReason !== null) return printRefusal(hookReason);
  const quire = await sitePackage();
  mkdirSync(dir, { recursive: true });
  writeSite(dir, createSiteValues(options, quire), quire);
  const author = outer === null ? await commitAll(dir, git) : null;
  if (hook && git) await configureClone(git, dir, [HOOK_CONFIG]);
  process.stdout.write(`${describeNewSite(options, author, outer).join('\n')}\n`);
  return 0;
}

/** The reason why a folder cannot become a site; null if it can. */
function findFolderProblem(dir: string): string | null {
  const stats = statSync(dir, { throwIfNoEntry: false });
  if (!stats) return null;
  if (!stats.isDirectory()) return `${dir} is not a folder`;
  const names = readdirSync(dir);
  if (names.some((name) => name !== '.git')) return `${dir} is not empty: it holds ${names.slice(0, 5).join(', ')}`;
  return isBegun(dir) ? `${dir} is a repository that already has commits or staged files` : null;
}

function isBegun(dir: string): boolean {
  const location = discoverRepository(dir);
  if (location?.prefix !== '') return false;
  return readHead(location).commit !== null || existsSync(join(location.gitDir, 'index'));
}

/** The repository that a folder is, or would be, part of; null if it has or can have its own. */
function findOuter(dir: string): string | null {
  let existing = dir;
  while (!existsSync(existing)) existing = dirname(existing);
  const location = discoverRepository(existing);
  const isOwn = existing === dir && location?.prefix === '';
  return location && !isOwn ? location.worktree : null;
}

function findHookProblem(git: NativeGit | null, outer: string | null): string | null {
  if (git === null) return '--hook needs the git program';
  return outer && `--hook needs a repository of its own, but the folder is inside ${outer}`;
}

const createSiteValues = ({ dir, name, hasConfig }: Options, { source }: SitePackage): SiteValues => ({
  ...configValues(hasConfig),
  name,
  quotedName: JSON.stringify(name),
  quotedPackageName: JSON.stringify(slugify(basename(dir)) || 'site'),
  quotedPackageSource: JSON.stringify(source),
  quotedBranch: JSON.stringify(findSiteBranch(dir)),
  now: new Date().toISOString(),
});

/** The branch the site begins on; in a new repository the one that `initRepository` makes. */
function findSiteBranch(dir: string): string {
  const location = discoverRepository(dir);
  const ref = location && readHead(location).ref;
  return ref ? branchName(ref) : BRANCH;
}

/** Commits the new site. @returns the author of the commit */
async function commitAll(dir: string, git: NativeGit | null): Promise<Person> {
  const findAuthor = async (): Promise<Person> => (git && (await findUserIdentity(git, dir, process.env))) ?? QUIRE;
  await initRepository({ contentDir: dir, findGit: async () => git, findAuthor, message: 'Begin the site' });
  return findAuthor();
}

function describeNewSite({ dir, hook }: Options, author: Person | null, outer: string | null): readonly string[] {
  const folder = relative(process.cwd(), dir);
  return [
    `Made a new site in ${dir}.`,
    author === null
      ? `It is part of the repository ${outer}. Commit it there: the server writes only to committed files.`
      : `Its first commit is by ${author.name} <${author.email}>.`,
    ...(author === QUIRE
      ? ['Git does not know you yet: set your name and address with git config user.name and git config user.email.']
      : []),
    '',
    ...(folder === '' ? [] : [`  cd ${folder}`]),
    '  npm ci             installs Quire, here and in every clone',
    '  npm start          serves the site, and prints how to make the first admin',
    '  npm run check      checks the files',
    ...(hook || outer ? [] : ['  npx --no-install quire setup-git --hook     checks before each commit']),
  ];
}

export const initCommand: Command = { help: HELP, run };
