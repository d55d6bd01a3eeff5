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
  it('finds what is wrong four levels deep, all at once', () => {
    const values = { a: [{ b: [] }, { b: [{}, { c: { d: [{ e: 1 }, { e: 'x' }, {}] } }] }] };
    expect(lines(checkValues(LEVELS, values, published))).toEqual([
      'a.1.b.1.c.d.1.e: must be a whole number',
      'a.1.b.1.c.d.2.e: is required',
    ]);
  });

  it('gives list indexes as strings', () => {
    const details = checkValues(LEVELS, { a: [{ b: 5 }] }, draft);
    expect(details).toEqual([{ path: ['a', '0', 'b'], message: 'must be a list' }]);
  });

  it('asks for required values and full lists only of what is published', () => {
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
  ])('does not take a blank %s for a required value: %j', (type, value) => {
    const schema = [{ name: 'f', type, required: true }];
    expect(lines(checkValues(schema, { f: value }, published))).toEqual(['f: is required']);
    expect(checkValues(schema, { f: value }, draft)).toEqual([]);
  });

  it.each([
    ['boolean', false],
    ['number', 0],
    ['richtext', { type: 'doc', content: [{ type: 'image', attrs: { src: '/a.png' } }] }],
  ])('takes a %s of little for a required value: %j', (type, value) => {
    expect(checkValues([{ name: 'f', type, required: true }], { f: value }, published)).toEqual([]);
  });

  it('does not miss a required value that has a default', () => {
    expect(checkValues([{ name: 'f', type: 'text', required: true, default: 'x' }], {}, published)).toEqual([]);
  });

  it('wants a goal of a published link', () => {
    expect(lines(checkValues([{ name: 'f', type: 'link' }], { f: { text: 'x' } }, published))).toEqual([
      'f: must have a url or a pageId',
    ]);
  });

  it('keeps silent about names the schema does not know', () => {
    expect(checkValues([{ name: 'a', type: 'integer' }], { b: 'x', toString: 5 }, published)).toEqual([]);
  });

  it('does not mistake what every object inherits for a value', () => {
    const schema = [
      { name: 'toString', type: 'text', required: true },
      { name: 'valueOf', type: 'integer' },
    ];
    expect(lines(checkValues(schema, {}, published))).toEqual(['toString: is required']);
  });

  it('lists a hundred problems at most', () => {
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
  ])('%j takes what points at a record by its id, as it is sent, or by its key: %j', (condition, parent, isMet) => {
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

  it('that does not hold leaves the type checked', () => {
    expect(lines(checkValues(schema({ equals: 'image' }), { kind: 'text', image: 'x' }, published))).toEqual([
      'image: must be a whole number',
    ]);
  });

  it('is judged beside the field, in the same item', () => {
    const items = [{ name: 'items', type: 'repeater', fields: schema({ equals: 'image' }) }];
    const values = { kind: 'image', items: [{ kind: 'text' }, { kind: 'image' }] };
    expect(lines(checkValues(items, values, published))).toEqual(['items.1.image: is required']);
  });

  it('compares lists and objects by what they hold', () => {
    const fields = [
      { name: 'a', type: 'json' },
      { name: 'b', type: 'text', required: true, condition: { field: 'a', equals: { x: [1] } } },
    ];
    expect(lines(checkValues(fields, { a: { x: [1] } }, published))).toEqual(['b: is required']);
  });
});
