import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { guardInstance } from '../../../src/lib/disk/guardInstance.ts';

function makeSocketPath(): string {
  const dir = mkdtempSync(join(tmpdir(), 'quire-guard-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, 'running.sock');
}

const guard = (socket: string) => guardInstance(socket, 'Another one runs');

it('keeps a second instance away while the first runs', async () => {
  const socket = makeSocketPath();
  const first = await guard(socket);
  await expect(guard(socket)).rejects.toThrow('Another one runs');
  await first.close();
  await (await guard(socket)).close();
});

/** The socket file that a killed process leaves. */
async function leaveSocket(): Promise<string> {
  const socket = makeSocketPath();
  const child = spawn(process.execPath, [
    '-e',
    `require('net').createServer().listen(${JSON.stringify(socket)}, () => console.log('up'))`,
  ]);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  await expect(guard(socket)).rejects.toThrow('Another one runs');
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));

  expect(existsSync(socket)).toBe(true);
  return socket;
}

it('takes over from an instance that was killed', async () => {
  const socket = await leaveSocket();
  await (await guard(socket)).close();
  expect(readdirSync(dirname(socket))).toEqual([]);
});

it('lets only one of two instances run that start at the same moment, whether or not one was killed before', async () => {
  for (const socket of [makeSocketPath(), await leaveSocket()]) {
    const starts = await Promise.allSettled([guard(socket), guard(socket), guard(socket)]);
    const running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    expect(running).toHaveLength(1);
    await expect(guard(socket)).rejects.toThrow('Another one runs');
    await running[0]!.close();
    await (await guard(socket)).close();
  }
});
