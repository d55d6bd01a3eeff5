import type { FieldType } from '../../model/fields/field.ts';
import { isValueObject } from '../form/values.ts';

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isNumberList = (value: unknown): boolean => Array.isArray(value) && value.every(isNumber);
const isObjectList = (value: unknown): boolean => Array.isArray(value) && value.every(isValueObject);
const isAny = (): boolean => true;

/** What JSON the values of each kind of field are made of. The inputs rely on it; all else is judged by the server. */
const FORMS: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  text: isText,
  textarea: isText,
  richtext: isValueObject,
  markdown: isText,
  number: isNumber,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  date: isText,
  datetime: isText,
  select: isText,
  multiselect: isTextList,
  url: isText,
  email: isText,
  color: isText,
  slug: isText,
  media: isNumber,
  gallery: isNumberList,
  reference: isNumber,
  page: isNumber,
  term: isNumber,
  link: isValueObject,
  json: isAny,
  code: isText,
  object: isValueObject,
  repeater: isObjectList,
};

/** Whether a value has the form of its kind; a missing one has every form. */
export const fitsKind = (kind: string, value: unknown): boolean =>
  value === undefined || value === null || !Object.hasOwn(FORMS, kind) || FORMS[kind as FieldType](value);
