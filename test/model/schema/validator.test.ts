import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Detail } from '../../../src/model/errors.ts';
import {
  anyObject,
  anything,
  choice,
  flag,
  integer,
  list,
  nullable,
  object,
  record,
  text,
  timestamp,
  withDefault,
} from '../../../src/model/schema/schema.ts';
import { createValidator, type ValidationResult } from '../../../src/model/schema/validator.ts';
import { runs } from '../../effort.ts';

const link = object({ url: text({ format: 'uri' }) }, { target: withDefault(choice('_self', '_blank'), '_self') });
const schema = object(
  { title: text({ minLength: 1, maxLength: 200 }), status: choice('draft', 'published', 'archived') },
  {
    publishedAt: nullable(timestamp()),
    size: nullable(choice('small', 'large')),
    link: nullable(link),
    links: list(link, { maxItems: 3 }),
    terms: record(list(text())),
    fields: anyObject(),
    isActive: withDefault(flag(), true),
    weight: integer({ minimum: -100, maximum: 100 }),
    email: text({ format: 'email' }),
    locale: text({ format: 'locale' }),
    code: text({ pattern: '^[a-z]+$', errorMessage: 'must be lower-case letters' }),
    parentId: nullable<number | string>({ type: ['integer', 'string'], maxLength: 3 }),
    extra: nullable(anything()),
  },
);
const validate = createValidator(schema);
const sound = { title: 'Tides', status: 'draft' };

const detailsOf = (result: ValidationResult<unknown>): readonly Detail[] => ('details' in result ? result.details : []);
const problems = (extra: object): readonly Detail[] => detailsOf(validate({ ...sound, ...extra }));

test('a valid value is returned as it is', () => {
  const value = {
    ...sound,
    publishedAt: null,
    link: null,
    size: null,
    terms: { topics: ['news'] },
    fields: { any: [1, null, { x: '' }] },
  };
  expect(validate(value)).toEqual({ value });
});

test('SEC-10 unknown properties are dropped at every level, and the input is not changed', () => {
  const value = {
    ...sound,
    id: 7,
    links: [{ url: 'https://example.org', onclick: 'x' }],
    link: { url: 'a:b', x: 1 },
    fields: { kept: 1 },
  };
  const before = structuredClone(value);
  expect(validate(value)).toEqual({
    value: { ...sound, links: [{ url: 'https://example.org' }], link: { url: 'a:b' }, fields: { kept: 1 } },
  });
  expect(value).toEqual(before);
});

test('a frozen value can be checked', () => {
  expect(validate(Object.freeze({ ...sound, id: 1 }))).toEqual({ value: sound });
});

test('defaults are filled in only on request, also inside nullable objects', () => {
  const value = { ...sound, link: { url: 'https://example.org' } };
  expect(validate(value)).toEqual({ value });
  expect(createValidator(schema, { defaults: true })(value)).toEqual({
    value: { ...sound, isActive: true, link: { url: 'https://example.org', target: '_self' } },
  });
});

test('all problems are reported at once, each with its path', () => {
  const value = { status: 'gone', links: [{ url: 'x' }, {}], terms: { 'a/b~c': [5] }, weight: 1.5 };
  const details = [...detailsOf(validate(value))].sort((a, b) => (a.path.join() < b.path.join() ? -1 : 1));
  expect(details).toMatchObject([
    { path: ['links', '0', 'url'], message: 'must be an absolute URL' },
    { path: ['links', '1', 'url'], message: 'is required' },
    { path: ['status'], message: 'must be one of draft, published, archived' },
    { path: ['terms', 'a/b~c', '0'], message: 'must be a string' },
    { path: ['title'], message: 'is required' },
    { path: ['weight'], message: 'must be a whole number' },
  ]);
});

