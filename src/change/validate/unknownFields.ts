import type { FieldsSchema } from '../../model/fields/field.ts';
import { unknownIn } from '../../model/fields/fields.ts';
import type { Values } from '../../model/fields/values.ts';
import type { PlanContext } from '../action.ts';

/** What a body gives as fields, by the schema of its type, and where it stands in the body. */
interface GivenFields {
  readonly schema: FieldsSchema | undefined;
  readonly values: Values;
  readonly path: readonly string[];
}

/** Notes the names among given fields that their type does not know; they are kept all the same. */
export function noteUnknownFields({ schema, values, path }: GivenFields, { actor }: Pick<PlanContext, 'actor'>): void {
  if (schema === undefined || !actor.unknownNames) return;
  actor.unknownNames.note(unknownIn(schema, values, path).map((one) => ({ ...one, path: one.path.map(String) })));
}
