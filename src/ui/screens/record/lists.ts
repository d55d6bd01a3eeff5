import { ask } from '../../wire/ask.ts';
import type { RecordKind } from '../../wire/interface.ts';
import { type AdminQueryKey, createQueryKey } from '../../wire/keys.ts';
import { usersQuery } from '../../wire/queries.ts';

/** The part of a screen's state that is kept in its address. */
export interface RecordSearch {
  readonly search?: string;
  readonly open?: number | 'new' | 'import';
}

/** How all records of a kind are fetched and cached. */
export interface RecordList<R> {
  readonly kind: RecordKind;
  readonly queryKey: AdminQueryKey;
  queryFn(): Promise<readonly R[]>;
}

/** Declares how the records of a kind are fetched. */
export const defineRecordList = <R>(kind: RecordKind, fetchAll: () => Promise<{ readonly data: readonly R[] }>) =>
  ({ kind, queryKey: createQueryKey(kind, 'list'), queryFn: async () => (await fetchAll()).data }) as const;

export const keyList = defineRecordList('apiKey', () => ask('GET /api/admin/api-keys'));
export const userList = { kind: 'user', ...usersQuery } as const;
