import { describe, expect, it } from 'vitest';
import { FIELD_TYPES, type FieldsSchema } from '../../../src/model/fields/field.ts';
import { checkFieldsSchema } from '../../../src/model/fields/schema/checkFieldsSchema.ts';
import { lines } from './records.ts';

const NAME = 'must begin with a letter or "_" and contain only letters, digits, "-" and "_"';
const field = (more: object) => [{ name: 'a', type: 'text', ...more }];
const nested = (levels: number): FieldsSchema =>
  levels === 1 ? [{ name: 'a', type: 'text' }] : [{ name: 'a', type: 'object', fields: nested(levels - 1) }];
const json = JSON.parse;

const WRONG: readonly (readonly [schema: unknown, ...problems: readonly string[]])[] = [
  ['text', ': must be a list or an object of fields'],
  [null, ': must be a list or an object of fields'],
  [
    [5, 'text', []],
    '0: must be a field: an object with a name and a type',
    '1: must be a field: an object with a name and a type',
    '2: must be a field: an object with a name and a type',
  ],
  [{ a: 5 }, 'a: must be a field: an object with a name and a type'],
  [[{}], `0.name: ${NAME}`, '0.type: must be text'],
  [[{ name: '1a', type: 'text' }], `0.name: ${NAME}`],
  [[{ name: 'a b', type: 'text' }], `0.name: ${NAME}`],
  [[{ name: 'a'.repeat(101), type: 'text' }], `0.name: ${NAME}`],
  [[{ name: 'constructor', type: 'text' }], `0.name: ${NAME}`],
  [json('{ "__proto__": "text" }'), `__proto__.name: ${NAME}`],
  [
    json('{ "type": "object", "properties": { "__proto__": { "type": "string" } } }'),
    `properties.__proto__.name: ${NAME}`,
  ],
  [
    [
      { name: 'a', type: 'text' },
      { name: 'a', type: 'text' },
    ],
    '1.name: must be unique: another field is called "a"',
  ],
  [[{ name: 'a', type: 5 }], '0.type: must be text'],
  [[{ name: 'a', type: '' }], '0.type: must be text'],
  [
    field({ label: 5, help: [], required: 'yes', body: 1, settings: [] }),
    '0.label: must be text',
    '0.help: must be text',
    '0.required: must be true or false',
    '0.body: must be true or false',
    '0.settings: must be an object',
  ],
  [field({ min: '1', max: Number.POSITIVE_INFINITY }), '0.min: must be a number', '0.max: must be a number'],
  [field({ min: 3, max: 2 }), '0.min: must not be greater than max'],
  [field({ pattern: '[' }), '0.pattern: must be a regular expression without lookaround or backreferences'],
  [field({ pattern: '(?=a)b' }), '0.pattern: must be a regular expression without lookaround or backreferences'],
  [field({ pattern: '(a)\\1' }), '0.pattern: must be a regular expression without lookaround or backreferences'],
  [field({ pattern: 'a'.repeat(501) }), '0.pattern: must be a regular expression without lookaround or backreferences'],
  [
    field({ pattern: '(?:\\w{500}){2}\\w{500}\\w{500}\\w{500}' }),
    '0.pattern: must be a regular expression without lookaround or backreferences',
  ],
  [
    { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
    'properties.a.pattern: must be a regular expression without lookaround or backreferences',
  ],
  [field({ options: 'red' }), '0.options: must be a list of at most 10000 options'],
  [
    field({ options: ['red', 5, { label: 'G' }, { label: 'H', value: 1 }] }),
    '0.options.1: must be text or an object with a label and a value',
    '0.options.2: must be text or an object with a label and a value',
    '0.options.3: must be text or an object with a label and a value',
  ],
  [field({ settings: { options: [5] } }), '0.settings.options.0: must be text or an object with a label and a value'],
  [field({ condition: 'x' }), '0.condition: must be an object'],
  [
    field({ condition: { field: 'b', equals: 1 } }),
    '0.condition.field: must be the name of another field at the same level',
  ],
  [
    field({ condition: { field: 'a', equals: 1 } }),
    '0.condition.field: must be the name of another field at the same level',
  ],
  [
    [...field({ condition: { field: 'b' } }), { name: 'b', type: 'text' }],
    '0.condition: must have at least one of equals, in, notEmpty, empty, lt, lte, gt and gte',
  ],
  [[...field({ condition: { field: 'b', in: 'x' } }), { name: 'b', type: 'text' }], '0.condition.in: must be a list'],
  [
    [...field({ condition: { field: 'b', notEmpty: 1 } }), { name: 'b', type: 'text' }],
    '0.condition.notEmpty: must be true or false',
  ],
  [field({ fields: 'x' }), '0.fields: must be a list or an object of fields'],
  [
    [{ name: 'a', type: 'repeater', fields: [{ name: 'b', type: 'text' }, { name: 'c' }] }],
    '0.fields.1.type: must be text',
  ],
  [
    { a: { type: 'object', fields: { b: { type: 'object', fields: { c: 7 } } } } },
    'a.fields.b.fields.c: must be a field: an object with a name and a type',
  ],
  [
    {
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'object', properties: { '1': { type: 'string' } } } } },
    },
    `properties.a.items.properties.1.name: ${NAME}`,
  ],
  [
    { type: 'object', properties: { a: { type: 'object', properties: { '1': { type: 'string' } } } } },
    `properties.a.properties.1.name: ${NAME}`,
  ],
  [nested(11), `${'0.fields.'.repeat(10).slice(0, -1)}: must not be nested more than 10 levels deep`],
  [
    Array.from({ length: 1001 }, (_, index) => ({ name: `f${index}`, type: 'text' })),
    ': must have at most 1000 fields',
  ],
  [field({ body: true }), '0.body: must only be true for a richtext or markdown field'],
  [
    { a: { type: 'richtext', body: true }, b: { type: 'markdown', body: true } },
    'b.body: must be true for one field only',
  ],
  [
    [{ name: 'a', type: 'object', fields: [{ name: 'b', type: 'richtext', body: true }] }],
    '0.fields.0.body: must not be true for a nested field',
  ],
];

describe('checkFieldsSchema', () => {
  it.each([
    ['nothing', []],
    ['every type', FIELD_TYPES.map((type) => ({ name: type, type }))],
    ['an unknown type', field({ type: 'hologram' })],
    ['fields by name', { a: 'text', b: { type: 'select', options: ['x', { label: 'Y', value: 'y' }] } }],
    ['a JSON Schema', { type: 'object', properties: { a: { type: 'string' }, b: {}, c: true } }],
    [
      'nulls in place of absent parts',
      field({ label: null, min: null, pattern: null, options: null, condition: null, fields: null }),
    ],
    ['a condition on a sibling', [...field({ condition: { field: 'b', equals: null } }), { name: 'b', type: 'text' }]],
    [
      'one body',
      [
        { name: 'a', type: 'richtext', body: true },
        { name: 'b', type: 'markdown', body: false },
      ],
    ],
    ['ten levels', nested(10)],
    ['parts it does not know', field({ placeholder: 'x', admin: { width: 2 } })],
  ])('accepts %s', (_name, schema) => {
    expect(checkFieldsSchema(schema)).toEqual([]);
  });

  it.each(WRONG)('refuses %j', (schema, ...problems) => {
    expect(lines(checkFieldsSchema(schema))).toEqual(problems);
  });

  it('lists at most a hundred problems', () => {
    expect(checkFieldsSchema(Array.from({ length: 1000 }, () => 5))).toHaveLength(100);
  });
});
