import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { mergeBranch } from '../../src/check/mergeBranch.ts';
import { fixFile } from '../../src/cli/check/checkFix.ts';
import { BUILT_IN_CODE } from '../../src/fields/kinds.ts';
import { createNativeLog } from '../../src/git/history/nativeLog.ts';
import { initRepository } from '../../src/git/init.ts';
import { discoverRepository } from '../../src/git/read/discover.ts';
import { findNativeGit, type NativeGit } from '../../src/git/read/native.ts';
import { openReadable } from '../../src/git/read/readable.ts';
import { createNativeBlobs } from '../../src/git/read/readBlobs.ts';
import { findUserIdentity } from '../../src/git/read/userIdentity.ts';
import { openCheckedFolder } from '../../src/site/folder/checkFolder.ts';
import { openGitFolder, readTreeVersions } from '../../src/site/folder/gitFolder.ts';
import { FileError } from '../../src/store/codec/fileError.ts';
import { createReadRecord } from '../../src/store/file/fileRecord.ts';
import { runProgram } from '../run/runProgram.ts';
import { SMALL_SITE } from '../smallSite.ts';

const ATTRIBUTES = '* filter=evil diff=evil merge=evil text=auto ident\n*.md filter=odder\n';

/** Every kind of program that git can be told to start; each leaves a trace. */
const hostile = (program: string): string => `
[alias]
	log = "!${program} alias"
	config = "!${program} alias"
[core]
	fsmonitor = ${program}
	pager = ${program}
	editor = ${program}
	askPass = ${program}
	sshCommand = ${program}
	gitProxy = ${program}
	alternateRefsCommand = ${program}
	hooksPath = ${dirname(program)}/hooks
	autocrlf = true
[pager]
	log = ${program}
	diff = ${program}
	config = ${program}
[diff]
	external = ${program}
	orderFile = /nowhere
[diff "evil"]
	command = ${program}
	textconv = ${program}
[merge "evil"]
	driver = ${program}
[filter "evil"]
	clean = ${program}
	smudge = ${program}
	process = ${program}
	required = true
[log]
	showSignature = true
	follow = true
[gpg]
	program = ${program}
[commit]
	gpgSign = true
	verbose = true
[credential]
	helper = "!${program}"
[gc]
	auto = 1
[maintenance]
	auto = true
[user]
	name = Mallory
	email = mallory@example.org
[include]
	path = ${dirname(program)}/more
`;

/** A repository whose files name programs wherever git would start them, and a way to find out whether one ran. */
async function makeHostile({ committed }: { readonly committed: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), 'quire-hostile-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [dir, program, canary] = ['content', 'program', 'canary'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const write = (path: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode });
  };
  write(program, `#!/bin/sh\necho "$0 $*" >> ${canary}\nexit 1\n`, 0o755);
  for (const name of ['pre-commit', 'post-commit', 'post-index-change', 'reference-transaction'])
    write(join(folder, 'hooks', name), readFileSync(program, 'utf8'), 0o755);
  write(join(folder, 'more'), `[filter "odder"]\n\tclean = ${program}\n`);
  for (const [path, text] of Object.entries({ ...SMALL_SITE, '.gitattributes': ATTRIBUTES }))
    write(join(dir, path), text);
  const git = (...args: readonly string[]): string => runProgram('git', args, { cwd: dir, encoding: 'utf8' }).trim();
  git('init', '--quiet', '--initial-branch=main');
  if (committed) {
    const person = ['-c', 'user.name=A', '-c', 'user.email=a@b.c'];
    git('add', '--all');
    git(...person, 'commit', '--quiet', '--message=One');
    git('checkout', '--quiet', '-b', 'branch');
    write(join(dir, 'pages/en/home.yaml'), `${SMALL_SITE['pages/en/home.yaml']}# x\n`);
    git(...person, 'commit', '--quiet', '--all', '--message=Two');
    const signed = git('cat-file', 'commit', 'HEAD').replace(
      '\n\n',
      '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n',
    );
    const id = runProgram('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], {
      cwd: dir,
      input: `${signed}\n`,
      encoding: 'utf8',
    });
    git('update-ref', 'HEAD', id.trim());
  }
  writeFileSync(join(dir, '.git/config'), readFileSync(join(dir, '.git/config'), 'utf8') + hostile(program));
  // Git would read them again.
  const soon = Date.now() / 1000 + 10;
  for (const path of Object.keys(SMALL_SITE)) utimesSync(join(dir, path), soon, soon);
  chmodSync(program, 0o755);
  return { dir, git, canary: () => (existsSync(canary) ? readFileSync(canary, 'utf8') : '') };
}

