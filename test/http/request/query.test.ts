import { expect, test } from 'vitest';
import { createQueryReader, paging } from '../../../src/http/request/query.ts';
import { CmsError } from '../../../src/model/errors.ts';
import { choice, flag, number, object, text } from '../../../src/model/schema/schema.ts';

const pages = paging({ defaultLimit: 50, maxLimit: 100 });
const schema = object(
  {},
  {
    ...pages.schema,
    status: choice('draft', 'published'),
    q: text({ minLength: 2 }),
    reusable: flag(),
    ratio: number(),
  },
);
const read = createQueryReader(schema);

const parse = (query: string) => read(new URLSearchParams(query));
const problemsOf = (query: string): unknown => {
  try {
    parse(query);
  } catch (error) {
    if (error instanceof CmsError && error.code === 'VALIDATION') return error.details;
    throw error;
  }
  return [];
};

test('a limit is the default, as given, or cut to the maximum', () => {
  const limitOf = (query: string) => pages.read(parse(query)).limit;
  expect([limitOf(''), limitOf('limit=1'), limitOf('limit=100'), limitOf('limit=101')]).toEqual([50, 1, 100, 100]);
  expect(limitOf(`limit=${'9'.repeat(40)}`)).toBe(100);
});

test.each([
  'limit=0',
  'limit=-1',
  'limit=1.5',
  'limit=abc',
  'limit=',
  'limit=1e1',
  'limit=0x10',
  'limit=+5',
  'limit=%205',
  'limit=NaN',
])('%s is VALIDATION with its name', (query) => {
  expect(problemsOf(query)).toEqual([expect.objectContaining({ path: ['limit'] })]);
});

test.each(['offset=-1', 'offset=1.5', 'offset=x', 'offset='])('%s is VALIDATION with its name', (query) => {
  expect(problemsOf(query)).toEqual([expect.objectContaining({ path: ['offset'] })]);
});

test('an offset counts from 0', () => {
  expect(pages.read(parse('')).offset).toBe(0);
  expect(pages.read(parse('offset=7')).offset).toBe(7);
});

test('a list without a default limit is whole', () => {
  const whole = paging({ maxLimit: 100 });
  const readWhole = createQueryReader(object({}, whole.schema));
  expect(whole.read(readWhole(new URLSearchParams('')))).toEqual({ limit: Number.POSITIVE_INFINITY, offset: 0 });
  expect(whole.read(readWhole(new URLSearchParams('limit=500')))).toEqual({ limit: 100, offset: 0 });
});

test('a repeated parameter is VALIDATION once, with its name', () => {
  expect(problemsOf('limit=5&limit=5')).toMatchObject([{ path: ['limit'], message: 'must be given only once' }]);
  expect(problemsOf('limit=x&limit=y&status=z')).toMatchObject([
    { path: ['limit'], message: 'must be given only once' },
    { path: ['status'], message: 'must be one of draft, published' },
  ]);
});

test('flags are the words true and false', () => {
  expect([parse('reusable=true').reusable, parse('reusable=false').reusable]).toEqual([true, false]);
  for (const word of ['1', '0', 'yes', 'TRUE', '']) {
    expect(problemsOf(`reusable=${word}`)).toMatchObject([{ path: ['reusable'], message: 'must be true or false' }]);
  }
});

test('numbers are decimal, texts stay texts', () => {
  expect(parse('ratio=-1.25').ratio).toBe(-1.25);
  expect(problemsOf('ratio=1e400')).toMatchObject([{ path: ['ratio'], message: 'must be a number' }]);
  expect(parse('q=42').q).toBe('42');
  expect(problemsOf('q=x')).toMatchObject([{ path: ['q'], message: 'must have at least 2 characters' }]);
});

test('names of inherited object members are unknown parameters like others', () => {
  expect(parse('constructor=1&__proto__=2&toString=3&toString=4')).toEqual({ limit: 50, offset: 0 });
});
