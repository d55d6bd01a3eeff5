import type { FieldType } from '../model/fields/field.ts';
import type { FieldKindForm } from '../ui/fields/fieldKindForm.ts';
import { booleanForm } from './boolean/form.ts';
import { codeForm } from './code/form.ts';
import { colorForm } from './color/form.ts';
import { dateForm } from './date/form.ts';
import { datetimeForm } from './datetime/form.ts';
import { emailForm } from './email/form.ts';
import { galleryForm } from './gallery/form.ts';
import { integerForm } from './integer/form.ts';
import { jsonForm } from './json/form.ts';
import { linkForm } from './link/form.ts';
import { markdownForm } from './markdown/form.ts';
import { mediaForm } from './media/form.ts';
import { multiselectForm } from './multiselect/form.ts';
import { numberForm } from './number/form.ts';
import { objectForm } from './object/form.ts';
import { pageForm } from './page/form.ts';
import { referenceForm } from './reference/form.ts';
import { repeaterForm } from './repeater/form.ts';
import { richtextForm } from './richtext/form.ts';
import { selectForm } from './select/form.ts';
import { slugForm } from './slug/form.ts';
import { termForm } from './term/form.ts';
import { textForm } from './text/form.ts';
import { textareaForm } from './textarea/form.ts';
import { urlForm } from './url/form.ts';

/** How each field kind is chosen, filtered and compared, in the order of the list to choose from. */
export const FIELD_FORMS: Readonly<Record<FieldType, FieldKindForm>> = {
  text: textForm,
  textarea: textareaForm,
  richtext: richtextForm,
  markdown: markdownForm,
  email: emailForm,
  url: urlForm,
  slug: slugForm,
  number: numberForm,
  integer: integerForm,
  date: dateForm,
  datetime: datetimeForm,
  color: colorForm,
  boolean: booleanForm,
  select: selectForm,
  multiselect: multiselectForm,
  term: termForm,
  media: mediaForm,
  gallery: galleryForm,
  page: pageForm,
  reference: referenceForm,
  link: linkForm,
  object: objectForm,
  repeater: repeaterForm,
  code: codeForm,
  json: jsonForm,
};
