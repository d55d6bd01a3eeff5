import type { RemoteUrl } from '../../model/address/remoteAddress.ts';
import type { RepositoryLocation } from '../read/discover.ts';

/** What both kinds of remote are made from. */
export interface RemoteOptions {
  readonly location: Pick<RepositoryLocation, 'gitDir' | 'commonDir'>;
  /** Its folder below `refs/remotes/`, which keeps what was fetched. */
  readonly name: string;
  readonly address: RemoteUrl;
  /** Whether the repository's configuration has a remote with this name and address. */
  readonly isConfigured: boolean;
  /** For http addresses without a password; null: there is none, and credentials come from elsewhere. */
  readonly token: string | null;
  /** A host that says nothing for this long is lost; by default a minute and a half, or a minute without the git program. */
  readonly silentMs?: number | undefined;
  /** Makes the names in these folders durable; skips folders that do not exist. */
  syncFolders(folders: readonly string[]): Promise<void>;
  /** Sets a ref, durably. */
  keepRef(ref: string, commit: string): Promise<void>;
  /** Removes a ref, durably. */
  dropRef(ref: string): Promise<void>;
}
