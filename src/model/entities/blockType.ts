import { always, defineEntity } from '../entity.ts';
import { schemaReferences } from '../fields/schema/schemaReferences.ts';
import { typeTranslations, typeWords } from '../fields/schema/schemaWords.ts';
import { BY_LANGUAGE, languageKeys } from '../record/words.ts';
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
    translations: typeTranslations(),
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

const words = typeWords<BlockType>();

export const blockType = defineEntity<BlockType, typeof BY_LANGUAGE>({
  name: 'blockType',
  plural: 'block-types',
  file: 'block-types/{slug}',
  home: 'content',
  schema: blockTypeSchema,
  order: [
    'id',
    'name',
    'description',
    'translations',
    'icon',
    'category',
    'settings',
    'fieldsSchema',
    'rules',
    'migrations',
    'createdAt',
  ],
  counter: 'blockType',
  indexes: { [BY_LANGUAGE]: languageKeys(words) },
  access: { read: 'viewer', create: 'admin', update: 'admin', remove: 'admin' },
  isPublic: always,
  title: (data) => data.name,
  words,
  references: (data, lookup) => schemaReferences(data.fieldsSchema, { path: ['fieldsSchema'], lookup }),
});
