import type { FieldType } from '../field.ts';
import type { FieldKind } from '../kind.ts';
import { link } from './link.ts';
import { object, repeater } from './listKind.ts';
import { gallery, media, page, reference, term } from './pointer.ts';
import { richtext } from './richtext.ts';
import { boolean, integer, json, number } from './scalar.ts';
import { multiselect, select } from './select.ts';
import { code, color, date, datetime, email, markdown, slug, text, textarea, url } from './textual.ts';

/** Every field kind under its type. */
export const KINDS: Readonly<Record<FieldType, FieldKind>> = {
  text,
  textarea,
  richtext,
  markdown,
  number,
  integer,
  boolean,
  date,
  datetime,
  select,
  multiselect,
  url,
  email,
  color,
  slug,
  media,
  gallery,
  reference,
  page,
  term,
  link,
  json,
  code,
  object,
  repeater,
};

export const isFieldType = (type: string): type is FieldType => Object.hasOwn(KINDS, type);

/** The kind of a field's type; an unknown type accepts any JSON. */
export const kindOf = (type: string): FieldKind => (isFieldType(type) ? KINDS[type] : json);
