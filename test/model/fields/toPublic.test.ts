import { describe, expect, it } from 'vitest';
import type { FieldsSchema } from '../../../src/model/fields/field.ts';
import { textsIn, toPublic, wordsIn } from '../../../src/model/fields/fields.ts';
import { draft } from './records.ts';

const show = (schema: FieldsSchema | undefined, values: Record<string, unknown>) => toPublic(schema, values, draft);
/** Shows values to readers from whom one page is hidden. */
const hiding = (schema: FieldsSchema, values: Record<string, unknown>) =>
  toPublic(schema, values, {
    lookup: { ...draft.lookup, hides: (kind, key) => `${kind} ${key}` === 'page en/secret' },
  });

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

describe('the public form of stored values', () => {
  it('fills in defaults, and empty lists for missing repeaters', () => {
    expect(show(SCHEMA, { title: 'x' })).toEqual({ title: 'x', size: 's', items: [], steps: [{ t: 'One', u: 'v' }] });
  });

  it('fills in missing values inside existing items and objects', () => {
    const values = { size: 'l', items: [{}, { links: [1], on: true }], box: {}, steps: [] };
    expect(show(SCHEMA, values)).toEqual({
      size: 'l',
      items: [
        { links: [], on: false },
        { links: [1], on: true },
      ],
      box: { n: 3 },
      steps: [],
    });
  });

  it('treats null as missing, and keeps false, zero and the empty text', () => {
    const schema = ['a', 'b', 'c', 'd'].map((name) => ({ name, type: 'json', default: 1 }));
    expect(show(schema, { a: null, b: false, c: 0, d: '' })).toEqual({ a: 1, b: false, c: 0, d: '' });
  });

  it('is the same object if nothing is added or left out', () => {
    const values = { size: 'l', items: [{ links: [], on: true }], box: { n: 1 }, steps: [], title: null };
    expect(show(SCHEMA, values)).toBe(values);
    expect(show(SCHEMA, values)).toBe(values);
  });

  it('shows a default that is a key as an id', () => {
    expect(show([{ name: 'photo', type: 'media', default: 'boats' }], {})).toEqual({ photo: 13 });
  });

  it('SEC-39 leaves out names that the schema does not know, nested ones included', () => {
    const values = {
      title: 'x',
      gone: 'en/secret',
      items: [{ links: [], on: true, gone: 1 }],
      box: { n: 1, gone: 2 },
      steps: [{ t: 'a', u: 'b', gone: 3 }, 'gone'],
    };
    expect(show(SCHEMA, values)).toEqual({
      title: 'x',
      size: 's',
      items: [{ links: [], on: true }],
      box: { n: 1 },
      steps: [{ t: 'a', u: 'b' }],
    });
    for (const schema of [undefined, [], {}, { type: 'object' }, { type: 'object', properties: {} }])
      expect([schema, show(schema, values)]).toEqual([schema, {}]);
    const open = { type: 'object', properties: { title: { type: 'string' } }, additionalProperties: true };
    expect(show(open, values)).toEqual({ title: 'x' });
  });

  it('SEC-39 leaves out a value that does not fit its field, or uses the default', () => {
    const rich = { type: 'doc', content: [{ type: 'paragraph' }] };
    const values = [1, 1.5, true, 'a text', 'en/team', ['a'], { a: 1 }, { url: '/a' }, rich, [{ a: 1 }]];
    const shownOf = (type: string, more: object = {}) =>
      values.flatMap((value) => {
        const { f } = show([{ name: 'f', type, ...more }], { f: value });
        return f === undefined ? [] : [f];
      });
    for (const type of ['text', 'textarea', 'markdown', 'code'])
      expect([type, shownOf(type)]).toEqual([type, ['a text', 'en/team']]);
    for (const type of ['date', 'datetime', 'email', 'color', 'url']) expect([type, shownOf(type)]).toEqual([type, []]);
    expect(shownOf('number')).toEqual([1, 1.5]);
    expect(shownOf('integer')).toEqual([1]);
    expect(shownOf('boolean')).toEqual([true]);
    expect(shownOf('slug')).toEqual(['en/team']);
    expect(shownOf('select', { options: ['a text'] })).toEqual(['a text']);
    expect(shownOf('multiselect', { options: ['b'] })).toEqual([[], []]);
    expect(shownOf('richtext')).toEqual([rich]);
    expect(shownOf('link')).toEqual([
      { page_slug: null, locale: null, type: null, title: null, url: '/a', text: null, target: null },
    ]);
    expect(shownOf('object', { fields: { n: 'integer' } })).toEqual([{}, {}, {}]);
    expect(shownOf('repeater', { fields: { a: 'integer' } })).toEqual(
      values.map((value) => (Array.isArray(value) && value[0] !== 'a' ? value : [])),
    );
    expect(shownOf('json')).toEqual(values);
    expect(shownOf('mystery')).toEqual(values);
    expect(show([{ name: 'f', type: 'integer', default: 7 }], { f: 'en/secret' })).toEqual({ f: 7 });
    expect(show([{ name: 'f', type: 'integer', default: 'en/secret' }], {})).toEqual({});
  });

  it('SEC-39 does not name a page that is hidden from the reader, whatever field holds its key', () => {
    const json = { to: 'en/secret', list: ['en/secret', 'en/about', 'km/h'], deep: [{ of: 'en/secret' }] };
    for (const type of ['text', 'textarea', 'markdown', 'code', 'slug', 'select'])
      expect([type, hiding([{ name: 'f', type }], { f: 'en/secret' })]).toEqual([type, { f: null }]);
    for (const type of ['json', 'mystery', 'object'])
      expect([type, hiding([{ name: 'f', type }], { f: json })]).toEqual([
        type,
        { f: { to: null, list: [null, 'en/about', 'km/h'], deep: [{ of: null }] } },
      ]);
    expect(hiding([{ name: 'f', type: 'text', default: 'Soon' }], { f: 'en/secret' })).toEqual({ f: 'Soon' });
    expect(hiding([{ name: 'f', type: 'text', default: 'en/secret' }], {})).toEqual({ f: null });
    expect(hiding([{ name: 'f', type: 'text' }], { f: 'See en/secret' })).toEqual({ f: 'See en/secret' });
    expect(hiding([{ name: 'o', type: 'object', fields: { f: 'text' } }], { o: { f: 'en/secret' } })).toEqual({
      o: { f: null },
    });
  });

  it('SEC-39 removes forbidden nodes, marks and addresses from a document', () => {
    const link = (href: string) => ({ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href } }] });
    const f = {
      type: 'doc',
      secret: 'en/secret',
      content: [
        { type: 'evil', content: [] },
        { type: 'heading', attrs: { level: 9 }, content: [] },
        { type: 'paragraph', content: [link('/a'), link('javascript:alert(1)'), { type: 'text' }, 5] },
      ],
    };
    expect(show([{ name: 'f', type: 'richtext' }], { f })).toEqual({
      f: { type: 'doc', content: [{ type: 'paragraph', content: [link('/a'), { type: 'text', text: 'a' }] }] },
    });
  });

  it('SEC-39 removes attributes with the names of inherited properties from a broken document', () => {
    const paragraph = (attrs: object) => ({ type: 'paragraph', attrs, content: [{ type: 'text', text: 'a' }] });
    const f = { type: 'doc', content: [paragraph({ toString: 1, valueOf: 2 }), { type: 'evil' }] };
    expect(show([{ name: 'f', type: 'richtext' }], { f })).toEqual({
      f: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a' }] }] },
    });
  });

  it('SEC-39 is the text that people find it by', () => {
    const values = { title: 'Heron', gone: 'Egret', summary: 'en/secret', size: 's' };
    const schema = [
      { name: 'title', type: 'text' },
      { name: 'summary', type: 'text' },
      { name: 'size', type: 'page' },
    ];
    expect(textsIn(schema, values, draft.lookup)).toEqual(['Heron']);
    expect(['title', 'gone', 'size'].map((name) => wordsIn(schema, values, name, draft))).toEqual([
      'Heron',
      undefined,
      undefined,
    ]);
  });
});
