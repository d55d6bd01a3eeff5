import { type FormValues, isValueObject } from '../../../form/values.ts';
import type { Field } from '../../../wire/interface.ts';
import { type FieldDraft, withValues } from './fieldDraft.ts';

/** What a condition asks about the value of another field. */
export const CONDITION_TESTS = ['equals', 'in', 'filled', 'empty'] as const;
export type ConditionTest = (typeof CONDITION_TESTS)[number];

/** A condition as its inputs show it. */
export interface ConditionDraft {
  readonly field: string;
  readonly test: ConditionTest;
  readonly value?: unknown;
}

/** The condition of a field; null if it asks for several things at once, so that it is only edited as JSON. */
export function readConditionDraft(field: FieldDraft): ConditionDraft | undefined | null {
  const condition = field['condition'];
  if (condition === undefined || condition === null) return undefined;
  if (!isValueObject(condition)) return null;
  const { field: name, ...rest } = condition;
  const [[key, value] = [], ...others] = Object.entries(rest);
  if (typeof name !== 'string' || others.length > 0) return null;
  if (key === 'notEmpty') return { field: name, test: value === false ? 'empty' : 'filled' };
  if (key === undefined) return { field: name, test: 'equals' };
  return key === 'equals' || key === 'in' ? { field: name, test: key, value } : null;
}

/** The field with this condition; without one it always applies. */
export const setFieldCondition = (field: FieldDraft, condition: ConditionDraft | undefined): FieldDraft =>
  withValues(field, { condition: condition && writeCondition(condition) });

function writeCondition({ field, test, value }: ConditionDraft): FormValues {
  if (test === 'filled' || test === 'empty') return { field, notEmpty: test === 'filled' };
  return { field, ...(value !== undefined && { [test]: value }) };
}

/** The kinds whose values are told by comparing them; of the others only whether there is one. */
const COMPARED = [
  ...['text', 'textarea', 'markdown', 'email', 'url', 'slug', 'color', 'number', 'integer', 'date', 'datetime'],
  ...['boolean', 'select', 'term', 'page', 'reference'],
];
const LISTED = ['select', 'text', 'slug', 'email', 'number', 'integer'];

/** What can be asked about a field of a type. */
export function listConditionTests(type: string): readonly ConditionTest[] {
  if (type === 'boolean') return ['equals'];
  return CONDITION_TESTS.filter(
    (test) => (test !== 'equals' || COMPARED.includes(type)) && (test !== 'in' || LISTED.includes(type)),
  );
}

/** What is asked about a field that has just been chosen. */
export function firstCondition({ name, type, options = [] }: Field): ConditionDraft {
  const [test = 'filled'] = listConditionTests(type);
  if (type === 'boolean') return { field: name, test, value: true };
  const [first] = options;
  const value = typeof first === 'string' ? first : first?.value;
  return { field: name, test, ...(test === 'equals' && value !== undefined && { value }) };
}
