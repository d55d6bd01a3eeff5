import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityOf, KINDS } from '../../../src/model/entities/index.ts';
import { singleIdOf } from '../../../src/model/location.ts';
import type { Kind } from '../../../src/model/records.ts';
import { decodeFile } from '../../../src/store/codec/decodeFile.ts';
import { encodeFile } from '../../../src/store/codec/encodeFile.ts';
import { formatOf } from '../../../src/store/codec/formats.ts';
import type { JsonObject } from '../../../src/store/codec/json/json.ts';
import { createReadRecord, toFileRecord } from '../../../src/store/file/fileRecord.ts';
import { locateFile } from '../../../src/store/file/inspectSightings.ts';
import { toFileValue } from '../../../src/store/record/fileValue.ts';
import { runs } from '../../effort.ts';
import { type SomeRecord, someRecord } from '../records.ts';

type Json = Readonly<Record<string, unknown>>;

const RUNS = { numRuns: runs(20) };
const TIMES = { createdAt: '2020-01-01T00:00:00.000Z', updatedAt: '2020-01-01T00:00:00.000Z' };
const readRecord = createReadRecord();

function readBack(kind: Kind, path: string, value: Json): object {
  const located = locateFile(entityOf(kind).home, path)!;
  const read = readRecord(located, path, value);
  if (!('data' in read)) throw new Error(JSON.stringify(read));
  const { id, createdAt, data } = toFileRecord(located, { path, rev: '' }, read, TIMES);
  return { id, createdAt, data };
}

const throughBytes = (path: string, value: Json): Json => {
  const format = formatOf(path)!;
  return decodeFile(format, encodeFile(format, value as JsonObject)).value;
};
const hasCreatedAt = (kind: Kind): boolean => entityOf(kind).order.includes('createdAt');
const whatIsKept = ({ kind, id, createdAt, data }: SomeRecord): object => ({
  id: singleIdOf(kind) ?? id,
  createdAt: hasCreatedAt(kind) ? createdAt : TIMES.createdAt,
  data,
});

describe.each(KINDS)('a new file of kind %s', (kind) => {
  it('reads back as the record it was made from', () => {
    fc.assert(
      fc.property(someRecord(kind), (record) => {
        const value = throughBytes(record.path, toFileValue(record, null));
        expect(readBack(kind, record.path, value)).toEqual(whatIsKept(record));
      }),
      RUNS,
    );
  });

  it('stays the same after a write that changes nothing', () => {
    fc.assert(
      fc.property(someRecord(kind), (record) => {
        const value = toFileValue(record, null);
        expect(toFileValue(record, value)).toEqual(value);
      }),
      RUNS,
    );
  });

  it('has its keys in the order of the entity, without those that its path gives', () => {
    fc.assert(
      fc.property(someRecord(kind), (record) => {
        const keys = Object.keys(toFileValue(record, null));
        const { order } = entityOf(kind);
        expect(keys).toEqual(order.filter((key) => keys.includes(key)));
      }),
      RUNS,
    );
  });
});

/** Spells out defaults, empty keys and unknown ones, without changing the meaning. */
function spellOut(kind: Kind, value: Json): Json {
  const { properties, propertyNames } = entityOf(kind).schema;
  const missing = Object.entries(properties).filter(([key]) => !(key in value) && entityOf(kind).order.includes(key));
  return {
    ...value,
    ...Object.fromEntries(
      missing.map(([key, { default: fallback }], index) => [key, index % 2 ? null : (fallback ?? null)]),
    ),
    // A kind that lists its names is refused for others.
    ...(!propertyNames && { toString: 'not a key of ours', notes: { by: 'hand', empty: [], none: null } }),
  };
}

describe.each(KINDS)('a file of kind %s that spells out more than needed', (kind) => {
  it('has the same meaning', () => {
    fc.assert(
      fc.property(someRecord(kind), (record) => {
        const value = throughBytes(record.path, spellOut(kind, toFileValue(record, null)));
        expect(readBack(kind, record.path, value)).toEqual(whatIsKept(record));
      }),
      RUNS,
    );
  });

  it('still spells it out after a write that changes nothing', () => {
    fc.assert(
      fc.property(someRecord(kind), (record) => {
        const raw = spellOut(kind, toFileValue(record, null));
        expect(toFileValue(record, raw)).toEqual(raw);
      }),
      RUNS,
    );
  });

  it('reads back as another record that is written over it', () => {
    fc.assert(
      fc.property(someRecord(kind), someRecord(kind), (before, { data }) => {
        const { path, id, createdAt } = before;
        const location = locateFile(entityOf(kind).home, path)!.values;
        const after: SomeRecord = { kind, path, id, createdAt, data: { ...data, ...location } };
        const raw = spellOut(kind, toFileValue(before, null));
        const value = throughBytes(path, toFileValue(after, raw));
        expect(readBack(kind, path, value)).toEqual(whatIsKept(after));
        if ('notes' in raw) expect(value).toMatchObject({ notes: { by: 'hand' }, toString: 'not a key of ours' });
      }),
      RUNS,
    );
  });
});

