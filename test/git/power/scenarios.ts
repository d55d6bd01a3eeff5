import { randomBytes } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DurableFs } from '../../../src/git/disk/durableFs.ts';
import { type StagedFile, stageFile } from '../../../src/git/disk/stagedFile.ts';
import type { RepositoryOptions } from '../../../src/git/openWriter.ts';
import type { CommitRequest } from '../../../src/git/publish/request.ts';
import type { GitRepository } from '../../../src/git/repository.ts';
import { edit, type Files, git, makeFolder, makeRepository, request, writeFiles } from '../sandbox.ts';

/** Something that changes a repository; durable when it resolves. */
export type Act = (repo: GitRepository) => Promise<unknown>;

/** Publishes one group after the other, in a repository that is durable as `make` returns it. */
export interface Scenario {
  readonly make: () => string | Promise<string>;
  readonly publishes?: readonly (readonly CommitRequest[])[];
  /** What is then done to branches, each step once the one before it is acknowledged. */
  readonly acts?: readonly Act[];
  readonly options?: Partial<RepositoryOptions>;
  /** New files that `make` leaves staged, as a developer might: they must stay staged. */
  readonly staged?: Files;
  /** Injects faults between the repository and the disk; a publish may then fail. */
  readonly faulty?: (fs: DurableFs) => DurableFs;
}

const FILES = { 'a/b': 'b\n', c: 'c\n', 'd/e': 'e\n', 'g/one': '1\n', 'g/two': '2\n', run: 'run\n' };

export function makeSite(): string {
  const dir = makeRepository();
  writeFiles(dir, FILES);
  chmodSync(join(dir, 'run'), 0o755);
  git(dir, 'add', '-A');
  git(dir, 'commit', '-q', '-m', 'Begin');
  return dir;
}

const EDIT = [request([edit('c', '2\n', 'c\n')])];
const CREATE = [request([edit('n/e/w', 'w\n'), edit('g/three', '3\n')])];
const REMOVE = [request([edit('d/e', null, 'e\n'), edit('g/one', null, '1\n')])];
const RENAME = [request([edit('a/b', null, 'b\n'), edit('moved/b', 'b\n')])];
export const ALL_KINDS = [
  request([
    edit('a/b', null, 'b\n'),
    edit('a', 'b\n'),
    edit('c', null, 'c\n'),
    edit('c/below', 'c\n'),
    edit('run', 'walk\n', 'run\n'),
    edit('g/one', null, '1\n'),
    edit('n/e/w', 'w\n'),
  ]),
];

/** Six commits: they become a pack. */
const groupOf = (name: string): readonly CommitRequest[] =>
  Array.from({ length: 6 }, (_, n) =>
    request([
      edit(`${name}/kept`, `${n}\n`, n === 0 ? undefined : `${n - 1}\n`),
      edit(`${name}/${n}`, `${n}\n`),
      ...(n === 0 ? [] : [edit(`${name}/${n - 1}`, null, `${n - 1}\n`)]),
    ]),
  );

/** Fails once when everything else is in place. */
function keepingRefOnce(fs: DurableFs): DurableFs {
  let failed = false;
  return {
    ...fs,
    rename(from, to) {
      if (failed || !to.endsWith('refs/heads/main')) return fs.rename(from, to);
      failed = true;
      throw Object.assign(new Error('made to fail'), { code: 'EACCES' });
    },
  };
}

/** Fails once for lack of space, when a new ref is written. */
function lackingSpaceOnce(fs: DurableFs): DurableFs {
  let failed = false;
  return {
    ...fs,
    async writeSynced(path, bytes, mode) {
      if (failed || !path.endsWith('-ref')) return fs.writeSynced(path, bytes, mode);
      failed = true;
      throw Object.assign(new Error('made to fail'), { code: 'ENOSPC' });
    },
  };
}

async function makePhoto(): Promise<StagedFile> {
  const file = join(makeFolder(), 'photo.jpg');
  writeFileSync(file, randomBytes(5000));
  return stageFile(file);
}

const after = (make: () => string, ...args: string[][]) => {
  return (): string => {
    const dir = make();
    for (const each of args) git(dir, ...each);
    return dir;
  };
};

function makeUncommitted(): string {
  const dir = makeRepository();
  writeFiles(dir, { 'n/e/w': 'w\n', 'g/three': '3\n' });
  return dir;
}

const STAGED: Files = { 'd/mine': 'mine\n', mine: 'mine\n' };
function makeStaged(): string {
  const dir = makeSite();
  writeFiles(dir, STAGED);
  git(dir, 'add', '-A');
  return dir;
}

const COMMIT = ['commit', '-q', '--allow-empty', '-m', 'Theirs'];
const REPACK = ['repack', '-q', '-d'];
/** A fourth pack is one too many; the two with nothing but a commit become one. */
const withThreePacks = after(makeSite, REPACK, COMMIT, REPACK, COMMIT, REPACK);

/** Each tests something that no other does. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'one commit of all kinds of changes': { make: makeSite, publishes: [ALL_KINDS] },
  'six commits in a pack': { make: makeSite, publishes: [groupOf('x')] },
  'the first commit, of files that are there': {
    make: makeUncommitted,
    options: { adopts: true },
    publishes: [CREATE],
  },
  'a commit without a branch': { make: after(makeSite, ['switch', '-q', '--detach']), publishes: [EDIT] },
  'a commit on a branch that git has packed': {
    make: after(makeSite, ['switch', '-q', '-c', 'feature/new'], ['pack-refs', '--all']),
    publishes: [EDIT],
  },
  'a staged file': {
    make: makeSite,
    publishes: [[request([{ path: 'files/photo.jpg', before: null, bytes: await makePhoto() }])]],
  },
  'a commit that failed, and the same again': {
    make: makeSite,
    faulty: lackingSpaceOnce,
    publishes: [CREATE, CREATE],
  },
  'a commit that failed under the locks, and the same again': {
    make: makeStaged,
    staged: STAGED,
    faulty: keepingRefOnce,
    publishes: [ALL_KINDS, ALL_KINDS],
  },
  'a commit while something is staged': { make: makeStaged, staged: STAGED, publishes: [ALL_KINDS] },
  'edits that change the copy of the index': {
    make: makeStaged,
    staged: STAGED,
    options: { copiesIndexFrom: 0 },
    publishes: [EDIT, [request([edit('c', '3\n', '2\n')])], [request([edit('c', '4\n', '3\n')])]],
  },
  'packs that are made fewer': { make: withThreePacks, options: { maxPacks: 3 }, publishes: [groupOf('x')] },
};

/** For a longer run. */
export const MORE_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'an edit': { make: makeSite, publishes: [EDIT] },
  'new files': { make: makeSite, publishes: [CREATE] },
  'removed files': { make: makeSite, publishes: [REMOVE] },
  'a renamed file': { make: makeSite, publishes: [RENAME] },
  'the first commit': { make: makeRepository, publishes: [CREATE] },
  'one write after another': { make: makeSite, publishes: [EDIT, groupOf('x'), CREATE, REMOVE, RENAME] },
};
