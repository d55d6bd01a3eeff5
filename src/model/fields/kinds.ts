import { boolean } from './boolean.ts';
import { code } from './code.ts';
import { color } from './color.ts';
import { date } from './date.ts';
import { datetime } from './datetime.ts';
import { email } from './email.ts';
import type { FieldType } from './field.ts';
import { gallery } from './gallery.ts';
import { integer } from './integer.ts';
import { json } from './json.ts';
import type { FieldKind } from './kind.ts';
import { link } from './link.ts';
import { markdown } from './markdown.ts';
import { media } from './media.ts';
import { multiselect } from './multiselect.ts';
import { number } from './number.ts';
import { object } from './object.ts';
import { page } from './page.ts';
import { reference } from './reference.ts';
import { repeater } from './repeater.ts';
import { richtext } from './richtext.ts';
import { select } from './select.ts';
import { slug } from './slug.ts';
import { term } from './term.ts';
import { text } from './text.ts';
import { textarea } from './textarea.ts';
import { url } from './url.ts';

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
