import { takeTurn, takeTurns } from '../../lib/takeTurns.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { type Condition, createPageTest } from '../../view/filter.ts';
import type { PublicContent } from '../../view/publicContent.ts';

/** How often it is begun because something has changed: under constant writes it would never end. */
const MAX_RUNS = 3;

type PageEntry = Entry<Page>;

/**
 * Keeps the pages whose public values meet all conditions, in slices, so that others are served meanwhile. All of it is
 * of one version of the content, the present one when it resolves. Only where that changes again and again, the pages
 * are those of one version, and what they mention may be of a later one.
 */
export async function filterPages(
  list: () => readonly PageEntry[],
  conditions: readonly Condition[],
  content: PublicContent,
): Promise<readonly PageEntry[]> {
  for (let run = 1; ; run += 1) {
    await takeTurn();
    const edition = content.edition();
    const isOver = (): boolean => run < MAX_RUNS && content.edition() !== edition;
    const found = await filterOnce([...list()], createPageTest(conditions, content), isOver);
    if (found) return found;
  }
}

/** Null where it is over before the last page has been looked at. */
async function filterOnce(
  pages: readonly PageEntry[],
  isMet: (page: PageEntry) => boolean,
  isOver: () => boolean,
): Promise<readonly PageEntry[] | null> {
  const nextTurn = takeTurns();
  const found: PageEntry[] = [];
  for (const page of pages) {
    if (isMet(page)) found.push(page);
    const turn = nextTurn();
    if (!turn) continue;
    await turn;
    if (isOver()) return null;
  }
  return found;
}
