import { CONDITION_TESTS, type ConditionTest, ORDER_TESTS } from '../../../../fields/fieldKindForm.ts';
import { type FormValues, isValueObject } from '../../../../form/values.ts';
import type { Field } from '../../../../wire/interface.ts';
import { type FieldDraft, withValues } from '../fieldDraft.ts';
import { fieldKindForm } from '../fieldKinds.ts';

/** A condition as its inputs show it. */
export interface ConditionDraft {
  readonly field: string;
  readonly test: ConditionTest;
  readonly value?: unknown;
}

/** The condition of a field; null if it asks for several things at once, so that it is only edited as JSON. */
export const readConditionDraft = (field: FieldDraft): ConditionDraft | undefined | null =>
  readTest(field['condition']);

/** A condition that asks one thing about one field. */
export function readTest(condition: unknown): ConditionDraft | undefined | null {
  if (condition === undefined || condition === null) return undefined;
  if (!isValueObject(condition)) return null;
  const { field: name, ...rest } = condition;
  const [[key, value] = [], ...others] = Object.entries(rest);
  if (typeof name !== 'string' || others.length > 0) return null;
  if (key === 'notEmpty') return { field: name, test: value === false ? 'empty' : 'filled' };
  if (key === 'empty') return { field: name, test: value === false ? 'filled' : 'empty' };
  if (key === undefined) return { field: name, test: 'equals' };
  return isTest(key) ? { field: name, test: key, value } : null;
}

const isTest = (key: string): key is ConditionTest => (CONDITION_TESTS as readonly string[]).includes(key);

/** Whether a test compares with a value. */
export const hasTestedValue = (test: ConditionTest): boolean => test !== 'filled' && test !== 'empty';

/** The field with this condition; without one it always applies. */
export const setFieldCondition = (field: FieldDraft, condition: ConditionDraft | undefined): FieldDraft =>
  withValues(field, { condition: condition && writeTest(condition) });

export function writeTest({ field, test, value }: ConditionDraft): FormValues {
  if (test === 'filled' || test === 'empty') return { field, notEmpty: test === 'filled' };
  return { field, ...(value !== undefined && { [test]: value }) };
}

/** Of an unknown kind one can only ask whether there is a value. */
const IS_THERE: readonly ConditionTest[] = ['filled', 'empty'];

/** What can be asked about a field of a type. */
export function listConditionTests(type: string): readonly ConditionTest[] {
  const { conditions = IS_THERE, filter } = fieldKindForm(type);
  return filter === 'ordered' ? [...conditions, ...ORDER_TESTS] : conditions;
}

/** What is asked about a field that has just been chosen. */
export function firstCondition({ name, type, options = [] }: Field): ConditionDraft {
  const [test = 'filled'] = listConditionTests(type);
  if (type === 'boolean') return { field: name, test, value: true };
  const [first] = options;
  const value = typeof first === 'string' ? first : first?.value;
  return { field: name, test, ...(test === 'equals' && value !== undefined && { value }) };
}
