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

const PageInput = lazy(async () => ({ default: (await import('./kinds/pointer/page.tsx')).PageInput }));

/** The input of each field kind. Inputs with large dependencies are loaded when they are first shown. */
const INPUTS: Readonly<Record<FieldType, FieldInput>> = {
  text: TextFieldInput,
  textarea: TextareaInput,
  richtext: RichTextFieldInput,
  markdown: lazy(async () => ({ default: (await import('./kinds/text/markdown.tsx')).MarkdownInput })),
  number: lazy(async () => ({ default: (await import('./kinds/scalar/number.tsx')).NumberFieldInput })),
  integer: lazy(async () => ({ default: (await import('./kinds/scalar/integer.tsx')).IntegerInput })),
  boolean: BooleanInput,
  date: DateFieldInput,
  datetime: DateTimeFieldInput,
  select: lazy(async () => ({ default: (await import('./kinds/scalar/select.tsx')).SelectInput })),
  multiselect: lazy(async () => ({ default: (await import('./kinds/scalar/multiselect.tsx')).MultiselectInput })),
  url: UrlInput,
  email: EmailInput,
  color: lazy(async () => ({ default: (await import('./kinds/scalar/color.tsx')).ColorFieldInput })),
  slug: SlugInput,
  media: lazy(async () => ({ default: (await import('./kinds/pointer/media.tsx')).MediaInput })),
  gallery: lazy(async () => ({ default: (await import('./kinds/pointer/gallery.tsx')).GalleryInput })),
  reference: PageInput,
  page: PageInput,
  term: lazy(async () => ({ default: (await import('./kinds/pointer/term.tsx')).TermInput })),
  link: lazy(async () => ({ default: (await import('./kinds/pointer/link.tsx')).LinkInput })),
  json: lazy(async () => ({ default: (await import('./kinds/text/json.tsx')).JsonInput })),
  code: lazy(async () => ({ default: (await import('./kinds/text/code.tsx')).CodeInput })),
  object: ObjectInput,
  repeater: lazy(async () => ({ default: (await import('./kinds/nested/repeater.tsx')).RepeaterInput })),
};

/** The input of a field kind; the values of an unknown kind are edited as JSON. */
export const inputOf = (type: string): FieldInput =>
  Object.hasOwn(INPUTS, type) ? INPUTS[type as FieldType] : INPUTS.json;
