import type { Invitation } from '../../model/entities/invitation.ts';
import { emailKey, providerKey, type User } from '../../model/entities/user.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { type CmsError, forbidden } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import type { PersonAtProvider } from '../../model/signIn/claims.ts';
import type { ProviderConfig } from '../../model/signIn/providerConfig.ts';
import { findGivenRole } from '../../model/signIn/roleRules.ts';
import { findOpenInvitation } from '../../write/record/invitation.ts';
import type { WaysToSignIn } from '../signIn/ways.ts';
import type { ProviderRefusal } from './refusal.ts';

/** What becomes of a person whom the provider has let in. */
export type AccountDecision =
  /** The user; `role` is the one that the provider gives, undefined if it gives none. */
  | { readonly user: Entry<User>; readonly role: string | undefined }
  /** A user is to be made: one who is invited, or who comes by themselves. */
  | { readonly user: null; readonly role: string | undefined; readonly invitation: Entry<Invitation> }
  | { readonly user: null; readonly role: string; readonly email: string }
  /** Nobody comes in. The provider has taken every role away from `user`. */
  | { readonly refusal: ProviderRefusal; readonly user?: Entry<User> };

/** What people get who come in by themselves where the provider gives no roles. */
const LEAST_ROLE = 'viewer';

interface AccountFacts {
  readonly lookup: Pick<Lookup, 'find'>;
  readonly config: ProviderConfig;
  readonly now: Date;
}

/** Decides who a person is here, and with which role. */
export function decideAccount(person: PersonAtProvider, { lookup, config, now }: AccountFacts): AccountDecision {
  const known = lookup.find('user', 'byProvider', providerKey(person));
  if (known.length > 1) return { refusal: 'otherAccount' };
  const [user = findByEmail(lookup, person)] = known;
  if (typeof user === 'string') return { refusal: user };
  if (user?.data.breakGlass) return { refusal: 'emergencyAccount' };
  const role = config.roles === null ? undefined : findGivenRole(person.claims, config.roles);
  if (role === null) return { refusal: 'noRoleGiven', ...(user && { user }) };
  if (user) return { user, role };
  if (person.email === null) return { refusal: 'noAccount' };
  const invitation = findOpenInvitation(lookup, person.email, now);
  if (invitation) return { user: null, role, invitation };
  return isWelcome(person.email, config)
    ? { user: null, role: role ?? LEAST_ROLE, email: person.email }
    : { refusal: 'noAccount' };
}

/**
 * The account with a person's e-mail address, which only an address that the provider vouches for can find, and only
 * while the account belongs to nobody there. Undefined if there is none yet.
 */
function findByEmail(
  lookup: Pick<Lookup, 'find'>,
  { email, isEmailVerified }: PersonAtProvider,
): Entry<User> | ProviderRefusal | undefined {
  if (email === null) return 'noAccount';
  if (!isEmailVerified) return 'emailUnverified';
  const [user] = lookup.find('user', 'byEmail', emailKey(email));
  return user?.data.provider ? 'otherAccount' : user;
}

const isWelcome = (email: string, { domains }: ProviderConfig): boolean =>
  domains.includes(emailKey(email).slice(email.lastIndexOf('@') + 1));

/** Whether a user may sign in without the provider, which otherwise could not take a role away again. */
export function mayComeWithoutProvider({ data }: Entry<User>, config: ProviderConfig | null): boolean {
  if (config === null || data.breakGlass) return true;
  return !config.isOnly && (config.roles === null || data.provider === undefined);
}

/** Says that passwords, and whatever else people have here, are turned off. It is the same for everybody. */
export const passwordsOff = ({ name }: ProviderConfig): CmsError =>
  forbidden(because('passwordsOff', `Passwords are turned off here: sign in with ${name}`, { name }));

/** @throws CmsError FORBIDDEN if only the provider may let the user in */
export function requireOwnWay(user: Entry<User>, config: ProviderConfig | null): void {
  if (config === null || mayComeWithoutProvider(user, config)) return;
  if (config.isOnly) throw passwordsOff(config);
  const { name } = config;
  throw forbidden(because('providerOnly', `This account signs in with ${name}, which gives it its role`, { name }));
}

/** What somebody has to sign in with here. */
interface OwnWays {
  readonly hasPassword: boolean;
  readonly passkeys: number;
}

/** Whether a user who has nothing but these of their own still gets in. */
export function hasWayIn(
  user: Entry<User>,
  { hasPassword, passkeys }: OwnWays,
  config: ProviderConfig | null,
): boolean {
  // The log-in of a site where only the provider lets people in offers its emergency account a password alone.
  if (user.data.breakGlass) return hasPassword;
  if (!mayComeWithoutProvider(user, config)) return true;
  // Whoever belongs to an earlier provider of the site is nobody at the present one.
  return hasPassword || passkeys > 0 || (config !== null && user.data.provider?.issuer === config.issuer);
}

/** What the provider adds to the ways to sign in. */
export const offerProvider = ({ name, isOnly }: ProviderConfig): Partial<WaysToSignIn> => ({
  oidc: { name },
  ...(isOnly && { password: false, passkey: false, canReset: false }),
});
