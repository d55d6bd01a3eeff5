import { type CompiledRule, compileRule, type Question } from '../../model/rights/compileRule.ts';
import type { RightsRule } from '../../model/rights/rights.ts';
import type { CallerRights } from '../wire/interface.ts';
import type { RightsAbout, RightsObstacle, RightsQuestion, RoleRules } from './rights.ts';

/** The rules of a role, before its words are put to them. */
interface ReadRules extends Pick<RoleRules, 'may'> {
  findObstacle(question: RightsQuestion): RightsObstacle;
}

type RoleRulesFacts = Pick<NonNullable<CallerRights['rules']>, 'base' | 'allow' | 'deny'>;

/** What narrows a rule, and what has to be known of a record to tell whether it does. */
const NARROWINGS = { types: 'type', locales: 'locale', paths: 'path', folders: 'folder', own: 'isOwn' } as const;
type Narrowing = keyof typeof NARROWINGS;
const NAMES = Object.keys(NARROWINGS) as readonly Narrowing[];

/** The user, as the owner of what is the user's own. */
const USER = 'user';

/** The rules of a role, as the server reads them. What is not known of a record is taken to be as the rules ask. */
export function createRoleRules({ base, allow, deny }: RoleRulesFacts, kinds: readonly string[]): ReadRules {
  const compile = (rule: RightsRule): CompiledRule => compileRule(rule, kinds);
  const granted = [...base, ...allow];

  function may({ right, kind, about = {}, part }: RightsQuestion): boolean {
    const question = { right, subject: toSubject(kind, about), actor: USER };
    const fits = (rule: CompiledRule): boolean => rule.covers(question) && (part === undefined || rule.includes(part));
    const refuses = (rule: CompiledRule): boolean => fits(rule) && (part !== undefined || rule.isAboutWholes);
    return (
      granted.map((rule) => compile(dropUnknown(rule, about))).some(fits) &&
      !deny
        .filter((rule) => isKnown(rule, about))
        .map(compile)
        .some(refuses)
    );
  }

  function findObstacle(question: RightsQuestion): RightsObstacle {
    const { right, kind } = question;
    const near = granted
      .filter((rule) => compile(rule).isAbout(right, kind))
      .map((rule) => obstaclesOf(rule, question, kinds))
      .toSorted((one, other) => one.length - other.length || Number(isOfParts(other)) - Number(isOfParts(one)));
    const [first] = near;
    if (!first) return { reason: 'none', values: [] };
    const [obstacle] = first;
    if (!obstacle) return { reason: 'denied', values: [] };
    // Rules that fail for the same reason are told together: “French and Italian”.
    const same = near.filter((one) => one.length === first.length && one[0]!.reason === obstacle.reason);
    return { ...obstacle, values: [...new Set(same.flatMap((one) => one[0]!.values))] };
  }

  return { may, findObstacle };
}

/** Whether a rule fits the record, and only not this part of it: that says most. */
const isOfParts = ([first]: readonly RightsObstacle[]): boolean => first?.reason === 'fields';

/** What a record does not have of what a rule asks for. */
function obstaclesOf(rule: RightsRule, question: RightsQuestion, kinds: readonly string[]): readonly RightsObstacle[] {
  const { right, kind, about = {}, part } = question;
  const narrowed = NAMES.filter((name) => {
    if (rule[name] === undefined || about[NARROWINGS[name]] === undefined) return false;
    const alone = compileRule({ do: rule.do, on: rule.on ?? kinds, [name]: rule[name] }, kinds);
    return !alone.covers({ right, subject: toSubject(kind, about), actor: USER });
  }).map((reason): RightsObstacle => ({ reason, values: reason === 'own' ? [] : (rule[reason] ?? []) }));
  const isForeign = part !== undefined && rule.fields !== undefined && !rule.fields.includes(part);
  return [...narrowed, ...(isForeign ? [{ reason: 'fields' as const, values: rule.fields ?? [] }] : [])];
}

const toSubject = (kind: RightsQuestion['kind'], { isOwn, ...facts }: RightsAbout): Question['subject'] => ({
  ...{ type: undefined, locale: undefined, path: undefined, folder: undefined, ...facts },
  ...{ kind, owner: isOwn ? USER : undefined },
});

const isUnknown = (name: Narrowing, about: RightsAbout): boolean => about[NARROWINGS[name]] === undefined;

function dropUnknown(rule: RightsRule, about: RightsAbout): RightsRule {
  const known = Object.entries(rule).filter(
    ([key]) => !(NAMES.includes(key as Narrowing) && isUnknown(key as Narrowing, about)),
  );
  // Only what narrows the rule is left out.
  return Object.fromEntries(known) as unknown as RightsRule;
}

const isKnown = (rule: RightsRule, about: RightsAbout): boolean =>
  NAMES.every((name) => rule[name] === undefined || rule[name] === false || !isUnknown(name, about));
