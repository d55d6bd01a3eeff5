import type { RoleRule } from './roleRules.ts';

/** The organisation's own sign-in: an OpenID Connect provider. */
export interface ProviderConfig {
  /** As the provider itself writes it: with or without a slash at its end. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client, which PKCE alone protects. */
  readonly clientSecret: string | null;
  /** What people call it: "Sign in with Acme". */
  readonly name: string;
  readonly scopes: readonly string[];
  /** Who gets which role, at each sign-in; null if admins give the roles. */
  readonly roles: readonly RoleRule[] | null;
  /** Whose verified e-mail address is at one of these domains needs no account made by an admin. */
  readonly domains: readonly string[];
  /** Whether nobody may sign in in another way, but the emergency account. */
  readonly isOnly: boolean;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** Tenants of Entra ID that stand for all of them: anybody's tenant would be let in. */
const ALL_TENANTS = /^\/(?:common|organizations|consumers)(?:\/|$)/;

export const isLoopbackUrl = (url: string): boolean => LOOPBACK.test(new URL(url).hostname);

/** Whether a text may name an issuer (OpenID Connect Discovery 1.0, section 2); plain http only on this machine. */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, hostname, pathname, username, password } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackUrl(text));
  const isOfAll = hostname === 'login.microsoftonline.com' && ALL_TENANTS.test(pathname);
  return isSafe && !isOfAll && !username && !password;
}
