import type { AdminView } from '../../../view/admin/showAdminPage.ts';
import type { Endpoint } from '../../endpoint.ts';
import { aboutKind, type CrudDeps } from '../crud.ts';
import { blockEndpoints } from './blocks.ts';
import { menuEndpoints } from './menus.ts';
import { taxonomyEndpoints } from './taxonomies.ts';
import { typeEndpoints } from './types.ts';

export interface RecordDeps extends CrudDeps {
  readonly view: AdminView;
}

/** The kinds of records that depend on little more than the store and the writer. */
export const recordEndpoints = ({ view, ...crud }: RecordDeps): Endpoint[] => [
  ...typeEndpoints(crud),
  ...blockEndpoints({ ...crud, view }).map(aboutKind('block')),
  ...menuEndpoints(crud).map(aboutKind('menu')),
  ...taxonomyEndpoints(crud).map(aboutKind('taxonomy')),
];
