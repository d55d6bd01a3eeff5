import type { FieldType } from '../model/fields/field.ts';

/** How the value of a field kind is measured by its `min` and `max`. */
export type Measure = 'characters' | 'entries' | 'number';

/** What every form knows of a field kind. */
interface FieldFacts {
  /** Null for kinds without bounds. */
  readonly measure: Measure | null;
  /** Whether its values describe their holder. */
  readonly describes: boolean;
}

const WORDS: FieldFacts = { measure: 'characters', describes: true };
const NUMBER: FieldFacts = { measure: 'number', describes: true };
const LIST: FieldFacts = { measure: 'entries', describes: false };
const VALUE: FieldFacts = { measure: null, describes: true };
const OTHER: FieldFacts = { measure: null, describes: false };

const FACTS: Readonly<Record<FieldType, FieldFacts>> = {
  text: WORDS,
  textarea: WORDS,
  richtext: { measure: 'characters', describes: false },
  markdown: WORDS,
  number: NUMBER,
  integer: NUMBER,
  boolean: OTHER,
  date: VALUE,
  datetime: VALUE,
  select: VALUE,
  multiselect: LIST,
  url: WORDS,
  email: WORDS,
  color: OTHER,
  slug: WORDS,
  media: OTHER,
  gallery: LIST,
  reference: OTHER,
  page: OTHER,
  term: OTHER,
  link: OTHER,
  json: OTHER,
  code: { measure: 'characters', describes: false },
  object: OTHER,
  repeater: LIST,
};

/** The facts of a field's kind; undefined for an unknown kind. */
export const findFieldFacts = (type: string): FieldFacts | undefined =>
  Object.hasOwn(FACTS, type) ? FACTS[type as FieldType] : undefined;
