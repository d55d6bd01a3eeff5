import { isString } from '../lib/json/isString.ts';
import { isMapping, isUnsafeName } from '../model/fields/values.ts';
import { isTimestamp } from '../model/text/timestamp.ts';
import type { Json } from './foundSite.ts';
import { MediaRef, withoutRefs } from './mediaRef.ts';

/** The note for a value whose name becomes that of another value. */
export const SAME_NAME = 'A value is left out because another one has the same field name';

/** The longest text that is one line of a form. */
const MAX_LINE = 200;
/** The most fields that a type may have. */
const MAX_FIELDS = 400;

/** Field types, the narrowest first: the first one whose test all values pass is proposed. */
const KINDS: readonly (readonly [type: string, test: (value: unknown) => boolean])[] = [
  ['boolean', (value) => typeof value === 'boolean'],
  ['integer', (value) => Number.isSafeInteger(value)],
  ['number', (value) => typeof value === 'number'],
  ['date', (value) => isString(value) && /^\d{4}-\d\d-\d\d$/.test(value) && isTimestamp(value)],
  ['datetime', (value) => isString(value) && /^\d{4}-\d\d-\d\d/.test(value) && isTimestamp(value)],
  ['email', (value) => isString(value) && /^[^\s@]{1,64}@[\w.-]{1,200}\.[a-z]{2,20}$/i.test(value)],
  ['url', (value) => isString(value) && /^https?:\/\/[^\s"<>\\^`{|}]{3,1900}$/.test(value) && URL.canParse(value)],
  ['text', (value) => isString(value) && value.length <= MAX_LINE && !/[\r\n]/.test(value)],
  ['textarea', isString],
  ['multiselect', (value) => Array.isArray(value) && value.every((one) => isString(one) && one.length <= MAX_LINE)],
];

const isRef = (value: unknown): value is MediaRef => value instanceof MediaRef;
const MEDIA_KINDS: typeof KINDS = [
  ['media', isRef],
  ['gallery', (value) => Array.isArray(value) && value.length > 0 && value.every(isRef)],
];

/** Proposes fields for values that many records have under the same names. */
export function proposeFields(records: readonly Json[], depth = 0): readonly Json[] {
  const values = new Map<string, unknown[]>();
  for (const record of records)
    for (const [name, value] of Object.entries(record)) {
      if (value === null || value === undefined) continue;
      const known = values.get(name) ?? [];
      known.push(value);
      values.set(name, known);
    }
  return [...values].slice(0, MAX_FIELDS).map(([name, all]) => proposeField(name, all, depth));
}

function proposeField(name: string, given: readonly unknown[], depth: number): Json {
  const media = MEDIA_KINDS.find(([, test]) => given.every(test));
  if (media) return { name, type: media[0] };
  const values = given.map((value) => withoutRefs(value, false));
  const known = KINDS.find(([, test]) => values.every(test));
  if (known) return { name, type: known[0] };
  if (depth < 5 && values.every(canBeGroup)) return { name, type: 'object', fields: proposeFields(values, depth + 1) };
  const items = values.every(Array.isArray) ? (values.flat() as unknown[]) : [];
  if (depth < 5 && items.length > 0 && items.every(canBeGroup))
    return { name, type: 'repeater', fields: proposeFields(items, depth + 1) };
  return { name, type: 'json' };
}

/** Whether a value can be a group of fields: all its names can be names of fields. */
const canBeGroup = (value: unknown): value is Json =>
  isMapping(value) && Object.keys(value).every((name) => toFieldName(name) === name);

/** Makes a valid field name; undefined if that is not possible. */
export function toFieldName(name: string): string | undefined {
  const made = name
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^(?=[^A-Za-z_])/, '_')
    .slice(0, 60);
  return made === '' || /^_+$/.test(made) || isUnsafeName(made) ? undefined : made;
}

/** `my-posts` → `My posts`. */
export const toLabel = (slug: string): string => {
  const words = slug.replace(/[-_/]+/g, ' ').trim();
  return words.replace(/^./u, (letter) => letter.toUpperCase()) || slug;
};
