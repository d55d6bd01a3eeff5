import type { Entry } from '../../model/entry.ts';

/** Names a version of a record: by its blob id, or by a commit that has it. */
export type VersionName = { readonly rev: string } | { readonly commit: string };

/**
 * Finds a version of a record in its history, whatever path the file had then; undefined if there is no such version,
 * or it cannot be read. Throws SERVICE_UNAVAILABLE while the history is being read for the first time.
 */
export type FindPast = <T>(present: Entry<T>, past: VersionName) => Promise<Entry<T> | undefined>;
