import { expect, it } from 'vitest';
import { addSummaries } from '../../src/ui/parts/clash/addSummaries.ts';

const conflict = (path: readonly string[], mine: unknown) => ({ path, base: 250, mine, theirs: 400 });
const clash = {
  ...{ clashId: 'c', kind: 'page' as const, key: 'en/a', id: 1, path: ['fields', 'price'] },
  ...{ base: 250, ours: 400, theirs: 300, summaries: { base: '2.5 €', ours: '4 €', theirs: '3 €' } },
};

it('says the own value in the line of the side that the server has refused', () => {
  const [price] = addSummaries([conflict(['fields', 'price'], 300)], [clash]);
  expect(price?.summaries).toEqual({ base: '2.5 €', ours: '3 €', theirs: '4 €' });
});

it('has no lines for another value, for one that was typed since, and where the server has none', () => {
  const { summaries: _, ...plain } = clash;
  const found = [
    addSummaries([conflict(['fields', 'cost'], 300)], [clash]),
    addSummaries([conflict(['fields', 'price'], 310)], [clash]),
    addSummaries([conflict(['fields', 'price'], 300)], [plain]),
  ];
  expect(found.flat().map((one) => 'summaries' in one)).toEqual([false, false, false]);
});
