import type { Reference, ValuePath } from '../reference.ts';
import type { FieldsSchema } from './field.ts';

export declare function referencesIn(
  schema: FieldsSchema | undefined,
  values: Readonly<Record<string, unknown>>,
  path: ValuePath,
): readonly Reference[];
