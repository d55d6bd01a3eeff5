import { describe, expect, it } from 'vitest';
import { applyMigration } from '../../../src/model/migration/migrateRecord.ts';
import { migrateType } from '../../../src/model/migration/migrateType.ts';
import { readMigrations, recordMigration, stepsBetween } from '../../../src/model/migration/migrations.ts';
import type { MigrationOperation } from '../../../src/model/migration/operation.ts';
import { inlineDigest } from '../../../src/model/migration/regionRules.ts';
import { pageData } from '../merge/fixtures.ts';

const ARTICLE = { kind: 'contentType', slug: 'article' } as const;
const CARD = { kind: 'blockType', slug: 'card' } as const;

const run = (fields: object, ...operations: readonly MigrationOperation[]) => {
  const steps = operations.map((operation) => ({ type: ARTICLE, operation }));
  const { data, notes } = applyMigration({ kind: 'page', data: pageData({ fields }) }, steps);
  return { fields: (data as { fields: object }).fields, notes };
};

describe('what a migration does to values', () => {
  it.each<[string, object, MigrationOperation, object]>([
    ['renames', { a: 1, b: 2 }, { rename: { from: 'a', to: 'z' } }, { z: 1, b: 2 }],
    [
      'renames inside items',
      { l: [{ a: 1 }, { b: 2 }] },
      { rename: { from: 'l[].a', to: 'z' } },
      { l: [{ z: 1 }, { b: 2 }] },
    ],
    ['moves into an object', { a: 1, o: { b: 2 } }, { move: { from: 'a', to: 'o.a' } }, { o: { b: 2, a: 1 } }],
    [
      'moves out of an object, which goes when it is empty',
      { o: { a: 1 } },
      { move: { from: 'o.a', to: 'a' } },
      { a: 1 },
    ],
    [
      'moves into the first item',
      { a: 1, l: [{ b: 2 }, {}] },
      { move: { from: 'a', to: 'l[].a' } },
      { l: [{ b: 2, a: 1 }, {}] },
    ],
    ['makes the first item', { a: 1 }, { move: { from: 'a', to: 'l[].a' } }, { l: [{ a: 1 }] }],
    ['removes', { a: '', b: 2 }, { remove: { field: 'a' } }, { b: 2 }],
    [
      'splits',
      { n: 'Ada King Lovelace' },
      { split: { field: 'n', into: ['first', 'last'], at: ' ' } },
      { first: 'Ada', last: 'King Lovelace' },
    ],
    [
      'joins',
      { first: 'Ada', x: 1, last: 'King' },
      { join: { fields: ['first', 'last'], into: 'n', between: ' ' } },
      { n: 'Ada King', x: 1 },
    ],
    ['fills what is missing', { b: '' }, { fill: { field: 'b', value: 'x' } }, { b: 'x' }],
    ['fills inside objects', {}, { fill: { field: 'o.b', value: 1 } }, { o: { b: 1 } }],
    [
      'makes a text a rich text',
      { t: 'One\n\nTwo' },
      { convert: { field: 't', from: 'textarea', to: 'richtext' } },
      {
        t: {
          type: 'doc',
          content: ['One', 'Two'].map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
        },
      },
    ],
    ['makes a text a number', { t: '1,5' }, { convert: { field: 't', from: 'text', to: 'number' } }, { t: 1.5 }],
    [
      'makes a date a moment',
      { t: '2026-01-05' },
      { convert: { field: 't', from: 'date', to: 'datetime' } },
      { t: '2026-01-05T00:00:00.000Z' },
    ],
    [
      'makes texts items',
      { t: ['a'] },
      { convert: { field: 't', from: 'multiselect', to: 'repeater', item: 'label' } },
      { t: [{ label: 'a' }] },
    ],
  ])('%s', (_, before, operation, after) => {
    const once = run(before, operation);
    expect(once).toEqual({ fields: after, notes: [] });
    expect(Object.keys(once.fields)).toEqual(Object.keys(after));
    expect(run(once.fields, operation)).toEqual({ fields: after, notes: [] });
  });

  it.each<[string, object, MigrationOperation, object]>([
    ['occupied', { a: 1, b: 2 }, { rename: { from: 'a', to: 'b' } }, { a: 1, b: 2 }],
    ['occupied', { a: 1, o: { a: 2 } }, { move: { from: 'a', to: 'o.a' } }, { a: 1, o: { a: 2 } }],
    ['leftOver', { l: [{ a: 1 }, { a: 2 }] }, { move: { from: 'l[].a', to: 'a' } }, { l: [{}, { a: 2 }], a: 1 }],
    ['lost', { a: 1 }, { remove: { field: 'a' } }, {}],
    ['unfit', { a: 'twelve' }, { convert: { field: 'a', from: 'text', to: 'number' } }, { a: 'twelve' }],
    ['lost', { a: 'twelve' }, { convert: { field: 'a', from: 'text', to: 'number', drop: true } }, {}],
    ['lost', { a: 1.5 }, { convert: { field: 'a', from: 'number', to: 'integer' } }, { a: 2 }],
    ['lost', { a: ['x', 'y'] }, { convert: { field: 'a', from: 'gallery', to: 'media' } }, { a: 'x' }],
    ['lost', { a: 'x' }, { fill: { field: 'a', value: 'y', replace: true } }, { a: 'y' }],
  ])('reports values that are %s', (reason, before, operation, after) => {
    const { fields, notes } = run(before, operation);
    expect(fields).toEqual(after);
    expect(notes.map((note) => note.reason)).toEqual([reason]);
    expect(notes[0]!.path[0]).toBe('fields');
  });
});

