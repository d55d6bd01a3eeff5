import { sameJson } from '../../lib/json/sameJson.ts';
import { compareText } from '../../lib/text/compareText.ts';
import type { Entry, Lookup } from '../entry.ts';
import { readFields } from '../fields/readFields.ts';
import { isMissing, ownValue } from '../fields/values.ts';
import type { Records } from '../records.ts';

type GroupPage = Records['page'];
type PageValues = Pick<GroupPage, 'fields'>;

/** The fields of a type that have one value in all translations of a page: those at its top that say `shared`. */
export function sharedNames(type: string, lookup: Pick<Lookup, 'byKey'>): readonly string[] {
  const schema = lookup.byKey('contentType', type)?.data.fieldsSchema;
  return schema ? readFields(schema).flatMap(({ name, shared }) => (shared ? [name] : [])) : [];
}

/** The translations of a page that are of its type, itself left out. */
export const translationsOfType = (
  { type, translationGroup }: Pick<GroupPage, 'type' | 'translationGroup'>,
  id: number | undefined,
  lookup: Pick<Lookup, 'find'>,
): readonly Entry<GroupPage>[] =>
  translationGroup === undefined
    ? []
    : lookup
        .find('page', 'byTranslationGroup', translationGroup)
        .filter((other) => other.id !== id && other.data.type === type)
        .toSorted((a, b) => compareText(a.data.locale, b.data.locale));

/** Which of the fields have different values in two versions or translations; none is as good as a missing value. */
export const differingNames = (names: readonly string[], a: PageValues, b: PageValues): readonly string[] =>
  names.filter((name) => {
    const [one, other] = [ownValue(a.fields, name), ownValue(b.fields, name)];
    return !(isMissing(one) && isMissing(other)) && !sameJson(one, other);
  });

/** A page with the values that another has in these fields. */
export function withValuesOf<T extends PageValues>(page: T, names: readonly string[], from: PageValues): T {
  if (names.length === 0) return page;
  const fields: Record<string, unknown> = { ...page.fields };
  for (const name of names) {
    const value = ownValue(from.fields, name);
    if (isMissing(value)) delete fields[name];
    else fields[name] = value;
  }
  return { ...page, fields };
}
