import type { AuditEntry } from '../../../auth/audit/auditLog.ts';
import type { Auth } from '../../../auth/openAuth.ts';
import { type Actor, actorRefName } from '../../../model/access.ts';
import type { Lookup } from '../../../model/entry.ts';
import type { RecordWriter } from '../../../write/action.ts';

/** What the endpoints about signing in need. */
export interface SignInDeps extends Omit<Auth, 'close' | 'views' | 'setup' | 'lastUse' | 'previews'> {
  readonly lookup: Lookup;
  readonly writer: RecordWriter;
  readonly siteUrl: string;
  readonly clock: () => Date;
}

/** The largest body that callers without a session may send, and the largest answer of an authenticator. */
export const MAX_BODY_BYTES = 4 * 1024;
export const MAX_PASSKEY_BYTES = 32 * 1024;

/** Longer than any password may be, so that one that is too long counts as a wrong one. */
export const MAX_PASSWORD_CHARACTERS = 1000;

/** The line of the audit log about a user whose ways to sign in have changed. */
export const factorLine = (
  action: string,
  userId: number,
  { actor, ip }: { readonly actor: Actor; readonly ip: string },
): Omit<AuditEntry, 'at'> => ({ actor: actorRefName(actor), action, record: `user/${userId}`, ip, ok: true });
