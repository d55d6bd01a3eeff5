import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { entityOf } from '../entities/index.ts';
import { FILE_KEYS, media } from '../entities/media.ts';
import type { EntityDef } from '../entity.ts';
import type { SiteCode } from '../entry.ts';
import type { FieldsSchema } from '../fields/field.ts';
import type { Kind } from '../records.ts';
import type { ObjectSchema, Schema } from '../schema/schema.ts';
import { schemaShape } from '../schema/schemaShape.ts';
import { earliest } from '../text/timestamp.ts';
import { mergeItems, mergeLists } from './list/mergeItems.ts';
import { mergeSet } from './list/mergeSet.ts';
import { mergeFields, mergePageFields } from './mergeFields.ts';
import { mergeFieldsSchema, mergeRegions } from './mergeFieldsSchema.ts';
import { mergeJson } from './mergeJson.ts';
import { mergeObject, type ObjectRule, rowOf } from './mergeObject.ts';
import { mergeText } from './text/mergeText.ts';
import { agreed, clash, type MergeRule, type ThreeVersions, under } from './threeVersions.ts';

/** Finds the schema of a record's fields. Fields of an unknown type are merged as any JSON. */
export interface FieldSchemas {
  readonly code: SiteCode;
  ofContentType(slug: string): FieldsSchema | undefined;
  ofBlockType(slug: string): FieldsSchema | undefined;
  /** The schema of a reusable block's type. */
  ofBlock(key: string): FieldsSchema | undefined;
}

/** The keys of a kind of record that are not merged as its schema says. */
interface Special {
  readonly own?: Readonly<Record<string, MergeRule>>;
  readonly together?: ObjectRule['together'];
}

/** @param liveOf the merged value of a key of the record */
type MakeSpecial = (schemas: FieldSchemas, liveOf: (key: string) => string) => Special;

const mergeEarliest: MergeRule = (versions, scope) => {
  const { ours, theirs } = versions;
  return typeof ours === 'string' && typeof theirs === 'string' ? earliest(ours, theirs) : clash(versions, scope);
};

/** The keys that describe a media file are taken together, with its original name. */
const WITH_FILE: ReadonlySet<string> = new Set([...FILE_KEYS, 'originalName']);
const OF_THE_FILE = media.order.filter((key) => WITH_FILE.has(key));

/** Rules have no names: which of them is which is found by what they say. */
const mergeRules = mergeItems({ merge: mergeObject({ at: () => mergeJson }) });

/** Each migration is as it was recorded; those of both sides are kept. */
const mergeMigrations = mergeItems({ nameOf: readNamed('id'), merge: clash });

const SPECIAL: { readonly [K in Kind]?: MakeSpecial } = {
  page: (schemas, liveOf) => ({
    own: {
      publishedAt: mergeEarliest,
      fields: mergePageFields(liveOf('type'), schemas.ofContentType(liveOf('type')), schemas.code),
      regions: mergeLists({ id: 'id', merge: mergePlacement(schemas) }),
    },
  }),
  block: (schemas, liveOf) => ({ own: { fields: mergeFields(schemas.ofBlockType(liveOf('type')), schemas.code) } }),
  menu: () => ({
    own: {
      items: mergeItems({
        id: 'id',
        children: 'children',
        merge: mergeObject({
          at: (key) => (key === 'attributes' || key === 'translations' ? mergeJson : clash),
          together: [['url', 'page']],
        }),
      }),
    },
  }),
  media: () => ({ own: { focalPoint: clash, crops: mergeObject({ at: () => clash }) }, together: [OF_THE_FILE] }),
  contentType: (schemas) => ({
    own: {
      fieldsSchema: mergeFieldsSchema,
      rules: mergeRules,
      migrations: mergeMigrations,
      regions: mergeRegions,
      defaultBlocks: mergeItems({ merge: mergeDefaultBlock(schemas) }),
    },
  }),
  blockType: () => ({
    own: { fieldsSchema: mergeFieldsSchema, rules: mergeRules, migrations: mergeMigrations },
  }),
};

/** The merged value of a key as text; empty if there is none. */
const mergedText = (versions: ThreeVersions, key: string): string => {
  const { base, ours, theirs } = versions;
  const parts = { base: objectOr(base), ours: objectOr(ours), theirs: objectOr(theirs) };
  const value = under(parts, key);
  return String((agreed(value) ?? { value: value.ours }).value ?? '');
};

const objectOr = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  isPlainObject(value) ? value : undefined;

const mergePlacement =
  (schemas: FieldSchemas): MergeRule =>
  (versions, scope) => {
    const own: Readonly<Record<string, MergeRule>> = {
      fields: mergeFields(schemas.ofBlockType(mergedText(versions, 'type')), schemas.code),
      overrides: mergeFields(schemas.ofBlock(mergedText(versions, 'block')), schemas.code),
    };
    return mergeObject({ at: (key) => rowOf(own, key) ?? clash })(versions, scope);
  };

const mergeDefaultBlock =
  (schemas: FieldSchemas): MergeRule =>
  (versions, scope) => {
    const fields = mergeFields(schemas.ofBlockType(mergedText(versions, 'blockTypeSlug')), schemas.code);
    return mergeObject({ at: (key) => (key === 'fields' ? fields : clash) })(versions, scope);
  };

/** Merges the data of records of a kind. */
export const mergeData =
  (kind: Kind, schemas: FieldSchemas): MergeRule =>
  (versions, scope) => {
    const { schema, texts = [] } = entityOf(kind) as EntityDef<object>;
    const merged = Object.fromEntries(texts.map((key) => [key, mergeText]));
    const { own = merged, together = [] } = SPECIAL[kind]?.(schemas, (key) => mergedText(versions, key)) ?? {};
    return mergeMembers(schema, own, together)(versions, scope);
  };

/** Merges what a schema describes: objects by key, lists of objects by item, other lists as sets, anything else as one value. */
function mergeBySchema(schema: Schema): MergeRule {
  const shape = schemaShape(schema);
  if (shape.type === 'object') return mergeMembers(shape.schema);
  if (shape.type === 'values') return mergeObject({ at: () => mergeBySchema(shape.values) });
  if (shape.type === 'list') return mergeList(shape.items);
  return isAnything(shape.schema) ? mergeJson : clash;
}

/** The same for an object; `own` holds the keys that are merged in another way. */
const mergeMembers = (
  { properties }: ObjectSchema,
  own: Readonly<Record<string, MergeRule>> = {},
  together: ObjectRule['together'] = [],
): MergeRule => mergeObject({ at: (key) => rowOf(own, key) ?? mergeBySchema(rowOf(properties, key) ?? {}), together });

function mergeList(items: Schema): MergeRule {
  const shape = schemaShape(items);
  if (shape.type !== 'object') return isAnything(items) ? mergeJson : mergeSet;
  const { properties } = shape.schema;
  return mergeItems({
    ...('id' in properties && { id: 'id' }),
    ...('slug' in properties && { nameOf: readNamed('slug') }),
    ...('children' in properties && { children: 'children' }),
    merge: mergeMembers(shape.schema),
  });
}

/** Reads a text that tells the items of a list apart. */
function readNamed(key: string) {
  return (item: unknown): string | undefined => {
    const name = isPlainObject(item) ? item[key] : undefined;
    return typeof name === 'string' ? name : undefined;
  };
}

const isAnything = ({ type, anyOf, enum: choices }: Schema): boolean =>
  type === 'object' || (type === undefined && anyOf === undefined && choices === undefined);
