import { lazy } from 'react';
import type { FieldType } from '../model/fields/field.ts';
import type { FieldInput } from '../ui/fields/kind.ts';
import { ExtensionInput } from '../ui/frames/onDemand.ts';
import { BooleanInput } from './boolean/input.tsx';
import { DateFieldInput } from './date/input.tsx';
import { DateTimeFieldInput } from './datetime/input.tsx';
import { EmailInput } from './email/input.tsx';
import { ObjectInput } from './object/input.tsx';
import { RichTextFieldInput } from './richtext/input.tsx';
import { SlugInput } from './slug/input.tsx';
import { TextFieldInput } from './text/input.tsx';
import { TextareaInput } from './textarea/input.tsx';
import { UrlInput } from './url/input.tsx';

type More = typeof import('./inputsThatOpen.ts');

const later = (name: keyof More) => lazy(async () => ({ default: (await import('./inputsThatOpen.ts'))[name] }));
const PageInput = later('PageFieldInput');

/** The input of each field kind. Inputs with large dependencies are loaded when they are first shown. */
const INPUTS: Readonly<Record<FieldType, FieldInput>> = {
  text: TextFieldInput,
  textarea: TextareaInput,
  richtext: RichTextFieldInput,
  markdown: lazy(async () => ({ default: (await import('./markdown/input.tsx')).MarkdownInput })),
  number: later('NumberFieldInput'),
  integer: later('IntegerInput'),
  boolean: BooleanInput,
  date: DateFieldInput,
  datetime: DateTimeFieldInput,
  select: later('SelectInput'),
  multiselect: later('MultiselectInput'),
  url: UrlInput,
  email: EmailInput,
  color: lazy(async () => ({ default: (await import('./color/input.tsx')).ColorFieldInput })),
  slug: SlugInput,
  media: later('MediaInput'),
  gallery: later('GalleryInput'),
  reference: PageInput,
  page: PageInput,
  term: later('TermInput'),
  link: later('LinkInput'),
  json: lazy(async () => ({ default: (await import('./json/input.tsx')).JsonInput })),
  code: lazy(async () => ({ default: (await import('./code/input.tsx')).CodeInput })),
  object: ObjectInput,
  repeater: later('RepeaterInput'),
};

/** The input of a field kind. Those that are not Quire's are an extension's, or unknown. */
export const inputOf = (type: string): FieldInput =>
  Object.hasOwn(INPUTS, type) ? INPUTS[type as FieldType] : ExtensionInput;
