import { lazy } from 'react';
import type { FieldType } from '../../model/fields/field.ts';
import type { FieldInput } from './kind.ts';
import { BooleanInput } from './kinds/boolean.tsx';
import { CodeInput } from './kinds/code.tsx';
import { DateFieldInput } from './kinds/date.tsx';
import { DateTimeFieldInput } from './kinds/datetime.tsx';
import { EmailInput } from './kinds/email.tsx';
import { JsonInput } from './kinds/json.tsx';
import { MarkdownInput } from './kinds/markdown.tsx';
import { ObjectInput } from './kinds/object.tsx';
import { RichTextFieldInput } from './kinds/richtext.tsx';
import { SlugInput } from './kinds/slug.tsx';
import { TextFieldInput } from './kinds/text.tsx';
import { TextareaInput } from './kinds/textarea.tsx';
import { UrlInput } from './kinds/url.tsx';

/** The input of each field kind; what brings much with it comes when it is first shown. */
const INPUTS: Readonly<Record<FieldType, FieldInput>> = {
  text: TextFieldInput,
  textarea: TextareaInput,
  richtext: RichTextFieldInput,
  markdown: MarkdownInput,
  number: lazy(async () => ({ default: (await import('./kinds/number.tsx')).NumberFieldInput })),
  integer: lazy(async () => ({ default: (await import('./kinds/integer.tsx')).IntegerInput })),
  boolean: BooleanInput,
  date: DateFieldInput,
  datetime: DateTimeFieldInput,
  select: lazy(async () => ({ default: (await import('./kinds/select.tsx')).SelectInput })),
  multiselect: lazy(async () => ({ default: (await import('./kinds/multiselect.tsx')).MultiselectInput })),
  url: UrlInput,
  email: EmailInput,
  color: lazy(async () => ({ default: (await import('./kinds/color.tsx')).ColorFieldInput })),
  slug: SlugInput,
  media: lazy(async () => ({ default: (await import('./kinds/media.tsx')).MediaInput })),
  gallery: lazy(async () => ({ default: (await import('./kinds/gallery.tsx')).GalleryInput })),
  reference: lazy(async () => ({ default: (await import('./kinds/reference.tsx')).ReferenceInput })),
  page: lazy(async () => ({ default: (await import('./kinds/page.tsx')).PageInput })),
  term: lazy(async () => ({ default: (await import('./kinds/term.tsx')).TermInput })),
  link: lazy(async () => ({ default: (await import('./kinds/link.tsx')).LinkInput })),
  json: JsonInput,
  code: CodeInput,
  object: ObjectInput,
  repeater: lazy(async () => ({ default: (await import('./kinds/repeater.tsx')).RepeaterInput })),
};

/** A kind that is not known holds any JSON. */
export const inputOf = (type: string): FieldInput =>
  Object.hasOwn(INPUTS, type) ? INPUTS[type as FieldType] : INPUTS.json;
