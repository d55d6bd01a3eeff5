import type { Lookup } from '../../model/entry.ts';
import { toFieldSet } from '../../model/fields/fieldSet.ts';
import { MEDIA_TARGET, PAGE_TARGET, type PointerTarget, TERM_TARGET } from '../../model/fields/kinds/target.ts';
import { readFields } from '../../model/fields/readFields.ts';
import { isMapping } from '../../model/fields/values.ts';
import { isNumberText } from '../../model/page/conditions.ts';
import type { ValuePlace } from '../../model/rules/recordRule.ts';
import { isTimestamp } from '../../model/text/timestamp.ts';
import { type AskScope, isPageKeyName } from './valuePlaces.ts';

/** A condition whose pages hold one of the values in one of the places, as files have them; not all who do meet it. */
export interface IndexedCondition {
  readonly places: readonly ValuePlace[];
  readonly values: readonly unknown[];
}

type ToStored = (text: string, lookup: Lookup) => readonly unknown[] | undefined;

const asText: ToStored = (text) => (isTimestamp(text) ? undefined : [text]);
const asNumber: ToStored = (text) => (isNumberText(text) ? [Number(text)] : []);

/** Files hold keys of records, or ids that people have written there. */
const asPointer =
  (target: PointerTarget): ToStored =>
  (text, lookup) => {
    const id = Number(text);
    return [id, target.keyOf(id, lookup)].filter((one) => one !== undefined);
  };

/** How the kinds hold values that are indexed. */
const STORED: Readonly<Record<string, ToStored>> = {
  text: asText,
  select: asText,
  slug: asText,
  email: asText,
  url: asText,
  color: asText,
  number: asNumber,
  integer: asNumber,
  boolean: (text) => [text === 'true'],
  reference: asPointer(PAGE_TARGET),
  page: asPointer(PAGE_TARGET),
  term: asPointer(TERM_TARGET),
  media: asPointer(MEDIA_TARGET),
};

/** Those of the conditions that an index answers. */
export const findIndexed = (
  conditions: readonly (readonly [name: string, value: unknown])[],
  scope: AskScope,
): readonly IndexedCondition[] => conditions.flatMap(([name, value]) => indexedOf(name, value, scope) ?? []);

function indexedOf(given: string, value: unknown, { types, lookup }: AskScope): IndexedCondition | undefined {
  const name = given.replace(/^fields\./, '');
  const texts = askedTexts(value);
  if (!texts || (name === given && isPageKeyName(name))) return undefined;
  const having = types.flatMap(({ key, data }) => {
    const one = toFieldSet(readFields(data.fieldsSchema), lookup.code.kinds).byName.get(name);
    return one ? [{ key, one }] : [];
  });
  // A value that is shown where none is stored is in no file.
  if (having.some(({ one: { field, kind } }) => field.default !== undefined || kind.empty !== undefined || kind.added))
    return undefined;
  const stored = having.flatMap(({ one }) => texts.map((text) => STORED[one.kind.type]?.(text, lookup)));
  if (having.length === 0 || stored.some((values) => values === undefined)) return undefined;
  return {
    places: having.map(({ key }) => ({ kind: 'contentType', type: key, name, isOwn: false })),
    values: [...new Set(stored.flatMap((values) => values ?? []))],
  };
}

/** The texts of which one must be the value. */
function askedTexts(value: unknown): readonly string[] | undefined {
  const asked = isMapping(value) ? (value['eq'] ?? value['in']) : value;
  if (isMapping(value) && value['eq'] === undefined && typeof asked === 'string') return asked.split(',');
  const items = [asked].flat();
  return items.every((one) => ['string', 'number', 'boolean'].includes(typeof one)) ? items.map(String) : undefined;
}

/** The conditions that all pages must meet, by their names. */
export function conditionsOfAll(node: unknown): readonly (readonly [name: string, value: unknown])[] {
  if (!isMapping(node)) return [];
  return Object.entries(node).flatMap(([name, value]) => {
    if (name === 'and' && Array.isArray(value)) return value.flatMap(conditionsOfAll);
    return name === 'or' || name === 'not' ? [] : [[name, value] as const];
  });
}

/** The types that all pages must have one of. */
export function typesAsked(where: unknown): readonly string[] | undefined {
  const lists = conditionsOfAll(where).flatMap(([name, value]) => {
    if (name !== 'type') return [];
    const asked = isMapping(value) ? (value['eq'] ?? value['in']) : value;
    if (typeof asked === 'string') return [isMapping(value) && 'eq' in value ? [asked] : asked.split(',')];
    return Array.isArray(asked) ? [asked.map(String)] : [];
  });
  const [first, ...others] = lists;
  return first?.filter((type) => others.every((list) => list.includes(type)));
}
