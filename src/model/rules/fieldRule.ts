import { checkGroup } from '../fields/checkGroup.ts';
import { type FieldSet, type GroupField, toFieldSet } from '../fields/fieldSet.ts';
import type { AddedCode } from '../fields/kind.ts';
import { readFields } from '../fields/readFields.ts';
import { type FieldValues, isMissing, ownValue } from '../fields/values.ts';
import { inOwnWords } from '../reason.ts';
import type { ValuePath } from '../reference.ts';
import { failureAt, type RecordRule, type RecordRuleInput, type RuleProblem } from './recordRule.ts';

/** The rule that the values of an extension's kind of field have to follow. */
export const createFieldRule = ({ id }: Pick<AddedCode, 'id'>): RecordRule => ({
  id,
  severity: 'error',
  drafts: false,
  check(input) {
    const group = fieldsOfRecord(input);
    if (group.extended.length === 0) return NOTHING_FOUND;
    return checkExtended(group, input.record.fields, { id, ...input });
  },
});

const NOTHING_FOUND: readonly RuleProblem[] = Object.freeze([]);

function fieldsOfRecord({ record, lookup }: RecordRuleInput): FieldSet {
  const type = lookup.byKey(record.kind === 'page' ? 'contentType' : 'blockType', record.type);
  return toFieldSet(readFields(type?.data.fieldsSchema ?? []), lookup.code.kinds);
}

type FieldRuleScope = Pick<AddedCode, 'id'> & RecordRuleInput;

const checkExtended = (group: FieldSet, values: FieldValues, scope: FieldRuleScope): readonly RuleProblem[] =>
  group.extended.flatMap((one) => {
    const value = ownValue(values, one.field.name);
    if (isMissing(value)) return NOTHING_FOUND;
    const found = [...checkInside(one, value, scope), ...checkOwn({ group, values }, one, scope)];
    return found.map((problem) => ({ ...problem, path: [one.field.name, ...problem.path] }));
  });

function checkInside({ kind, group }: GroupField, value: unknown, scope: FieldRuleScope): readonly RuleProblem[] {
  const found: RuleProblem[] = [];
  if (group === undefined || group.extended.length === 0) return found;
  kind.mapNested?.(value, (nested, at: ValuePath) => {
    const inside = checkExtended(group, nested, scope);
    found.push(...inside.map((problem) => ({ ...problem, path: [...at, ...problem.path] })));
    return nested;
  });
  return found;
}

/** The kind's own check sees only values that its base kind accepts. */
function checkOwn(
  { group, values }: { readonly group: FieldSet; readonly values: FieldValues },
  one: GroupField,
  { id, lookup }: FieldRuleScope,
): readonly RuleProblem[] {
  const { kind, field } = one;
  if (kind.added?.id !== id || kind.added.check === undefined) return NOTHING_FOUND;
  const scope = { lookup, isPublished: false, isBounded: true };
  if (checkGroup({ ...group, fields: [one] }, values, scope).length > 0) return NOTHING_FOUND;
  const result = kind.added.check(ownValue(values, field.name), field);
  if ('failure' in result) return [failureAt([], id, result.failure)];
  return result.value.map(({ path, message, severity }) => ({
    ...inOwnWords(message),
    path,
    ...(severity && { severity }),
  }));
}
