import { expect, it } from 'vitest';
import {
  firstCondition,
  readConditionDraft,
  setFieldCondition,
} from '../../../src/ui/screens/types/fields/condition/condition.ts';

const field = (condition: unknown) => ({ name: 'price', type: 'number', condition });

it.each([
  [{ field: 'isFree', equals: false }],
  [{ field: 'kind', in: ['a', 'b'] }],
  [{ field: 'cover', notEmpty: true }],
  [{ field: 'cover', notEmpty: false }],
])('shows the condition %j so that it is written as it was', (condition) => {
  const read = readConditionDraft(field(condition));
  expect(read).not.toBeNull();
  expect(setFieldCondition(field(condition), read!)).toEqual(field(condition));
});

it('leaves conditions that ask for several things to JSON', () => {
  expect(readConditionDraft(field({ field: 'kind', equals: 'a', notEmpty: true }))).toBeNull();
  expect(readConditionDraft(field('kind'))).toBeNull();
  expect(readConditionDraft(field(undefined))).toBeUndefined();
});

it('removes a condition as a whole', () => {
  expect(setFieldCondition(field({ field: 'kind', equals: 'a' }), undefined)).toEqual({
    name: 'price',
    type: 'number',
  });
});

it('asks at first what the kind of the other field suggests', () => {
  expect(firstCondition({ name: 'free', type: 'boolean' })).toEqual({ field: 'free', test: 'equals', value: true });
  expect(firstCondition({ name: 'kind', type: 'select', options: ['a'] })).toEqual({
    ...{ field: 'kind', test: 'equals', value: 'a' },
  });
  expect(firstCondition({ name: 'cover', type: 'media' })).toEqual({ field: 'cover', test: 'filled' });
});
