import type { RemoteUrl } from '../../model/remoteAddress.ts';
import type { RepositoryLocation } from '../read/discover.ts';

/** What both ways to a host are made of. */
export interface RemoteOptions {
  readonly location: Pick<RepositoryLocation, 'gitDir' | 'commonDir'>;
  /** What was fetched is kept under `refs/remotes/<name>/`. */
  readonly name: string;
  readonly address: RemoteUrl;
  /** Whether the repository's configuration has a remote of this name, with that address. */
  readonly isConfigured: boolean;
  /** For http, where the address holds no password; null: who asks is found out otherwise. */
  readonly token: string | null;
  /** A host that says nothing for this long is lost; a minute and a half unless given, a minute without the git program. */
  readonly silentMs?: number | undefined;
  /** Makes the names in these folders durable, as far as they are there. */
  syncFolders(folders: readonly string[]): Promise<void>;
  /** Sets a ref, durably. */
  keepRef(ref: string, commit: string): Promise<void>;
  /** Takes one away, durably. */
  dropRef(ref: string): Promise<void>;
}
