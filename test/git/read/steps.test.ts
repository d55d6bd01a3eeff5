import { expect, it } from 'vitest';
import { type HistoryStep, listSteps } from '../../../src/git/read/ancestry/steps.ts';
import { discoverRepository } from '../../../src/git/read/discover.ts';
import { openReadable } from '../../../src/git/read/readable.ts';
import { findSeals } from '../../../src/site/openSeals.ts';
import { makeSite, NOW, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const head = (site: Site): string => site.git('rev-parse', 'HEAD').trim();
function byHand(site: Site): string {
  site.git('commit', '--quiet', '--allow-empty', '--message=By hand');
  return head(site);
}
async function byQuire(site: Site): Promise<string> {
  const { headers } = await site.ask('PUT /admin/pages/3', { as: 'admin', body: { revisionNote: 'Again' } });
  return headers.get('x-commit') ?? '';
}
const steps = async (site: Site, from: string | null, to: string): Promise<readonly HistoryStep[]> => {
  const location = discoverRepository(site.contentDir)!;
  return listSteps(openReadable(location, await findSeals(site.privateDir)), from, to);
};

it('are our commits one by one, and each run of others as one', async () => {
  const site = await makeSite(SMALL_SITE);
  const first = head(site);
  const one = await byQuire(site);
  const two = await byQuire(site);
  byHand(site);
  byHand(site);
  const hand = byHand(site);
  const three = await byQuire(site);
  expect((await steps(site, first, three)).map(({ from, to }) => [from, to])).toEqual([
    [first, one],
    [one, two],
    [two, hand],
    [hand, three],
  ]);
  expect((await steps(site, first, one))[0]?.at).toBe(NOW);
  expect(await steps(site, two, two)).toEqual([]);
});

it('follow the branch that a merge was made on', async () => {
  const site = await makeSite(SMALL_SITE);
  const first = head(site);
  site.git('switch', '--quiet', '--create', 'side');
  byHand(site);
  site.git('switch', '--quiet', 'main');
  const own = await byQuire(site);
  site.git('merge', '--quiet', '--no-ff', '--message=Merge', 'side');
  const merge = head(site);
  expect((await steps(site, first, merge)).map(({ to }) => to)).toEqual([own, merge]);
});

it('are a single one if the first commit is not in the history, or there was none', async () => {
  const site = await makeSite(SMALL_SITE);
  const first = head(site);
  const taken = await byQuire(site);
  site.git('reset', '--quiet', '--hard', first);
  const now = byHand(site);
  for (const from of [taken, null, '1'.repeat(40)])
    expect((await steps(site, from, now)).map((step) => [step.from, step.to])).toEqual([[from, now]]);
});
