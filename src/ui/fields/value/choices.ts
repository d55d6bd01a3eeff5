import type { Field } from '../../wire/interface.ts';

interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** The options of a field. A chosen value that is no longer among them is added, so that opening a form loses nothing. */
export function listFieldOptions({ options = [] }: Field, chosen: readonly string[]): FieldOption[] {
  const known = options.map((one) => (typeof one === 'string' ? { value: one, label: one } : { ...one }));
  const distinct = [...new Map(known.map((one) => [one.value, one])).values()];
  const others = chosen.filter((value) => !distinct.some((one) => one.value === value));
  return [...distinct, ...others.map((value) => ({ value, label: value }))];
}
