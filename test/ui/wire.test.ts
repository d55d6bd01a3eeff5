import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeWire } from '../../scripts/wire/describeWire.ts';
import { makeSite } from '../makeSite.ts';

it('knows the interface as it is described: `npm run wire` writes it anew', async () => {
  const { cms } = await makeSite();
  expect(readFileSync('src/ui/wire/interface.ts', 'utf8')).toBe(describeWire(cms.endpoints));
});
