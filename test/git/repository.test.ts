import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type DurableFs, durableFs } from '../../src/git/disk/durableFs.ts';
import { lockText } from '../../src/git/disk/lock.ts';
import { UNSEALED } from '../../src/git/format/seals.ts';
import { openRepository } from '../../src/git/openRepository.ts';
import { HeadMoved } from '../../src/git/publish/request.ts';
import { findNativeGit, gitEnvironment } from '../../src/git/read/native.ts';
import { createRepository, type GitRepository } from '../../src/git/repository.ts';
import { becomeNobody } from '../becomeNobody.ts';
import { runs } from '../effort.ts';
import { runProgram } from '../run/runProgram.ts';
import {
  edit,
  git,
  leftovers,
  makeFolder,
  makeRepository,
  NO_TROUBLES,
  publishOn,
  removeFolders,
  request,
  rev,
  snapshot,
  troubles,
  writeFiles,
} from './sandbox.ts';

afterAll(removeFolders);

const commitAll = (dir: string): string => {
  git(dir, 'add', '-A');
  git(dir, 'commit', '-q', '--allow-empty', '-m', 'Work');
  return git(dir, 'rev-parse', 'HEAD');
};

describe('a repository', () => {
  it('reads files of old commits, from packs and alternates too', async () => {
    const dir = makeRepository({ 'content/a': '1\n', 'content/d/b': 'b\n', outside: 'o\n' });
    const first = git(dir, 'rev-parse', 'HEAD');
    writeFiles(dir, { 'content/a': '2\n' });
    const second = commitAll(dir);
    const borrowing = join(makeFolder(), 'borrowing');
    git(dir, 'clone', '-q', '--shared', dir, borrowing);
    const check = async (contentDir: string) => {
      const repo = await createRepository({ contentDir });
      const read = async (commit: string, path: string) => (await repo.readAt(commit, path))?.toString();
      expect([await read(first, 'a'), await read(second, 'a'), await read(second, 'd/b')]).toEqual([
        '1\n',
        '2\n',
        'b\n',
      ]);
      expect(await Promise.all(['d', 'none', 'a/x', '../outside'].map((path) => read(second, path)))).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect([await read(rev('nothing'), 'a'), await read('HEAD', 'a'), await read(rev('1\n'), 'a')]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    };
    await check(join(dir, 'content'));
    await check(join(borrowing, 'content'));
    git(dir, 'gc', '-q', '--prune=now');
    await check(join(dir, 'content'));
    await check(join(borrowing, 'content'));
  });

  it('reads what git packs while it is open', async () => {
    const dir = makeRepository({ a: '1\n', 'p/b': 'b\n' });
    const repo = await createRepository({ contentDir: dir });
    const head = (await repo.head())!;
    git(dir, 'gc', '-q', '--prune=now');
    expect((await repo.readAt(head, 'a'))?.toString()).toBe('1\n');
    writeFiles(dir, { a: '2\n' });
    const next = commitAll(dir);
    git(dir, 'gc', '-q', '--prune=now');
    expect((await repo.readAt(next, 'a'))?.toString()).toBe('2\n');
    expect((await repo.readAt(head, 'p/b'))?.toString()).toBe('b\n');
  });

  it.each(['pack', 'idx'])(
    'writes while git removes unreferenced objects, before the .%s is there',
    async (extension) => {
      const dir = makeRepository({ a: '1\n' });
      const rename = (from: string, to: string): void => {
        if (to.endsWith(`.${extension}`)) git(dir, 'gc', '-q', '--prune=now');
        durableFs.rename(from, to);
      };
      const repo = await createRepository({ contentDir: dir, fs: { ...durableFs, rename } });
      await publishOn(repo, edit('a', '2\n', '1\n'));
      await repo.close();
      expect(troubles(dir)).toEqual(NO_TROUBLES);
      expect(git(dir, 'count-objects', '-v')).toContain('garbage: 0');
      expect(leftovers(join(dir, '.git'))).toEqual([]);
    },
  );

  it('names the paths that differ between two commits', async () => {
    const dir = makeRepository({ 'c/same/x': 'x\n', 'c/a': '1\n', 'c/gone/y': 'y\n', 'c/f': 'f\n', 'other/z': 'z\n' });
    const first = git(dir, 'rev-parse', 'HEAD');
    git(dir, 'rm', '-q', '-r', 'c/gone', 'c/f');
    writeFiles(dir, { 'c/a': '2\n', 'c/f/g': 'g\n', 'other/z': '2\n' });
    const second = commitAll(dir);
    const repo = await createRepository({ contentDir: join(dir, 'c') });
    const sorted = async (from: string | null, to: string) =>
      (await repo.diff(from, to)).toSorted((a, b) => (a.path < b.path ? -1 : 1));
    expect(await sorted(first, second)).toEqual([
      { path: 'a', before: rev('1\n'), after: rev('2\n') },
      { path: 'f', before: rev('f\n'), after: null },
      { path: 'f/g', before: null, after: rev('g\n') },
      { path: 'gone/y', before: rev('y\n'), after: null },
    ]);
    expect((await sorted(null, first)).map(({ path }) => path)).toEqual(['a', 'f', 'gone/y', 'same/x']);
    expect(await repo.diff(second, second)).toEqual([]);
  });

  it('is reported as missing', async () => {
    await expect(createRepository({ contentDir: makeFolder() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('removes what a Quire that died has left, and nothing of others', async () => {
    const dir = makeRepository({ a: 'a\n' });
    const gitDir = join(dir, '.git');
    const dead = Number(runProgram(process.execPath, ['-e', 'console.log(process.pid)']).toString());
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    mkdirSync(join(gitDir, 'quire'));
    writeFileSync(join(gitDir, 'quire/0123456789ab-0-file'), 'half');
    writeFileSync(join(gitDir, 'quire/notes.txt'), 'mine');
    writeFileSync(join(gitDir, 'index.lock'), `quire-lock pid=${dead} started=1 boot=${boot} nonce=x\n`);
    writeFileSync(join(gitDir, 'HEAD.lock'), 'quire-lock pid=1 started=1 boot=another nonce=x\n');
    writeFileSync(join(gitDir, 'refs/heads/main.lock'), '');
    const packs = join(gitDir, 'objects/pack');
    for (const name of ['tmp_pack', 'new_idx']) writeFileSync(join(packs, `${name}_quire-${dead}-1_x`), 'half');
    writeFileSync(join(packs, 'tmp_pack_x'), 'of git');
    const repo = await createRepository({ contentDir: dir });
    await repo.close();
    expect(leftovers(gitDir)).toEqual(['objects/pack/tmp_pack_x', 'quire/notes.txt', 'refs/heads/main.lock']);
  });

  it('leaves the locks of a Quire that is alive', async () => {
    const dir = makeRepository({ a: 'a\n' });
    writeFileSync(join(dir, '.git/index.lock'), lockText('other'));
    await createRepository({ contentDir: dir });
    expect(existsSync(join(dir, '.git/index.lock'))).toBe(true);
  });

  it('publishes again and again while git commits, and loses nothing of either', async () => {
    const dir = makeRepository({ ours: '0\n', theirs: '0\n' });
    const repo = await createRepository({ contentDir: dir });
    let isDone = false;
    let theirs = 0;
    const developer = (async () => {
      const native = (await findNativeGit())!;
      for (; !isDone || theirs < 3; ) {
        writeFiles(dir, { theirs: `${theirs + 1}\n` });
        const made = await native
          .run(['-c', 'user.name=d', '-c', 'user.email=d@x', 'commit', '-q', '-m', 'Theirs', 'theirs'], dir)
          .then(
            () => true,
            () => false,
          );
        if (made) theirs++;
      }
    })();
    const publish = async (ours: number): Promise<unknown> =>
      repo.publish(await repo.head(), [request([edit('ours', `${ours + 1}\n`, `${ours}\n`)], 'Ours')]);
    try {
      for (let ours = 0; ours < 5; ours++) {
        await publish(ours).catch((error) => {
          if (!(error instanceof HeadMoved)) throw error;
          // Somebody who commits without a pause leaves nobody else the time to plan.
          return repo.holdHead(() => publish(ours));
        });
      }
    } finally {
      isDone = true;
      await developer;
    }
    await repo.close();
    const subjects = git(dir, 'log', '--format=%s').split('\n');
    expect(subjects.filter((subject) => subject === 'Ours')).toHaveLength(5);
    expect(subjects.filter((subject) => subject === 'Theirs')).toHaveLength(theirs);
    expect([git(dir, 'show', 'HEAD:ours'), git(dir, 'show', 'HEAD:theirs')]).toEqual(['5', String(theirs)]);
    expect(git(dir, 'fsck', '--strict', '--no-dangling')).toBe('');
    expect(git(dir, 'diff', 'HEAD', '--', 'ours')).toBe('');
  });

  it('holds the branch that is checked out once it holds HEAD, not the one before it', async () => {
    const dir = makeRepository({ a: 'a\n' });
    git(dir, 'branch', 'other');
    let isSwitched = false;
    const link: DurableFs['link'] = (from, to) => {
      if (!isSwitched && to.endsWith('index.lock')) {
        isSwitched = true;
        git(dir, 'switch', '-q', 'other');
      }
      durableFs.link(from, to);
    };
    const repo = await createRepository({ contentDir: dir, fs: { ...durableFs, link } });
    const locks = await repo.holdHead(async () => readdirSync(join(dir, '.git/refs/heads')));
    expect(locks).toContain('other.lock');
    expect(locks).not.toContain('main.lock');
    await repo.close();
    expect(leftovers(join(dir, '.git'))).toEqual([]);
  });

  it('has finished keeping a lost commit when a publish fails', async () => {
    const dir = makeRepository({ a: 'a\n' });
    const writing = { refs: 0 };
    const writeSynced: DurableFs['writeSynced'] = async (path, bytes, mode) => {
      const isRef = path.endsWith('-0-ref');
      if (isRef) writing.refs += 1;
      await durableFs.writeSynced(path, bytes, mode);
      for (let turns = 0; isRef && turns < 50; turns += 1) await turn();
      if (isRef) writing.refs -= 1;
    };
    const repo = await createRepository({ contentDir: dir, fs: { ...durableFs, writeSynced } });
    await publishOn(repo, edit('a', 'b\n', 'a\n'));
    git(dir, 'reset', '-q', '--hard', 'HEAD~1');
    await expect(publishOn(repo, edit('a', 'c\n', 'other\n'))).rejects.toThrow('has changes that are not committed');
    expect(writing.refs).toBe(0);
    expect(repo.reports()).toMatchObject([{ code: 'LOST_COMMIT' }]);
    await repo.close();
  });

  it('makes what git would make of any sequence of edits', async () => {
    const path = fc.constantFrom('a', 'a.b', 'b', 'd/a', 'd/b', 'd/e/a', 'ü/東', 'a/x', 'd/e');
    const change = fc.record({ path, text: fc.option(fc.constantFrom('1\n', '2\n', '3\n')) });
    const commits = fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(commits, async (plans) => {
        const dir = makeRepository();
        const repo = await createRepository({ contentDir: dir });
        const model = new Map<string, string>();
        for (const plan of plans) await publishPlan(repo, model, plan);
        await repo.close();
        const listed = git(dir, 'ls-tree', '-r', '-z', 'HEAD').split('\0').filter(Boolean);
        expect(listed.sort()).toEqual([...model].map(([file, text]) => `100644 blob ${rev(text)}\t${file}`).sort());
        const working = Object.entries(snapshot(dir)).filter(([file]) => !file.startsWith('.git/'));
        expect(working).toEqual([...model].map(([file, text]) => [file, rev(text)]).sort());
        expect(troubles(dir)).toEqual(NO_TROUBLES);
        expect(leftovers(join(dir, '.git'))).toEqual([]);
      }),
      { numRuns: runs(30, 4) },
    );
  });
});

describe('a repository of another user', () => {
  const makeForeign = (): string => {
    const dir = makeRepository({ a: 'a\n' });
    chmodSync(dir, 0o755);
    chmodSync(join(dir, '.git'), 0o555);
    onTestFinished(() => chmodSync(join(dir, '.git'), 0o755));
    return dir;
  };
  const open = async (contentDir: string, readOnly: boolean): Promise<GitRepository> => {
    const privateDir = makeFolder();
    const becomeSomebody = becomeNobody();
    try {
      const findGit = async () => null;
      return await openRepository({
        ...{ contentDir, privateDir, readOnly, findGit, seals: UNSEALED, programPaths: [], isContent: () => true },
        branch: undefined,
        now: () => new Date(),
      });
    } finally {
      becomeSomebody();
    }
  };

  it('is refused to a writer, with a clear message', async () => {
    const dir = makeForeign();
    await expect(open(dir, false)).rejects.toThrow(
      `Quire may not write to ${dir}/.git/quire (EACCES): make the user it runs as the owner of the repository, or set READ_ONLY=true`,
    );
  });

  it('is made where there is none, even for reading only', async () => {
    const dir = makeFolder();
    writeFiles(dir, { a: 'a\n' });
    const repo = await openRepository({
      ...{ contentDir: dir, privateDir: makeFolder(), branch: undefined, readOnly: true, seals: UNSEALED },
      ...{ programPaths: [], isContent: () => true },
      findGit: async () => null,
      now: () => new Date(),
    });
    expect((await repo.readAt((await repo.head())!, 'a'))?.toString()).toBe('a\n');
    await repo.close();
  });

  it('is served to a reader, and stays as it is', async () => {
    const dir = makeForeign();
    const before = snapshot(dir);
    const repo = await open(dir, true);
    expect((await repo.readAt((await repo.head())!, 'a'))?.toString()).toBe('a\n');
    expect(repo.reports()).toEqual([]);
    await repo.close();
    expect(snapshot(dir)).toEqual(before);
  });

  it('keeps no lost commit of ours when it is only read', async () => {
    const dir = makeRepository({ a: 'a\n' });
    const own = { contentDir: dir, ownCommitsFile: join(makeFolder(), 'own-commits.json') };
    const writing = await createRepository(own);
    await publishOn(writing, edit('b', 'b\n'));
    await writing.close();
    git(dir, 'reset', '-q', '--hard', 'HEAD~');
    const before = snapshot(dir);
    const reading = await createRepository({ ...own, readOnly: true });
    await reading.close();
    expect(snapshot(dir)).toEqual(before);
    const again = await createRepository(own);
    expect(again.reports()).toMatchObject([{ code: 'LOST_COMMIT' }]);
    await again.close();
  });

  it('is not made if there is none and nothing may be written', async () => {
    const dir = makeFolder();
    chmodSync(dir, 0o755);
    await expect(open(dir, true)).rejects.toThrow(`There is no git repository at ${dir}`);
    expect(readdirSync(dir)).toEqual([]);
  });
});

interface Step {
  readonly path: string;
  readonly text: string | null;
}

/** One commit of these steps; leaves out a step that makes no sense after those before it. */
async function publishPlan(repo: GitRepository, model: Map<string, string>, plan: readonly Step[]): Promise<void> {
  const before = new Map(model);
  for (const { path, text } of plan) {
    if (text === null) model.delete(path);
    else if ([...model.keys()].every((other) => !other.startsWith(`${path}/`) && !path.startsWith(`${other}/`)))
      model.set(path, text);
  }
  const paths = new Set([...before.keys(), ...model.keys()]);
  const edits = [...paths]
    .filter((path) => before.get(path) !== model.get(path))
    .map((path) => edit(path, model.get(path) ?? null, before.get(path)));
  await repo.publish(await repo.head(), [request(edits)]);
}

describe('native git', () => {
  it('runs without variables that would redirect it', async () => {
    expect(gitEnvironment({ GIT_DIR: '/x', GIT_INDEX_FILE: '/y', PATH: '/bin' })).toEqual({
      PATH: '/bin',
      GIT_TERMINAL_PROMPT: '0',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_GRAFT_FILE: '/dev/null',
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_NO_LAZY_FETCH: '1',
      LC_ALL: 'C',
    });
    const dir = makeRepository({ a: 'a\n' });
    const native = await findNativeGit({ env: { ...process.env, GIT_DIR: '/nowhere' } });
    expect((await native!.run(['ls-files'], dir)).toString()).toBe('a\n');
  });

  it('runs no hook and no file system monitor', async () => {
    const dir = makeRepository({ a: 'a\n' });
    mkdirSync(join(dir, '.git/hooks'));
    writeFileSync(join(dir, '.git/hooks/pre-commit'), `#!/bin/sh\ntouch ${dir}/hooked\n`, { mode: 0o755 });
    git(dir, 'config', 'core.fsmonitor', `touch ${dir}/hooked; false`);
    const native = (await findNativeGit())!;
    await native.run(['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'x'], dir);
    await native.run(['status'], dir);
    expect(existsSync(join(dir, 'hooked'))).toBe(false);
  });

  it('is null if there is none, and says why a command failed', async () => {
    expect(await findNativeGit({ program: 'no-such-git' })).toBeNull();
    const native = (await findNativeGit())!;
    await expect(native.run(['no-such-command'], makeFolder())).rejects.toThrow(/no-such-command/);
    const read = async () => {
      for await (const _ of native.stream(['log'], makeFolder()));
    };
    await expect(read()).rejects.toThrow(/not a git repository/);
  });
});
