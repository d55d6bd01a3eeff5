import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { isMapping } from '../fields/values.ts';
import { plainText } from '../richText/plainText.ts';
import type { FieldText } from './passage.ts';

/** The part of a record's data that holds texts. */
interface RecordData {
  readonly title?: unknown;
  readonly name?: unknown;
  readonly fields?: unknown;
  readonly regions?: unknown;
}

/** The texts of a record of any kind and of the blocks on it, without those that are empty. */
export function fieldTexts(data: object): readonly FieldText[] {
  const { title, name, fields, regions } = data as RecordData;
  const own = [{ field: { name: 'title' }, text: valueText(title ?? name) }, ...textsOfValues(fields)];
  const blocks = isMapping(regions)
    ? Object.values(regions).flatMap((placed) => (Array.isArray(placed) ? placed : []))
    : [];
  return [...own, ...blocks.flatMap(textsOfBlock)].filter(({ text }) => text !== '');
}

const textsOfBlock = (placed: unknown): readonly FieldText[] =>
  isPlainObject(placed) && typeof placed['id'] === 'number'
    ? textsOfValues(placed['fields'] ?? placed['overrides'], placed['id'])
    : [];

const textsOfValues = (values: unknown, block?: number): readonly FieldText[] =>
  isMapping(values)
    ? Object.entries(values).map(([name, value]) => ({
        field: block === undefined ? { name } : { block, name },
        text: valueText(value),
      }))
    : [];

/** All texts in a value, each on lines of its own. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return joinLines(value);
  if (!isPlainObject(value)) return '';
  return value['type'] === 'doc' ? plainText(value) : joinLines(Object.values(value));
}

const joinLines = (values: readonly unknown[]): string =>
  values
    .map(valueText)
    .filter((text) => text !== '')
    .join('\n');
