import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startProcess } from './serverProcess.ts';
import { logIn, requireSound } from './siteProcess.ts';

const ADMIN = { QUIRE_ADMIN_EMAIL: 'ada@example.org', QUIRE_ADMIN_PASSWORD: 'correct horse' };
const MIB = 2 ** 20;

/** A file system of its own of so many MiB; null where this machine does not let us make one. */
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

const disk = makeFileSystem(260);

describe.runIf(disk !== null)('a disk that runs full', () => {
  it('SEC-33 refuses writes with 507 while reads go on, and takes them again without a restart', async () => {
    const folder = disk ?? '';
    onTestFinished(() => {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    });
    const content = join(folder, 'content');
    for (const name of ['content-types', 'pages/en']) mkdirSync(join(content, name), { recursive: true });
    writeFileSync(join(content, 'content-types', 'plain.yaml'), 'id: 1\nname: Plain\n');
    writeFileSync(join(content, 'pages', 'en', 'home.yaml'), 'id: 1\ntype: plain\ntitle: Home\nstatus: published\n');
    const server = await startProcess({ ...ADMIN, CONTENT_DIR: content, PRIVATE_DIR: join(folder, 'private') });
    const token = await logIn(server.url, ADMIN);
    const put = (title: string) =>
      fetch(`${server.url}/api/admin/pages/1`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title }),
      });
    const readTitle = async () => {
      const response = await fetch(`${server.url}/api/content/pages/home`);
      return ((await response.json()) as { data: { title: string } }).data.title;
    };

    expect((await put('Before')).status).toBe(200);
    const ballast = join(folder, 'ballast');
    const file = openSync(ballast, 'w');
    for (let written = 0; written < 100; written += 1) writeSync(file, Buffer.alloc(MIB));
    closeSync(file);

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
});
