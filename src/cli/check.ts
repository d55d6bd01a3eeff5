import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findMerged, findSince } from '../check/branchFindings.ts';
import { findInStore } from '../check/findings.ts';
import { createLocateFinding, type LocatedFinding, sortFindings } from '../check/locateFindings.ts';
import type { FoundFiles } from '../check/mediaFindings.ts';
import { mergeBranch } from '../check/mergeBranch.ts';
import type { Finding } from '../check/rule.ts';
import { type Command, misuse } from '../extend/command.ts';
import { describeIdentity, identifyExtension } from '../extend/loaded.ts';
import { findNativeGit, type NativeGit } from '../git/read/native.ts';
import { compareText } from '../lib/text/compareText.ts';
import { createReadFacts } from '../media/fileFacts.ts';
import { createStorage } from '../media/openFiles.ts';
import { createPictures } from '../media/picture/pictures.ts';
import { allStepsByName } from '../model/migration/migrations.ts';
import { isFileName } from '../model/text/fileName.ts';
import { type CheckedFolder, openCheckedFolder } from '../site/folder/checkFolder.ts';
import {
  openGitFolder,
  readTreeVersions,
  resolveName,
  type VersionContent,
  type VersionContents,
} from '../site/folder/gitFolder.ts';
import { FileError } from '../store/codec/fileError.ts';
import { createReadRecord } from '../store/file/fileRecord.ts';
import { readFileBytes } from '../store/file/readFileBytes.ts';
import { MEDIA_FILES, mediaFileAt } from '../store/home.ts';
import { createSchemaLookup } from '../store/record/insertBody.ts';
import { fixFile } from './check/checkFix.ts';
import { REPORTS } from './check/checkReport.ts';
import { chooseFiles, type PathFilter } from './check/chooseFiles.ts';
import { type FoundContent, findContentFolder } from './check/findContentFolder.ts';

const HELP = `quire check [--since <branch> | --merge <branch>] [--tree <tree>] [--format text|json|sarif|github] [--fix]
            [file ...]

Checks the content folder (CONTENT_DIR) without a server: syntax, schemas, required fields of published pages,
references, links in rich text, ids, unique values, locales, media files, canonical form.

Files, folders and patterns such as 'pages/en/**' or '!pages/en/drafts', relative to the content folder, limit what is
reported and fixed. All files are read anyway, because they refer to each other. They cannot be combined with --since,
--merge or --tree.

  --since <branch>  checks the result of merging with the branch, and shows only findings that this change adds
  --merge <branch>  checks the result of merging the branch into this folder, without touching a file; values that both
                    sides have changed differently are listed one by one, as with --since
  --tree <tree>     checks a commit or tree of git instead of the files in the folder; \`git write-tree\` prints the
                    tree of what is staged
  --format <name>   text (path:line:column: severity message), json, sarif or github
  --fix             adds missing ids and times, replaces duplicate ids, copies the facts of media files (size, hash,
                    dimensions, colour, placeholder) into their records, sorts keys, applies migrations that types
                    record to files from before them, and reports what it has written

Exit codes: 0 no errors (there may be warnings), 1 errors, 2 wrong arguments.
`;

interface Options {
  readonly since?: string;
  readonly merge?: string;
  readonly tree?: string;
  readonly format: string;
  readonly fix: boolean;
  /** The files to report on; all where it is empty. */
  readonly patterns: readonly string[];
}

/** Returns the options, or a message about wrong arguments. */
function readCheckOptions(args: readonly string[]): Options | string {
  try {
    const { values, positionals: patterns } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        since: { type: 'string' },
        merge: { type: 'string' },
        tree: { type: 'string' },
        format: { type: 'string', default: 'text' },
        fix: { type: 'boolean', default: false },
      },
    });
    if (!Object.hasOwn(REPORTS, values.format))
      return `--format is "${values.format}", but should be one of ${Object.keys(REPORTS).join(', ')}`;
    const given = (['fix', 'merge', 'since', 'tree'] as const).filter((name) => values[name]);
    const [one, other] = given.filter((name) => name !== 'tree' || values.fix);
    if (other !== undefined) return `--${one} and --${other} cannot be given together`;
    const versions = given.find((name) => name !== 'fix');
    if (versions && patterns.length > 0)
      return `--${versions} checks all files and takes no file names, but got ${patterns.join(' ')}`;
    return { ...values, patterns };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function requireGit(): Promise<NativeGit> {
  const git = await findNativeGit();
  if (!git) throw new Error('--since, --merge and --tree need the git program');
  return git;
}

/** The media files on disk, or those of the versions put into the folder; null when they are in a bucket. */
type FindMedia = () => FoundFiles | null;

async function createMediaFinder({ media, root }: FoundContent, folder: CheckedFolder): Promise<FindMedia> {
  const storage = createStorage(media, root);
  const present = await storage.list?.();
  return () => {
    if (!present) return null;
    const files = new Map<string, { readonly size?: number | undefined }>(present);
    const laid = storage.isInGit ? folder.laidIn(MEDIA_FILES) : [];
    for (const [path, isThere] of laid) {
      const name = mediaFileAt(path) ?? '';
      files.delete(name);
      if (isThere && isFileName(name)) files.set(name, {});
    }
    return { files, isInGit: storage.isInGit };
  };
}

