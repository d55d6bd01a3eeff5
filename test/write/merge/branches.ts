import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_IN_CODE } from '../../../src/fields/kinds.ts';
import { discoverRepository } from '../../../src/git/read/discover.ts';
import { openReadable } from '../../../src/git/read/readable.ts';
import { createReadRecord } from '../../../src/store/file/fileRecord.ts';
import { diffVersions, type VersionDifference } from '../../../src/write/merge/diffRecords.ts';
import { type MergedCommits, mergeCommits } from '../../../src/write/merge/mergeCommits.ts';
import { asCommitted } from '../../../src/write/merge/treeVersion.ts';
import { type Files, git, makeRepository, writeFiles } from '../../git/sandbox.ts';

const readRecord = createReadRecord();

/** The edits of a side: new texts of files, null for removed ones. */
export type Edits = Readonly<Record<string, string | null>>;

/** A repository with branches `ours` and `theirs` that have parted from `main`. */
export interface Branches {
  readonly dir: string;
  /** Adds a commit to a branch; its id. */
  commit(branch: string, edits: Edits): string;
  /** Runs native git. */
  git(...args: string[]): string;
  /** Merges `theirs` into `ours`. */
  merge(): Promise<MergedCommits>;
  /** The changes from `main` to `theirs`. */
  diff(): Promise<VersionDifference>;
  /** The text of a file after a merge; null if it is gone. */
  textAfter(merged: MergedCommits, path: string): string | null;
}

/** The content folder of the repository is `content`. */
export function makeBranches(base: Files, ours: Edits = {}, theirs: Edits = {}): Branches {
  const dir = makeRepository(base);
  const run = (...args: string[]): string => git(dir, ...args);
  const location = discoverRepository(join(dir, 'content'))!;
  function commit(branch: string, edits: Edits): string {
    run('checkout', '-q', branch);
    for (const [path, text] of Object.entries(edits)) {
      if (text === null) rmSync(join(dir, path));
      else writeFiles(dir, { [path]: text });
    }
    run('add', '-A');
    run('commit', '-q', '--allow-empty', '-m', 'Edit');
    return run('rev-parse', 'HEAD');
  }
  for (const branch of ['ours', 'theirs']) run('branch', branch, 'main');
  if (Object.keys(ours).length > 0) commit('ours', ours);
  if (Object.keys(theirs).length > 0) commit('theirs', theirs);
  const idOf = (name: string): string => run('rev-parse', name);
  return {
    dir,
    commit,
    git: run,
    merge() {
      const { objects } = openReadable(location);
      const parts = { objects, prefix: location.prefix, readRecord, code: BUILT_IN_CODE };
      return mergeCommits({ ours: idOf('ours'), theirs: idOf('theirs') }, parts);
    },
    async diff() {
      const { objects } = openReadable(location);
      const treeOf = async (branch: string) => asCommitted((await objects.readCommit(idOf(branch))).tree);
      return diffVersions(await treeOf('main'), await treeOf('theirs'), {
        objects,
        prefix: location.prefix,
        readRecord,
        code: BUILT_IN_CODE,
      });
    },
    textAfter({ edits }, path) {
      const edit = edits.find((one) => one.path === path);
      if (edit && edit.after === null) return null;
      if (edit?.after?.bytes) return Buffer.from(edit.after.bytes).toString('utf8');
      const id = edit?.after?.id ?? run('ls-tree', '--object-only', 'ours', path);
      if (id === '') return null;
      return `${git(dir, 'cat-file', 'blob', id)}\n`;
    },
  };
}
