import type { Field } from '../wire/interface.ts';

const LONGEST = 80;

/** A value as short text, for lists. */
export function valueText(value: unknown, field: Field): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '✓' : '–';
  if (Array.isArray(value))
    return value.every(isPlain) ? value.map((one) => labelOf(one, field)).join(', ') : `${value.length}`;
  return isPlain(value) ? labelOf(value, field).slice(0, LONGEST) : '…';
}

const isPlain = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/** The label of an option, or the value itself. */
function labelOf(value: string | number, { options = [] }: Field): string {
  const option = options.find((one) => typeof one !== 'string' && one.value === value);
  return typeof option === 'object' ? option.label : String(value);
}
