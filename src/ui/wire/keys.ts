import type { RecordKind } from './interface.ts';

/** Query kinds that are not records: made from several of them, or about the server itself. */
export type Overview =
  | 'session'
  | 'preview'
  | 'change'
  | 'chosen'
  | 'presence'
  | 'inbox'
  | 'comment'
  | 'watch'
  | 'setup'
  | 'ways'
  | 'link'
  | 'dashboard'
  | 'problems'
  | 'search'
  | 'audit'
  | 'sync'
  | 'changes'
  | 'uploads'
  | 'views'
  | 'previews'
  | 'work'
  | 'frames'
  | 'extensions'
  | 'effects';

/** A cache key. Its first part determines which events make it stale. */
export type AdminQueryKey = readonly [RecordKind | Overview, ...unknown[]];

/** Builds a cache key with a type-checked first part. */
export const createQueryKey = (...key: AdminQueryKey): AdminQueryKey => key;
