import { describe, expect, it } from 'vitest';
import { readTypeSchema } from '../../../src/view/typescript/readTypeSchema.ts';

describe('the schema of a TypeScript type', () => {
  it.each([
    ['string', { type: 'string' }],
    ['string | null', { type: ['string', 'null'] }],
    [`'a' | "b's" | null`, { type: ['string', 'null'], enum: ['a', "b's", null] }],
    ['1 | 2', { type: 'number', enum: [1, 2] }],
    ['true | 1', { anyOf: [{ const: true }, { const: 1 }] }],
    ['Array<string | null>', { type: 'array', items: { type: ['string', 'null'] } }],
    ['(string | number)[]', { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } }],
    ["ReferenceId<'a' | 'b'> | null", { type: ['integer', 'null'], description: 'The id of a page.' }],
    ['Record<string, number>', { type: 'object', additionalProperties: { type: 'number' } }],
    ['Record<string, never>', { type: 'object' }],
    ['unknown', {}],
    [
      '{ lat: number; "l-ng"?: number | null }',
      {
        type: 'object',
        properties: { lat: { type: 'number' }, 'l-ng': { type: ['number', 'null'] } },
        required: ['lat'],
      },
    ],
    [
      '{\n  /** Place: where it is */\n  place: { lat: number }[];\n}',
      {
        type: 'object',
        properties: {
          place: {
            ...{ type: 'array', description: 'Place: where it is' },
            items: { type: 'object', properties: { lat: { type: 'number' } }, required: ['lat'] },
          },
        },
        required: ['place'],
      },
    ],
  ])('is read of %s', (type, schema) => {
    expect(readTypeSchema(type)).toEqual(schema);
  });

  it.each([
    '',
    "'a",
    '"a\\',
    "'",
    'Other',
    '{ lat: number',
    'string &',
    '() => string',
    '{ [key: string]: number }',
    'keyof Link',
  ])('only tells the text of "%s"', (type) => {
    expect(readTypeSchema(type)).toEqual({ description: `TypeScript: ${type}` });
  });
});
