import type { RecordClash } from '../../model/clash.ts';

/** The state of this clone in relation to the git host. */
export interface SyncReport {
  readonly remote: string;
  readonly branch: string | null;
  readonly upstream: readonly string[];
  readonly state: string;
  readonly ahead: number;
  readonly behind: number;
  readonly lastFetch: string | null;
  readonly lastPush: string | null;
  readonly error: string | null;
  readonly clashes: readonly RecordClash[];
  readonly conflicts: readonly { readonly path: string; readonly commit: string; readonly theirs: string }[];
}

/** The answer of `A/sync` (contract, "The git host"). */
export const showSyncState = ({ upstream, ...standing }: SyncReport): object => ({
  ...standing,
  upstream: upstream.join(','),
});
