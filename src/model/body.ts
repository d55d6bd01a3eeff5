import type { Field, FieldsSchema } from './fields/field.ts';
import { readFields } from './fields/readFields.ts';
import type { RichTextNode } from './richText/node.ts';

/** The text below a file's front matter: as the value of a Markdown field, and as that of a rich text field. */
export interface RecordBody {
  readonly text: string;
  readonly document: RichTextNode;
}

const BODY_TYPES: readonly string[] = ['richtext', 'markdown'];

/** The rich text or Markdown field that holds the body of `.md` files, if the content type marks one. */
export const bodyField = (schema: FieldsSchema): Field | undefined =>
  readFields(schema).find((field) => field.body === true && BODY_TYPES.includes(field.type));
