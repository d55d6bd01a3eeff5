import type { Values } from '../../form/values.ts';
import type { AnyType, TypeBody, TypeKind } from './queries.ts';
import type { DefaultBlock } from './regions/regionDraft.ts';

/** The values of the form of a type. */
export interface TypeValues {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  /** For block types: the name of an icon, or an emoji. */
  readonly icon: string;
  readonly settings: Values;
  /** The schema of the fields, as JSON. */
  readonly fieldsSchema: string;
  /** The regions of pages, as JSON. */
  readonly regions: string;
  readonly defaultBlocks: readonly DefaultBlock[];
}

export const write = (value: unknown): string => JSON.stringify(value, null, 2);

/** The value of a JSON text; undefined if it is invalid. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const valuesOf = (record: AnyType | undefined): TypeValues => ({
  name: record?.name ?? '',
  slug: record?.slug ?? '',
  description: record?.description ?? '',
  icon: (record && 'icon' in record && record.icon) || '',
  // An input needs a value of its setting to start from.
  settings: { plural: '', slugPrefix: '', ...record?.settings },
  fieldsSchema: write(record?.fieldsSchema ?? []),
  regions: write(record && 'regions' in record ? record.regions : []),
  // The server has checked that they are.
  defaultBlocks: ((record && 'defaultBlocks' in record && record.defaultBlocks) || []) as readonly DefaultBlock[],
});

/** The request body for some values, whose JSON must be valid. For an existing type, pass only those that have changed. */
export function bodyOf(kind: TypeKind, values: Partial<TypeValues>): Partial<TypeBody> {
  const { slug, fieldsSchema, description, icon, name, settings } = values;
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: description || null }),
    ...(kind === 'blockType' && icon !== undefined && { icon: icon || null }),
    ...(slug && { slug }),
    ...(settings !== undefined && { settings: withoutEmpty(settings) }),
    ...(fieldsSchema !== undefined && { fieldsSchema: parse(fieldsSchema) as TypeBody['fieldsSchema'] }),
    ...(kind === 'contentType' && regionsBody(values)),
  };
}

const regionsBody = ({ regions, defaultBlocks }: Partial<TypeValues>): Partial<TypeBody> => ({
  ...(regions !== undefined && { regions: parse(regions) as readonly unknown[] }),
  ...(defaultBlocks !== undefined && { defaultBlocks: defaultBlocks.length > 0 ? defaultBlocks : null }),
});

/** The settings that have an input in the form: an empty one is none. */
const INPUTS: readonly string[] = ['plural', 'slugPrefix'];

function withoutEmpty(settings: Values): Values | null {
  const entries = Object.entries(settings).map(([key, value]) => [key, INPUTS.includes(key) ? trimmed(value) : value]);
  const kept = entries.filter(([key, value]) => value !== '' || !INPUTS.includes(String(key)));
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** What the server reports about values inside one input of the form. */
export const problemsBelow = (
  errors: Readonly<Record<string, unknown>>,
  name: string,
): readonly { readonly path: readonly string[]; readonly message: string }[] =>
  Object.entries(errors).flatMap(([path, message]) =>
    path.startsWith(`${name}.`) ? [{ path: path.split('.').slice(1), message: String(message) }] : [],
  );
