import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldsSchema } from '../../../src/model/fields/field.ts';
import { FIELD_TYPES } from '../../../src/model/fields/field.ts';
import { checkValues, toPublic, toStored, toWire } from '../../../src/model/fields/fields.ts';
import { readFields } from '../../../src/model/fields/readFields.ts';
import { referencesIn } from '../../../src/model/fields/references.ts';
import { checkFieldsSchema } from '../../../src/model/fields/schema/checkFieldsSchema.ts';
import { runs } from '../../effort.ts';
import { lines, published } from './records.ts';

const all = (schema: FieldsSchema, values: Record<string, unknown>) => {
  const stored = toStored(schema, values, published);
  return {
    details: checkValues(schema, values, published),
    stored,
    wire: toWire(schema, values, published),
    filled: toPublic(schema, values, published),
    references: referencesIn(schema, values, { path: [], ...published }),
  };
};

const nest = (levels: number, wrap: (inner: unknown) => unknown, core: unknown): unknown => {
  let value = core;
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
};

describe('hostile values', () => {
  it('of any type in any field are reported, never thrown', () => {
    const schema = FIELD_TYPES.map((type) => ({ name: type, type, min: 1, max: 3, pattern: '^a', options: ['a'] }));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...FIELD_TYPES), fc.jsonValue({ maxDepth: 3 })), (values) => {
        for (const detail of all(schema, values).details) expect(FIELD_TYPES).toContain(detail.path[0]);
      }),
      { numRuns: runs(300) },
    );
  });

  it('that are huge are rejected by every kind that holds text', () => {
    const huge = 'a'.repeat(2_000_000);
    for (const type of FIELD_TYPES) {
      if (type === 'json') continue;
      const { details } = all([{ name: 'f', type, pattern: '(a+)+$' }], { f: huge });
      expect(
        details.map(({ path }) => path),
        type,
      ).toEqual([['f']]);
      expect(details[0]?.message.length).toBeLessThan(200);
    }
  });

  it('in lists that are too long are rejected', () => {
    const list = Array.from({ length: 10_001 }, () => 'x');
    for (const type of ['gallery', 'multiselect', 'repeater']) {
      const { details, wire } = all([{ name: 'f', type, fields: [] }], { f: list });
      expect(lines(details)[0]).toBe('f: must have at most 10000 items');
      expect(details.length).toBeLessThanOrEqual(101);
      expect(wire['f']).toBe(list);
    }
  });

  it('nested deeper than the stack are left as they are', () => {
    const deepList = nest(100_000, (inner) => [inner], 'x');
    const deepDoc = {
      type: 'doc',
      content: [nest(100_000, (inner) => ({ type: 'blockquote', content: [inner] }), { type: 'horizontalRule' })],
    };
    for (const type of FIELD_TYPES) expect(() => all([{ name: 'f', type }], { f: deepList })).not.toThrow();
    const { details, wire } = all([{ name: 'f', type: 'richtext' }], { f: deepDoc });
    expect(details).toHaveLength(1);
    expect(details[0]?.message).toBe('must not be nested more than 64 levels deep');
    expect(wire['f']).toBe(deepDoc);
  });

  it('under the names of prototypes have no effect', () => {
    const values = JSON.parse(
      '{ "__proto__": { "polluted": true }, "constructor": { "prototype": 1 }, "photo": 12, "box": { "__proto__": { "photo": 12 } } }',
    );
    const schema = JSON.parse(
      '[{ "name": "__proto__", "type": "object", "fields": [{ "name": "polluted", "type": "text" }] }, { "name": "constructor", "type": "text" }, { "name": "photo", "type": "media" }, { "name": "box", "type": "object", "fields": [{ "name": "photo", "type": "media" }] }]',
    );
    const { stored } = all(schema, values);
    expect('values' in stored && Object.keys(stored.values)).toEqual(['__proto__', 'constructor', 'photo', 'box']);
    expect('values' in stored && stored.values['photo']).toBe('harbour-at-dawn');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('SEC-10 do not slow a catastrophic pattern down', () => {
    const schema = ['(a+)+$', '(a|a)*b', '^(([a-z])+.)+[A-Z]([a-z])+$', '(.*)*x'].map((pattern, index) => ({
      name: `f${index}`,
      type: 'textarea',
      pattern,
    }));
    const text = `${'a'.repeat(1_000_000)}!`;
    const values = Object.fromEntries(schema.map(({ name }) => [name, text]));
    // A backtracking engine would never finish with any of these.
    expect(checkValues(schema, values, published).map(({ path }) => path)).toEqual([['f0'], ['f1'], ['f2'], ['f3']]);
  });
});

describe('a hostile schema', () => {
  it('of any JSON is read and checked, never thrown', () => {
    const schemas = fc.oneof(
      fc.array(fc.jsonValue({ maxDepth: 3 })),
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })),
      fc.array(
        fc.record(
          {
            name: fc.constantFrom('a', 'b'),
            type: fc.constantFrom(...FIELD_TYPES),
            fields: fc.jsonValue(),
            min: fc.jsonValue(),
            pattern: fc.string(),
            options: fc.jsonValue(),
            condition: fc.jsonValue(),
            default: fc.jsonValue(),
          },
          { requiredKeys: ['name', 'type'] },
        ),
      ),
    );
    fc.assert(
      fc.property(schemas, fc.jsonValue(), (schema, value) => {
        checkFieldsSchema(schema);
        all(schema as FieldsSchema, { a: value });
      }),
      { numRuns: runs(500) },
    );
  });

  it('that nests without end is read down to sixty-four levels', () => {
    const schema = nest(10_000, (inner) => [{ name: 'a', type: 'object', fields: inner }], [
      { name: 'a', type: 'text' },
    ]) as FieldsSchema;
    let levels = 0;
    for (let fields = readFields(schema); fields.length > 0; fields = fields[0]?.fields ?? []) levels++;
    expect(levels).toBe(64);
    expect(checkFieldsSchema(schema)).toHaveLength(1);
    expect(() => all(schema, nest(10_000, (inner) => ({ a: inner }), 'x') as Record<string, unknown>)).not.toThrow();
  });
});
