import { expect, it } from 'vitest';
import type { Entry } from '../../src/model/entry.ts';
import { readAhead } from '../../src/store/readAhead.ts';

/** Two records of each kind, and how often their data was read. */
function makeLookup() {
  const seen = { reads: 0 };
  const entry = {
    get data() {
      seen.reads += 1;
      return {};
    },
  };
  // Of an entry nothing but its data is asked for.
  return { seen, all: () => [entry, entry] as unknown as Entry<never>[] };
}

it('reads every record once', async () => {
  const { seen, all } = makeLookup();
  await readAhead({ all }, () => false);
  expect(seen.reads).toBe(2 * 13);
});

it('reads nothing more once it is over', async () => {
  const { seen, all } = makeLookup();
  await readAhead({ all }, () => seen.reads === 5);
  expect(seen.reads).toBe(5);
});
