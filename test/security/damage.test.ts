import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { someOf } from '../long.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { runProgram } from '../run/runProgram.ts';
import { SMALL_SITE } from '../smallSite.ts';
import { rawObjects } from './rawObjects.ts';

async function write(site: Site, title: string): Promise<void> {
  const { status, body } = await site.ask('PUT /admin/pages/1', { as: 'editor', body: { title } });
  expect([status, body.errors]).toEqual([200, undefined]);
}

async function codes(site: Site): Promise<readonly string[]> {
  const { body } = await site.ask('GET /admin/problems', { as: 'admin' });
  return body.data.map((one: { code: string }) => one.code);
}

const total = async (site: Site): Promise<number> =>
  (await site.ask('GET /admin/pages/1/revisions', { as: 'editor' })).body.meta?.total;

/** Starts without the caches of the last run. */
async function startAnew(site: Site): Promise<void> {
  await site.stop();
  for (const name of ['history.bin', 'parse-cache.bin']) rmSync(join(site.privateDir, 'state', name), { force: true });
  await site.restart();
}

/** Takes an object's loose file away, or writes nonsense into it. */
function damage(site: Site, id: string, how: 'gone' | 'nonsense'): void {
  const path = rawObjects(site).pathOf(id);
  rmSync(path);
  if (how === 'nonsense') writeFileSync(path, randomBytes(100));
}

it.each(
  someOf(
    (['commit', 'tree', 'file'] as const).flatMap((what) =>
      (['gone', 'nonsense'] as const).flatMap((how) => [true, false].map((native) => [what, how, native] as const)),
    ),
    2,
  ),
)(
  'SEC-37 writes and starts go on with a %s of the past that is %s (native git: %s)',
  async (what, how, usesNativeGit) => {
    const site = await makeSite(SMALL_SITE, { usesNativeGit });
    const { commit, moveTo, resolve, put, treeWith } = rawObjects(site);
    const file = put('blob', 'id: 9\ntype: plain\ntitle: Z\n');
    const tree = treeWith('100644', 'zzz.yaml', file);
    const past = commit({ tree });
    moveTo(commit({ tree: resolve('HEAD^{tree}'), parents: [past] }));
    await write(site, 'Before');
    damage(site, { commit: past, tree, file }[what], how);
    await write(site, 'Now');
    await startAnew(site);
    await write(site, 'After a start');
    await expect.poll(() => total(site), { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
    expect((await site.ask('GET /admin/audit-logs', { as: 'admin' })).status).toBe(200);
    // History names a missing file by its path, as in a shallow or cleaned repository.
    expect((await codes(site)).includes('DAMAGED')).toBe(how === 'nonsense' || what !== 'file');
  },
);

it('SEC-37 the server starts at a commit that cannot be read, refuses writes, and says why', async () => {
  const site = await makeSite(SMALL_SITE);
  const folder = join(site.contentDir, '.git/objects/pack');
  const before = readdirSync(folder);
  const { commit, moveTo } = rawObjects(site);
  const id = commit();
  moveTo(id);
  await write(site, 'Before');
  const head = site.git('rev-parse', 'HEAD').trim();
  await site.stop();
  // Our writes are in packs.
  for (const name of readdirSync(folder)) if (!before.includes(name)) rmSync(join(folder, name));
  await site.restart();
  expect((await site.ask('GET /content/pages/home')).body.data.title).toBe('Before');
  const { status, body } = await site.ask('PUT /admin/pages/1', { as: 'editor', body: { title: 'No' } });
  expect([status, body.errors[0].code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(body.errors[0].message).toContain('git fsck');
  expect(await codes(site)).toContain('DAMAGED');
  site.git('update-ref', '--no-deref', 'HEAD', id, head);
  site.git('reset', '--hard', '--quiet');
  await expect.poll(async () => (await site.ask('GET /content/pages/home')).body.data.title).toBe('Home');
  await write(site, 'Again');
});

it.each(['an index that is cut short', 'an index of nonsense', 'a pack that is cut short'])(
  'SEC-37 %s stops nothing that others hold',
  async (what) => {
    const site = await makeSite(SMALL_SITE);
    await write(site, 'Before');
    await site.stop();
    const folder = join(site.contentDir, '.git/objects/pack');
    // All objects are loose, too.
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.pack'))) {
      const bytes = readFileSync(join(folder, name));
      for (const other of readdirSync(folder)) if (other.startsWith(name.slice(0, -5))) rmSync(join(folder, other));
      writeFileSync(join(site.privateDir, name), bytes);
      site.git('-c', 'core.quotePath=false', 'hash-object', '-w', 'pages/en/home.yaml');
      runProgram('git', ['unpack-objects', '-q'], { cwd: site.contentDir, input: bytes });
    }
    site.git('repack', '-aq');
    const [pack = ''] = readdirSync(folder).filter((one) => one.endsWith('.pack'));
    const path = join(folder, what.includes('index') ? pack.replace('.pack', '.idx') : pack);
    chmodSync(path, 0o644);
    if (what.endsWith('nonsense')) writeFileSync(path, randomBytes(2000));
    else truncateSync(path, 100);
    await startAnew(site);
    await write(site, 'Now');
    await expect.poll(() => total(site), { timeout: 20_000 }).toBe(3);
  },
);

it('reports a lost commit as long as its ref exists, packed or not, even after a restart', async () => {
  const site = await makeSite(SMALL_SITE);
  await write(site, 'Lost');
  const lost = site.git('rev-parse', 'HEAD').trim();
  site.git('reset', '--hard', '--quiet', 'HEAD~1');
  await expect.poll(() => codes(site)).toEqual(['LOST_COMMIT']);
  await site.restart();
  expect(await codes(site)).toEqual(['LOST_COMMIT']);
  site.git('pack-refs', '--all');
  expect(await codes(site)).toEqual(['LOST_COMMIT']);
  site.git('update-ref', '-d', `refs/quire/lost/${lost}`);
  expect(await codes(site)).toEqual([]);
  await site.restart();
  expect(await codes(site)).toEqual([]);
});
