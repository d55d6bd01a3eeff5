import type { Actor } from '../../../model/access.ts';
import { CONTENT_KINDS } from '../../../model/entities/index.ts';
import { contentRulesOf } from '../../../model/rights/judge.ts';
import { RIGHTS, type RoleRights } from '../../../model/rights/rights.ts';

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
  base: contentRulesOf(base),
  allow,
  deny,
});
