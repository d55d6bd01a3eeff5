import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { dataResult } from '../../http/result.ts';
import { FIELD_TYPES } from '../../model/fields/field.ts';
import { anything, choice, list, namedSchema, object } from '../../model/schema/schema.ts';
import { integerShape, orNull, rawObject, stringShape } from '../../view/shapes/values.ts';
import type { FieldDefinition } from '../field.ts';
import type { LoadedExtension } from '../loaded.ts';
import { listFields } from './createSiteCode.ts';

const EXTENSION_KIND = namedSchema(
  'ExtensionKind',
  object({
    name: stringShape,
    extension: stringShape,
    base: choice(...FIELD_TYPES),
    fields: orNull(list(anything())),
    settings: orNull(rawObject),
    input: orNull(
      object(
        {},
        {
          ...{ use: choice(...FIELD_TYPES), settings: rawObject },
          ...{ frame: stringShape, height: integerShape },
        },
      ),
    ),
  }),
);

const EXTENSION_FIELDS = namedSchema(
  'ExtensionFields',
  object({
    kinds: list(EXTENSION_KIND),
    derived: list(object({ extension: stringShape, types: list(stringShape), field: stringShape })),
  }),
);

/** What forms have to know of the extensions' fields: their kinds, and the fields whose values are derived. */
export function fieldEndpoints(extensions: readonly LoadedExtension[]): readonly Endpoint[] {
  const kinds = extensions
    .flatMap(({ definition }) => listFields(definition))
    .map(({ name, extension, definition }) => ({
      ...{ name, extension, base: definition.base },
      ...{ fields: definition.fields ?? null, settings: definition.settings ?? null, input: showInput(definition) },
    }));
  const derived = extensions.flatMap(({ definition: { name: extension, derives = [] } }) =>
    derives.map(({ types, field }) => ({ extension, types, field })),
  );
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/extension-fields',
      summary: 'List the kinds of fields and the derived fields that extensions add',
      access: 'viewer',
      result: dataResult(EXTENSION_FIELDS),
      handle: () => ({ data: { kinds, derived } }),
    }),
  ];
}

function showInput({ input }: FieldDefinition): object | null {
  if (input === undefined) return null;
  if ('use' in input) return { use: input.use, ...(input.settings && { settings: input.settings }) };
  return { frame: input.frame, ...(input.height !== undefined && { height: input.height }) };
}
