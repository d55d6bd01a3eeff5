import type { Field } from '../wire/interface.ts';

/** The label of a field; without one, `Scientific name` for `scientificName` or `scientific_name`. */
export function fieldLabel({ label, name }: Pick<Field, 'label' | 'name'>): string {
  if (label !== undefined && label !== '') return label;
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
