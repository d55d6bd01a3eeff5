import type { FieldsSchema } from '../../model/fields/field.ts';
import { unknownIn } from '../../model/fields/fields.ts';
import { unknownInSchema } from '../../model/fields/schema/unknownInSchema.ts';
import type { FieldValues } from '../../model/fields/values.ts';
import type { PlanContext } from '../action.ts';

/** The fields that a body gives, the schema of their type, and their path in the body. */
interface GivenFields {
  readonly schema: FieldsSchema | undefined;
  readonly values: FieldValues;
  readonly path: readonly string[];
}

/** Notes the fields that their type does not know. They are kept all the same. */
export function noteUnknownFields(
  { schema, values, path }: GivenFields,
  { actor, lookup }: Pick<PlanContext, 'actor' | 'lookup'>,
): void {
  if (schema === undefined || !actor.unknownNames) return;
  actor.unknownNames.note(
    unknownIn(schema, values, { path, lookup }).map((one) => ({ ...one, path: one.path.map(String) })),
  );
}

/** Notes what a fieldsSchema in a body holds that no field has. It is kept all the same. */
export function noteUnknownInSchema(schema: unknown, { actor, lookup }: Pick<PlanContext, 'actor' | 'lookup'>): void {
  actor.unknownNames?.note(
    unknownInSchema(schema, { path: ['fieldsSchema'], lookup }).map(({ path, name, known }) => ({
      path: path.map(String),
      name,
      known,
    })),
  );
}
