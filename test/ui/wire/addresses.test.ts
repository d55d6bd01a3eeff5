import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOpen } from '../../../src/ui/parts/readOpen.ts';
import { readMediaSearch } from '../../../src/ui/screens/media/search.ts';
import {
  addFieldCondition,
  conditionsOf,
  type FieldFilter,
  readFilter,
  withoutCondition,
} from '../../../src/ui/screens/pages/filter/fieldTests.ts';
import { listFieldTests } from '../../../src/ui/screens/pages/filter/listFieldTests.ts';
import { isSameForAll, writeQuery } from '../../../src/ui/wire/sendRequest.ts';

describe('conditions in an address', () => {
  it.each([
    [undefined, undefined],
    [null, undefined],
    ['rating', undefined],
    [{}, undefined],
    [{ rating: 4 }, undefined],
    [{ rating: {} }, undefined],
    [{ rating: { gte: 4, lte: null } }, { rating: { gte: '4' } }],
    [{ rating: { gte: [4], regex: 'x', constructor: 'y' } }, undefined],
    [{ a: { eq: false }, b: { drop: 1 } }, { a: { eq: 'false' } }],
  ])('%j are read as %j', (given, expected) => {
    expect(readFilter(given)).toEqual(expected);
  });

  const filters = fc.dictionary(
    fc.constantFrom('a', 'b'),
    fc.dictionary(fc.constantFrom('eq', 'gte', 'contains'), fc.string(), { minKeys: 1 }),
    { minKeys: 1 },
  ) as fc.Arbitrary<FieldFilter>;

  it('are read as they were written', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(readFilter(JSON.parse(JSON.stringify(filter)))).toEqual(filter);
      }),
    );
  });

  it('are gone one by one, and then altogether', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const conditions = conditionsOf(filter);
        const rest = conditions.reduce<FieldFilter | undefined>(
          (left, { name, test }) => left && withoutCondition(left, name, test),
          filter,
        );
        expect(rest).toBeUndefined();
        const again = conditions.reduce<FieldFilter>(
          (all, { name, test, value }) => addFieldCondition(all, name, test, value),
          {},
        );
        expect(again).toEqual(filter);
      }),
    );
  });

  it('are added and taken away without touching others', () => {
    const filter: FieldFilter = { a: { eq: '1' }, b: { gte: '2' } };
    expect(addFieldCondition(filter, 'a', 'gte', '3')).toEqual({ a: { eq: '1', gte: '3' }, b: { gte: '2' } });
    expect(addFieldCondition(undefined, 'a', 'eq', '')).toEqual({ a: { eq: '' } });
    expect(withoutCondition(filter, 'a', 'eq')).toEqual({ b: { gte: '2' } });
    expect(withoutCondition(filter, 'c', 'eq')).toEqual(filter);
    expect(conditionsOf()).toEqual([]);
  });

  it.each([
    ['text', ['contains', 'eq']],
    ['date', ['gte', 'lte', 'eq']],
    ['select', ['eq', 'ne']],
    ['boolean', ['eq']],
    ['repeater', []],
    ['sparkle', []],
  ])('on a field of the type %s may test %j', (type, expected) => {
    expect(listFieldTests({ type })).toEqual(expected);
  });
});

describe('the address of the media library', () => {
  it.each([
    [{}, {}],
    [
      { search: 2026, folder: '', type: 'image', alt: 'missing', sort: 'size:desc', view: 'list', item: 7 },
      { search: '2026', type: 'image', alt: 'missing', sort: 'size:desc', view: 'list', item: 7 },
    ],
    [{ search: {}, type: 'images', alt: true, sort: 'size', view: 'grid', item: '7' }, {}],
    [{ item: 7.5, folder: 'Sea', other: 1 }, { folder: 'Sea' }],
  ])('%j is read as %j', (given, expected) => {
    expect(JSON.parse(JSON.stringify(readMediaSearch(given)))).toEqual(expected);
  });

  it.each([
    ['new', 'new'],
    [7, 7],
    ['7', undefined],
    [7.5, undefined],
    [null, undefined],
  ])('opens for %j the record %s', (given, expected) => {
    expect(readOpen(given)).toBe(expected);
  });
});

describe('the query of a request', () => {
  it.each([
    [undefined, ''],
    [{}, ''],
    [{ a: '', b: null, c: undefined }, ''],
    [{ a: 0, b: false }, '?a=0&b=false'],
    [{ ids: [1, 2] }, '?ids=1%2C2'],
    [{ filter: { size: { gte: '3', lte: '' } } }, '?filter%5Bsize%5D%5Bgte%5D=3'],
    [{ search: 'a&b=c' }, '?search=a%26b%3Dc'],
  ])('%j is "%s"', (query, expected) => {
    expect(writeQuery(query)).toBe(expected);
  });

  it.each([
    ['GET /api/admin/pages', false],
    ['PUT /api/admin/pages/{id}', false],
    ['GET /api/admin/pages/{id}/draft', true],
    ['PUT /api/admin/config/draft', true],
    ['PUT /api/admin/config', false],
    ['GET /api/admin/users', true],
    ['PUT /api/admin/work/{kind}/{id}', true],
    ['GET /api/admin/changes', true],
  ] as const)('%s is the same for every change: %s', (operation, expected) => {
    expect(isSameForAll(operation as Parameters<typeof isSameForAll>[0])).toBe(expected);
  });
});
