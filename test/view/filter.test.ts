import { describe, expect, it } from 'vitest';
import type { ContentType } from '../../src/model/entities/contentType.ts';
import type { Entry } from '../../src/model/entry.ts';
import { isOperator, type Operator } from '../../src/model/page/conditions.ts';
import { checkConditions, checkFieldNames, createPageTest } from '../../src/view/filter.ts';
import { pageFile, siteInMemory } from './siteInMemory.ts';

const fieldsSchema = [
  { name: 'rating', type: 'number' },
  { name: 'when', type: 'datetime' },
  { name: 'isNew', type: 'boolean' },
  { name: 'tags', type: 'multiselect', options: ['red', 'blue', '7'] },
  { name: 'words', type: 'text' },
  { name: 'see', type: 'page' },
  { name: 'topic', type: 'term' },
];
const TYPE = { 'content-types/article.yaml': { id: 1, name: 'Article', fieldsSchema } };

const meets = (fields: object, ...conditions: readonly (readonly [string, Operator, string])[]): boolean => {
  const { content } = siteInMemory({ ...TYPE, 'pages/en/a.yaml': pageFile({ id: 2, fields }) });
  const asked = conditions.map(([field, operator, text]) => ({ field, operator, text }));
  return createPageTest(asked, content)(content.get('page', 2)!);
};

describe('a condition', () => {
  it.each([
    ['rating', 4, 'eq', '4', true],
    ['rating', 4, 'eq', '4.0', true],
    ['rating', 4, 'eq', '4e0', false],
    ['rating', 4, 'eq', '', false],
    ['rating', 0, 'eq', '', false],
    ['rating', 4, 'ne', '4', false],
    ['rating', 4, 'ne', '5', true],
    ['rating', 4, 'in', '3,4', true],
    ['rating', 4, 'in', '34', false],
    ['rating', 4, 'lt', '4', false],
    ['rating', 4, 'lte', '4', true],
    ['rating', 4, 'gt', '4', false],
    ['rating', 4, 'gte', '4', true],
    ['rating', 10, 'gt', '9', true],
    ['rating', 4, 'gt', 'abc', false],
    ['rating', 4, 'lt', 'abc', false],
    ['isNew', true, 'eq', 'true', true],
    ['isNew', false, 'eq', 'true', false],
    ['isNew', true, 'eq', '1', false],
    ['when', '2026-01-01T00:00:00.000Z', 'eq', '2026-01-01T01:00:00+01:00', true],
    ['when', '2026-01-01T00:00:00.000Z', 'lt', '2026-01-01T00:00:00.001Z', true],
    ['when', '2026-01-01T00:00:00.000Z', 'gte', '2026-01-02', false],
    ['words', 'Crème brûlée', 'contains', 'BRULEE', true],
    ['words', 'Crème', 'contains', 'brulee', false],
    ['words', 'Crème', 'eq', 'creme', false],
    ['words', 'b', 'gt', 'a', true],
    ['words', 'b', 'gt', 'c', false],
    ['tags', ['red', '7'], 'eq', '7', true],
    ['tags', ['red', '7'], 'ne', 'red', false],
    ['tags', ['red'], 'ne', 'blue', true],
    ['tags', ['red'], 'contains', 'RE', true],
    ['tags', [], 'eq', 'red', false],
  ] as const)('on %s %j %s "%s" is met: %s', (field, value, operator, text, expected) => {
    expect(meets({ [field]: value }, [field, operator, text])).toBe(expected);
  });

  it('on a value that is missing is met by "ne" alone', () => {
    const met = (['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte', 'contains'] as const).filter((operator) =>
      meets({}, ['rating', operator, '4']),
    );
    expect(met).toEqual(['ne']);
  });

  it('must be met together with the others', () => {
    const fields = { rating: 4, words: 'a' };
    expect(meets(fields, ['rating', 'gte', '4'], ['rating', 'lt', '5'], ['words', 'eq', 'a'])).toBe(true);
    expect(meets(fields, ['rating', 'gte', '4'], ['words', 'eq', 'b'])).toBe(false);
  });

  it('knows nothing of values that are not public', () => {
    const { content } = siteInMemory({
      ...TYPE,
      'pages/en/a.yaml': pageFile({ id: 2, fields: { see: 'en/b', secret: 'x' } }),
      'pages/en/b.yaml': pageFile({ id: 3, status: 'draft' }),
    });
    const page = content.get('page', 2)!;
    const test = (field: string, text: string) => createPageTest([{ field, operator: 'eq', text }], content)(page);
    expect([test('see', '3'), test('secret', 'x')]).toEqual([false, false]);
  });
});

describe('a condition that nothing can meet', () => {
  const { store, content } = siteInMemory({
    ...TYPE,
    'taxonomies/topics.yaml': { id: 1, name: 'Topics', terms: [{ id: 7, slug: 'stars', name: 'Stars' }] },
    'pages/en/about.yaml': pageFile({ id: 12 }),
    'pages/en/secret.yaml': pageFile({ id: 13, status: 'draft' }),
  });
  const types = [store.get('contentType', 1)! as Entry<ContentType>];
  const problems = (field: string, operator: Operator, text: string) =>
    checkConditions([{ field, operator, text }], types, content).map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );

  it.each([
    ['rating', 'eq', 'four', ['filter.rating.eq: must be a number']],
    ['rating', 'in', '1,two', ['filter.rating.in: must be a number']],
    ['rating', 'in', '1,2', []],
    ['rating', 'contains', 'four', []],
    ['see', 'eq', 'en/about', ['filter.see.eq: must be the id of a page: that of "en/about" is 12']],
    ['see', 'in', '12,about', ['filter.see.in: must be the id of a page: that of "about" is 12']],
    ['see', 'eq', 'secret', ['filter.see.eq: must be the id of a page']],
    ['topic', 'eq', 'stars', ['filter.topic.eq: must be the id of a term: that of "stars" is 7']],
    ['topic', 'eq', 'topics:stars', ['filter.topic.eq: must be the id of a term: that of "topics:stars" is 7']],
    ['topic', 'eq', 'moons', ['filter.topic.eq: must be the id of a term']],
    ['isNew', 'eq', 'yes', ['filter.isNew.eq: must be true or false']],
    ['isNew', 'ne', 'false', []],
    ['when', 'lt', 'soon', ['filter.when.lt: must be a date']],
    ['when', 'lt', '2026-01-01', []],
    ['words', 'eq', 'anything', []],
    ['ratings', 'eq', '4', ['filter.ratings: is not a field of these pages; did you mean "rating"?']],
    ['constructor', 'eq', '4', ['filter.constructor: is not a field of these pages']],
  ] as const)('%s %s "%s" is reported as %j', (field, operator, text, expected) => {
    expect(problems(field, operator, text)).toEqual(expected);
  });

  it('is not one if any of the types can meet it', () => {
    const other = { ...types[0]!, data: { ...types[0]!.data, fieldsSchema: [{ name: 'rating', type: 'text' }] } };
    const condition = { field: 'rating', operator: 'eq', text: 'four' } as const;
    expect(checkConditions([condition], [types[0]!, other], content)).toEqual([]);
  });

  it('is reported the same for fields to show that there are not', () => {
    expect(checkFieldNames(['rating', 'ratings', 'x'], types)).toEqual([
      { path: ['fields'], message: '"ratings" is not a field of these pages; did you mean "rating"?' },
      { path: ['fields'], message: '"x" is not a field of these pages' },
    ]);
  });

  it.each(['toString', 'constructor', '__proto__', 'EQ', ''])('has no operator %s', (name) => {
    expect(isOperator(name)).toBe(false);
  });
});
