import type { Lookup } from '../../../model/entry.ts';
import { type FieldSet, type GroupField, toFieldSet } from '../../../model/fields/fieldSet.ts';
import { readFields } from '../../../model/fields/readFields.ts';
import {
  createTypeClaims,
  type GraphqlTypeName,
  nameBlockTypes,
  nameChoices,
  nameContentTypes,
  nameFields,
  RESERVED_FIELDS,
  upperFirst,
} from '../../../model/page/graphqlNames.ts';
import { readRegions } from '../../../model/page/regions.ts';

/** What a field holds, as GraphQL names it. */
export type FieldShape =
  | { readonly is: 'scalar'; readonly type: string; readonly where: string }
  | { readonly is: 'choice'; readonly type: string; readonly names: ReadonlyMap<string, string> }
  | { readonly is: 'entry'; readonly type: string; readonly types: readonly string[] }
  | { readonly is: 'group'; readonly type: string; readonly fields: readonly TypedField[] }
  | { readonly is: 'media' | 'term' | 'link' | 'richText' | 'json' };

/** A field under its name in GraphQL. */
export interface TypedField {
  readonly name: string;
  readonly stored: string;
  readonly shape: FieldShape;
  readonly isList: boolean;
  readonly isSorted: boolean;
}

export interface TypedRegion {
  readonly name: string;
  readonly stored: string;
  /** The block types that it takes. */
  readonly blocks: readonly string[];
  readonly type: string;
}

export interface TypedContentType extends GraphqlTypeName {
  readonly slug: string;
  readonly fields: readonly TypedField[];
  readonly regions: readonly TypedRegion[];
}

export interface TypedBlockType {
  readonly slug: string;
  readonly type: string;
  readonly fields: readonly TypedField[];
}

/** By slug. */
export type TypedContentTypes = ReadonlyMap<string, TypedContentType>;

/** The types of a site as GraphQL has them. */
export interface TypeModel {
  readonly contentTypes: TypedContentTypes;
  readonly blockTypes: ReadonlyMap<string, TypedBlockType>;
}

/** The same model for the same types. */
export function readTypeModel(lookup: Pick<Lookup, 'all' | 'code'>): TypeModel {
  const [contents, blocks] = [[...lookup.all('contentType')], [...lookup.all('blockType')]];
  const names = nameContentTypes(contents.map(({ key }) => key));
  const blockNames = nameBlockTypes(blocks.map(({ key }) => key));
  const claim = createTypeClaims([...Array.from(names.values(), ({ type }) => type), ...blockNames.values()]);
  const typeNames = { contentTypes: names, claim };
  const setOf = (schema: (typeof contents)[number]['data']['fieldsSchema']): FieldSet =>
    toFieldSet(readFields(schema), lookup.code.kinds);
  const blockSlugs = [...blockNames.keys()];
  return {
    contentTypes: new Map(
      [...names].map(([slug, name]) => {
        const { fieldsSchema, regions } = contents.find(({ key }) => key === slug)!.data;
        const fields = readTypedFields(setOf(fieldsSchema), name.type, {
          ...typeNames,
          reserved: RESERVED_FIELDS.contentType,
        });
        return [
          slug,
          { slug, ...name, fields, regions: readTypedRegions(regions, name.type, { slugs: blockSlugs, claim }) },
        ];
      }),
    ),
    blockTypes: new Map(
      [...blockNames].map(([slug, type]) => {
        const { fieldsSchema } = blocks.find(({ key }) => key === slug)!.data;
        return [
          slug,
          {
            slug,
            type,
            fields: readTypedFields(setOf(fieldsSchema), type, { ...typeNames, reserved: RESERVED_FIELDS.blockType }),
          },
        ];
      }),
    ),
  };
}

function readTypedRegions(
  regions: readonly unknown[],
  owner: string,
  { slugs, claim }: Pick<NestedNames, 'claim'> & { readonly slugs: readonly string[] },
): readonly TypedRegion[] {
  const read = readRegions(regions);
  const names = nameFields(read.map(({ name }) => name));
  return read.flatMap(({ name, allowedTypes }) => {
    const blocks = allowedTypes === null ? slugs : slugs.filter((slug) => allowedTypes.includes(slug));
    const named = names.get(name)!;
    if (blocks.length === 0) return [];
    const type = blocks.length === slugs.length ? 'AnyBlock' : claim(`${owner}${upperFirst(named)}Region`);
    return [{ name: named, stored: name, blocks, type }];
  });
}

/** What names the types inside of others. */
interface NestedNames {
  readonly contentTypes: ReadonlyMap<string, GraphqlTypeName>;
  claim(wanted: string): string;
  /** Names that fields must not have. */
  readonly reserved?: ReadonlySet<string>;
}

function readTypedFields(set: FieldSet, owner: string, { reserved, ...types }: NestedNames): readonly TypedField[] {
  const names = nameFields(
    set.fields.map(({ field }) => field.name),
    reserved,
  );
  return set.fields.flatMap((one) => {
    const name = names.get(one.field.name)!;
    const shape = shapeOf(one, `${owner}${upperFirst(name)}`, types);
    // A type without fields cannot be.
    if (shape.is === 'group' && shape.fields.length === 0) return [];
    const isList = LISTS.has(one.kind.type) && shape.is !== 'json';
    return [{ name, stored: one.field.name, shape, isList, isSorted: one.kind.sorting !== null }];
  });
}

const LISTS: ReadonlySet<string> = new Set(['multiselect', 'gallery', 'repeater']);

const scalarShape = (type: string, where: string): FieldShape => ({ is: 'scalar', type, where });
const SCALARS: Readonly<Record<string, FieldShape>> = {
  number: scalarShape('Float', 'NumberWhere'),
  integer: scalarShape('Int', 'NumberWhere'),
  boolean: scalarShape('Boolean', 'FlagWhere'),
};
const POINTERS: Readonly<Record<string, FieldShape>> = {
  media: { is: 'media' },
  gallery: { is: 'media' },
  term: { is: 'term' },
  link: { is: 'link' },
  richtext: { is: 'richText' },
  json: { is: 'json' },
};
const TEXT = scalarShape('String', 'TextWhere');

function shapeOf({ kind, field, group }: GroupField, type: string, types: NestedNames): FieldShape {
  if (kind.added?.toPublic) return { is: 'json' };
  if (group) {
    const name = types.claim(type);
    return { is: 'group', type: name, fields: readTypedFields(group, name, types) };
  }
  if (kind.type === 'object' || kind.type === 'repeater') return { is: 'json' };
  if (kind.type === 'select' || kind.type === 'multiselect') {
    const options = (field.options ?? []).map((option) => (typeof option === 'string' ? option : option.value));
    const names = nameChoices([...new Set(options)]);
    return names ? { is: 'choice', type: types.claim(`${type}Choice`), names } : TEXT;
  }
  if (kind.type === 'reference' || kind.type === 'page') {
    const named = Array.isArray(field.settings?.['types']) ? field.settings['types'] : [];
    const slugs = [...types.contentTypes.keys()].filter((slug) => named.includes(slug));
    const [only] = slugs;
    if (slugs.length === 0) return { is: 'entry', type: 'Entry', types: [] };
    const single = slugs.length === 1 ? types.contentTypes.get(only!)!.type : undefined;
    return { is: 'entry', type: single ?? types.claim(`${type}Target`), types: slugs };
  }
  return POINTERS[kind.type] ?? SCALARS[kind.type] ?? TEXT;
}