/** The findings with line and column, sorted by file and line. */
const locateFindings = (findings: readonly Finding[], { read }: CheckedFolder): readonly LocatedFinding[] =>
  sortFindings([...findings].sort((a, b) => compareText(a.path, b.path)).map(createLocateFinding(read)));

/** Fixes the files and returns a line about each that was written. */
async function fixAll(
  { store, read }: CheckedFolder,
  { root, media }: FoundContent,
  isChosen: PathFilter,
): Promise<readonly string[]> {
  const git = await findNativeGit();
  const cacheDir = await mkdtemp(join(tmpdir(), 'quire-check-'));
  const storage = createStorage(media, root);
  const readFacts = storage.list ? createReadFacts({ storage, pictures: createPictures(cacheDir), cacheDir }) : null;
  const migrating = { steps: allStepsByName(store), lookup: store, readRecord: createReadRecord() };
  const folder = { root, git, readFacts, code: store.code, schemaOf: createSchemaLookup(store), ...migrating };
  const fixes: string[] = [];
  try {
    for (const path of [...store.paths()].filter(isChosen)) {
      const record = store.fileAt(path)!;
      const entry = store.byKey(record.kind, record.key);
      const bytes = entry?.path === path ? read(path) : null;
      const done = entry && bytes && (await fixFile(entry, bytes, folder));
      if (done) fixes.push(`${path}: ${done}`);
    }
  } finally {
    await rm(cacheDir, { recursive: true, force: true });
  }
  return fixes;
}

/** The path of a folder in its repository, ending in a slash; empty at its root or outside a repository. */
async function findPrefix(root: string): Promise<string> {
  const git = await findNativeGit();
  const prefix = await git?.run(['rev-parse', '--show-prefix'], root).catch(() => '');
  return prefix?.toString().trim() ?? '';
}

async function run(args: readonly string[]): Promise<number> {
  const options = readCheckOptions(args);
  if (typeof options === 'string') return misuse(options, HELP);
  const content = await findContentFolder();
  for (const one of content.extensions) process.stderr.write(`extension ${describeIdentity(identifyExtension(one))}\n`);
  const isChosen = await chooseFiles(content.root, options.patterns);
  if (options.fix) {
    const fixes = await fixAll(await openCheckedFolder(content), content, isChosen);
    process.stderr.write([...fixes, `${fixes.length} ${fixes.length === 1 ? 'file' : 'files'} fixed\n`].join('\n'));
  }
  const [all, prefix] = await Promise.all([checkContentFolder(content, options), findPrefix(content.root)]);
  const placed = all.filter(({ path }) => isChosen(path));
  process.stdout.write(REPORTS[options.format]!(placed, prefix));
  return placed.some(({ severity }) => severity === 'error') ? 1 : 0;
}

function readCheckedFile(root: string, path: string): VersionContent {
  try {
    return readFileBytes(root, path);
  } catch (error) {
    if (error instanceof FileError) return error;
    throw error;
  }
}

/** The commits that decide which of two files is older, the first to say first. */
async function findCommits(root: string, { since, merge, tree }: Options): Promise<readonly string[]> {
  const folder = openGitFolder(root, await requireGit());
  const find = (name: string): Promise<string[]> => resolveName(folder, name, 'commit').then((id) => [id]);
  const head = await find('HEAD').catch(() => []);
  const own = tree === undefined ? head : await find(tree).catch(() => head);
  return [...(since ? await find(since) : []), ...own, ...(merge ? await find(merge) : [])];
}

async function checkContentFolder(content: FoundContent, options: Options): Promise<readonly LocatedFinding[]> {
  const { root } = content;
  const { since, merge, tree } = options;
  const ref = since ?? merge;
  const laid: VersionContents =
    tree === undefined ? new Map() : await readTreeVersions(openGitFolder(root, await requireGit()), tree);
  const read = (path: string): VersionContent =>
    laid.has(path) ? (laid.get(path) ?? null) : readCheckedFile(root, path);
  // Git runs while the folder is read.
  const [branch, folder] = await Promise.all([
    ref === undefined
      ? null
      : requireGit().then((git) => mergeBranch({ root, tree, ref, git, read, code: content.code })),
    openCheckedFolder({
      ...content,
      ...((ref ?? tree) !== undefined && { findCommits: () => findCommits(root, options) }),
    }),
  ]);
  await folder.put(laid);
  const findMedia = await createMediaFinder(content, folder);
  const now = new Date();
  if (branch === null)
    return locateFindings(findInStore(folder.store, { media: findMedia(), read: folder.read, now }), folder);
  const find = since === undefined ? findMerged : findSince;
  return locateFindings(await find({ folder, branch, ref: ref!, findMedia, now }), folder);
}

export const checkCommand: Command = { help: HELP, readsConfig: true, run };
