import { defineEntity } from '../entity.ts';
import type { FieldsSchema } from '../fields/field.ts';
import { readRegions } from '../regions.ts';
import {
  anyObject,
  anything,
  type Infer,
  integer,
  list,
  object,
  type Schema,
  slug,
  text,
  withDefault,
} from '../schema.ts';

/** A list of fields, an object of them by name, or a JSON Schema object; given back as it was sent. */
export const fieldsSchema = (): Schema<FieldsSchema> =>
  withDefault({ type: ['array', 'object'], maxItems: 500, maxProperties: 500 }, []);

const defaultBlock = object(
  { region: text({ minLength: 1, maxLength: 100 }), blockTypeSlug: slug() },
  { position: integer({ minimum: 0 }), fields: anyObject() },
);
export type DefaultBlock = Infer<typeof defaultBlock>;

export const contentTypeSchema = object(
  {
    slug: slug(),
    name: text({ minLength: 1, maxLength: 200 }),
    fieldsSchema: fieldsSchema(),
    regions: withDefault(list(anything(), { maxItems: 100 }), []),
  },
  { description: text(), defaultBlocks: list(defaultBlock, { maxItems: 200 }), settings: anyObject() },
);
export type ContentType = Infer<typeof contentTypeSchema>;

export const contentType = defineEntity<ContentType, never>({
  name: 'contentType',
  plural: 'content-types',
  file: 'content-types/{slug}',
  home: 'content',
  schema: contentTypeSchema,
  order: ['id', 'name', 'description', 'settings', 'fieldsSchema', 'regions', 'defaultBlocks', 'createdAt'],
  counter: 'contentType',
  indexes: {},
  access: { read: 'viewer', create: 'admin', update: 'admin', remove: 'admin' },
  title: (data) => data.name,
  references: (data) => [
    ...readRegions(data.regions).flatMap((region, index) =>
      (region.allowedTypes ?? []).map((key, place) => ({
        kind: 'blockType' as const,
        key,
        path: ['regions', index, 'allowed_types', place],
      })),
    ),
    ...(data.defaultBlocks ?? []).map((block, index) => ({
      kind: 'blockType' as const,
      key: block.blockTypeSlug,
      path: ['defaultBlocks', index, 'blockTypeSlug'],
    })),
  ],
});
