import { lstat, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openLastUse } from '../../src/auth/lastUse.ts';
import { createClock, makePrivateFolder, START } from './fixtures.ts';

async function open(options: { writeEveryMs?: number } = {}) {
  const privateDir = await makePrivateFolder(onTestFinished);
  const clock = createClock();
  const errors: unknown[] = [];
  const reopen = () => openLastUse({ privateDir, clock, onError: (error) => errors.push(error), ...options });
  return { privateDir, path: join(privateDir, 'state', 'last-use.json'), clock, errors, reopen };
}

describe("an API key's last use", () => {
  it('is known at once and after a restart', async () => {
    const { reopen, clock, path } = await open();
    const lastUse = await reopen();
    lastUse.note(3);
    clock.pass(5);
    lastUse.note(4);
    await lastUse.close();
    for (const known of [lastUse, await reopen()]) {
      expect([known.find(3), known.find(4), known.find(5)]).toEqual([START, '2026-01-05T09:00:05.000Z', null]);
    }
    expect((await lstat(path)).mode & 0o777).toBe(0o600);
  });

  it('is not written at every use', async () => {
    const { reopen, path } = await open();
    const lastUse = await reopen();
    for (let use = 0; use < 100; use += 1) lastUse.note(3);
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    await lastUse.close();
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ 3: START });
  });

  it('is written by itself after a while', async () => {
    const { reopen, path } = await open({ writeEveryMs: 1 });
    const lastUse = await reopen();
    lastUse.note(3);
    await vi.waitFor(async () => expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ 3: START }), 5000);
  });

  it('starts empty if the file is damaged, which is reported', async () => {
    const { reopen, path, errors } = await open();
    await writeFile(path, '{"3": ');
    const lastUse = await reopen();
    expect(lastUse.find(3)).toBeNull();
    expect(errors).toEqual([expect.any(SyntaxError)]);
  });

  it('reports that it cannot be written, and stays in memory', async () => {
    const { reopen, privateDir, errors } = await open({ writeEveryMs: 1 });
    const lastUse = await reopen();
    await rm(join(privateDir, 'state'), { recursive: true });
    lastUse.note(3);
    await vi.waitFor(() => expect(errors).toEqual([expect.objectContaining({ code: 'ENOENT' })]), 5000);
    expect(lastUse.find(3)).toBe(START);
    await lastUse.close();
    expect(errors).toHaveLength(2);
  });
});
