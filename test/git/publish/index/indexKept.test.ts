import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { createRepository, type GitRepository } from '../../../../src/git/repository.ts';
import { runs } from '../../../effort.ts';
import { runProgram } from '../../../run/runProgram.ts';
import { edit, git, leftovers, makeRepository, removeFolders, request, rev, writeFiles } from '../../sandbox.ts';

afterAll(removeFolders);

const THEIRS = ['a', 'b/c', 'b/d', 'b/e/f', 'm', 'ours-not', 'z', 'ü'];
const OURS = ['ours/a', 'ours/b', 'ours/d/x', 'ours/d/y'];
const FILES = Object.fromEntries([...THEIRS, ...OURS].map((path) => [path, `${path}\n`]));

interface Work {
  readonly path: string;
  readonly other: string;
  readonly text: string;
}

const isTracked = (dir: string, path: string): boolean => git(dir, 'ls-files', '-z', '--', path) !== '';

/** Newer versions of git refuse to add, move or remove files marked skip-worktree. */
const isSkipped = (dir: string, path: string): boolean => git(dir, 'ls-files', '-v', '--', path).startsWith('S');

/** What a developer does to a file. Each leaves the index as real git commands do. */
const WORKS: Readonly<Record<string, (dir: string, work: Work) => void>> = {
  edit: (dir, { path, text }) => writeFiles(dir, { [path]: text }),
  stage(dir, { path, text }) {
    writeFiles(dir, { [path]: text });
    git(dir, 'add', '--', path);
  },
  stageAndEdit(dir, { path, text }) {
    writeFiles(dir, { [path]: text });
    git(dir, 'add', '--', path);
    writeFiles(dir, { [path]: `${text}more\n` });
  },
  add(dir, { path, text }) {
    writeFiles(dir, { [`new-${path}`]: text });
    git(dir, 'add', '--', `new-${path}`);
  },
  intend(dir, { path, text }) {
    writeFiles(dir, { [`intended-${path}`]: text });
    git(dir, 'add', '-N', '--', `intended-${path}`);
  },
  untracked: (dir, { path, text }) => writeFiles(dir, { [`untracked-${path}`]: text }),
  unstage: (dir, { path }) => void git(dir, 'rm', '-q', '--cached', '--ignore-unmatch', '-f', '--', path),
  remove: (dir, { path }) => rmSync(join(dir, path), { force: true }),
  rename(dir, { path, other }) {
    if (existsSync(join(dir, path)) && isTracked(dir, path) && !git(dir, 'ls-files', '-u', '--', path))
      git(dir, 'mv', '-f', '--', path, `moved-${other.replaceAll('/', '-')}`);
  },
  mode(dir, { path }) {
    if (!existsSync(join(dir, path))) return;
    chmodSync(join(dir, path), 0o755);
    git(dir, 'add', '--', path);
  },
  assume: (dir, { path }) => mark(dir, '--assume-unchanged', path),
  skip: (dir, { path }) => mark(dir, '--skip-worktree', path),
  conflict(dir, { path }) {
    const blobs = ['base', 'mine', 'yours'].map((text) => {
      const made = runProgram('git', ['hash-object', '-w', '--stdin'], { cwd: dir, input: `${text}\n` });
      return made.toString().trim();
    });
    const lines = blobs.map((id, stage) => `100644 ${id} ${stage + 1}\t${path}\n`);
    const input = `0 ${'0'.repeat(40)}\t${path}\n${lines.join('')}`;
    runProgram('git', ['update-index', '--index-info'], { cwd: dir, input });
  },
  version2: (dir) => void git(dir, 'update-index', '--index-version', '2'),
  version4: (dir) => void git(dir, 'update-index', '--index-version', '4'),
  refresh: (dir) => void git(dir, 'update-index', '-q', '--unmerged', '--really-refresh', '--ignore-missing'),
};

function mark(dir: string, flag: string, path: string): void {
  if (isTracked(dir, path) && !git(dir, 'ls-files', '-u', '--', path)) git(dir, 'update-index', flag, '--', path);
}

const NOT_OURS = ['--', '.', ':(exclude)ours'] as const;

/** Git's diff, unless told not to, writes the index. */
const AS_IT_IS = ['-c', 'diff.autoRefreshIndex=false', 'diff'] as const;

/** Everything that git says about files that are not ours. A size may have become 0, which only makes git read the file again. */
function described(dir: string): Record<string, unknown> {
  return {
    entries: git(dir, 'ls-files', '--stage', '--debug', ...NOT_OURS).replace(/size: \d+/g, 'size'),
    tags: git(dir, 'ls-files', '-v', ...NOT_OURS),
    status: git(dir, 'status', '--porcelain=v2', ...NOT_OURS),
    unstaged: git(dir, ...AS_IT_IS, ...NOT_OURS),
    staged: git(dir, ...AS_IT_IS, '--cached', ...NOT_OURS),
  };
}

const work = fc.record({
  kind: fc.constantFrom(...Object.keys(WORKS)),
  path: fc.constantFrom(...THEIRS),
  other: fc.constantFrom(...THEIRS),
  text: fc.constantFrom('1\n', '22\n', ''),
});
/** What a write does to our own files; null removes one. */
const write = fc.dictionary(
  fc.constantFrom(...OURS, 'ours/new', 'ours/d/new'),
  fc.option(fc.constantFrom('1\n', '22\n')),
  { minKeys: 1, maxKeys: 3 },
);

async function publish(repo: GitRepository, present: Map<string, string>, changes: Record<string, string | null>) {
  const edits = Object.entries(changes)
    .filter(([path, text]) => (present.get(path) ?? null) !== text)
    .map(([path, text]) => edit(path, text, present.get(path)));
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) present.delete(path);
    else present.set(path, text);
  }
  await repo.publish(await repo.head(), [request(edits)]);
}

it("keeps a developer's work in the index exactly as git left it, whatever it is", async () => {
  const session = fc.array(fc.tuple(fc.array(work, { minLength: 1, maxLength: 4 }), write), {
    minLength: 1,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(session, async (rounds) => {
      const dir = makeRepository(FILES);
      const repo = await createRepository({ contentDir: dir, copiesIndexFrom: 0 });
      const present = new Map(OURS.map((path) => [path, `${path}\n`]));
      let again = 0;
      for (const [works, changes] of rounds) {
        for (const one of works) if (!isSkipped(dir, one.path)) WORKS[one.kind]!(dir, one);
        const before = described(dir);
        await publish(repo, present, changes);
        // The first write after the developer's work makes an index, and the next one changes the copy of it.
        again += 1;
        await publish(repo, present, { 'ours/again': `${again}\n` });
        expect(described(dir)).toEqual(before);
        expect(git(dir, 'status', '--porcelain', '--', 'ours')).toBe('');
      }
      await repo.close();
      const ours = git(dir, 'ls-files', '--stage', '--', 'ours').split('\n').filter(Boolean);
      expect(ours).toEqual([...present].sort().map(([path, text]) => `100644 ${rev(text)} 0\t${path}`));
      expect(git(dir, 'fsck', '--strict', '--no-dangling')).toBe('');
      expect(leftovers(join(dir, '.git'))).toEqual([]);
      rmSync(dir, { recursive: true });
    }),
    { numRuns: runs(25, 1) },
  );
});
