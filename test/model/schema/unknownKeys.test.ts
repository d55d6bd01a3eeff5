import { expect, test } from 'vitest';
import {
  anyObject,
  anything,
  flag,
  list,
  nullable,
  object,
  record,
  recursive,
  type Schema,
  text,
} from '../../../src/model/schema/schema.ts';
import { createFindUnknownKeys } from '../../../src/model/schema/unknownKeys.ts';

const entry = object({}, { id: text(), fields: nullable(anyObject()) });
const input = object({ title: text() }, { footer: nullable(object({}, { text: text() })), entries: list(entry) });
const shape = object({ id: text(), entries: list(object({ id: text(), shown: flag() })), meta: anyObject() });
const tree: Schema = object({ name: text() }, { children: list(recursive('tree', () => tree)) });

const pathsIn = (value: unknown, schema: Schema = input, shapes: readonly Schema[] = [shape]): readonly string[] =>
  createFindUnknownKeys(schema, shapes)(value).map(({ path }) => path.join('.'));

test.each([
  ['a key that neither the body nor the record has', { title: 'x', titel: 'y' }, ['titel']],
  ['a key within an object that may be null', { footer: { txt: 'x' } }, ['footer.txt']],
  ['a key of an item', { entries: [{}, { flieds: {} }] }, ['entries.1.flieds']],
  ['what only a read shows', { id: '1', meta: { any: { thing: 1 } }, entries: [{ shown: true }] }, []],
  ['keys of values that are kept as they are', { entries: [{ fields: { any: { thing: 1 } } }] }, []],
  ['values of another type, which are told otherwise', { footer: 'x', entries: { a: 1 } }, []],
  ['what is no object', ['x'], []],
  ['a key that objects have of themselves', { toString: 1 }, ['toString']],
])('%s', (_, value, paths) => {
  expect(pathsIn(value)).toEqual(paths);
});

test('any key of a record is known; the values under it are searched', () => {
  const regions = record(list(entry));
  expect(pathsIn({ main: [{ id: '1', idd: '2' }], other: [] }, regions, [])).toEqual(['main.0.idd']);
  expect(pathsIn({ main: [{ shown: true }] }, regions, [record(list(object({ shown: flag() })))])).toEqual([]);
});

test('a body that its handler validates, or one with alternatives, is searched by the schemas that describe it', () => {
  const judged = { type: 'object', anyOf: [input, anything()] };
  expect(pathsIn({ titel: 1 }, judged, [])).toEqual(['titel']);
  expect(pathsIn({ a: 1, b: 2, c: 3 }, { anyOf: [object({ a: text() }), object({ b: text() })] }, [])).toEqual(['c']);
  expect(pathsIn({ a: 1 }, anything(), [])).toEqual([]);
});

test('a recursive schema', () => {
  expect(pathsIn({ children: [{ children: [{ nmae: 'x' }] }] }, tree, [])).toEqual(['children.0.children.0.nmae']);
});

test('an unknown key is reported with the known keys in its place', () => {
  expect(createFindUnknownKeys(input, [shape])({ footer: { txt: 'x' } })).toEqual([
    { path: ['footer', 'txt'], known: ['text'] },
  ]);
});
