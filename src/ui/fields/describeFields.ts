import type { FormPath } from '../form/values.ts';
import type { Field } from '../wire/interface.ts';
import { fieldLabel } from './fieldLabel.ts';

/** The path of a value below `fields` in their labels: `Items 2 › Answer`. */
export function describeFields(path: FormPath, fields: readonly Field[]): string {
  const [name, place, ...rest] = path;
  if (name === undefined) return '';
  const field = fields.find((one) => one.name === name);
  const label = field ? fieldLabel(field) : fieldLabel({ name: String(name) });
  if (place === undefined) return label;
  const isItem = /^\d+$/.test(String(place));
  const inside = describeFields(isItem ? rest : [place, ...rest], field?.fields ?? []);
  const here = isItem ? `${label} ${Number(place) + 1}` : label;
  return inside === '' ? here : `${here} › ${inside}`;
}

/** The field at a path below `fields`; undefined if there is none. */
export function fieldAt([name, ...rest]: FormPath, fields: readonly Field[]): Field | undefined {
  const field = fields.find((one) => one.name === name);
  const inside = rest.filter((part) => !/^\d+$/.test(String(part)));
  return inside.length === 0 ? field : fieldAt(inside, field?.fields ?? []);
}
