import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { cleanLine } from '../../lib/text/cleanLine.ts';

/** What a provider says about a person, as JSON. */
export type ProviderClaims = Readonly<Record<string, unknown>>;

/**
 * The value of a claim. A name with dots may also lead into objects: `realm_access.roles`.
 *
 * @returns undefined if there is none
 */
export function findClaim(claims: unknown, name: string): unknown {
  if (!isPlainObject(claims)) return undefined;
  if (Object.hasOwn(claims, name)) return claims[name];
  for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
    const head = name.slice(0, dot);
    const found = Object.hasOwn(claims, head) ? findClaim(claims[head], name.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What Quire goes by when a person signs in. */
export interface PersonAtProvider {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  /** Null if the provider has none. */
  readonly email: string | null;
  /** Whether the provider vouches that the address is this person's. */
  readonly isEmailVerified: boolean;
  readonly claims: ProviderClaims;
}

const MAX_NAME = 200;
const MAX_EMAIL = 254;

/**
 * Joins the claims of an ID token and of the userinfo endpoint; what the signed token says decides. The e-mail address is
 * judged by the source that it comes from.
 */
export function readPerson(
  token: ProviderClaims & { readonly iss: string; readonly sub: string },
  info: ProviderClaims,
): PersonAtProvider {
  const claims = { ...info, ...token };
  const source = typeof token['email'] === 'string' ? token : info;
  const email = toEmail(source['email']);
  return {
    ...{ issuer: token.iss, subject: token.sub, email, claims },
    isEmailVerified: email !== null && isVerified(source, token, email),
    name: nameIn(claims) ?? email?.split('@')[0] ?? token.sub.slice(0, MAX_NAME),
  };
}

const toEmail = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= MAX_EMAIL && /^[^\s@<>]+@[^\s@<>]+$/.test(value) ? value : null;

/**
 * `xms_edov` is how Entra ID says that the owner of the domain has verified the address. Google has verified other
 * addresses than its own once, but only vouches for those of the organisation that `hd` names ("Sign in with Google",
 * id_token claims).
 */
function isVerified(source: ProviderClaims, token: ProviderClaims & { readonly iss: string }, email: string): boolean {
  const said = source['email_verified'] ?? source['xms_edov'];
  const isSaid = said === true || said === 'true' || said === 1 || said === '1';
  const isOfGoogle = token.iss === 'https://accounts.google.com';
  return isSaid && (!isOfGoogle || token['hd'] !== undefined || email.toLowerCase().endsWith('@gmail.com'));
}

function nameIn({ name, preferred_username: username }: ProviderClaims): string | undefined {
  const [found] = [name, username].flatMap((one) => (typeof one === 'string' ? [toLabel(one)] : [])).filter(Boolean);
  return found;
}

const toLabel = (text: string): string => cleanLine(text).slice(0, MAX_NAME);
