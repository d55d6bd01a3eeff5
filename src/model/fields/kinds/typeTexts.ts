import { quoteLiteral } from '../../../lib/text/quoteLiteral.ts';
import type { Field } from '../field.ts';

/** Writes the TypeScript type of a field's value on the wire. */
export type WriteFieldType = (field: Field, writeFields: (fields: readonly Field[]) => string) => string;

export const writeStringType: WriteFieldType = () => 'string';
export const writeNumberType: WriteFieldType = () => 'number';

/** Null if the target is gone or not public. */
export const writePointerType =
  (id: string): WriteFieldType =>
  () =>
    `${id} | null`;

/** The same for pages, whose types the field may limit. */
export const writePagePointerType =
  (id: string): WriteFieldType =>
  ({ settings }) => {
    const types = Array.isArray(settings?.['types'])
      ? settings['types'].filter((type) => typeof type === 'string')
      : [];
    return types.length === 0 ? `${id} | null` : `${id}<${[...new Set(types)].map(quoteLiteral).join(' | ')}> | null`;
  };

export const writeChoiceType: WriteFieldType = ({ options = [] }) => {
  const values = new Set(options.map((option) => (typeof option === 'string' ? option : option.value)));
  return values.size === 0 ? 'string' : [...values].map(quoteLiteral).join(' | ');
};

/** A group without `fields` may hold anything. */
export const writeGroupType: WriteFieldType = ({ fields }, writeFields) =>
  fields ? writeFields(fields) : 'Record<string, unknown>';

export const arrayTypeOf = (item: string): string => (/^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`);
