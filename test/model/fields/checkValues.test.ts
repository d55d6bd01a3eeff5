import { describe, expect, it } from 'vitest';
import { checkValues } from '../../../src/model/fields/fields.ts';
import { draft, lines, published } from './records.ts';

const LEVELS = [
  {
    name: 'a',
    type: 'repeater',
    fields: [
      {
        name: 'b',
        type: 'repeater',
        fields: [
          {
            name: 'c',
            type: 'object',
            fields: [{ name: 'd', type: 'repeater', min: 2, fields: [{ name: 'e', type: 'integer', required: true }] }],
          },
        ],
      },
    ],
  },
];

describe('checkValues', () => {
  it('finds problems four levels deep, all at once', () => {
    const values = { a: [{ b: [] }, { b: [{}, { c: { d: [{ e: 1 }, { e: 'x' }, {}] } }] }] };
    expect(lines(checkValues(LEVELS, values, published))).toEqual([
      'a.1.b.1.c.d.1.e: must be a whole number',
      'a.1.b.1.c.d.2.e: is required',
    ]);
  });

  it('gives list indexes as strings', () => {
    const details = checkValues(LEVELS, { a: [{ b: 5 }] }, draft);
    expect(details).toEqual([{ path: ['a', '0', 'b'], message: 'must be a list', reason: 'list', params: {} }]);
  });

  it('requires values and full lists only for published content', () => {
    const schema = [
      { name: 'title', type: 'text', required: true },
      { name: 'tags', type: 'multiselect', min: 1 },
      ...LEVELS,
    ];
    const values = { tags: [], a: [{ b: [{ c: { d: [] } }] }] };
    expect(checkValues(schema, values, draft)).toEqual([]);
    expect(lines(checkValues(schema, values, published))).toEqual([
      'title: is required',
      'tags: must have at least 1 item',
      'a.0.b.0.c.d: must have at least 2 items',
    ]);
  });

  it.each([
    ['text', ''],
    ['gallery', []],
    ['repeater', []],
    ['richtext', { type: 'doc', content: [{ type: 'paragraph' }] }],
    ['text', null],
  ])('does not accept a blank %s for a required field: %j', (type, value) => {
    const schema = [{ name: 'f', type, required: true }];
    expect(lines(checkValues(schema, { f: value }, published))).toEqual(['f: is required']);
    expect(checkValues(schema, { f: value }, draft)).toEqual([]);
  });

  it.each([
    ['boolean', false],
    ['number', 0],
    ['richtext', { type: 'doc', content: [{ type: 'image', attrs: { src: '/a.png' } }] }],
  ])('accepts a small %s for a required field: %j', (type, value) => {
    expect(checkValues([{ name: 'f', type, required: true }], { f: value }, published)).toEqual([]);
  });

  it('does not require a value for a field with a default', () => {
    expect(checkValues([{ name: 'f', type: 'text', required: true, default: 'x' }], {}, published)).toEqual([]);
  });

  it('requires a target for a published link', () => {
    expect(lines(checkValues([{ name: 'f', type: 'link' }], { f: { text: 'x' } }, published))).toEqual([
      'f: must have a url or a pageId',
    ]);
  });

  it('ignores names that the schema does not know', () => {
    expect(checkValues([{ name: 'a', type: 'integer' }], { b: 'x', toString: 5 }, published)).toEqual([]);
  });

  it('does not take inherited properties for values', () => {
    const schema = [
      { name: 'toString', type: 'text', required: true },
      { name: 'valueOf', type: 'integer' },
    ];
    expect(lines(checkValues(schema, {}, published))).toEqual(['toString: is required']);
  });

  it('lists at most a hundred problems', () => {
    const schema = Array.from({ length: 300 }, (_, index) => ({ name: `f${index}`, type: 'integer' }));
    const values = Object.fromEntries(schema.map(({ name }) => [name, 'x']));
    expect(checkValues(schema, values, draft)).toHaveLength(100);
  });
});

describe('a condition', () => {
  it.each([
    [{ equals: 5 }, 'en/about', true],
    [{ equals: 'en/about' }, 'en/about', true],
    [{ in: [6, 5] }, 'en/about', true],
    [{ equals: 5 }, 'en/team/anna', false],
    [{ notEmpty: true }, 'en/gone', true],
  ])('%j accepts a record by its id, as on the wire, or by its key: %j', (condition, parent, isMet) => {
    const fields = [
      { name: 'parent', type: 'page' },
      { name: 'why', type: 'text', required: true, condition: { field: 'parent', ...condition } },
    ];
    expect(lines(checkValues(fields, { parent }, published))).toEqual(isMet ? ['why: is required'] : []);
  });

  const schema = (condition: object) => [
    { name: 'kind', type: 'text', default: 'plain' },
    { name: 'image', type: 'integer', required: true, condition: { field: 'kind', ...condition } },
  ];
  const missing = ['image: is required'];

  it.each([
    [{ equals: 'image' }, { kind: 'image' }, missing],
    [{ equals: 'image' }, { kind: 'text' }, []],
    [{ equals: 'plain' }, {}, missing],
    [{ equals: 'plain' }, { kind: null }, missing],
    [{ in: ['image', 'both'] }, { kind: 'both' }, missing],
    [{ in: ['image', 'both'] }, { kind: 'text' }, []],
    [{ notEmpty: true }, { kind: 'x' }, missing],
    [{ notEmpty: true }, { kind: '' }, []],
    [{ notEmpty: false }, { kind: '' }, missing],
    [{ notEmpty: false }, { kind: 'x' }, []],
    [{ equals: 'image', notEmpty: true }, { kind: 'x' }, []],
  ])('%j with %j requires the field as it should', (condition, values, expected) => {
    expect(lines(checkValues(schema(condition), values, published))).toEqual(expected);
  });

  it('that does not hold still lets the type be checked', () => {
    expect(lines(checkValues(schema({ equals: 'image' }), { kind: 'text', image: 'x' }, published))).toEqual([
      'image: must be a whole number',
    ]);
  });

  it('is evaluated on the values beside the field, in the same item', () => {
    const items = [{ name: 'items', type: 'repeater', fields: schema({ equals: 'image' }) }];
    const values = { kind: 'image', items: [{ kind: 'text' }, { kind: 'image' }] };
    expect(lines(checkValues(items, values, published))).toEqual(['items.1.image: is required']);
  });

  it('compares lists and objects by their content', () => {
    const fields = [
      { name: 'a', type: 'json' },
      { name: 'b', type: 'text', required: true, condition: { field: 'a', equals: { x: [1] } } },
    ];
    expect(lines(checkValues(fields, { a: { x: [1] } }, published))).toEqual(['b: is required']);
  });
});