test.each([
  [{ title: '' }, 'title', 'must not be empty'],
  [{ title: 'x'.repeat(201) }, 'title', 'must have at most 200 characters'],
  [{ title: null }, 'title', 'must be a string'],
  [{ weight: 101 }, 'weight', 'must be at most 100'],
  [{ weight: -101 }, 'weight', 'must be at least -100'],
  [{ isActive: 'true' }, 'isActive', 'must be true or false'],
  [{ links: Array(4).fill({ url: 'a:b' }) }, 'links', 'must have at most 3 items'],
  [{ links: {} }, 'links', 'must be a list'],
  [{ email: 'ada' }, 'email', 'must be an e-mail address'],
  [{ locale: 'english' }, 'locale', 'must be a language tag such as "en" or "pt-BR"'],
  [{ code: 'A1' }, 'code', 'must be lower-case letters'],
  [{ code: 5 }, 'code', 'must be a string'],
  [{ publishedAt: 'soon' }, 'publishedAt', 'must be an ISO 8601 date and time such as "2026-01-05T09:00:00.000Z"'],
  [{ publishedAt: 5 }, 'publishedAt', 'must be a string or null'],
  [{ size: 'huge' }, 'size', 'must be one of small, large, null'],
  [{ link: 'x' }, 'link', 'must be an object or null'],
  [{ parentId: [] }, 'parentId', 'must be a whole number or a string or null'],
  [{ parentId: 'four' }, 'parentId', 'must have at most 3 characters'],
])('%j: %s %s', (extra, name, message) => {
  const found = problems(extra);
  expect(found.map(({ path }) => path)).toEqual([[name]]);
  expect(found[0]?.message).toBe(message);
});

test('a problem inside a nullable object is reported with its path', () => {
  expect(problems({ link: { url: 5, target: 'x' } })).toMatchObject([
    { path: ['link', 'url'], message: 'must be a string' },
    { path: ['link', 'target'], message: 'must be one of _self, _blank' },
  ]);
});

test('a failed choice of several schemas is one problem', () => {
  const either = createValidator(object({}, { a: { anyOf: [integer(), object({ x: text() })] } }));
  expect(detailsOf(either({ a: 'x' }))).toMatchObject([{ path: ['a'], message: 'is not valid' }]);
  expect(either({ a: 5 })).toEqual({ value: { a: 5 } });
});

test('a schema that requires one of several keys reports only that, in its own words', () => {
  const one = object({}, { a: text(), b: text() });
  const oneOf = [{ required: ['a'] }, { required: ['b'] }];
  const either = createValidator({ ...one, oneOf, errorMessage: 'must have a or b' });
  for (const value of [{}, { a: 'x', b: 'x' }])
    expect(detailsOf(either(value))).toMatchObject([{ path: [], message: 'must have a or b' }]);
  expect(either({ b: 'x' })).toEqual({ value: { b: 'x' } });
});

test('a value that is not an object is reported as a whole', () => {
  for (const value of [null, [], 'x', 5, undefined])
    expect(detailsOf(validate(value))).toMatchObject([{ path: [], message: 'must be an object' }]);
});

test('a value that is wrong everywhere gives at most a thousand problems', () => {
  const details = problems({ links: Array(100_000).fill({}) });
  expect(details).toHaveLength(1_000);
  expect(details[0]).toMatchObject({ path: ['links'], message: 'must have at most 3 items' });
});

test('a key that would reach the prototype is dropped', () => {
  const result = validate(JSON.parse('{"title":"x","status":"draft","fields":{"__proto__":{"admin":true}}}'));
  expect(result).toEqual({ value: { title: 'x', status: 'draft', fields: {} } });
  expect(Object.getPrototypeOf((result as { value: { fields: object } }).value.fields)).toBe(Object.prototype);
});

test('any JSON gives a value or problems, and a valid value is valid again, unchanged', () => {
  const keys = fc.constantFrom(...Object.keys(schema.properties), 'other');
  const values = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('draft', 'small', null, { url: 'https://example.org' }, 'en'),
  );
  fc.assert(
    fc.property(fc.dictionary(keys, values), fc.boolean(), (value, isSound) => {
      const result = validate(isSound ? { ...value, ...sound } : value);
      if ('details' in result) expect(result.details.length).toBeGreaterThan(0);
      else expect(validate(result.value)).toEqual(result);
    }),
    { numRuns: runs(500) },
  );
});
