import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { notFound, unavailable } from '../../model/errors.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import { type GitConfig, isTrue, parseConfig } from '../format/config.ts';

/** Where the content's repository is. All folders are absolute. */
export interface RepositoryLocation {
  /** The content folder, which all paths of a `Repo` are relative to. */
  readonly root: string;
  readonly worktree: string;
  /** The worktree's own folder: HEAD, index, their locks and logs. */
  readonly gitDir: string;
  /** Git's common folder, which all worktrees share: objects, refs, config. Equals `gitDir` in an ordinary checkout. */
  readonly commonDir: string;
  /** The content folder within the worktree: empty, or ending with a slash. */
  readonly prefix: string;
  /** The content folder's prefix even where `root` and `prefix` are those of the whole working tree. */
  readonly content: string;
  readonly config: GitConfig;
}

/**
 * Finds the repository of the content folder or of a folder above it; null if there is none.
 *
 * @throws CmsError NOT_FOUND when there is no such folder; SERVICE_UNAVAILABLE saying what to change, when the repository is of a kind Quire cannot write
 */
export function discoverRepository(contentDir: string): RepositoryLocation | null {
  const given = resolve(contentDir);
  if (!statSync(given, { throwIfNoEntry: false })?.isDirectory()) throw notFound(`The content folder ${contentDir}`);
  const found = walkUp(given);
  if (!found) return given === realpathSync(given) ? null : discoverRepository(realpathSync(given));
  refuseLinks(found.worktree, given);
  const worktree = realpathSync(found.worktree);
  const root = realpathSync(given);
  const commonDir = readCommonDir(found.gitDir);
  const config = readRepositoryConfig(found.gitDir, commonDir);
  refuseUnsupported(config);
  const inside = relative(worktree, root).split(sep).join('/');
  const prefix = inside && `${inside}/`;
  return { root, worktree, gitDir: found.gitDir, commonDir, config, prefix, content: prefix };
}

/** The location of the whole working tree instead of the content folder: its paths start at the root of the repository. */
export const wholeTree = (location: RepositoryLocation): RepositoryLocation => ({
  ...location,
  root: location.worktree,
  prefix: '',
});

function walkUp(from: string): { worktree: string; gitDir: string } | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const gitDir = readGitDir(folder);
    if (gitDir) return { worktree: folder, gitDir };
    if (folder === dirname(folder)) return null;
  }
}

/** `.git` is a folder with a HEAD or, in linked worktrees and submodules, a file that names one (gitrepository-layout). */
function readGitDir(folder: string): string | null {
  const path = join(folder, '.git');
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return null;
  const named = stat.isFile() ? /^gitdir: (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1]?.trim() : '.git';
  const gitDir = named === undefined ? null : resolve(folder, named);
  return gitDir !== null && readIfThere(join(gitDir, 'HEAD')) !== null ? realpathSync(gitDir) : null;
}

function readCommonDir(gitDir: string): string {
  const named = readIfThere(join(gitDir, 'commondir'))?.toString().trim();
  return named ? realpathSync(resolve(gitDir, named)) : gitDir;
}

const readConfigFile = (path: string): GitConfig => parseConfig(readIfThere(path)?.toString() ?? '');

function readRepositoryConfig(gitDir: string, commonDir: string): GitConfig {
  const common = new Map(readConfigFile(join(commonDir, 'config')));
  // Settings of the main worktree do not apply to a linked one (git-worktree, "Configuration file").
  if (gitDir !== commonDir) for (const key of ['core.bare', 'core.worktree']) common.delete(key);
  if (!isTrue(common.get('extensions.worktreeconfig'))) return common;
  return new Map([...common, ...readConfigFile(join(gitDir, 'config.worktree'))]);
}

function refuseLinks(worktree: string, content: string): void {
  for (let folder = content; folder !== worktree; folder = dirname(folder)) {
    if (lstatSync(folder).isSymbolicLink()) {
      throw unavailable(
        `${relative(worktree, folder)} is a symbolic link inside the git repository: name the real content folder`,
        60,
      );
    }
  }
}

const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  'noop',
  'noop-v1',
  'preciousobjects',
  'worktreeconfig',
  'relativeworktrees',
]);

/** One row for each kind of repository that cannot be written: how to recognise it, and what to say. */
const UNSUPPORTED: readonly { readonly says: string; applies(config: GitConfig): boolean }[] = [
  {
    says: 'The git repository uses SHA-256 object ids: Quire needs a SHA-1 repository',
    applies: (config) => (config.get('extensions.objectformat') ?? 'sha1') !== 'sha1',
  },
  {
    says: 'The git repository keeps its references in a reftable: run `git refs migrate --ref-format=files`',
    applies: (config) => (config.get('extensions.refstorage') ?? 'files') !== 'files',
  },
  {
    says: 'The git repository is a partial clone: fetch everything with `git fetch --refetch --no-filter` into a full clone',
    applies: (config) => [...config].some(([key, value]) => isPromisor(key, value)),
  },
  {
    says: 'The git repository is bare: Quire needs a working tree',
    applies: (config) => isTrue(config.get('core.bare')),
  },
  {
    says: 'The git repository sets core.worktree: Quire needs the working tree beside its .git',
    applies: (config) => config.has('core.worktree'),
  },
];

const isPromisor = (key: string, value: string): boolean =>
  key === 'extensions.partialclone' || (/^remote\..*\.promisor$/.test(key) && isTrue(value));

function refuseUnsupported(config: GitConfig): void {
  const refused = UNSUPPORTED.find(({ applies }) => applies(config));
  if (refused) throw unavailable(refused.says, 60);
  const known = new Set([...KNOWN_EXTENSIONS, 'objectformat', 'refstorage']);
  for (const key of config.keys()) {
    const name = /^extensions\.(.+)$/.exec(key)?.[1];
    if (name !== undefined && !known.has(name))
      throw unavailable(`The git repository uses the extension "${name}", which Quire does not know`, 60);
  }
}
