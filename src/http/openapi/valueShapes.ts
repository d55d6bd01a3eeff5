import { cleanLine } from '../../lib/text/cleanLine.ts';
import type { BlockType } from '../../model/entities/blockType.ts';
import type { ContentType } from '../../model/entities/contentType.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { readFields } from '../../model/fields/readFields.ts';
import { type FieldOfType, readFieldTypes } from '../../view/typescript/fieldType.ts';
import { readTypeSchema } from '../../view/typescript/readTypeSchema.ts';
import { typeNames } from '../../view/typescript/typeNames.ts';

type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The types of a site, and its kinds of fields, which extensions may add to. */
export type DescribedTypes = Pick<Lookup, 'all' | 'code'>;

/**
 * What public pages and blocks hold by the fields of their types, under the names that `quire types` gives them. Other values
 * are described, too: those with ids replaced by what they refer to, and those of previews.
 */
export const describeValueShapes = (types: DescribedTypes): Components => ({
  ...describeFieldsOf('Page', [...types.all('contentType')], types),
  ...describeFieldsOf('Block', [...types.all('blockType')], types),
});

const OTHERS = {
  type: 'object',
  description: 'Values in other forms: with `expand` or `richtext`, or in a preview.',
};

function describeFieldsOf(
  what: 'Page' | 'Block',
  types: readonly Entry<ContentType | BlockType>[],
  { code }: DescribedTypes,
): Components {
  const names = [...typeNames(types.map(({ key }) => key))];
  const known = names.map(([slug, name]) => {
    const type = types.find(({ key }) => key === slug)!;
    const fields = readFieldTypes(readFields(type.data.fieldsSchema), { kinds: code.kinds });
    return [`${name}${what}Fields`, { description: `The fields of ${type.data.name}.`, ...showGroup(fields) }] as const;
  });
  const choices = known.map(([name]) => ({ $ref: `#/components/schemas/${name}` }));
  return Object.fromEntries([[`${what}Fields`, { anyOf: [...choices, OTHERS] }], ...known]);
}

function showGroup(fields: readonly FieldOfType[]): Components[string] {
  const required = fields.flatMap(({ name, isAlwaysThere }) => (isAlwaysThere ? name : []));
  const properties = Object.fromEntries(fields.map((field) => [field.name, showFieldValue(field)]));
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

function showFieldValue({ type, about }: FieldOfType): Components[string] {
  const schema = readTypeSchema(type);
  const description = [...about.map((part) => cleanLine(part ?? '')), schema['description'] ?? ''].filter(Boolean);
  return { ...schema, ...(description.length > 0 && { description: description.join(': ') }) };
}