describe('a page that is written', () => {
  const CREATED = '2026-01-04T16:20:11.204Z';
  const page = (values: object = {}) => ({
    kind: 'page' as const,
    id: 12,
    createdAt: CREATED,
    data: {
      locale: 'en',
      slug: 'about',
      type: 'plain',
      title: 'About',
      status: 'draft',
      slugOverride: false,
      terms: {},
      seo: {},
      fields: {},
      regions: {},
      ...values,
    },
  });

  it('for the first time leaves out nulls, defaults and empty collections, except inside fields', () => {
    expect(toFileValue(page({ fields: { a: null, b: [], c: {}, d: '', e: false } }), null)).toEqual({
      id: 12,
      type: 'plain',
      title: 'About',
      createdAt: CREATED,
      fields: { a: null, b: [], c: {}, d: '', e: false },
    });
  });

  it('gets an id if it had none, but no createdAt', () => {
    expect(toFileValue(page(), { type: 'plain', title: 'About' })).toEqual({ id: 12, type: 'plain', title: 'About' });
  });

  it('gets the id that it is served under, if it gave another one', () => {
    expect(toFileValue(page(), { id: 3, type: 'plain', title: 'About' })['id']).toBe(12);
  });

  it('keeps the spelling of a time that is unchanged', () => {
    const raw = {
      id: 12,
      createdAt: '2026-01-04T17:20:11.204+01:00',
      type: 'plain',
      title: 'About',
      publishedAt: '2026-01-05',
    };
    const published = { publishedAt: '2026-01-05T00:00:00.000Z' };
    expect(toFileValue(page(published), raw)).toEqual(raw);
    expect(toFileValue(page({ publishedAt: '2026-01-06T00:00:00.000Z' }), raw)['publishedAt']).toBe(
      '2026-01-06T00:00:00.000Z',
    );
  });

  it('loses its updatedAt, which git knows from then on', () => {
    expect(toFileValue(page(), { id: 12, updatedAt: '2020-01-01', type: 'plain', title: 'About' })).not.toHaveProperty(
      'updatedAt',
    );
  });

  it('drops an explicit default when the value changes', () => {
    const raw = { id: 12, type: 'plain', title: 'About', status: 'draft', seo: { metaTitle: null } };
    expect(toFileValue(page({ status: 'published' }), raw)).toEqual({ ...raw, status: 'published' });
    expect(toFileValue(page({ seo: { metaTitle: 'New' } }), raw)).toEqual({ ...raw, seo: { metaTitle: 'New' } });
  });

  it('keeps the spelling of each block of a region, wherever it has moved to', () => {
    const raw = {
      id: 12,
      type: 'plain',
      title: 'About',
      regions: {
        main: [
          { id: 1, type: 'text', note: 'first' },
          { id: 2, type: 'quote', title: null, note: 'second' },
        ],
      },
    };
    const moved = page({
      regions: {
        main: [
          { id: 2, type: 'quote' },
          { id: 7, type: 'text' },
          { id: 1, type: 'text' },
        ],
      },
    });
    expect(toFileValue(moved, raw)['regions']).toEqual({
      main: [
        { id: 2, type: 'quote', title: null, note: 'second' },
        { id: 7, type: 'text' },
        { id: 1, type: 'text', note: 'first' },
      ],
    });
  });

  it('keeps the spelling of an item, whichever list it is in now', () => {
    const raw = {
      name: 'Topics',
      hierarchical: true,
      terms: [
        { id: 1, slug: 'a', name: 'A', children: [{ id: 2, slug: 'b', name: 'B', icon: 'of b' }] },
        { id: 3, slug: 'c', name: 'C', icon: 'of c' },
      ],
    };
    const term = (id: number, slug: string, children: readonly object[] = []) => ({ id, slug, name: slug, children });
    const data = { name: 'Topics', hierarchical: true, terms: [term(2, 'c'), term(1, 'a', [term(3, 'b')])] };
    expect(toFileValue({ kind: 'taxonomy', id: 9, createdAt: TIMES.createdAt, data }, raw)['terms']).toEqual([
      { id: 2, slug: 'c', name: 'c', icon: 'of b' },
      { id: 1, slug: 'a', name: 'a', children: [{ id: 3, slug: 'b', name: 'b', icon: 'of c' }] },
    ]);
  });

  it('adds ids to blocks, and does not give one the comments of another', () => {
    const raw = {
      id: 12,
      type: 'plain',
      title: 'About',
      regions: {
        main: [
          { type: 'text', note: 'goes' },
          { type: 'quote', note: 'stays' },
        ],
      },
    };
    expect(toFileValue(page({ regions: { main: [{ id: 9, type: 'quote' }] } }), raw)['regions']).toEqual({
      main: [{ id: 9, type: 'quote', note: 'stays' }],
    });
  });
});
