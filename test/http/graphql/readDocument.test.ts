import { expect, it } from 'vitest';
import { createDocumentReader } from '../../../src/http/graphql/readDocument.ts';
import { createSchema } from '../../../src/http/graphql/schema.ts';

const QUERY = '{ menus { id } }';

it('reads a sound query once, and one that is wrong each time', () => {
  const read = createDocumentReader(createSchema(), true);
  expect(read(QUERY).errors).toEqual([]);
  expect(read(QUERY)).toBe(read(QUERY));
  for (const wrong of ['{ nothing }', '{', 'mutation { x }']) {
    expect(read(wrong).errors.length).toBeGreaterThan(0);
    expect(read(wrong)).not.toBe(read(wrong));
  }
});

it('forgets queries that were not asked for lately, so that a flood of them takes up little memory', () => {
  const read = createDocumentReader(createSchema(), true);
  const first = read(QUERY);
  const dense = (index: number): string => `query Q${index} { menus { ${'... { id } '.repeat(90)}} }`;
  for (let index = 0; index < 250; index += 1) expect(read(dense(index)).errors).toEqual([]);
  expect(read(QUERY)).not.toBe(first);
});

it('looks no further at a query that asks for too much: comparing its fields would take long', () => {
  const read = createDocumentReader(createSchema(), true);
  const messages = (text: string) => read(text).errors.map(({ message }) => message);
  expect(messages(`{ nothing ${'taxonomies { id } '.repeat(14)} }`)).toEqual([
    'The operation has 15 fields at its root; at most 10 are allowed',
  ]);
  expect(messages('{ nothing menus { id } }')).toEqual(['Cannot query field "nothing" on type "Query".']);
});
