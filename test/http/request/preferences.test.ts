import { expect, test } from 'vitest';
import { readPreferences } from '../../../src/http/request/preferences.ts';

test.each<[string, Record<string, string>]>([
  ['handling=strict', { handling: 'strict' }],
  ['  Handling = "STRICT" ; why="a;b,c" ', { handling: 'strict' }],
  ['respond-async, wait=10,handling=strict', { 'respond-async': '', wait: '10', handling: 'strict' }],
  ['handling=lenient, handling=strict', { handling: 'lenient' }],
  ['foo="a, handling=strict"', { foo: 'a, handling=strict' }],
  ['foo="a\\", handling=strict"', { foo: 'a", handling=strict' }],
  ['foo="never closed, handling=strict', { foo: '"never closed, handling=strict' }],
  ['', {}],
  [',;=,', {}],
])('%s', (header, preferences) => {
  expect(Object.fromEntries(readPreferences(header))).toEqual(preferences);
});
