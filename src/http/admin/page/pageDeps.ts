import type { PageLists } from '../../../store/page/pageLists.ts';
import type { AdminView } from '../../../view/admin/showAdminPage.ts';
import type { CrudDeps } from '../crud.ts';

export interface AdminPageDeps extends CrudDeps {
  readonly lists: PageLists;
  readonly view: AdminView;
  readonly clock: () => Date;
}
