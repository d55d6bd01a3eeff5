import { always, defineEntity } from '../entity.ts';
import { schemaReferences } from '../fields/schema/schemaReferences.ts';
import {
  anyObject,
  fieldsSchema,
  type Infer,
  label,
  object,
  slug,
  text,
  typeMigrations,
  typeRules,
} from '../schema/schema.ts';

export const blockTypeSchema = object(
  { slug: slug(), name: label(200), fieldsSchema: fieldsSchema() },
  {
    description: text(),
    icon: text({ maxLength: 200 }),
    category: text({ maxLength: 200 }),
    settings: anyObject(),
    rules: typeRules(),
    migrations: typeMigrations(),
  },
);
export type BlockType = Infer<typeof blockTypeSchema>;

declare module '../records.ts' {
  interface Records {
    blockType: BlockType;
  }
}

export const blockType = defineEntity<BlockType, never>({
  name: 'blockType',
  plural: 'block-types',
  file: 'block-types/{slug}',
  home: 'content',
  schema: blockTypeSchema,
  order: [
    'id',
    'name',
    'description',
    'icon',
    'category',
    'settings',
    'fieldsSchema',
    'rules',
    'migrations',
    'createdAt',
  ],
  counter: 'blockType',
  indexes: {},
  access: { read: 'viewer', create: 'admin', update: 'admin', remove: 'admin' },
  isPublic: always,
  title: (data) => data.name,
  references: (data, lookup) => schemaReferences(data.fieldsSchema, { path: ['fieldsSchema'], lookup }),
});
