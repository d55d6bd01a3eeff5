import { expect, it } from 'vitest';
import { valueOfInput } from '../../../src/ui/fields/value/valueOfInput.ts';

it.each<[unknown, unknown, unknown, unknown]>([
  ['', undefined, undefined, undefined],
  [[], undefined, null, undefined],
  ['', 'Before', undefined, ''],
  ['', '', undefined, ''],
  ['', undefined, 'By default', ''],
  [false, undefined, undefined, false],
  [0, undefined, undefined, 0],
  ['Text', undefined, undefined, 'Text'],
])('%j, where there was %j and the default is %j, is stored as %j', (value, saved, byDefault, stored) => {
  expect(valueOfInput(value, saved, { default: byDefault })).toEqual(stored);
});
