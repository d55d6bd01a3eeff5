import { describe, expect, it } from 'vitest';
import { readFields } from '../../../src/model/fields/readFields.ts';

const LIST = [
  { name: 'title', type: 'text', label: 'Title', required: true, max: 80, help: 'Short' },
  { name: 'items', type: 'repeater', min: 1, fields: [{ name: 'link', type: 'link' }] },
];

describe('readFields', () => {
  it('reads a list of definitions', () => {
    expect(readFields(LIST)).toEqual(LIST);
  });

  it('reads an object of definitions or types by name', () => {
    const schema = {
      title: { type: 'text', label: 'Title', required: true, max: 80, help: 'Short' },
      items: { type: 'repeater', min: 1, fields: { link: 'link' } },
      note: 'textarea',
    };
    expect(readFields(schema)).toEqual([...LIST, { name: 'note', type: 'textarea' }]);
  });

  it('reads a JSON Schema object', () => {
    const schema = {
      type: 'object',
      required: ['title'],
      properties: {
        title: {
          type: 'string',
          title: 'Title',
          description: 'Short',
          minLength: 2,
          maxLength: 80,
          pattern: '^A',
          default: 'A',
        },
        story: { type: 'string', maxLength: 5000 },
        day: { type: 'string', format: 'date' },
        time: { type: 'string', format: 'date-time' },
        mail: { type: 'string', format: 'email' },
        site: { type: 'string', format: 'uri' },
        other: { type: 'string', format: 'uuid' },
        size: { enum: ['s', 'l'] },
        sizes: { type: 'array', items: { type: 'string', enum: ['s', 'l'] }, maxItems: 2 },
        price: { type: 'number', minimum: 0, maximum: 9.5 },
        count: { type: ['integer', 'null'], minimum: 1 },
        isOpen: { type: 'boolean' },
        steps: {
          type: 'array',
          minItems: 1,
          items: { type: 'object', required: ['t'], properties: { t: { type: 'string' } } },
        },
        box: { type: 'object', properties: { n: { type: 'integer' } } },
        loose: { type: 'object' },
        names: { type: 'array', items: { type: 'string' } },
        either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        both: { type: ['string', 'number'] },
        anything: true,
      },
    };
    expect(readFields(schema)).toEqual([
      {
        name: 'title',
        type: 'text',
        label: 'Title',
        help: 'Short',
        required: true,
        min: 2,
        max: 80,
        pattern: '^A',
        default: 'A',
      },
      { name: 'story', type: 'textarea', max: 5000 },
      { name: 'day', type: 'date' },
      { name: 'time', type: 'datetime' },
      { name: 'mail', type: 'email' },
      { name: 'site', type: 'url' },
      { name: 'other', type: 'text' },
      { name: 'size', type: 'select', options: ['s', 'l'] },
      { name: 'sizes', type: 'multiselect', options: ['s', 'l'], max: 2 },
      { name: 'price', type: 'number', min: 0, max: 9.5 },
      { name: 'count', type: 'integer', min: 1 },
      { name: 'isOpen', type: 'boolean' },
      { name: 'steps', type: 'repeater', min: 1, fields: [{ name: 't', type: 'text', required: true }] },
      { name: 'box', type: 'object', fields: [{ name: 'n', type: 'integer' }] },
      { name: 'loose', type: 'json' },
      { name: 'names', type: 'json' },
      { name: 'either', type: 'json' },
      { name: 'both', type: 'json' },
      { name: 'anything', type: 'json' },
    ]);
  });

  it('tells an object of fields called "type" from a JSON Schema', () => {
    expect(readFields({ type: 'object', title: { type: 'text' } }).map(({ name }) => name)).toEqual(['type', 'title']);
    expect(readFields({ type: 'text', properties: 'json' }).map(({ name }) => name)).toEqual(['type', 'properties']);
    expect(readFields({ type: 'object', additionalProperties: false })).toEqual([]);
  });

  it('skips entries that are not definitions, unsafe names and repeated names', () => {
    const schema = [
      null,
      'text',
      [],
      { name: 'a' },
      { type: 'text' },
      { name: '', type: 'text' },
      { name: 'constructor', type: 'text' },
      JSON.parse('{ "name": "__proto__", "type": "text" }'),
      { name: 'b', type: 'text' },
      { name: 'b', type: 'integer' },
    ];
    expect(readFields(schema)).toEqual([{ name: 'b', type: 'text' }]);
    expect(readFields(JSON.parse('{ "__proto__": "text", "c": 5, "d": "text" }'))).toEqual([
      { name: 'd', type: 'text' },
    ]);
  });

  it('leaves out parts of a definition that it cannot use', () => {
    const schema = [
      {
        name: 'a',
        type: 'select',
        label: 5,
        required: 'yes',
        min: '1',
        max: Number.NaN,
        pattern: 7,
        settings: [],
        condition: 'x',
        options: ['r', 5, { label: 'G', value: 'g' }, { value: 'h' }],
      },
    ];
    expect(readFields(schema)).toEqual([{ name: 'a', type: 'select', options: ['r', { label: 'G', value: 'g' }] }]);
  });

  it('reads choices from settings', () => {
    expect(readFields([{ name: 'a', type: 'select', settings: { options: ['r'] } }])).toEqual([
      { name: 'a', type: 'select', settings: { options: ['r'] }, options: ['r'] },
    ]);
  });

  it('reads a schema once', () => {
    expect(readFields(LIST)).toBe(readFields(LIST));
  });
});
