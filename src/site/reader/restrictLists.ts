import type { PageEntry } from '../../model/entities/page.ts';
import type { PageLists } from '../../store/page/pageLists.ts';
import type { Reader } from './reader.ts';

/** Lists of pages without those that somebody may not read. */
export function restrictLists(lists: PageLists, { mayRead }: Reader): PageLists {
  const readable = (pages: readonly PageEntry[]): readonly PageEntry[] => pages.filter(mayRead);
  return {
    all: (...list) => readable(lists.all(...list)),
    public: (...list) => readable(lists.public(...list)),
    async byField(order) {
      const found = await lists.byField(order);
      return found && readable(found);
    },
    nextChangeAt: lists.nextChangeAt,
  };
}
