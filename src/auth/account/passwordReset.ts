import { createTaskQueue } from '../../lib/turn/createTaskQueue.ts';
import { SYSTEM } from '../../model/access.ts';
import { emailKey, type User } from '../../model/entities/user.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { invalid } from '../../model/errors.ts';
import type { ProviderConfig } from '../../model/signIn/providerConfig.ts';
import type { RecordWriter } from '../../write/action.ts';
import { linkSpent } from '../../write/record/invitation.ts';
import { resetPassword } from '../../write/record/user.ts';
import { hashCredential } from '../apiKeys.ts';
import type { AuditLog } from '../audit/auditLog.ts';
import { isUsableHash } from '../password/bcryptHash.ts';
import { type Passwords, passwordProblems } from '../password/passwords.ts';
import { mayComeWithoutProvider, requireOwnWay } from '../provider/account.ts';
import type { AccountLink } from './accountLink.ts';
import type { ResetLinks } from './resetLinks.ts';

/** A new password for those who have lost theirs. */
export interface PasswordReset {
  /**
   * Sends a link to the user with this e-mail, if there is one. It returns before anything is looked up or sent, so that
   * neither the answer nor its time tells whether there is.
   */
  ask(request: { readonly email: string; readonly ip: string }): void;
  /**
   * A link for an admin to pass on; null if the user has several open ones.
   *
   * @throws CmsError FORBIDDEN if only the provider may let the user in
   */
  createLink(user: Entry<User>): Promise<AccountLink | null>;
  /** The user of a link. @throws CmsError FORBIDDEN if it does not work any more */
  findUser(token: string): Entry<User>;
  /**
   * Sets the password of the user whose link it is, and ends all their sessions. It signs nobody in: whatever else log-in
   * asks for is still asked for.
   *
   * @throws CmsError FORBIDDEN if the link does not work any more; VALIDATION for a weak password
   */
  use(request: { readonly token: string; readonly password: string; readonly ip: string }): Promise<Entry<User>>;
  /** Resolves when nothing that was asked for is left to do. */
  idle(): Promise<void>;
}

interface Parts {
  readonly lookup: Lookup;
  readonly links: ResetLinks;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly writer: Pick<RecordWriter, 'write'>;
  readonly audit: Pick<AuditLog, 'append'>;
  /** The organisation's own sign-in; where it alone lets somebody in, they get no password. */
  readonly provider: ProviderConfig | null;
  /** Sends a link to its user. */
  send(user: Entry<User>, link: AccountLink): Promise<void>;
  onError(error: unknown): void;
}

/** Requests that wait; more than these are no people. */
const MAX_ASKED = 1000;

export function createPasswordReset(parts: Parts): PasswordReset {
  const { lookup, links, passwords, writer, audit, provider, send, onError } = parts;
  const inTurn = createTaskQueue();
  let asked = 0;
  const noteFailure = (ip: string): Promise<void> =>
    audit.append({ actor: 'anonymous', action: 'auth.reset', ip, ok: false });

  async function sendLink(email: string, ip: string): Promise<void> {
    const user = lookup.find('user', 'byEmail', emailKey(email))[0];
    // Who signs in without a password gets none by a mail.
    const hasPassword = user && isUsableHash(user.data.passwordHash) && mayComeWithoutProvider(user, provider);
    const link = hasPassword ? await links.create(user) : null;
    const record = user && { record: `user/${user.id}` };
    await audit.append({ actor: 'anonymous', action: 'auth.forgot', ...record, ip, ok: link !== null });
    if (user && link) await send(user, link);
  }

  function findUser(token: string): Entry<User> {
    const user = links.find(hashCredential(token));
    if (!user) throw linkSpent();
    return user;
  }

  return {
    ask({ email, ip }) {
      if (asked >= MAX_ASKED) return;
      asked += 1;
      setImmediate(() => {
        const sent = inTurn(() => sendLink(email, ip)).finally(() => {
          asked -= 1;
        });
        void sent.catch(onError);
      });
    },
    async createLink(user) {
      requireOwnWay(user, provider);
      return links.create(user);
    },
    findUser,
    async use({ token, password, ip }) {
      const tokenHash = hashCredential(token);
      const { id } = await findOrNote(
        () => findUser(token),
        () => noteFailure(ip),
      );
      const weak = passwordProblems(password);
      if (weak.length > 0) throw invalid(weak);
      const passwordHash = await passwords.hash(password);
      // Judged again in the queue of writes: of two uses at once, the second finds another password.
      const action = resetPassword(id, passwordHash, (user) => links.isFor(tokenHash, user));
      const { entries } = await writer.write(action, SYSTEM);
      await links.endOf(id);
      await audit.append({ actor: `user/${id}`, action: 'auth.reset', record: `user/${id}`, ip, ok: true });
      // The action changes one user.
      return entries[0] as Entry<User>;
    },
    idle: () => new Promise((resolve) => setImmediate(() => resolve(inTurn(async () => undefined)))),
  };
}

async function findOrNote<T>(find: () => T, note: () => Promise<void>): Promise<T> {
  try {
    return find();
  } catch (error) {
    await note();
    throw error;
  }
}
