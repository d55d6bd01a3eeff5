import type { Actor } from '../../../model/access.ts';
import { CONTENT_KINDS } from '../../../model/entities/index.ts';
import { RULES_OF_BASE } from '../../../model/rights/judge.ts';
import { RIGHTS, type Right, type RightsRule, type RoleRights } from '../../../model/rights/rights.ts';

/** What a caller may do, as the interface needs it; see `CALLER_RIGHTS`. */
export const showRights = ({ role, rights }: Actor, rules: RoleRights | undefined): object => ({
  level: role,
  kinds: Object.fromEntries(
    CONTENT_KINDS.map((kind) => [kind, Object.fromEntries(RIGHTS.map((right) => [right, rights.reach(right, kind)]))]),
  ),
  rules: rules === undefined ? null : showRules(rules),
});

const showRules = ({ extends: base, allow, deny }: RoleRights): object => ({
  extends: base,
  base: joinRules(RULES_OF_BASE[base]),
  allow,
  deny,
});

/** The same rules, each about one set of rights. */
function joinRules(rules: readonly RightsRule[]): readonly RightsRule[] {
  const rightsOf = new Map<string, Set<Right>>();
  for (const { do: rights, on = [] } of rules)
    for (const kind of on.filter((one) => (CONTENT_KINDS as readonly string[]).includes(one)))
      rightsOf.set(kind, new Set([...(rightsOf.get(kind) ?? []), ...rights]));
  const kindsOf = new Map<string, { readonly do: readonly Right[]; readonly on: string[] }>();
  for (const [kind, rights] of rightsOf) {
    const rule = kindsOf.get([...rights].join()) ?? { do: [...rights], on: [] };
    rule.on.push(kind);
    kindsOf.set([...rights].join(), rule);
  }
  return [...kindsOf.values()];
}