describe('where a block type has values', () => {
  const step = (operation: MigrationOperation) => [{ type: CARD, operation }];
  const findBlock = (key: string) =>
    key === 'shared' ? { type: 'card', fields: { first: 'A', last: 'B' } } : undefined;

  it('changes inline blocks, reusable ones, default ones and overrides', () => {
    const steps = step({ rename: { from: 'a', to: 'z' } });
    const page = pageData({
      regions: {
        main: [
          { id: 1, type: 'card', fields: { a: 1 } },
          { id: 2, type: 'quote', fields: { a: 1 } },
          { id: 3, block: 'shared', overrides: { a: 2 } },
        ],
      },
    });
    expect(applyMigration({ kind: 'page', data: page }, steps, { findBlock }).data).toMatchObject({
      regions: { main: [{ fields: { z: 1 } }, { fields: { a: 1 } }, { overrides: { z: 2 } }] },
    });
    expect(applyMigration({ kind: 'block', data: { type: 'card', fields: { a: 1 } } }, steps).data).toMatchObject({
      fields: { z: 1 },
    });
    const type = { regions: [], defaultBlocks: [{ region: 'main', blockTypeSlug: 'card', fields: { a: 1 } }] };
    expect(applyMigration({ kind: 'contentType', data: type }, steps).data).toMatchObject({
      defaultBlocks: [{ fields: { z: 1 } }],
    });
  });

  it('joins overrides with the values below them', () => {
    const page = pageData({ regions: { main: [{ id: 3, block: 'shared', overrides: { first: 'C' } }] } });
    const steps = step({ join: { fields: ['first', 'last'], into: 'name', between: ' ' } });
    expect(applyMigration({ kind: 'page', data: page }, steps, { findBlock }).data).toMatchObject({
      regions: { main: [{ overrides: { name: 'C B' } }] },
    });
  });

  it('takes in another type, and puts a reusable block in place of equal inline ones', () => {
    const fields = { text: 'Stay in touch' };
    const page = pageData({
      regions: {
        main: [
          { id: 1, type: 'card', fields },
          { id: 2, type: 'quote', fields: { text: 'x' } },
        ],
      },
    });
    const steps = [
      ...step({ reuse: { block: 'news', of: inlineDigest({ fields }) } }),
      ...step({ absorb: { type: 'quote' } }),
    ];
    expect(applyMigration({ kind: 'page', data: page }, steps).data).toMatchObject({
      regions: {
        main: [
          { id: 1, block: 'news' },
          { id: 2, type: 'card', fields: { text: 'x' } },
        ],
      },
    });
  });

  it('moves and removes the blocks of a type', () => {
    const page = pageData({
      regions: {
        aside: [
          { id: 1, type: 'card' },
          { id: 2, type: 'quote' },
        ],
        main: [{ id: 3, type: 'quote' }],
      },
    });
    const of = (operation: MigrationOperation) =>
      applyMigration({ kind: 'page', data: page }, [{ type: ARTICLE, operation }]);
    expect(of({ moveBlocks: { from: 'aside', to: 'main', type: 'card' } }).data).toMatchObject({
      regions: { aside: [{ id: 2 }], main: [{ id: 3 }, { id: 1 }] },
    });
    const removed = of({ removeBlocks: { type: 'quote' } });
    expect(removed.data).toMatchObject({ regions: { aside: [{ id: 1 }] } });
    expect(removed.notes).toHaveLength(2);
  });
});

