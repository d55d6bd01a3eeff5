import { expect, it } from 'vitest';
import { createQueryParser } from '../../../src/http/graphql/readDocument.ts';
import { graphqlSchema } from '../../../src/http/graphql/schema.ts';

const QUERY = '{ menus { id } }';
const times = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join(' ');

const makeReader = () => {
  const read = createQueryParser(graphqlSchema(), true);
  return {
    read,
    messages: (text: string) => {
      const result = read(text);
      return 'errors' in result ? result.errors.map(({ message }) => message) : [];
    },
  };
};

it('SEC-36 reads each query once, valid or not', () => {
  const { read, messages } = makeReader();
  expect(messages(QUERY)).toEqual([]);
  expect(read(QUERY)).toBe(read(QUERY));
  for (const wrong of ['{ nothing }', '{', 'mutation { x }', '{ '.repeat(200)]) {
    expect(messages(wrong).length).toBeGreaterThan(0);
    expect(read(wrong)).toBe(read(wrong));
  }
});

it('forgets queries that were not used lately, so that a flood of them takes little memory', () => {
  const { read, messages } = makeReader();
  const first = read(QUERY);
  const dense = (index: number): string =>
    `query Q${index} { menus { ${'... { id } '.repeat(15)} ${' '.repeat(800)}} }`;
  for (let index = 0; index < 250; index += 1) expect(messages(dense(index))).toEqual([]);
  expect(read(QUERY)).not.toBe(first);
});

it('forgets refusals too, and a flood of them pushes out nothing else', () => {
  const { read } = makeReader();
  const [first, refused] = [read(QUERY), read('{')];
  for (let index = 0; index < 200; index += 1) read(`{ wrong${index} # ${'x '.repeat(5_000)}\n}`);
  expect(read(QUERY)).toBe(first);
  expect(read('{')).not.toBe(refused);
});

it('does not validate a query beyond the limits, because comparing its fields would take long', () => {
  const { messages } = makeReader();
  expect(messages(`{ nothing ${'taxonomies { id } '.repeat(14)} }`)).toEqual([
    'The operation has 15 fields at its root; at most 10 are allowed',
  ]);
  expect(messages(`{ page(slug: "a") { ${'... { id } '.repeat(20)} } }`)).toEqual([
    'The operation has 19 aliases and repeated fields; at most 15 are allowed',
  ]);
  expect(messages('{ nothing menus { id } }')).toEqual(['Cannot query field "nothing" on type "Query".']);
});

it('reports only the first of many errors', () => {
  const { messages } = makeReader();
  expect(messages(`{ page(slug: "a") { ${times(300, (n) => `wrong${n}`)} } }`)).toEqual([
    ...[0, 1, 2, 3, 4].map((n) => `Cannot query field "wrong${n}" on type "Page".`),
    'Too many validation errors, error limit reached. Validation aborted.',
  ]);
});

it('SEC-36 does not parse queries with endless nesting, spreads, lines or words', () => {
  const { messages } = makeReader();
  const depth = (levels: number) => `${'{ a '.repeat(levels)}${'}'.repeat(levels)}`;
  const spreads = (count: number) => `{ ${'...{menus{id}} '.repeat(count)}}`;
  const lines = (count: number) => `{ menuz }${'\n\r'.repeat(count / 2)}`;
  const word = (length: number) => `{ ${'a'.repeat(length)} }`;
  for (const [text, most, message] of [
    [depth, 100, 'The query is nested too deeply'],
    [spreads, 60, 'The query has more than 60 fragment spreads'],
    [lines, 2000, 'The query has more than 2000 lines'],
    [word, 500, 'The query has a word of more than 500 characters'],
  ] as const) {
    expect(messages(text(most))).not.toContain(message);
    expect(messages(text(most + 2))).toEqual([message]);
  }
});
