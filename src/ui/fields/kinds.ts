import { lazy } from 'react';
import type { FieldType } from '../../model/fields/field.ts';
import type { FieldInput } from './kind.ts';
import { ObjectInput } from './kinds/nested/object.tsx';
import { BooleanInput } from './kinds/scalar/boolean.tsx';
import { DateFieldInput } from './kinds/scalar/date.tsx';
import { DateTimeFieldInput } from './kinds/scalar/datetime.tsx';
import { EmailInput } from './kinds/text/email.tsx';
import { RichTextFieldInput } from './kinds/text/richtext.tsx';
import { SlugInput } from './kinds/text/slug.tsx';
import { TextFieldInput } from './kinds/text/text.tsx';
import { TextareaInput } from './kinds/text/textarea.tsx';
import { UrlInput } from './kinds/text/url.tsx';

type More = typeof import('./kindsThatOpen.ts');

const later = (name: keyof More) => lazy(async () => ({ default: (await import('./kindsThatOpen.ts'))[name] }));
const PageInput = later('PageFieldInput');

/** The input of each field kind. Inputs with large dependencies are loaded when they are first shown. */
const INPUTS: Readonly<Record<FieldType, FieldInput>> = {
  text: TextFieldInput,
  textarea: TextareaInput,
  richtext: RichTextFieldInput,
  markdown: lazy(async () => ({ default: (await import('./kinds/text/markdown.tsx')).MarkdownInput })),
  number: later('NumberFieldInput'),
  integer: later('IntegerInput'),
  boolean: BooleanInput,
  date: DateFieldInput,
  datetime: DateTimeFieldInput,
  select: later('SelectInput'),
  multiselect: later('MultiselectInput'),
  url: UrlInput,
  email: EmailInput,
  color: lazy(async () => ({ default: (await import('./kinds/scalar/color.tsx')).ColorFieldInput })),
  slug: SlugInput,
  media: later('MediaInput'),
  gallery: later('GalleryInput'),
  reference: PageInput,
  page: PageInput,
  term: later('TermInput'),
  link: later('LinkInput'),
  json: lazy(async () => ({ default: (await import('./kinds/text/json.tsx')).JsonInput })),
  code: lazy(async () => ({ default: (await import('./kinds/text/code.tsx')).CodeInput })),
  object: ObjectInput,
  repeater: later('RepeaterInput'),
};

/** The input of a field kind; the values of an unknown kind are edited as JSON. */
export const inputOf = (type: string): FieldInput =>
  Object.hasOwn(INPUTS, type) ? INPUTS[type as FieldType] : INPUTS.json;
