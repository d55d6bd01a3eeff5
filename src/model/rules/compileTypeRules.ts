import { compareText } from '../../lib/text/compareText.ts';
import type { BlockType } from '../entities/blockType.ts';
import type { ContentType } from '../entities/contentType.ts';
import type { SiteCode } from '../entry.ts';
import { createOperandReader, isBlankField } from '../fields/checkGroup.ts';
import { meetsCondition, type ReadOperand } from '../fields/condition.ts';
import { type FieldSet, toFieldSet } from '../fields/fieldSet.ts';
import { compileFieldPattern } from '../fields/kinds/pattern.ts';
import { parseFieldCondition, readFields } from '../fields/readFields.ts';
import { isMissing } from '../fields/values.ts';
import { because, type Wording } from '../reason.ts';
import { checkTypeRule } from './checkTypeRules.ts';
import { compareToOperand } from './comparisons.ts';
import {
  isOwnValue,
  type JudgedRecord,
  type JudgeLookup,
  problemAt,
  type RecordRule,
  type RecordRuleInput,
  RULED_TYPES,
  type RuledType,
  type RuleProblem,
  type ValuePlace,
  valueNamed,
} from './recordRule.ts';
import { createValueReader, namesOf, type RuleName } from './ruleNames.ts';
import { COMPARISONS, type RuleForm, type TypeRule } from './typeRule.ts';

/** The type that rules belong to. */
export interface TypeOfRules {
  readonly kind: RuledType;
  readonly data: ContentType | BlockType;
}

/** What the parts of a rule work with. */
interface RuleScope {
  readonly type: TypeOfRules;
  readonly names: ReadonlyMap<string, RuleName>;
  readonly fields: FieldSet;
}

const NO_RULES: readonly RecordRule[] = Object.freeze([]);
const NOTHING_WRONG: readonly RuleProblem[] = Object.freeze([]);

/** The rules that a content type or block type holds. One that is wrong is left out: it is a problem of the type. */
function compileTypeRules(type: TypeOfRules, { rules: { compiled }, kinds }: SiteCode): readonly RecordRule[] {
  const { rules = [], fieldsSchema } = type.data;
  if (rules.length === 0) return NO_RULES;
  const known = compiled.get(type.data);
  if (known) return known;
  const fields = toFieldSet(readFields(fieldsSchema), kinds);
  const scope = { type, fields, names: namesOf(fieldsSchema, kinds) };
  const made = rules.flatMap((rule, index) =>
    // A rule without problems has the form of one.
    checkTypeRule(rule, scope.names).length > 0 ? [] : compileTypeRule(rule as TypeRule, index, scope),
  );
  compiled.set(type.data, made);
  return made;
}

/** The rules for records of a type: its own, then those of the site's code. */
export function rulesFor(kind: RuledType, slug: string, lookup: JudgeLookup): readonly RecordRule[] {
  const type = lookup.byKey(kind, slug);
  const own = type ? compileTypeRules({ kind, data: type.data }, lookup.code) : NO_RULES;
  const ofCode = lookup.code.rules.rulesOf(kind, slug);
  return ofCode.length === 0 ? own : [...own, ...ofCode];
}

/** Whether there are rules for records of a type. */
export const hasRules = (kind: RuledType, slug: string, lookup: JudgeLookup): boolean =>
  rulesFor(kind, slug, lookup).length > 0;

/** The places of all values that rules compare with those of other records. */
export const comparedPlaces = (lookup: JudgeLookup): readonly ValuePlace[] =>
  RULED_TYPES.flatMap((kind) =>
    [...lookup.all(kind)].flatMap(({ key: type }) =>
      rulesFor(kind, type, lookup).flatMap(({ reads }) =>
        typeof reads === 'object' ? [{ kind, type, name: reads.name, isOwn: reads.isOwn }] : [],
      ),
    ),
  );

function compileTypeRule(rule: TypeRule, index: number, scope: RuleScope): RecordRule {
  const { when, message, severity = 'error', drafts = false } = rule;
  const condition = when && parseFieldCondition(when);
  const { reads, check } = FORMS[formOf(rule)](rule, scope);
  const say = (problem: RuleProblem): RuleProblem => (message ? problemAt(problem.path, message) : problem);
  return {
    ...{ id: `${scope.type.data.slug}/rules.${index}`, severity, drafts, ...(reads && { reads }) },
    check(input) {
      if (condition && !meetsCondition(condition, createReadOperand(input, scope))) return [];
      const found = check(input);
      return found.length === 0 ? found : found.map(say);
    },
  };
}

