import { expect, it } from 'vitest';
import { slugify } from '../../../src/lib/text/slugify.ts';
import { checkFieldsSchema } from '../../../src/model/fields/schema/checkFieldsSchema.ts';
import { nameFromLabel, slugFromName } from '../../../src/ui/screens/types/names.ts';

const LABELS = ['Questions to', 'Führung ins Moor', '3 pictures', 'Цена & скидка', '料金', 'E-mail (work)', '…'];

it.each(LABELS)('makes the short name of %j as the server does', (label) => {
  expect(slugFromName(label)).toBe(slugify(label));
});

it.each(LABELS.slice(0, -1))('makes a name of the label %j that the server takes', (label) => {
  const name = nameFromLabel(label, []);
  expect(checkFieldsSchema([{ name, type: 'text' }])).toEqual([]);
});

it('joins the words of a label, and numbers a name that is taken', () => {
  expect(nameFromLabel('Questions to', [])).toBe('questionsTo');
  expect(nameFromLabel('Questions to', ['questionsTo', 'questionsTo2'])).toBe('questionsTo3');
  expect(nameFromLabel('3 pictures', [])).toBe('_3Pictures');
  expect(nameFromLabel('…', [])).toBe('');
  expect(nameFromLabel('wide '.repeat(60), ['x']).length).toBeLessThanOrEqual(100);
});
