import type { SiteCode } from '../model/entry.ts';
import type { FieldType } from '../model/fields/field.ts';
import { createFieldKinds } from '../model/fields/fieldSet.ts';
import type { FieldKind } from '../model/fields/kind.ts';
import { createRuleSource } from '../model/rules/recordRule.ts';
import { booleanField } from './boolean/kind.ts';
import { codeField } from './code/kind.ts';
import { colorField } from './color/kind.ts';
import { dateField } from './date/kind.ts';
import { datetimeField } from './datetime/kind.ts';
import { emailField } from './email/kind.ts';
import { galleryField } from './gallery/kind.ts';
import { integerField } from './integer/kind.ts';
import { jsonField } from './json/kind.ts';
import { linkField } from './link/kind.ts';
import { markdownField } from './markdown/kind.ts';
import { mediaField } from './media/kind.ts';
import { multiselectField } from './multiselect/kind.ts';
import { numberField } from './number/kind.ts';
import { objectField } from './object/kind.ts';
import { pageField } from './page/kind.ts';
import { referenceField } from './reference/kind.ts';
import { repeaterField } from './repeater/kind.ts';
import { richtextField } from './richtext/kind.ts';
import { selectField } from './select/kind.ts';
import { slugField } from './slug/kind.ts';
import { termField } from './term/kind.ts';
import { textField } from './text/kind.ts';
import { textareaField } from './textarea/kind.ts';
import { urlField } from './url/kind.ts';

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

/** The code of a site without extensions. A field of an unknown type accepts any JSON. */
export const BUILT_IN_CODE: SiteCode = Object.freeze({
  rules: createRuleSource(),
  derived: { of: () => null, isEmpty: true },
  kinds: createFieldKinds(new Map(Object.entries(KINDS_BY_TYPE)), jsonField),
});
