import { expect, it } from 'vitest';
import {
  listDefaultBlocks,
  readRegionDrafts,
  regionProblem,
  withBlocks,
  writeRegionDrafts,
} from '../../../src/ui/screens/types/regions/regionDraft.ts';

it('writes regions that nobody has changed as they were', () => {
  const regions = ['side', { name: 'main', allowed_types: [], hue: 3 }, { name: 'foot', label: '' }];
  expect(writeRegionDrafts(readRegionDrafts(regions)!)).toEqual(regions);
  expect(readRegionDrafts([{ label: 'Nameless' }])).toBeNull();
  expect(readRegionDrafts({})).toBeNull();
});

it('keeps what it does not know of a region that changes, and the short form while it is enough', () => {
  const [side, main] = readRegionDrafts(['side', { name: 'main', hue: 3, label: 'Main' }])!;
  expect(writeRegionDrafts([{ ...side!, name: 'aside' }])).toEqual(['aside']);
  expect(writeRegionDrafts([{ ...side!, allowed: ['quote'] }])).toEqual([{ name: 'side', allowed_types: ['quote'] }]);
  expect(writeRegionDrafts([{ ...main!, label: '' }])).toEqual([{ hue: 3, name: 'main' }]);
});

it('orders the blocks that pages begin with in their region, and leaves those of others', () => {
  const quote = { region: 'main', blockTypeSlug: 'quote', position: 1, own: 1 };
  const map = { region: 'main', blockTypeSlug: 'map' };
  const other = { region: 'side', blockTypeSlug: 'faq', position: 7 };
  const own = listDefaultBlocks([quote, other, map], 'main');
  expect(own).toEqual([map, quote]);
  expect(withBlocks([quote, other, map], 'main', own.toReversed())).toEqual([
    other,
    { ...quote, position: 0 },
    { ...map, position: 1 },
  ]);
});

it('says of a region that it has no name, or that of another', () => {
  const regions = readRegionDrafts(['a', 'a', ''])!;
  expect(regions.map((one) => regionProblem(one, regions))).toEqual(['usedName', 'usedName', 'noName']);
});
