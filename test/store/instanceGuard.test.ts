import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { guardInstance } from '../../src/store/instanceGuard.ts';

function makePrivateDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'quire-guard-'));
  mkdirSync(join(dir, 'state'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

it('keeps a second instance away while the first runs', async () => {
  const dir = makePrivateDir();
  const first = await guardInstance(dir);
  await expect(guardInstance(dir)).rejects.toThrow(`Another Quire is running on ${dir}`);
  await first.close();
  await (await guardInstance(dir)).close();
});

it('takes over from an instance that was killed', async () => {
  const dir = makePrivateDir();
  const socket = join(dir, 'state', 'running.sock');
  const child = spawn(process.execPath, [
    '-e',
    `require('net').createServer().listen(${JSON.stringify(socket)}, () => console.log('up'))`,
  ]);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  await expect(guardInstance(dir)).rejects.toThrow('Another Quire');
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));

  expect(existsSync(socket)).toBe(true);
  await (await guardInstance(dir)).close();
});
