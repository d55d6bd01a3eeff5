import type { Severity } from '../entry.ts';
import type { Detail } from '../errors.ts';
import { toFieldSet } from '../fields/fieldSet.ts';
import { MAX_PROBLEMS, NO_PROBLEMS } from '../fields/problem.ts';
import { readFields } from '../fields/readFields.ts';
import type { Kind } from '../records.ts';
import type { ValuePath } from '../reference.ts';
import { hasRules, rulesFor } from './compileTypeRules.ts';
import { type IdentifiedRecord, type JudgedPart, placedParts, recordPart } from './judgedRecords.ts';
import { isOwnValue, type JudgeLookup, type RecordRule, type RuleProblem } from './recordRule.ts';

/** What rules may look at. */
export interface JudgeContext {
  readonly lookup: JudgeLookup;
  readonly now: Date;
}

/** A problem that a rule has found. */
export interface RuleDetail extends Detail {
  readonly severity: Severity;
  /** The id of the rule. */
  readonly rule: string;
  /** Whether it refuses the record as it is: an error in what is public, or of a rule that drafts follow, too. */
  readonly refuses: boolean;
  readonly code?: 'EXTENSION';
}

const NO_DETAILS: readonly RuleDetail[] = Object.freeze([]);

/**
 * The first hundred problems that rules find in a record, and in the blocks in a page. Whether a problem refuses the record
 * depends on its severity and on whether the record is public: callers that refuse look at `refuses`.
 */
export function judgeRecord(kind: Kind, record: IdentifiedRecord, context: JudgeContext): readonly RuleDetail[] {
  const found: RuleDetail[] = [];
  for (const part of ruledParts(kind, record, context.lookup)) {
    if (found.length >= MAX_PROBLEMS) break;
    found.push(...judgePart(part, context));
  }
  return found.length === 0 ? NO_DETAILS : found.slice(0, MAX_PROBLEMS);
}

/** What a record holds that there are rules for. */
function ruledParts(kind: Kind, record: IdentifiedRecord, lookup: JudgeLookup): readonly JudgedPart[] {
  const own = recordPart(kind, record);
  if (!own) return [];
  const placed = placedParts(kind, record, { lookup, isWanted: (type) => hasRules('blockType', type, lookup) });
  return [own, ...placed];
}

/** The problems that refuse a record as it is. */
export function findRefusals(kind: Kind, record: IdentifiedRecord, context: JudgeContext): readonly Detail[] {
  const found = judgeRecord(kind, record, context);
  if (found.length === 0) return NO_PROBLEMS;
  return found.flatMap(({ refuses, severity, rule, code, ...detail }) => (refuses ? [detail] : []));
}

function judgePart(part: JudgedPart, context: JudgeContext): readonly RuleDetail[] {
  const { typeKind, record } = part;
  const rules = rulesFor(typeKind, record.type, context.lookup);
  const input = { ...context, record };
  return rules.flatMap((rule) => rule.check(input).map((problem) => toDetail(problem, rule, part, context.lookup)));
}

function toDetail(
  { path, severity: given, ...wording }: RuleProblem,
  rule: RecordRule,
  part: JudgedPart,
  lookup: JudgeLookup,
): RuleDetail {
  const severity = given ?? rule.severity;
  return {
    path: locate(path, part, lookup).map(String),
    ...wording,
    severity,
    rule: rule.id,
    refuses: severity === 'error' && (part.record.isPublic || rule.drafts),
  };
}

/** The place of a problem in the record that is written. A field may have the name of one of the record's own values. */
function locate(
  path: ValuePath,
  { typeKind, record, path: own, fieldsPath }: JudgedPart,
  lookup: JudgeLookup,
): ValuePath {
  const [name] = path;
  if (name === undefined) return own;
  const schema = lookup.byKey(typeKind, record.type)?.data.fieldsSchema ?? [];
  const isField = toFieldSet(readFields(schema), lookup.code.kinds).byName.has(String(name));
  return [...(!isField && isOwnValue(name) ? own : fieldsPath), ...path];
}
