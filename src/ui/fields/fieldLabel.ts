import type { Field } from '../wire/interface.ts';

/** `Scientific name` for `scientificName` or `scientific_name`, where the field has no label. */
export function fieldLabel({ label, name }: Pick<Field, 'label' | 'name'>): string {
  if (label !== undefined && label !== '') return label;
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
