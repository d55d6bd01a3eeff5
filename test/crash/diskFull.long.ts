import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startProcess } from './serverProcess.ts';
import { logIn, requireSound } from './siteProcess.ts';

const ADMIN = { QUIRE_ADMIN_EMAIL: 'ada@example.org', QUIRE_ADMIN_PASSWORD: 'correct horse' };
const MIB = 2 ** 20;

/** Makes a file system of this many MiB; null if this machine does not allow it. */
function makeFileSystem(sizeMib: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'quire-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m`, 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}

const disks = [makeFileSystem(260), makeFileSystem(260)];

/** A server on a file system of its own that a test can fill. */
async function startOn(folder: string) {
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const content = join(folder, 'content');
  for (const name of ['content-types', 'pages/en']) mkdirSync(join(content, name), { recursive: true });
  writeFileSync(join(content, 'content-types', 'plain.yaml'), 'id: 1\nname: Plain\n');
  writeFileSync(join(content, 'pages', 'en', 'home.yaml'), 'id: 1\ntype: plain\ntitle: Home\nstatus: published\n');
  const start = () => startProcess({ ...ADMIN, CONTENT_DIR: content, PRIVATE_DIR: join(folder, 'private') });
  const server = await start();
  const token = await logIn(server.url, ADMIN);
  const put = (title: string) =>
    fetch(`${server.url}/api/admin/pages/1`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title }),
    });
  const readTitle = async (url = server.url) => {
    const response = await fetch(`${url}/api/content/pages/home`);
    return ((await response.json()) as { data: { title: string } }).data.title;
  };
  return { content, start, server, put, readTitle };
}

/** Fills a file system with this many MiB, or until it is full. */
function fill(ballast: string, mib: number): void {
  const file = openSync(ballast, 'w');
  try {
    for (let written = 0; written < mib; written += 1) writeSync(file, Buffer.alloc(MIB));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    closeSync(file);
  }
}

describe.runIf(!disks.includes(null))('a disk that runs full', () => {
  it('SEC-33 refuses writes with 507 while reads go on, and takes them again without a restart', async () => {
    const folder = disks[0] ?? '';
    const { content, server, put, readTitle } = await startOn(folder);
    expect((await put('Before')).status).toBe(200);
    const ballast = join(folder, 'ballast');
    fill(ballast, 100);

    const refused = await put('While full');
    expect(refused.status).toBe(507);
    expect(await refused.json()).toMatchObject({ errors: [{ code: 'INSUFFICIENT_STORAGE' }] });
    expect(await readTitle()).toBe('Before');

    rmSync(ballast);
    expect((await put('After')).status).toBe(200);
    expect(await readTitle()).toBe('After');
    expect(await server.stop()).toBe(0);
    requireSound(content);
  });

  it('SEC-33 stops with 0 when not a byte is left, and starts again with everything that was acknowledged', async () => {
    const folder = disks[1] ?? '';
    const { content, start, server, put, readTitle } = await startOn(folder);
    expect((await put('Before')).status).toBe(200);
    const ballast = join(folder, 'ballast');
    fill(ballast, Number.POSITIVE_INFINITY);
    expect((await put('While full')).status).toBe(507);
    expect(await server.stop()).toBe(0);

    rmSync(ballast);
    const again = await start();
    expect(await readTitle(again.url)).toBe('Before');
    expect(await again.stop()).toBe(0);
    requireSound(content);
  });
});
