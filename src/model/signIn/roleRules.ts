import { findClaim, type ProviderClaims } from './claims.ts';

/** Gives a role to everybody whose claim has a value. */
export interface RoleRule {
  /** Its name, or a path with dots: `realm_access.roles`. */
  readonly claim: string;
  readonly value: string;
  /** A built-in role, or the key of a role of one's own. */
  readonly role: string;
}

/** A claim that is named by a URL has a colon of its own. */
const RULE = /^((?:https?:\/\/)?[^:=\s]+):(.+)=([a-z0-9]+(?:-[a-z0-9]+)*)$/;
const MAX_RULES = 200;

/**
 * Reads `groups:web-editors=editor, groups:web-admins=admin`.
 *
 * @returns undefined if the text is no list of rules
 */
export function readRoleRules(text: string): readonly RoleRule[] | undefined {
  const rules = text.split(',').map((one) => RULE.exec(one.trim()));
  if (rules.length > MAX_RULES || rules.includes(null)) return undefined;
  return rules.flatMap((match) => (match ? [{ claim: match[1]!, value: match[2]!.trim(), role: match[3]! }] : []));
}

/** Of the built-in roles the higher one counts. Roles of one's own are between them, since each is about some content. */
const RANKS: Readonly<Record<string, number>> = { admin: 3, editor: 2, viewer: 0 };
const RANK_OF_OWN = 1;

/** The role that a person's claims give: of several the highest, of equal ones the first; null for none. */
export function findGivenRole(claims: ProviderClaims, rules: readonly RoleRule[]): string | null {
  const given = rules.filter(({ claim, value }) => listValues(findClaim(claims, claim)).includes(value));
  const rankOf = ({ role }: RoleRule): number => RANKS[role] ?? RANK_OF_OWN;
  const [best] = given.sort((one, other) => rankOf(other) - rankOf(one));
  return best?.role ?? null;
}

/** A claim may hold one value or several. */
const listValues = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) =>
    ['string', 'number', 'boolean'].includes(typeof one) ? [String(one)] : [],
  );
