import type { ValuePath } from '../reference.ts';
import type { FieldsSchema } from './field.ts';
import { type FieldSet, type GroupField, toFieldSet } from './fieldSet.ts';
import { fitGroup } from './fittedValues.ts';
import type { LookupScope, WalkScope } from './kind.ts';
import { readFields } from './readFields.ts';
import { showBaseForm } from './translate.ts';
import { type FieldValues, isMissing, ownValue } from './values.ts';

/** Code of an extension that cannot show a value. */
export interface CodeFailure {
  readonly path: ValuePath;
  /** Names the code: `maps/place`. */
  readonly id: string;
  readonly failure: string;
}

/** Shows stored values to see where the code of extensions fails; each path is prefixed with `path`. */
export function codeFailuresIn(
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
