import { ask } from '../../../wire/ask.ts';
import type { Role } from '../../../wire/interface.ts';
import { defineRecordList } from '../lists.ts';

/** A role in the list. Those that cannot be changed here have no id of their own, and get one for the address. */
export interface ListedRole extends Omit<Role, 'id'> {
  readonly id: number;
  readonly isFixed: boolean;
}

export const roleList = defineRecordList('role', async () => {
  const { data } = await ask('GET /api/admin/roles');
  return { data: data.map((role, at): ListedRole => ({ ...role, id: role.id ?? -1 - at, isFixed: role.id === null })) };
});
