import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { findNativeGit } from '../../../src/git/read/native.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-native-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A program in place of git that runs these lines of shell. */
function makeProgram(...lines: readonly string[]): string {
  const program = join(makeFolder(), 'git');
  const version = 'case "$*" in *--version*) echo git version 2.50; exit;; esac';
  writeFileSync(program, ['#!/bin/sh', version, ...lines, ''].join('\n'));
  chmodSync(program, 0o755);
  return program;
}

const MODULE = new URL('../../../src/git/read/native.ts', import.meta.url).pathname;
/** A process with every descriptor in use, which asks git and prints what it gets. */
const EXHAUSTED = `
import { openSync } from 'node:fs';
import { findNativeGit } from ${JSON.stringify(MODULE)};
const git = await findNativeGit();
try { for (;;) openSync('/dev/null', 'r'); } catch {}
const ask = (asking) => asking.catch((error) => error.code ?? String(error));
const run = await ask(git.run(['--version'], '/'));
const stream = await ask(git.stream(['--version'], '/').next());
await new Promise((resolve) => setImmediate(resolve));
console.log(run, stream);
`;

it('fails, and does not end the process, when there is no descriptor left to start git', () => {
  const program = join(makeFolder(), 'exhausted.mjs');
  writeFileSync(program, EXHAUSTED);
  const started = ['-c', 'ulimit -n 100; exec "$0" --import tsx "$1"', process.execPath, program];
  const { status, stdout, stderr } = spawnSync('/bin/sh', started, { cwd: process.cwd(), encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'EMFILE EMFILE\n', stderr: '' });
});

it('streams to a caller that takes longer for a chunk than git may be silent', async () => {
  const silentMs = 100;
  const git = await findNativeGit({ program: makeProgram('head -c 1000000 /dev/zero'), silentMs });
  let size = 0;
  for await (const chunk of git!.stream(['log'], tmpdir())) {
    if (size === 0) await wait(4 * silentMs);
    size += chunk.length;
  }
  expect(size).toBe(1_000_000);
});

it('gives up a git that is silent for too long', async () => {
  const git = await findNativeGit({ program: makeProgram('echo begun', 'exec sleep 60'), silentMs: 100 });
  const streaming = async (): Promise<void> => {
    for await (const chunk of git!.stream(['log'], tmpdir())) expect(String(chunk)).toBe('begun\n');
  };
  await expect(streaming()).rejects.toThrow('git log failed with null');
});
