import { FIELD_TESTS } from '../../../fields/fieldKindForm.ts';

export type FieldTest = (typeof FIELD_TESTS)[keyof typeof FIELD_TESTS][number];

/** The conditions of a list, as in its address: `filter.rating.gte = 4`. */
export type FieldFilter = Readonly<Record<string, Readonly<Partial<Record<FieldTest, string>>>>>;

const KNOWN: readonly string[] = Object.values(FIELD_TESTS).flat();

/** Reads conditions from an address and ignores everything else. */
export function readFilter(given: unknown): FieldFilter | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const fields = Object.entries(given).flatMap(([name, tests]) => {
    const read = Object.entries(typeof tests === 'object' && tests !== null ? tests : {}).filter(
      ([test, value]) => KNOWN.includes(test) && value !== null && typeof value !== 'object',
    );
    return read.length === 0 ? [] : [[name, Object.fromEntries(read.map(([test, value]) => [test, String(value)]))]];
  });
  return fields.length === 0 ? undefined : (Object.fromEntries(fields) as FieldFilter);
}

export const addFieldCondition = (
  filter: FieldFilter = {},
  name: string,
  test: FieldTest,
  value: string,
): FieldFilter => ({
  ...filter,
  [name]: { ...filter[name], [test]: value },
});

export function withoutCondition(filter: FieldFilter, name: string, test: FieldTest): FieldFilter | undefined {
  const { [test]: _, ...tests } = filter[name] ?? {};
  const { [name]: __, ...others } = filter;
  const next = Object.keys(tests).length === 0 ? others : { ...others, [name]: tests };
  return Object.keys(next).length === 0 ? undefined : next;
}

export const conditionsOf = (filter: FieldFilter = {}) =>
  Object.entries(filter).flatMap(([name, tests]) =>
    Object.entries(tests).map(([test, value]) => ({ name, test: test as FieldTest, value })),
  );
