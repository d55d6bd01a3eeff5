import { addressKey } from '../../lib/net/addressKey.ts';
import { emailKey, type User } from '../../model/entities/user.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { CmsError } from '../../model/errors.ts';
import type { ProviderConfig } from '../../model/signIn/providerConfig.ts';
import type { AuditEntry, AuditLog } from '../audit/auditLog.ts';
import type { KnownAddresses } from '../knownAddresses.ts';
import type { JobRequester } from '../password/passwordPool.ts';
import type { Passwords } from '../password/passwords.ts';
import { mayComeWithoutProvider, passwordsOff } from '../provider/account.ts';
import type { NewSession, SignIn, SignInPlace } from './signIn.ts';

interface LoginRequest extends SignInPlace {
  readonly email: string;
  readonly password: string;
}

/**
 * Begins a session for the right e-mail and password.
 *
 * @throws CmsError FORBIDDEN if only the provider may let the user in, or anybody; UNAUTHORIZED in the same words and at
 *   the same cost for an unknown e-mail and a wrong password; RATE_LIMITED if the address has too many log-ins at once;
 *   SERVICE_UNAVAILABLE if too many passwords wait to be checked
 */
export type Login = (request: LoginRequest) => Promise<NewSession>;

export interface LoginOptions {
  readonly lookup: Lookup;
  readonly passwords: Passwords;
  readonly signIn: SignIn;
  readonly audit: AuditLog;
  readonly addresses: Pick<KnownAddresses, 'has'>;
  /** The organisation's own sign-in; by default there is none. */
  readonly provider?: ProviderConfig | null;
}

export function createLogin({ lookup, passwords, signIn, audit, addresses, provider = null }: LoginOptions): Login {
  return async (request) => {
    const user = lookup.find('user', 'byEmail', emailKey(request.email))[0];
    const hashes = Array.from(lookup.all('user'), ({ data }) => data.passwordHash);
    const hash = user?.data.passwordHash ?? null;
    const ok = await passwords.verify({ password: request.password, hash, hashes, asker: askerOf(request, addresses) });
    const isIn = ok && user !== undefined && mayComeWithoutProvider(user, provider);
    if (!isIn) await audit.append(failedLogin(user, request.ip));
    if (!isIn && provider?.isOnly) throw passwordsOff(provider);
    if (!user || !ok) throw new CmsError('UNAUTHORIZED', 'Wrong e-mail or password');
    return signIn({ user, method: 'password', ip: request.ip, agent: request.agent });
  };
}

/**
 * Strangers may be behind the address that a user logs in from: the user counts apart from them, and comes before
 * strangers everywhere.
 */
function askerOf(
  { email, ip }: Pick<LoginRequest, 'email' | 'ip'>,
  addresses: Pick<KnownAddresses, 'has'>,
): JobRequester {
  const [isKnown, address] = [addresses.has(email, ip), addressKey(ip)];
  return { isKnown, key: isKnown ? `${address}|${emailKey(email)}` : address };
}

/** The line of a failed log-in, which counts as anonymous. The typed e-mail is not logged: now and then it is the password. */
const failedLogin = (user: Entry<User> | undefined, ip: string): Omit<AuditEntry, 'at'> => ({
  ...{ actor: 'anonymous', action: 'auth.login', ip, ok: false },
  ...(user && { record: `user/${user.id}` }),
});
