import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initRepository } from '../../src/git/init.ts';
import { findNativeGit, type NativeGit } from '../../src/git/read/native.ts';
import { createRepository } from '../../src/git/repository.ts';
import { runProgram } from '../run/runProgram.ts';
import {
  edit,
  git,
  makeFolder,
  makeRepository,
  NO_TROUBLES,
  removeFolders,
  request,
  snapshot,
  troubles,
  writeFiles,
} from './sandbox.ts';

afterAll(removeFolders);

let installed: NativeGit | null;
beforeAll(async () => {
  installed = await findNativeGit();
});

describe.each(['native git', 'no native git'])('initRepository with %s', (how) => {
  const init = (contentDir: string) =>
    initRepository({ contentDir, findGit: async () => (how === 'native git' ? installed : null) });

  it('tracks everything that is not ignored, on the branch main, with a reflog', async () => {
    const dir = makeFolder();
    writeFiles(dir, {
      'pages/en/ü.yaml': 'a\n',
      'crlf.md': 'a\r\n',
      '.gitignore': 'secret\n/private/\n',
      secret: 'x',
      'private/x': 'x',
      run: '#!/bin/sh\n',
    });
    chmodSync(join(dir, 'run'), 0o755);
    await init(dir);
    expect(git(dir, 'ls-files', '--stage', 'run')).toMatch(/^100755 /);
    expect(git(dir, '-c', 'core.quotePath=false', 'ls-files')).toBe('.gitignore\ncrlf.md\npages/en/ü.yaml\nrun');
    expect(git(dir, 'log', '--format=%s|%an|%cn|%D')).toBe('Start the content history|Quire|Quire|HEAD -> main');
    expect(git(dir, 'reflog')).toMatch(/commit \(initial\): Start the content history/);
    expect(readFileSync(join(dir, 'crlf.md'), 'latin1')).toBe('a\r\n');
    expect(git(dir, 'cat-file', 'blob', 'HEAD:crlf.md')).toBe('a\r');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('makes a repository of an empty folder without a commit, ready for the first write', async () => {
    const dir = makeFolder();
    await init(dir);
    const repo = await createRepository({ contentDir: dir });
    expect(await repo.head()).toBeNull();
    await repo.publish(null, [request([edit('a', 'a\n')])]);
    await repo.close();
    expect(git(dir, 'log', '--format=%s %D')).toBe('Change something HEAD -> main');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('finishes where it was interrupted before the first commit', async () => {
    const dir = makeRepository();
    writeFiles(dir, { a: 'a\n' });
    await init(dir);
    expect(git(dir, 'ls-files')).toBe('a');
    const done = snapshot(dir);
    await init(dir);
    expect(snapshot(dir)).toEqual(done);
  });

  it('leaves a repository above the content folder, and staged files before the first commit, as they are', async () => {
    const above = makeRepository({ 'content/a': 'a\n' });
    writeFiles(above, { 'content/new': 'n\n' });
    const staged = makeRepository();
    writeFiles(staged, { a: 'a\n', b: 'b\n' });
    git(staged, 'add', 'a');
    const before = [snapshot(above), snapshot(staged)];
    await init(join(above, 'content'));
    await init(staged);
    expect([snapshot(above), snapshot(staged)]).toEqual(before);
  });

  it('commits no repository inside the content and follows no link', async () => {
    const [dir, outside] = [makeFolder(), makeFolder()];
    writeFiles(outside, { x: 'x' });
    writeFiles(dir, { a: 'a\n' });
    symlinkSync(outside, join(dir, 'link'));
    mkdirSync(join(dir, 'inner'));
    git(join(dir, 'inner'), 'init', '-q');
    await init(dir);
    expect(git(dir, 'ls-files').split('\n')).not.toContain('link/x');
    expect(git(dir, 'ls-files').split('\n')).toContain('a');
    expect(git(dir, 'fsck', '--strict')).toBe('');
  });
});

// Without a shell the limit cannot be lowered.
it.skipIf(process.platform === 'win32')('commits more files than a process may have open, without native git', () => {
  const [dir, names] = [makeFolder(), Array.from({ length: 300 }, (_, at) => `f${at}`)];
  writeFiles(dir, Object.fromEntries(names.map((name) => [name, `${name}\n`])));
  const script = `import(process.argv[1]).then((part) =>
    part.initRepository({ contentDir: process.argv[2], findGit: async () => null }));`;
  const part = new URL('../../dist-test/init.js', import.meta.url).pathname;
  runProgram('sh', ['-c', 'ulimit -n 128 && exec "$0" "$@"', process.execPath, '-e', script, part, dir]);
  expect(git(dir, 'ls-files').split('\n').sort()).toEqual(names.sort());
});
