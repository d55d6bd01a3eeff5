import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { dataResult } from '../../http/result.ts';
import { FIELD_TYPES } from '../../model/fields/field.ts';
import { choice, namedSchema, object } from '../../model/schema/schema.ts';
import { FIELD } from '../../view/shapes/types.ts';
import { arrayOf, integerShape, orNull, rawObject, stringShape } from '../../view/shapes/values.ts';
import { PANEL_LOCATIONS } from '../frame.ts';
import type { LoadedExtension } from '../loaded.ts';
import { showFrames } from './listFrames.ts';

const fieldType = choice(...FIELD_TYPES);
const source = { extension: stringShape, url: stringShape, height: integerShape };

const FRAMES = namedSchema(
  'ExtensionFrames',
  object({
    panels: arrayOf(
      namedSchema(
        'ExtensionPanel',
        object({ ...source, at: choice(...PANEL_LOCATIONS), title: stringShape, types: orNull(arrayOf(stringShape)) }),
      ),
    ),
    screens: arrayOf(
      namedSchema(
        'ExtensionScreen',
        object({ ...source, path: stringShape, title: stringShape, icon: orNull(stringShape) }),
      ),
    ),
    /** The fields whose values are derived from others. */
    derived: arrayOf(object({ extension: stringShape, types: arrayOf(stringShape), field: stringShape })),
    kinds: arrayOf(
      namedSchema(
        'ExtensionFieldKind',
        object({
          ...{ extension: stringShape, kind: stringShape, base: fieldType },
          ...{ fields: arrayOf(FIELD), settings: rawObject },
          frame: orNull(object(source)),
          use: orNull(object({ type: fieldType, settings: rawObject })),
        }),
      ),
    ),
  }),
);

/** What the editor's interface has to know of extensions. */
export const frameEndpoints = (extensions: readonly LoadedExtension[]): readonly Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/extensions/frames',
    summary:
      'List the panels and screens of extensions that the caller may see, their kinds of fields, and the fields that they derive',
    access: 'viewer',
    result: dataResult(FRAMES),
    handle: ({ actor }) => ({
      data: showFrames(
        extensions.map(({ definition }) => definition),
        actor.role,
      ),
    }),
  }),
];
