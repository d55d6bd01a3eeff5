import type { FormValues } from '../../form/values.ts';
import type { AnyType, TypeBody, TypeKind } from './queries.ts';
import type { DefaultBlockDraft } from './regions/regionDraft.ts';

/** The values of the form of a type. */
export interface TypeValues {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  /** For block types: the name of an icon, or an emoji. */
  readonly icon: string;
  readonly settings: FormValues;
  /** The schema of the fields, as JSON. */
  readonly fieldsSchema: string;
  /** The rules that records follow, as JSON. */
  readonly rules: string;
  /** The regions of pages, as JSON. */
  readonly regions: string;
  readonly defaultBlocks: readonly DefaultBlockDraft[];
}

export const toJsonText = (value: unknown): string => JSON.stringify(value, null, 2);

/** The value of a JSON text; undefined if it is invalid. */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const toTypeValues = (record: AnyType | undefined): TypeValues => ({
  name: record?.name ?? '',
  slug: record?.slug ?? '',
  description: record?.description ?? '',
  icon: (record && 'icon' in record && record.icon) || '',
  // An input needs a value of its setting to start from.
  settings: { plural: '', slugPrefix: '', slug: '', kind: '', ...record?.settings },
  fieldsSchema: toJsonText(record?.fieldsSchema ?? []),
  rules: toJsonText((record && 'rules' in record && record.rules) || []),
  regions: toJsonText(record && 'regions' in record ? record.regions : []),
  // The server has checked that they are.
  defaultBlocks: ((record && 'defaultBlocks' in record && record.defaultBlocks) || []) as readonly DefaultBlockDraft[],
});

/** The request body for some values, whose JSON must be valid. For an existing type, pass only those that have changed. */
export function toTypeBody(kind: TypeKind, values: Partial<TypeValues>): Partial<TypeBody> {
  const { slug, fieldsSchema, rules, description, icon, name, settings } = values;
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: description || null }),
    ...(kind === 'blockType' && icon !== undefined && { icon: icon || null }),
    ...(slug && { slug }),
    ...(settings !== undefined && { settings: omitEmptySettings(settings) }),
    ...(fieldsSchema !== undefined && { fieldsSchema: parseJsonText(fieldsSchema) as TypeBody['fieldsSchema'] }),
    ...(rules !== undefined && { rules: parseJsonText(rules) as readonly unknown[] }),
    ...(kind === 'contentType' && regionsBody(values)),
  };
}

const regionsBody = ({ regions, defaultBlocks }: Partial<TypeValues>): Partial<TypeBody> => ({
  ...(regions !== undefined && { regions: parseJsonText(regions) as readonly unknown[] }),
  ...(defaultBlocks !== undefined && { defaultBlocks: defaultBlocks.length > 0 ? defaultBlocks : null }),
});

/** The settings that have an input in the form: an empty one is none. */
const INPUTS: readonly string[] = ['plural', 'slugPrefix', 'slug', 'kind'];

function omitEmptySettings(settings: FormValues): FormValues | null {
  const entries = Object.entries(settings).map(([key, value]) => [
    key,
    INPUTS.includes(key) ? trimIfText(value) : value,
  ]);
  const kept = entries.filter(([key, value]) => value !== '' || !INPUTS.includes(String(key)));
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

const trimIfText = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** What the server reports about values inside one input of the form. */
export const problemsBelow = (
  errors: Readonly<Record<string, unknown>>,
  name: string,
): readonly { readonly path: readonly string[]; readonly message: string }[] =>
  Object.entries(errors).flatMap(([path, message]) =>
    path.startsWith(`${name}.`) ? [{ path: path.split('.').slice(1), message: String(message) }] : [],
  );
