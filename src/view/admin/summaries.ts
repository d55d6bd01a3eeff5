import type { Lookup } from '../../model/entry.ts';
import type { FieldsSchema } from '../../model/fields/field.ts';
import { toFieldSet } from '../../model/fields/fieldSet.ts';
import { readFields } from '../../model/fields/readFields.ts';
import { type FieldValues, isMissing, ownValue } from '../../model/fields/values.ts';

/** The values that extensions say in a line, by the name of the field; null if there are none. */
export function summarizeValues(
  schema: FieldsSchema,
  values: FieldValues,
  { code }: Pick<Lookup, 'code'>,
): Readonly<Record<string, string>> | null {
  const found = toFieldSet(readFields(schema), code.kinds).extended.flatMap(({ field: { name }, kind }) => {
    const value = ownValue(values, name);
    const result = isMissing(value) ? undefined : kind.added?.summarize?.(value);
    return result && 'value' in result ? [[name, result.value] as const] : [];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}
