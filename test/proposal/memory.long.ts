import { expect, it } from 'vitest';
import { collectGarbage } from '../collectGarbage.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { runProgram } from '../run/runProgram.ts';

const PAGES = 2_000;
const CHANGES = 80;
/** The memory that `openSnapshots` allows for other versions of the site. */
const MAX_MB = 80;

const pathOf = (id: number): string => `pages/en/page-${id}.yaml`;
const pageOf = (id: number, title: string): string => `id: ${id}\ntype: article\ntitle: ${title}\nstatus: published\n`;

const FILES = {
  'site.yaml': 'siteName: Harbour\n',
  'content-types/article.yaml': 'id: 1\nname: Article\nfieldsSchema: []\n',
  ...Object.fromEntries(Array.from({ length: PAGES }, (_, id) => [pathOf(id + 1), pageOf(id + 1, 'Page')])),
};

/** Changes as others push them, each with another page. */
function pushChanges(site: Site): void {
  const lines = Array.from({ length: CHANGES }, (_, n) => {
    const text = pageOf(n + 1, `Changed ${n}`);
    return `commit refs/heads/change/c-${n}\ncommitter A <a@example.org> 1767225600 +0000\ndata 1\nx\nfrom refs/heads/main^0\nM 100644 inline ${pathOf(n + 1)}\ndata ${text.length}\n${text}\n`;
  });
  runProgram('git', ['fast-import', '--quiet'], { cwd: site.contentDir, input: lines.join('') });
}

/** Without the bytes of git's objects, which have their own limit. */
async function heapMb(): Promise<number> {
  await collectGarbage();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

it('opens one change after another within their memory limit', async () => {
  const site = await makeSite(FILES);
  pushChanges(site);
  const { proposals, store } = site.cms;
  for (const { data } of store.all('page')) data.title.length;
  const openAll = async (): Promise<void> => {
    for (let n = 0; n < CHANGES; n += 1) {
      const branch = await proposals.open(`c-${n}`, false);
      expect(branch.store.get('page', n + 1)?.data.title).toBe(`Changed ${n}`);
    }
  };
  const before = await heapMb();
  await openAll();
  const once = (await heapMb()) - before;
  expect(once).toBeLessThan(MAX_MB);
  await openAll();
  expect((await heapMb()) - before).toBeLessThan(once + 2);
});
