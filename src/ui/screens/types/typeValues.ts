import type { AnyType, TypeBody, TypeKind } from './queries.ts';

/** The values of the form of a type. */
export interface TypeValues {
  readonly name: string;
  /** For content types: what several of them are called. */
  readonly plural: string;
  readonly slug: string;
  readonly description: string;
  /** For block types: the name of an icon, or an emoji. */
  readonly icon: string;
  /** The schema of the fields, as JSON. */
  readonly fieldsSchema: string;
  /** The regions of pages, as JSON. */
  readonly regions: string;
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

const settingsOf = (record: AnyType | undefined): Readonly<Record<string, unknown>> =>
  (record && 'settings' in record && record.settings) || {};

export const valuesOf = (record: AnyType | undefined): TypeValues => ({
  name: record?.name ?? '',
  plural: String(settingsOf(record)['plural'] ?? ''),
  slug: record?.slug ?? '',
  description: record?.description ?? '',
  icon: (record && 'icon' in record && record.icon) || '',
  fieldsSchema: write(record?.fieldsSchema ?? []),
  regions: write(record && 'regions' in record ? record.regions : []),
});

/** The request body for some values, whose JSON must be valid. For an existing type, pass only those that have changed. */
export function bodyOf(
  kind: TypeKind,
  { slug, regions, fieldsSchema, description, icon, name, plural }: Partial<TypeValues>,
  record?: AnyType,
): Partial<TypeBody> {
  return {
    ...(name !== undefined && { name }),
    ...(kind === 'contentType' && plural !== undefined && { settings: withPlural(settingsOf(record), plural.trim()) }),
    ...(description !== undefined && { description: description || null }),
    ...(kind === 'blockType' && icon !== undefined && { icon: icon || null }),
    ...(slug && { slug }),
    ...(fieldsSchema !== undefined && { fieldsSchema: parse(fieldsSchema) as TypeBody['fieldsSchema'] }),
    ...(kind === 'contentType' && regions !== undefined && { regions: parse(regions) as readonly unknown[] }),
  };
}

function withPlural({ plural: _, ...others }: Readonly<Record<string, unknown>>, plural: string) {
  return plural === '' ? others : { ...others, plural };
}

/** What the server reports about values inside one input of the form. */
export const problemsBelow = (errors: Readonly<Record<string, unknown>>, name: string): readonly string[] =>
  Object.entries(errors).flatMap(([path, message]) => (path.startsWith(`${name}.`) ? [`${path}: ${message}`] : []));
