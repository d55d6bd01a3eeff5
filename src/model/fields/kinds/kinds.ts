import type { FieldType } from '../field.ts';
import type { FieldKind } from '../kind.ts';
import { linkField } from './link.ts';
import { objectField, repeaterField } from './listKind.ts';
import { markdownField } from './markdown.ts';
import { galleryField, mediaField, pageField, referenceField, termField } from './pointer.ts';
import { richtextField } from './richtext.ts';
import { booleanField, integerField, jsonField, numberField } from './scalar.ts';
import { multiselectField, selectField } from './select.ts';
import {
  codeField,
  colorField,
  dateField,
  datetimeField,
  emailField,
  slugField,
  textareaField,
  textField,
  urlField,
} from './textual.ts';

/** Every field kind under its type. */
export const KINDS_BY_TYPE: Readonly<Record<FieldType, FieldKind>> = {
  text: textField,
  textarea: textareaField,
  richtext: richtextField,
  markdown: markdownField,
  number: numberField,
  integer: integerField,
  boolean: booleanField,
  date: dateField,
  datetime: datetimeField,
  select: selectField,
  multiselect: multiselectField,
  url: urlField,
  email: emailField,
  color: colorField,
  slug: slugField,
  media: mediaField,
  gallery: galleryField,
  reference: referenceField,
  page: pageField,
  term: termField,
  link: linkField,
  json: jsonField,
  code: codeField,
  object: objectField,
  repeater: repeaterField,
};

export const isFieldType = (type: string): type is FieldType => Object.hasOwn(KINDS_BY_TYPE, type);

/** The kind of a field's type; an unknown type accepts any JSON. */
export const fieldKind = (type: string): FieldKind => (isFieldType(type) ? KINDS_BY_TYPE[type] : jsonField);
