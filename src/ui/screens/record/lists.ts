import { ask } from '../../wire/ask.ts';
import type { RecordKind } from '../../wire/interface.ts';
import { type AdminQueryKey, createQueryKey } from '../../wire/keys.ts';

/** How all records of a kind are fetched and cached. */
export interface RecordList<R> {
  readonly kind: RecordKind;
  readonly queryKey: AdminQueryKey;
  queryFn(): Promise<readonly R[]>;
}

const defineRecordList = <R>(kind: RecordKind, fetchAll: () => Promise<{ readonly data: readonly R[] }>) =>
  ({ kind, queryKey: createQueryKey(kind, 'list'), queryFn: async () => (await fetchAll()).data }) as const;

export const redirectList = defineRecordList('redirect', () => ask('GET /api/admin/redirects'));
export const scriptList = defineRecordList('trackingScript', () => ask('GET /api/admin/tracking-scripts'));
export const keyList = defineRecordList('apiKey', () => ask('GET /api/admin/api-keys'));
export const userList = defineRecordList('user', () => ask('GET /api/admin/users'));
export const webhookList = defineRecordList('webhook', () => ask('GET /api/admin/webhooks'));
