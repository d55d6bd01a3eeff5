import type { PageLists } from '../../../store/page/pageLists.ts';
import type { PageSearchIndexes } from '../../../store/search/search.ts';
import type { Store } from '../../../store/store.ts';
import type { AdminView } from '../../../view/admin/showAdminPage.ts';
import type { CrudDeps } from '../crud.ts';

export interface AdminPageDeps extends CrudDeps {
  readonly store: Store;
  readonly lists: PageLists;
  readonly view: AdminView;
  readonly clock: () => Date;
  search(): PageSearchIndexes;
  /** Called when a list is opened, which may be searched next. */
  prepareSearch(): void;
  /** The pages that scheduled changes will alter. */
  findScheduledPages(): Promise<ReadonlySet<number>>;
}
