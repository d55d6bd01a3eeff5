import type { ConditionTest } from '../../../fields/fieldKindForm.ts';
import { type FormValues, isValueObject } from '../../../form/values.ts';
import type { Field } from '../../../wire/interface.ts';
import { type FieldDraft, withValues } from './fieldDraft.ts';
import { fieldKindForm } from './fieldKinds.ts';

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

/** Of an unknown kind one can only ask whether there is a value. */
const IS_THERE: readonly ConditionTest[] = ['filled', 'empty'];

/** What can be asked about a field of a type. */
export const listConditionTests = (type: string): readonly ConditionTest[] =>
  fieldKindForm(type).conditions ?? IS_THERE;

/** What is asked about a field that has just been chosen. */
export function firstCondition({ name, type, options = [] }: Field): ConditionDraft {
  const [test = 'filled'] = listConditionTests(type);
  if (type === 'boolean') return { field: name, test, value: true };
  const [first] = options;
  const value = typeof first === 'string' ? first : first?.value;
  return { field: name, test, ...(test === 'equals' && value !== undefined && { value }) };
}
