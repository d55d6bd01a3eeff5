import { expect, it } from 'vitest';
import { locate } from '../../../src/model/location.ts';
import { createReadRecord, schemaVersion, toFileRecord } from '../../../src/store/file/fileRecord.ts';

const readRecord = createReadRecord();
const ABOUT = locate('content', 'pages/en/about')!;
const PATH = 'pages/en/about.yaml';
const PAGE = { type: 'plain', title: 'About' };
const TIMES = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' };

const problemsOf = (value: object): readonly string[] => {
  const read = readRecord(ABOUT, PATH, value as Record<string, unknown>);
  return 'data' in read ? [] : read.map(({ code, message }) => `${code} ${message}`);
};

it('fills in defaults and takes slug and locale from the path, whatever the file says', () => {
  expect(readRecord(ABOUT, PATH, { ...PAGE, slug: 'other', locale: 'fr' })).toEqual({
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
    },
  });
});

it('drops unknown keys', () => {
  expect(readRecord(ABOUT, PATH, { ...PAGE, colour: 'red' })).not.toHaveProperty('data.colour');
});

it('normalizes times', () => {
  const read = readRecord(ABOUT, PATH, {
    ...PAGE,
    createdAt: '2026-01-04',
    updatedAt: '2026-01-05T10:00:00+01:00',
    publishedAt: '2026-01-05 09:00z',
  });
  expect(read).toMatchObject({
    createdAt: '2026-01-04T00:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
    data: { publishedAt: '2026-01-05T09:00:00.000Z' },
  });
});

it('treats an empty key as absent, except in fields', () => {
  const read = readRecord(ABOUT, PATH, {
    ...PAGE,
    id: null,
    publishedAt: null,
    seo: null,
    status: null,
    fields: { summary: null },
    regions: { main: [{ id: null, type: 'text', title: null, fields: { body: null } }] },
  });
  expect(read).toMatchObject({
    data: {
      status: 'draft',
      seo: {},
      fields: { summary: null },
      regions: { main: [{ id: 0, type: 'text', fields: { body: null } }] },
    },
  });
  expect(read).not.toHaveProperty('data.publishedAt');
  expect(read).not.toHaveProperty('data.regions.main.0.title');
});

it.each([
  [{}, ['SCHEMA type is required', 'SCHEMA title is required']],
  [{ ...PAGE, title: null }, ['SCHEMA title is required']],
  [{ ...PAGE, id: 0 }, ['SCHEMA id must be at least 1']],
  [{ ...PAGE, id: 2 ** 31 }, ['SCHEMA id must be at most 2147483647']],
])('reports all problems: %j', (value, problems) => {
  expect(problemsOf(value)).toEqual(problems);
});

it.each([
  { ...PAGE, id: 'x' },
  { ...PAGE, createdAt: '2026-02-30' },
  { ...PAGE, regions: { main: [{ id: 1 }] } },
])('refuses %j', (value) => {
  expect(problemsOf(value).length).toBeGreaterThan(0);
});

it('takes times from outside if the file has none', () => {
  const data = { slug: 'about', terms: {}, regions: {} };
  const record = (value: object) => toFileRecord(ABOUT, { path: PATH, rev: 'r' }, { data, ...value }, TIMES);
  expect(record({})).toMatchObject({ id: undefined, ...TIMES });
  expect(record({ createdAt: '2020-01-01T00:00:00.000Z' })).toMatchObject({
    createdAt: '2020-01-01T00:00:00.000Z',
    updatedAt: TIMES.updatedAt,
  });
  expect(record({ updatedAt: '2020-01-01T00:00:00.000Z' })).toMatchObject({ updatedAt: '2020-01-01T00:00:00.000Z' });
});

it('computes the same schema version every time in one build', () => {
  expect(schemaVersion()).toMatch(/^[0-9a-f]{40}$/);
  expect(schemaVersion()).toBe(schemaVersion());
});
