import { always, defineEntity } from '../entity.ts';
import { referencesIn } from '../fields/references.ts';
import { anyObject, flag, type Infer, key, label, object, withDefault } from '../schema/schema.ts';

export const blockSchema = object({
  key: key(),
  type: key(),
  title: label(500),
  isReusable: withDefault(flag(), true),
  fields: withDefault(anyObject(), {}),
});
export type Block = Infer<typeof blockSchema>;

declare module '../records.ts' {
  interface Records {
    block: Block;
  }
}

export const block = defineEntity({
  name: 'block',
  plural: 'blocks',
  file: 'blocks/{key}',
  home: 'content',
  schema: blockSchema,
  order: ['id', 'type', 'title', 'isReusable', 'createdAt', 'updatedAt', 'fields'],
  counter: 'block',
  indexes: { byType: { many: (data: Block) => [data.type] } },
  access: { read: 'viewer', create: 'editor', update: 'editor', remove: 'editor' },
  isPublic: always,
  title: (data) => data.title,
  references: (data, lookup) => [
    { kind: 'blockType', key: data.type, path: ['type'] },
    ...referencesIn(lookup.byKey('blockType', data.type)?.data.fieldsSchema, data.fields, {
      path: ['fields'],
      lookup,
    }),
  ],
});
