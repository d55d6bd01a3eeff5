import { isValueObject } from '../form/values.ts';
import { documentWords, type NamePicture } from '../richText/document/documentWords.ts';
import { isDocument, isJsonNode, type JsonNode } from '../richText/document/json.ts';

/** Any value as text: lists and objects give the text of all their values, one per line. */
export function flattenToText(value: unknown, namePicture: NamePicture): string {
  if (value === null || value === undefined) return '';
  if (isRichTextValue(value)) return documentWords(value, namePicture);
  const linesOf = (values: readonly unknown[]): string =>
    values
      .map((one) => flattenToText(one, namePicture))
      .filter(Boolean)
      .join('\n');
  if (Array.isArray(value)) return linesOf(value);
  if (isValueObject(value))
    return linesOf(
      Object.entries(value)
        .filter(([name]) => !TECHNICAL.includes(name) && !(name === 'type' && isValueObject(value['fields'])))
        .map(([, one]) => one)
        // Without its name it says nothing.
        .filter((one) => typeof one !== 'boolean'),
    );
  return String(value);
}

/** Keys of a block that are not its content; `type` is one if there are `fields` beside it. */
const TECHNICAL = ['block_type', 'id', 'key'];

/** Whether a value is a document of rich text, or a part of one. A block has a type, too, and fields beside it. */
const isRichTextValue = (value: unknown): value is JsonNode =>
  isDocument(value) ||
  (isJsonNode(value) &&
    !Object.hasOwn(value, 'fields') &&
    (Array.isArray(value.content) || typeof value.text === 'string' || isValueObject(value.attrs)));
