import { lazy } from 'react';
import type { FieldType } from '../../model/fields/field.ts';
import type { FieldInput } from './kind.ts';
import { BooleanInput } from './kinds/boolean.tsx';
import { CodeInput } from './kinds/code.tsx';
import { DateFieldInput } from './kinds/date.tsx';
import { DateTimeFieldInput } from './kinds/datetime.tsx';
import { EmailInput } from './kinds/email.tsx';
import { GalleryInput } from './kinds/gallery.tsx';
import { JsonInput } from './kinds/json.tsx';
import { LinkInput } from './kinds/link.tsx';
import { MarkdownInput } from './kinds/markdown.tsx';
import { MediaInput } from './kinds/media.tsx';
import { MultiselectInput } from './kinds/multiselect.tsx';
import { ObjectInput } from './kinds/object.tsx';
import { PageInput } from './kinds/page.tsx';
import { ReferenceInput } from './kinds/reference.tsx';
import { RepeaterInput } from './kinds/repeater.tsx';
import { RichTextFieldInput } from './kinds/richtext.tsx';
import { SelectInput } from './kinds/select.tsx';
import { SlugInput } from './kinds/slug.tsx';
import { TermInput } from './kinds/term.tsx';
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
  select: SelectInput,
  multiselect: MultiselectInput,
  url: UrlInput,
  email: EmailInput,
  color: lazy(async () => ({ default: (await import('./kinds/color.tsx')).ColorFieldInput })),
  slug: SlugInput,
  media: MediaInput,
  gallery: GalleryInput,
  reference: ReferenceInput,
  page: PageInput,
  term: TermInput,
  link: LinkInput,
  json: JsonInput,
  code: CodeInput,
  object: ObjectInput,
  repeater: RepeaterInput,
};

/** A kind that is not known holds any JSON. */
export const inputOf = (type: string): FieldInput =>
  Object.hasOwn(INPUTS, type) ? INPUTS[type as FieldType] : INPUTS.json;
