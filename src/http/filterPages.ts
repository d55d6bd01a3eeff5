import { createYieldIfBusy, SHARED_SLICES, waitForTurn } from '../lib/turn/createYieldIfBusy.ts';
import type { PageEntry } from '../model/entities/page.ts';

/** The pages that pass a test, found in slices so that other requests are served in between. */
export async function filterPages(
  pages: readonly PageEntry[],
  { createTest, isOver }: PageScan,
): Promise<readonly PageEntry[]> {
  await waitForTurn();
  const passes = createTest();
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  const found: PageEntry[] = [];
  for (const page of pages) {
    if (passes(page)) found.push(page);
    const turn = yieldIfBusy();
    if (!turn) continue;
    await turn;
    if (isOver()) return found;
  }
  return found;
}

export interface PageScan {
  createTest(): (page: PageEntry) => boolean;
  /** Whether to stop early because everything will be read again. */
  readonly isOver: () => boolean;
}
