import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { long } from './long.ts';
import { makeSite, type Site } from './makeSite.ts';
import { SMALL_SITE } from './smallSite.ts';

const run = promisify(execFile);

interface Backup {
  readonly content: string;
  readonly private: string;
}

/** Backs up a running site as docs/backups.md says: a copy of the private folder, and a clone. */
async function backUp({ contentDir, privateDir }: Site): Promise<Backup> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const backup = { content: join(folder, 'content.git'), private: join(folder, 'of today', 'private') };
  const [, recipe = ''] = /```sh\n(mkdir -p "\$BACKUP".*?)```/s.exec(readFileSync('docs/backups.md', 'utf8')) ?? [];
  await run('sh', ['-c', recipe], {
    env: { ...process.env, PRIVATE_DIR: privateDir, BACKUP: backup.private },
  });
  await run('git', ['clone', '--quiet', '--mirror', contentDir, backup.content]);
  return backup;
}

/** Restores a lost site from backups. */
async function restore(site: Site, backup: Partial<Backup>): Promise<void> {
  await site.stop();
  rmSync(site.contentDir, { recursive: true });
  rmSync(site.privateDir, { recursive: true });
  await run('git', ['clone', '--quiet', backup.content ?? '', site.contentDir]);
  if (backup.private !== undefined) await run('cp', ['-a', backup.private, site.privateDir]);
  await site.restart();
}

const makePage = (site: Site, title: string) =>
  site.ask('POST /admin/pages', { as: 'editor', body: { title, type: 'plain', status: 'published' } });

/** @param problems the codes of the problems that the restored site reports */
async function expectSound(site: Site, problems: readonly string[] = []): Promise<void> {
  const { body: told } = await site.ask('GET /admin/problems', { as: 'admin' });
  expect(told.data.map(({ code }: { code: string }) => code)).toEqual(problems);
  const { status, body } = await makePage(site, `After ${Math.random()}`);
  expect([status, body.data.status]).toEqual([201, 'published']);
  // A clone of a local folder contains all its objects, also commits that no ref had yet.
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(site.git('status', '--porcelain')).toBe('');
}

long.it('serves everything that was acknowledged before a backup made during writes', async () => {
  const site = await makeSite(SMALL_SITE);
  const { body: gone } = await makePage(site, 'Gone');
  await site.ask(`DELETE /admin/pages/${gone.data.id}`, { as: 'editor' });
  const { body: key } = await site.ask('POST /admin/api-keys', {
    as: 'admin',
    body: { name: 'Front end', permissions: 'content:read' },
  });
  await makePage(site, 'Before');
  const meanwhile = Array.from({ length: 40 }, (_, n) => makePage(site, `Meanwhile ${n}`));
  const backup = await backUp(site);
  await Promise.all(meanwhile);
  await makePage(site, 'Too late');
  await restore(site, backup);

  expect((await site.ask('GET /content/pages/before')).body.data).toMatchObject({ title: 'Before' });
  expect((await site.ask('GET /content/pages/too-late')).status).toBe(404);
  const byKey = await site.ask('GET /admin/pages?limit=1', { headers: { 'x-api-key': key.data.key } });
  expect(byKey.status).toBe(200);
  await expectSound(site);
  const { body: all } = await site.ask('GET /admin/pages?limit=100', { as: 'editor' });
  expect(all.data.map(({ id }: { id: number }) => id)).not.toContain(gone.data.id);
});

long.it('starts with a private folder from before or after the content', async () => {
  const site = await makeSite(SMALL_SITE);
  await makePage(site, 'Early');
  const early = await backUp(site);
  await makePage(site, 'Late');
  const late = await backUp(site);
  await restore(site, { content: late.content, private: early.private });
  expect((await site.ask('GET /content/pages/late')).status).toBe(200);
  await expectSound(site);
  await restore(site, { content: early.content, private: late.private });
  expect((await site.ask('GET /content/pages/late')).status).toBe(404);
  expect((await site.ask('GET /content/pages/early')).status).toBe(200);
  // The private folder remembers a commit that the older repository does not have.
  await expectSound(site, ['LOST_COMMIT']);
});

it('serves from the repository alone, and lets a first admin be made again', async () => {
  const site = await makeSite(SMALL_SITE);
  await makePage(site, 'Kept');
  const { content } = await backUp(site);
  await restore(site, { content });
  expect((await site.ask('GET /content/pages/kept')).status).toBe(200);
  expect((await site.ask('GET /admin/setup/status')).body.data).toEqual({ needsSetup: true });
});
