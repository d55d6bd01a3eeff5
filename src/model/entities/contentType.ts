import { always, defineEntity } from '../entity.ts';
import type { Lookup } from '../entry.ts';
import { referencesIn } from '../fields/references.ts';
import { schemaReferences } from '../fields/schema/schemaReferences.ts';
import { typeTranslations, typeWords } from '../fields/schema/schemaWords.ts';
import { readRegions } from '../page/regions.ts';
import { BY_LANGUAGE, languageKeys } from '../record/words.ts';
import type { Reference, ValuePath } from '../reference.ts';
import {
  anyObject,
  anything,
  fieldsSchema,
  type Infer,
  integer,
  label,
  list,
  object,
  slug,
  text,
  typeMigrations,
  typeRules,
  withDefault,
} from '../schema/schema.ts';

const defaultBlock = object(
  { region: text({ minLength: 1, maxLength: 100 }), blockTypeSlug: slug() },
  { position: integer({ minimum: 0 }), fields: anyObject() },
);
export type DefaultBlock = Infer<typeof defaultBlock>;

export const contentTypeSchema = object(
  {
    slug: slug(),
    name: label(200),
    fieldsSchema: fieldsSchema(),
    regions: withDefault(list(anything(), { maxItems: 100 }), []),
  },
  {
    description: text(),
    translations: typeTranslations(),
    defaultBlocks: list(defaultBlock, { maxItems: 200 }),
    settings: anyObject(),
    rules: typeRules(),
    migrations: typeMigrations(),
  },
);
export type ContentType = Infer<typeof contentTypeSchema>;

declare module '../records.ts' {
  interface Records {
    contentType: ContentType;
  }
}

/** References to the block types that a region allows; a region given by name alone allows all. */
function regionReferences(region: unknown, index: number): readonly Reference[] {
  const [{ allowedTypes } = { allowedTypes: null }] = readRegions([region]);
  const path = ['regions', index, 'allowed_types'];
  return (allowedTypes ?? []).map((key, place) => ({ kind: 'blockType', key, path: [...path, place] }));
}

function blockReferences({ blockTypeSlug, fields = {} }: DefaultBlock, path: ValuePath, lookup: Lookup) {
  const schema = lookup.byKey('blockType', blockTypeSlug)?.data.fieldsSchema;
  return [
    { kind: 'blockType' as const, key: blockTypeSlug, path: [...path, 'blockTypeSlug'] },
    ...referencesIn(schema, fields, { path: [...path, 'fields'], lookup }),
  ];
}

const words = typeWords<ContentType>();

export const contentType = defineEntity<ContentType, typeof BY_LANGUAGE>({
  name: 'contentType',
  plural: 'content-types',
  file: 'content-types/{slug}',
  home: 'content',
  schema: contentTypeSchema,
  order: [
    'id',
    'name',
    'description',
    'translations',
    'settings',
    'fieldsSchema',
    'rules',
    'regions',
    'defaultBlocks',
    'migrations',
    'createdAt',
  ],
  counter: 'contentType',
  indexes: { [BY_LANGUAGE]: languageKeys(words) },
  access: { read: 'viewer', create: 'admin', update: 'admin', remove: 'admin' },
  isPublic: always,
  title: (data) => data.name,
  words,
  references: (data, lookup) => [
    ...schemaReferences(data.fieldsSchema, { path: ['fieldsSchema'], lookup }),
    ...data.regions.flatMap(regionReferences),
    ...(data.defaultBlocks ?? []).flatMap((one, index) => blockReferences(one, ['defaultBlocks', index], lookup)),
  ],
});
