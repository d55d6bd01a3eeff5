import { describe, expect, it } from 'vitest';
import { toWire, withDefaults } from '../../../src/model/fields/fields.ts';
import { draft } from './records.ts';

const SCHEMA = [
  { name: 'title', type: 'text' },
  { name: 'size', type: 'select', options: ['s', 'l'], default: 's' },
  {
    name: 'items',
    type: 'repeater',
    fields: [
      { name: 'links', type: 'repeater' },
      { name: 'on', type: 'boolean', default: false },
    ],
  },
  { name: 'box', type: 'object', fields: [{ name: 'n', type: 'integer', default: 3 }] },
  {
    name: 'steps',
    type: 'repeater',
    default: [{ t: 'One' }],
    fields: [
      { name: 't', type: 'text' },
      { name: 'u', type: 'text', default: 'v' },
    ],
  },
];

describe('withDefaults', () => {
  it('fills in defaults, and empty lists for missing repeaters', () => {
    expect(withDefaults(SCHEMA, { title: 'x' })).toEqual({
      title: 'x',
      size: 's',
      items: [],
      steps: [{ t: 'One', u: 'v' }],
    });
  });

  it('fills in what is missing inside items and objects that are there', () => {
    const values = { size: 'l', items: [{}, { links: [1], on: true }], box: {}, steps: [] };
    expect(withDefaults(SCHEMA, values)).toEqual({
      size: 'l',
      items: [
        { links: [], on: false },
        { links: [1], on: true },
      ],
      box: { n: 3 },
      steps: [],
    });
  });

  it('takes null for missing, and keeps false, zero and the empty text', () => {
    const schema = ['a', 'b', 'c', 'd'].map((name) => ({ name, type: 'json', default: 1 }));
    expect(withDefaults(schema, { a: null, b: false, c: 0, d: '' })).toEqual({ a: 1, b: false, c: 0, d: '' });
  });

  it('gives the same object when nothing is added', () => {
    const values = { size: 'l', items: [{ links: [], on: true }], box: { n: 1 }, steps: [], extra: null };
    expect(withDefaults(SCHEMA, values)).toBe(values);
  });

  it('leaves values of the wrong type and frozen ones as they are', () => {
    const values = Object.freeze({ size: 5, items: 'x', box: [], steps: Object.freeze([7]) });
    expect(withDefaults(SCHEMA, values)).toBe(values);
    expect(withDefaults(SCHEMA, Object.freeze({ steps: [] }))).toEqual({ size: 's', items: [], steps: [] });
  });

  it('shows a default that is a key as an id once translated', () => {
    const schema = [{ name: 'photo', type: 'media', default: 'boats' }];
    expect(toWire(schema, withDefaults(schema, {}), draft)).toEqual({ photo: 13 });
  });
});
