import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RoleRights } from '../../../../src/model/rights/rights.ts';
import { effort } from '../../../effort.ts';
import { playRights } from './playRights.ts';
import { randomRole } from './randomRole.ts';
import { filesOf, randomSite } from './randomSite.ts';
import { compareTwins } from './twin.ts';

const narrowsReading = ({ extends: base, deny }: RoleRights): boolean =>
  base === 'none' || deny.some(({ do: rights }) => rights.includes('read'));

it('SEC-48 what a role may not read leaves no trace: every read answers as if it had never been', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(randomSite, randomRole.filter(narrowsReading), async (site, rights) => {
      expect(await compareTwins(filesOf(site), rights)).toEqual([]);
    }),
    { numRuns: effort(8, 1), interruptAfterTimeLimit: 200_000, endOnFailure: true },
  );
});

it('SEC-48 the test can fail: it finds what an editor does where the model is told of less', async () => {
  const [site] = fc.sample(randomSite, { numRuns: 1, seed: 1 });
  const [editor, nobody] = (['editor', 'none'] as const).map((base) => ({ extends: base, allow: [], deny: [] }));
  const seeds = Array.from({ length: 40 }, (_, at) => at * 31);
  const play = (rights: RoleRights, expected: RoleRights) =>
    playRights({ files: filesOf(site!), rights, expected, seeds });
  const found = (await play(editor!, nobody!)).join('\n');
  for (const what of [/writes to what is live/, /writes to the change/, /shows zq/]) expect(found).toMatch(what);
  expect((await play(nobody!, editor!)).join('\n')).toMatch(/is refused/);
});
