import { findFieldFacts } from '../../../fields/facts.ts';
import { isValueObject } from '../../form/values.ts';
import type { Field } from '../../wire/interface.ts';
import { extractDocumentText } from './extractDocumentText.ts';
import { valueText } from './valueText.ts';

/** How many values make a description. */
const ENOUGH = 2;

/** Describes a set of values in a few words, by its first fields that have some text. */
export function describedValue(values: unknown, fields: readonly Field[]): string {
  if (!isValueObject(values)) return '';
  const words = fields.map((field) => summarizeFieldValue(values[field.name], field)).filter((text) => text !== '');
  return words.slice(0, ENOUGH).join(' · ');
}

const LONGEST = 90;

function summarizeFieldValue(value: unknown, field: Field): string {
  if (field.type === 'richtext') return extractDocumentText(value).slice(0, LONGEST);
  if (field.type === 'link' && isValueObject(value)) return String(value['text'] ?? value['url'] ?? '');
  if (field.type === 'repeater' || field.type === 'object') return '';
  return findFieldFacts(field.type)?.describes ? valueText(value, field).trim() : '';
}
