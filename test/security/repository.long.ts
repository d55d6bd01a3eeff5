import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorsOf } from '../errorsOf.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';
import { rawObjects } from './rawObjects.ts';

const MIB = 1024 * 1024;

/** Changes the page, which must succeed. */
async function write(site: Site, title: string): Promise<void> {
  const { status, body } = await site.ask('PUT /admin/pages/1', { as: 'editor', body: { title } });
  expect([title, status, body.errors]).toEqual([title, 200, undefined]);
}

/** Expects writes and history to go on, now and after starts with and without the caches of the last run. */
async function expectSound(site: Site, revisions: number): Promise<void> {
  await write(site, 'Now');
  await site.restart();
  await write(site, 'After a start');
  await site.stop();
  for (const name of ['history.bin', 'parse-cache.bin']) rmSync(join(site.privateDir, 'state', name), { force: true });
  await site.restart();
  await write(site, 'After a start without caches');
  const list = () => site.ask('GET /admin/pages/1/revisions?limit=100', { as: 'editor' });
  await expect.poll(async () => (await list()).body.meta?.total, { timeout: 60_000 }).toBe(revisions + 3);
  const audit = await site.ask('GET /admin/audit-logs?limit=100', { as: 'admin' });
  expect(audit.status).toBe(200);
  expect((await site.ask('GET /content/pages/home')).body.data.title).toBe('After a start without caches');
  expect(site.git('status', '--porcelain')).toBe('');
}

async function problems(site: Site): Promise<readonly string[]> {
  const { body } = await site.ask('GET /admin/problems', { as: 'admin' });
  return errorsOf(body.data).map((one: { code: string; message: string }) => `${one.code} ${one.message}`);
}

describe.each([
  ['with native git', true],
  ['without it', false],
])('%s', (_, usesNativeGit) => {
  it('SEC-37 goes on working with a file of 600 MB in its history', async () => {
    const site = await makeSite(SMALL_SITE, { usesNativeGit });
    const { putLarge, treeWith, commit, moveTo, resolve } = rawObjects(site);
    const tree = treeWith('100644', 'zzz.yaml', await putLarge('blob', 'title: ', 600 * MIB));
    const added = commit({ tree });
    moveTo(commit({ tree: resolve('HEAD^{tree}'), parents: [added] }));
    await expectSound(site, 1);
    expect(await problems(site)).toEqual([]);
  }, 120_000);

  it('SEC-37 goes on working with a commit message of 560 MB', async () => {
    const site = await makeSite(SMALL_SITE, { usesNativeGit });
    const { putLarge, moveTo, resolve, WHO } = rawObjects(site);
    const start = `tree ${resolve('HEAD^{tree}')}\nparent ${resolve('HEAD')}\nauthor ${WHO}\ncommitter ${WHO}\n\nLong `;
    moveTo(await putLarge('commit', start, 560 * MIB));
    await expectSound(site, 1);
    expect(await problems(site)).toEqual([]);
  }, 120_000);

  it('SEC-37 goes on working with malformed commits', async () => {
    const site = await makeSite(SMALL_SITE, { usesNativeGit });
    const raw = rawObjects(site);
    const { put, commit, moveTo, resolve, treeOf, treeWith, WHO } = raw;
    const dated = (time: string): string => `author A <a@b> ${time}\ncommitter C <c@d> ${time}\n`;
    const empty = put('blob', '');
    const many = Array.from(
      { length: 100_000 },
      (_, n) => ['100644', `p${String(n).padStart(6, '0')}.txt`, empty] as const,
    );
    const root = resolve('HEAD');
    const rootTree = resolve('HEAD^{tree}');
    const shapes: Readonly<Record<string, () => string>> = {
      'the year 10,000': () => commit({ lines: dated('253402300800 +0000') }),
      'a time that is no number of any computer': () => commit({ lines: dated(`${'9'.repeat(60)} +9999`) }),
      'a time before 1970': () => commit({ lines: dated('-86400 -9999') }),
      'a time of words': () => commit({ lines: dated('yesterday') }),
      'no author': () => commit({ lines: `committer ${WHO}\n` }),
      'no committer': () => commit({ lines: `author ${WHO}\n` }),
      nobody: () => commit({ lines: '' }),
      'two committers': () => commit({ lines: `author ${WHO}\ncommitter ${WHO}\ncommitter ${WHO}\n` }),
      'names of angle brackets': () => commit({ lines: `author ${'<'.repeat(200_000)}\ncommitter ${WHO}\n` }),
      'a name of 300 KB': () => commit({ lines: `author ${'n'.repeat(300_000)} <a@b> 1 +0000\ncommitter ${WHO}\n` }),
      'a signature of 5 MB': () =>
        commit({ lines: `author ${WHO}\ncommitter ${WHO}\ngpgsig -----\n${` ${'s'.repeat(60)}\n`.repeat(90_000)}` }),
      'a merged tag': () =>
        commit({
          lines: `author ${WHO}\ncommitter ${WHO}\nmergetag object ${root}\n type commit\n tag x\n tagger ${WHO}\n \n x\n`,
        }),
      'an unknown encoding': () =>
        commit({ lines: `author ${WHO}\ncommitter ${WHO}\nencoding nonsense\n`, message: randomBytes(300) }),
      'bytes that are no text': () => commit({ message: randomBytes(70_000) }),
      'a NUL in its message': () => commit({ message: 'One\0\n\nQuire-Action: page.delete\n' }),
      'no message': () => commit({ message: '' }),
      'a long last paragraph': () => commit({ message: `S\n\n${'Quire-Record: page/1 en/home\n'.repeat(3000)}` }),
      'sixty parents': () =>
        commit({
          parents: [
            resolve('HEAD'),
            ...Array.from({ length: 59 }, (_, n) =>
              commit({ tree: rootTree, parents: [root], message: `Parent ${n}\n` }),
            ),
          ],
        }),
      'the same parent twice': () => commit({ parents: [resolve('HEAD'), resolve('HEAD')] }),
      'a folder of 100,000 files': () => {
        const tree = treeWith('40000', 'zzz', treeOf(many));
        return commit({ parents: [commit({ tree })] });
      },
      'a submodule and a file of 5 MB': () => {
        const submodule = commit({ tree: treeWith('160000', 'zzz.yaml', root) });
        const large = commit({
          tree: treeWith('100644', 'zzz.yaml', put('blob', Buffer.alloc(5 * MIB, 'x'))),
          parents: [submodule],
        });
        return commit({ parents: [large] });
      },
      'one folder in a billion places': () => {
        let tree = treeOf([['100644', 'x.yaml', empty]]);
        for (let depth = 0; depth < 9; depth += 1)
          tree = treeOf(Array.from({ length: 10 }, (_, n) => ['40000', `f${n}`, tree]));
        return commit({ parents: [commit({ tree: treeWith('40000', 'zzz', tree) })] });
      },
    };
    for (const [name, make] of Object.entries(shapes)) {
      moveTo(make());
      await write(site, name);
    }
    await expectSound(site, 1 + Object.keys(shapes).length);
  }, 240_000);
});