const native = async (): Promise<NativeGit> => (await findNativeGit())!;

it("SEC-37 programs named in a repository's config and attributes do not run when its history and files are read", async () => {
  const { dir, git, canary } = await makeHostile({ committed: true });
  const program = await native();
  const repo = openReadable(discoverRepository(dir)!);
  const head = git('rev-parse', 'HEAD');
  const subjects: string[] = [];
  for await (const { message } of createNativeLog(repo, program)({ to: head, after: [], isKnown: () => false }))
    subjects.push(message.trim());
  expect(subjects).toEqual(['One', 'Two']);
  const ids = git('ls-tree', '-r', '--format=%(objectname)', 'HEAD').split('\n');
  const taken: string[] = [];
  await createNativeBlobs(repo, program)(new Set(ids), (id) => taken.push(id));
  expect(new Set(taken)).toEqual(new Set(ids));
  const folder = await openCheckedFolder({ root: repo.root, cacheFile: join(dir, '../cache') });
  const { base, merged } = await mergeBranch({ root: dir, ref: 'main', git: program, read: folder.read });
  expect([base.size, merged.size]).toEqual([1, 1]);
  expect((await readTreeVersions(openGitFolder(dir, program), 'main')).size).toBe(1);
  const page = folder.store.byKey('page', 'en/home')!;
  await fixFile(page, folder.read(page.path)!, {
    ...{ root: dir, git: program, readFacts: null, code: BUILT_IN_CODE },
    ...{ schemaOf: () => undefined, steps: [], lookup: folder.store, readRecord: createReadRecord() },
  });
  expect((await findUserIdentity(program, dir, {}))?.name).toBe('Mallory');
  expect(canary()).toBe('');
});

it('SEC-37 nor do they when its first commit is made, which holds the files unchanged', async () => {
  const { dir, git, canary } = await makeHostile({ committed: false });
  await initRepository({ contentDir: dir, findGit: native });
  expect(canary()).toBe('');
  expect(git('-c', 'alias.log=', 'cat-file', 'blob', 'HEAD:.gitattributes')).toBe(ATTRIBUTES.trim());
});

it('the test can fail: git itself runs these programs', async () => {
  const { git, canary } = await makeHostile({ committed: true });
  expect(() => git('diff', '--name-only', 'main')).toThrow();
  expect(canary()).not.toBe('');
});

it('SEC-37 a file in a branch that is too large is reported without being read, and whoever brings it gets an error', async () => {
  const { dir, git } = await makeHostile({ committed: false });
  rmSync(join(dir, '.git/config'));
  rmSync(join(dir, '.gitattributes'));
  const commit = (message: string): void => {
    git('add', '--all');
    git('-c', 'user.name=A', '-c', 'user.email=a@b.c', 'commit', '--quiet', `--message=${message}`);
  };
  commit('One');
  git('checkout', '--quiet', '-b', 'large');
  writeFileSync(join(dir, 'pages/en/large.yaml'), `title: ${'x'.repeat(5 * 1024 * 1024)}\n`);
  commit('Two');
  const program = await native();
  const ask = async (ref: string) => {
    const { read } = await openCheckedFolder({ root: dir, cacheFile: join(dir, '../cache') });
    const { base, merged, conflicts } = await mergeBranch({ root: dir, ref, git: program, read });
    return [base, merged, conflicts];
  };
  git('checkout', '--quiet', 'main');
  const unread = [['pages/en/large.yaml', expect.any(FileError)]];
  expect(await ask('large')).toEqual([new Map(unread as never), new Map(unread as never), []]);
  expect(await readTreeVersions(openGitFolder(dir, program), 'large')).toEqual(new Map(unread as never));
});
