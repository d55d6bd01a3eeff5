import type { Role } from '../../../wire/interface.ts';

/** One rule of a role. */
export type RightsLine = Role['allow'][number];
/** What a rule may be narrowed to, each a list of names. */
export const RULE_LISTS = ['types', 'locales', 'paths', 'folders', 'fields'] as const;
export type RuleList = (typeof RULE_LISTS)[number];

/** The values of the form. */
export interface RoleValues {
  name: string;
  key: string;
  extends: NonNullable<Role['extends']>;
  allow: readonly RightsLine[];
  deny: readonly RightsLine[];
}

export const toRoleValues = (role?: Pick<Role, 'key' | 'name' | 'extends' | 'allow' | 'deny'>): RoleValues => ({
  name: role?.name ?? '',
  key: role?.key ?? '',
  extends: role?.extends ?? 'viewer',
  allow: role?.allow ?? [],
  deny: role?.deny ?? [],
});

export const toRoleBody = ({ name, key, extends: base, allow, deny }: RoleValues) => ({
  ...{ name, key: key || keyOf(name), extends: base },
  ...{ allow: [...allow], deny: [...deny] },
});

/** The key of a role that gets none: `translators-fr` for “Translators FR”. */
export const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 50);

export const NEW_RULE: RightsLine = { do: ['update'], on: ['page'] };

/** The rule with a list; an empty one is left out, so that it narrows nothing. */
export function withList(rule: RightsLine, name: RuleList | 'on', values: readonly string[]): RightsLine {
  const { [name]: _, ...others } = rule;
  return values.length === 0 ? others : { ...others, [name]: values };
}

export function withOwn(rule: RightsLine, own: boolean): RightsLine {
  const { own: _, ...others } = rule;
  return own ? { ...others, own } : others;
}
