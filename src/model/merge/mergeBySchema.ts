import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import type { ObjectSchema, Schema } from '../schema/schema.ts';
import { schemaShape } from '../schema/schemaShape.ts';
import { mergeItems } from './list/mergeItems.ts';
import { mergeSet } from './list/mergeSet.ts';
import { mergeJson } from './mergeJson.ts';
import { mergeObject, type ObjectRule, rowOf } from './mergeObject.ts';
import { clash, type MergeRule } from './threeVersions.ts';

/** Merges what a schema describes: objects by key, lists of objects by item, other lists as sets, anything else as one value. */
export function mergeBySchema(schema: Schema): MergeRule {
  const shape = schemaShape(schema);
  if (shape.type === 'object') return mergeMembers(shape.schema);
  if (shape.type === 'values') return mergeObject({ at: () => mergeBySchema(shape.values) });
  if (shape.type === 'list') return mergeList(shape.items);
  return isAnything(shape.schema) ? mergeJson : clash;
}

/** The same for an object; `own` holds the keys that are merged in another way. */
export const mergeMembers = (
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
    ...('slug' in properties && { nameOf: readItemSlug }),
    ...('children' in properties && { children: 'children' }),
    merge: mergeMembers(shape.schema),
  });
}

const readItemSlug = (item: unknown): string | undefined => {
  const slug = isPlainObject(item) ? item['slug'] : undefined;
  return typeof slug === 'string' ? slug : undefined;
};

const isAnything = ({ type, anyOf, enum: choices }: Schema): boolean =>
  type === 'object' || (type === undefined && anyOf === undefined && choices === undefined);