const formOf = ({ field, unique }: TypeRule): RuleForm => {
  if (field) return 'field';
  return unique ? 'unique' : 'require';
};

function createReadOperand({ record, lookup }: RecordRuleInput, { fields, names }: RuleScope): ReadOperand {
  const readField = createOperandReader({ siblings: fields, values: record.fields, scope: { lookup } });
  return (name) => (names.get(name)?.isOwn && isOwnValue(name) ? [record[name] ?? null] : readField(name));
}

/** What one form of rule checks, and what it reads of other records. */
interface RuleForms {
  readonly reads?: RecordRule['reads'];
  check(input: RecordRuleInput): readonly RuleProblem[];
}
type CompileForm = (rule: TypeRule, scope: RuleScope) => RuleForms;

const FORMS: Readonly<Record<RuleForm, CompileForm>> = {
  field: (rule, scope) => {
    const name = rule.field!;
    const read = createValueReader(scope.names.get(name)!);
    const tests = FIELD_TESTS.flatMap((compile) => compile(rule, scope) ?? []);
    return {
      check({ record }) {
        const value = read(record);
        for (const test of tests) {
          const wrong = test(value, record);
          if (wrong) return [problemAt(name, wrong)];
        }
        return NOTHING_WRONG;
      },
    };
  },
  require: ({ require = [] }, { names }) => {
    const required = require.map((one) => {
      const name = names.get(one)!;
      return { name, read: createValueReader(name) };
    });
    return {
      check: ({ record }) =>
        required
          .filter(({ name, read }) => isBlank(read(record), name))
          .map(({ name }) => problemAt(name.name, because('required', 'is required', {}))),
    };
  },
  unique: ({ unique, per, drafts }, { type, names }) => {
    const name = names.get(unique!)!;
    const place = { kind: type.kind, type: type.data.slug, name: name.name, isOwn: name.isOwn };
    return {
      reads: place,
      check({ record, lookup }) {
        // A page that overrides values of a reusable block shows the same block.
        if (record.shared !== undefined) return [];
        const [other] = lookup
          .byValue(place, valueNamed(record, place))
          .map((held) => held.record)
          .filter(
            (held) => isRival(held, record) && (drafts || held.isPublic) && (!per || held.locale === record.locale),
          )
          .toSorted(byKey);
        return other ? [problemAt(name.name, takenBy(other))] : [];
      },
    };
  },
};

/** The same one is named each time, whichever the index holds first. */
const byKey = (a: JudgedRecord, b: JudgedRecord): number => compareText(a.key, b.key) || a.id - b.id;

const isRival = (held: JudgedRecord, { kind, id }: JudgedRecord): boolean => held.kind !== kind || held.id !== id;

const takenBy = ({ kind, key, title }: JudgedRecord): Wording =>
  because('notUnique', `must be unique: ${kind === 'page' ? 'the page' : 'a block of'} "${key}" has the same`, {
    name: title ?? key,
  });

const isBlank = (value: unknown, { of }: RuleName): boolean =>
  isMissing(value) || (of ? isBlankField(of, value) : value === '');

/** What is wrong with a value; undefined if nothing is. */
type ValueTest = (value: unknown, record: JudgedRecord) => Wording | undefined;

/** What a rule about a field may test, in the order in which it is told. */
const FIELD_TESTS: readonly ((rule: TypeRule, scope: RuleScope) => readonly ValueTest[] | undefined)[] = [
  (rule, { names }) =>
    COMPARISONS.filter((name) => !isMissing(rule[name])).map((name) =>
      compareToOperand(name, rule[name], { about: names.get(rule.field!)!, names }),
    ),
  ({ count }) => count && [(value) => checkItems(value, count)],
  ({ matches }) => {
    const program = matches === undefined ? null : compileFieldPattern(matches);
    const wrong = because('pattern', `must match the pattern ${matches}`, { pattern: matches ?? '' });
    return program
      ? [(value) => (typeof value === 'string' && value !== '' && !program.test(value) ? wrong : undefined)]
      : undefined;
  },
];

function checkItems(value: unknown, { min = 0, max = Number.POSITIVE_INFINITY }: NonNullable<TypeRule['count']>) {
  const count = Array.isArray(value) ? value.length : 0;
  const items = (limit: number): string => `${limit} ${limit === 1 ? 'item' : 'items'}`;
  if (count > max) return because('mostItems', `must have at most ${items(max)}`, { count: max });
  return count < min ? because('leastItems', `must have at least ${items(min)}`, { count: min }) : undefined;
}
