import { describe, expect, it } from 'vitest';
import { checkDefaults } from '../../../src/model/fields/schema/checkDefaults.ts';
import { draft, lines } from './records.ts';

const check = (schema: unknown): string[] => lines(checkDefaults(schema, draft.lookup));

describe('checkDefaults', () => {
  it('accepts any value that the field could hold, also a key or an id', () => {
    const schema = [
      { name: 'a', type: 'number', default: 3 },
      { name: 'b', type: 'media', default: 'boats' },
      { name: 'c', type: 'media', default: 13 },
      { name: 'd', type: 'sparkle', default: [{}] },
      { name: 'e', type: 'text', required: true, default: null },
      { name: 'f', type: 'repeater', min: 2, fields: [{ name: 'a', type: 'text' }], default: [{ a: 'x' }] },
      'no field',
      { type: 'number', default: 'x' },
    ];
    expect(check(schema)).toEqual([]);
  });

  it('reports the problems of each default at its path, nested ones included', () => {
    const schema = [
      { name: 'a', type: 'number', max: 5, default: 'three' },
      { name: 'b', type: 'number', max: 5, default: 6 },
      { name: 'c', type: 'select', options: ['x'], default: 'y' },
      { name: 'd', type: 'media', default: 99 },
      { name: 'e', type: 'object', fields: { a: { type: 'boolean', default: 'no' } } },
      { name: 'f', type: 'repeater', fields: [{ name: 'a', type: 'text' }], default: [{ a: 1 }] },
    ];
    expect(check(schema)).toEqual([
      '0.default: must be a number',
      '1.default: must be at most 5',
      '2.default: must be one of "x"',
      '3.default: does not exist',
      '4.fields.a.default: must be true or false',
      '5.default.0.a: must be text',
    ]);
    expect(checkDefaults([schema[1]], draft.lookup)).toEqual([
      { path: ['0', 'default'], message: 'must be at most 5', reason: 'most', params: { n: 5 } },
    ]);
  });

  it('reads a JSON Schema', () => {
    const properties = { a: { type: 'object', properties: { b: { type: 'integer', default: 1.5 } } } };
    expect(check({ type: 'object', properties })).toEqual([
      'properties.a.properties.b.default: must be a whole number',
    ]);
  });
});
