import { sameJson } from '../lib/json/sameJson.ts';
import type { Page } from '../model/entities/page.ts';
import type { FieldsSchema } from '../model/fields/field.ts';
import { type FieldSet, type GroupField, toFieldSet } from '../model/fields/fieldSet.ts';
import { fitGroup } from '../model/fields/fittedValues.ts';
import type { LookupScope, WalkScope } from '../model/fields/kind.ts';
import { readFields } from '../model/fields/readFields.ts';
import { showBaseForm } from '../model/fields/translate.ts';
import { type FieldValues, isMissing, ownValue } from '../model/fields/values.ts';
import { derivedValues } from '../model/page/derivedValues.ts';
import { recordValues } from '../model/record/recordValues.ts';
import type { ValuePath } from '../model/reference.ts';
import { failureAt } from '../model/rules/recordRule.ts';
import { type CheckRule, type Finding, finding, type Subject } from './rule.ts';

/** Reports code of extensions that cannot show a value, or derive one. */
export const codeFailureRule: CheckRule = ({ entry, lookup }) =>
  recordValues(entry, lookup)
    .flatMap(({ schema, values, path }) => (schema ? codeFailuresIn(schema, values, { path, lookup }) : []))
    .map(({ path, id, failure }) => finding(entry, 'warning', 'EXTENSION', failureAt(path, id, failure).message, path));

/** Reports values that the site's code would derive differently now. */
export const derivedRule: CheckRule = (subject) =>
  subject.entry.kind === 'page' && !subject.lookup.code.derived.isEmpty ? derivedFindings(subject) : [];

function derivedFindings({ entry, lookup }: Subject): readonly Finding[] {
  const data = entry.data as Page;
  const schema = lookup.byKey('contentType', data.type)?.data.fieldsSchema;
  return derivedValues({ id: entry.id, data }, { code: lookup.code, schema }).flatMap(({ name, result }) => {
    const at = ['fields', name];
    if ('failure' in result)
      return finding(entry, 'warning', 'EXTENSION', failureAt(at, name, result.failure).message, at);
    if (sameJson(result.value ?? null, ownValue(data.fields, name) ?? null)) return [];
    return finding(entry, 'warning', 'STALE_VALUE', 'differs from what is derived from the other values', at);
  });
}

/** Code of an extension that cannot show a value. */
interface CodeFailure {
  readonly path: ValuePath;
  /** Names the code: `maps/place`. */
  readonly id: string;
  readonly failure: string;
}

/** Shows stored values to see where the code of extensions fails; each path is prefixed with `path`. */
function codeFailuresIn(
  schema: FieldsSchema,
  values: FieldValues,
  { path, lookup }: WalkScope & LookupScope,
): readonly CodeFailure[] {
  const group = toFieldSet(readFields(schema), lookup.code.kinds);
  return group.extended.length === 0 ? [] : failuresInGroup(group, fitGroup(group, values), { path, lookup });
}

const failuresInGroup = (group: FieldSet, values: FieldValues, scope: WalkScope & LookupScope) =>
  group.extended.flatMap((one): readonly CodeFailure[] => {
    const value = ownValue(values, one.field.name);
    const path = [...scope.path, one.field.name];
    return isMissing(value)
      ? []
      : [...failuresInside(one, value, { ...scope, path }), ...failuresOf(one, value, { ...scope, path })];
  });

function failuresInside({ kind, group }: GroupField, value: unknown, scope: WalkScope & LookupScope) {
  const found: CodeFailure[] = [];
  if (group === undefined || group.extended.length === 0) return found;
  kind.mapNested?.(value, (nested, at) => {
    found.push(...failuresInGroup(group, nested, { ...scope, path: [...scope.path, ...at] }));
    return nested;
  });
  return found;
}

function failuresOf(one: GroupField, value: unknown, { path, lookup }: WalkScope & LookupScope) {
  const { added } = one.kind;
  const results = [
    added?.toPublic?.(showBaseForm(value, one, { lookup, isPublic: true }), one.field),
    added?.summarize?.(value),
  ];
  return results.flatMap((result) =>
    added && result && 'failure' in result ? [{ path, id: added.id, failure: result.failure }] : [],
  );
}
