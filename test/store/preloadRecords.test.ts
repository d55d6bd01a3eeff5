import { expect, it } from 'vitest';
import { KINDS } from '../../src/model/entities/index.ts';
import type { Entry } from '../../src/model/entry.ts';
import { preloadRecords } from '../../src/store/preloadRecords.ts';

/** Two records of each kind, which count how often their data is read. */
function makeLookup() {
  const seen = { reads: 0 };
  const entry = {
    get data() {
      seen.reads += 1;
      return {};
    },
  };
  // Only the data of an entry is used.
  return { seen, all: () => [entry, entry] as unknown as Entry<never>[] };
}

it('reads every record once', async () => {
  const { seen, all } = makeLookup();
  await preloadRecords({ all }, () => false);
  expect(seen.reads).toBe(2 * KINDS.length);
});

it('stops when told to', async () => {
  const { seen, all } = makeLookup();
  await preloadRecords({ all }, () => seen.reads === 5);
  expect(seen.reads).toBe(5);
});
