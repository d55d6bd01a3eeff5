import { createYieldIfBusy } from '../lib/turn/createYieldIfBusy.ts';
import { KINDS } from '../model/entities/index.ts';
import type { Lookup } from '../model/entry.ts';

/**
 * Reads the data of all records in the background, so that the first list of them does not have to; stops when
 * `isOver`.
 */
export async function preloadRecords(lookup: Pick<Lookup, 'all'>, isOver: () => boolean): Promise<void> {
  const yieldIfBusy = createYieldIfBusy();
  for (const kind of KINDS) {
    for (const entry of lookup.all(kind)) {
      if (isOver()) return;
      void entry.data;
      await yieldIfBusy();
    }
  }
}