describe('what a migration does to its type', () => {
  const type = {
    slug: 'article',
    name: 'Article',
    regions: [],
    fieldsSchema: [
      { name: 'a', type: 'text', label: 'A', max: 10 },
      { name: 'b', type: 'text', condition: { field: 'a', notEmpty: true } },
      { name: 'o', type: 'object', fields: [{ name: 'c', type: 'text' }] },
    ],
    rules: [{ require: ['a'], when: { field: 'a', equals: 'a' } }],
  };
  const fieldsAfter = (operation: MigrationOperation) => migrateType(type, operation).fieldsSchema;

  it('renames in conditions and rules', () => {
    const renamed = migrateType(type, { rename: { from: 'a', to: 'z' } });
    expect(renamed.fieldsSchema).toMatchObject([{ name: 'z', label: 'A' }, { condition: { field: 'z' } }, {}]);
    expect(renamed.rules).toEqual([{ require: ['z'], when: { field: 'z', equals: 'a' } }]);
  });

  it.each<[MigrationOperation, object]>([
    [
      { move: { from: 'a', to: 'o.a' } },
      [{ name: 'b' }, { name: 'o', fields: [{ name: 'c' }, { name: 'a', max: 10 }] }],
    ],
    [{ remove: { field: 'o.c' } }, [{ name: 'a' }, { name: 'b' }, { name: 'o', fields: [] }]],
    [
      { split: { field: 'a', into: ['a', 'x'], at: ' ' } },
      [{ name: 'a' }, { name: 'x', type: 'text' }, { name: 'b' }, {}],
    ],
    [{ join: { fields: ['a', 'b'], into: 'x', between: ' ' } }, [{ name: 'x', type: 'text' }, { name: 'o' }]],
    [
      { convert: { field: 'a', from: 'text', to: 'select', options: ['x'] } },
      [{ name: 'a', type: 'select', options: ['x'], label: 'A' }, {}, {}],
    ],
  ])('changes its fields by %j', (operation, expected) => {
    expect(fieldsAfter(operation)).toMatchObject(expected);
  });

  it('keeps the form of the schema', () => {
    const rename: MigrationOperation = { rename: { from: 'a', to: 'z' } };
    expect(migrateType({ ...type, fieldsSchema: { a: 'text', b: { type: 'url' } } }, rename).fieldsSchema).toEqual({
      z: 'text',
      b: { type: 'url' },
    });
    const jsonSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    expect(migrateType({ ...type, fieldsSchema: jsonSchema }, rename).fieldsSchema).toEqual({
      type: 'object',
      properties: { z: { type: 'string' } },
      required: ['z'],
    });
  });
});

describe('what lies between two versions of a type', () => {
  const [first, second] = [{ rename: { from: 'a', to: 'b' } }, { rename: { from: 'b', to: 'c' } }].map(
    (operation, at) => recordMigration(operation, String(at)),
  );
  const version = (name: string, ...migrations: readonly unknown[]) => ({
    migrations,
    fieldsSchema: [{ name, type: 'text' }],
  });

  it('is what the later one has besides', () => {
    expect(stepsBetween(ARTICLE, version('b', first), version('c', first, second))).toEqual([
      { type: ARTICLE, operation: second },
    ]);
  });

  it('is what the other one has taken back, last first', () => {
    expect(stepsBetween(ARTICLE, version('c', first, second), version('a'), { isRevert: true })).toEqual([
      { type: ARTICLE, operation: second, isUndone: true },
      { type: ARTICLE, operation: first, isUndone: true },
    ]);
  });

  it('is nothing where the list has only become shorter', () => {
    expect(stepsBetween(ARTICLE, version('c', first, second), version('c'))).toEqual([]);
  });

  it('leaves out entries that are no migrations', () => {
    const odd = [
      { id: 'x' },
      { rename: { from: 'a', to: 'b' } },
      { id: 'y', rename: { from: 'a..b', to: 'c' } },
      { id: 'z', later: {} },
      7,
      null,
    ];
    expect(readMigrations([...odd, first])).toEqual([first]);
    expect(readMigrations('none')).toEqual([]);
  });
});
