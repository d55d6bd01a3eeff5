import { createTurns, takeTurn } from '../lib/turn/createTurns.ts';
import type { Page } from '../model/entities/page.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import { type Condition, createPageTest } from '../view/filter.ts';

type PageEntry = Entry<Page>;

/** The pages whose values meet all conditions, found in slices so that others are served meanwhile. */
export async function filterPages(
  pages: readonly PageEntry[],
  { conditions, content, isOver }: Search,
): Promise<readonly PageEntry[]> {
  await takeTurn();
  const isMet = createPageTest(conditions, content);
  const nextTurn = createTurns();
  const found: PageEntry[] = [];
  for (const page of pages) {
    if (isMet(page)) found.push(page);
    const turn = nextTurn();
    if (!turn) continue;
    await turn;
    if (isOver()) return found;
  }
  return found;
}

export interface Search {
  readonly conditions: readonly Condition[];
  /** Where references are looked up. */
  readonly content: Lookup;
  /** Whether to stop early because everything will be read again. */
  readonly isOver: () => boolean;
}
