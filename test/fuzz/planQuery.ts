import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from 'graphql';
import { HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile.ts';
import type { PlannedRequest } from './planRequest.ts';
import type { Random } from './random.ts';

const MAX_DEPTH = 12;

/** Plans a GraphQL request: a valid query, or one that is broken, hostile or too large. */
export function planQuery(schema: GraphQLSchema, random: Random): PlannedRequest {
  const query = random.chance(0.3) ? random.pick(BOMBS)(random) : writeQuery(schema, random);
  const text = random.chance(0.4) ? mutateQuery(query, random) : query;
  const variables = random.chance(0.5)
    ? { a: random.pick([1, 'en', ...HOSTILE_VALUES]), b: random.pick(HOSTILE_TEXTS) }
    : undefined;
  const body = random.chance(0.03)
    ? random.pick([[{ query: text }], text, { query: [text] }])
    : { query: text, variables };
  if (random.chance(0.8)) return post(JSON.stringify(body));
  const search = `query=${encodeURIComponent(text.slice(0, 2_000).toWellFormed())}`;
  return { method: 'GET', path: `/api/content/graphql?${search}`, headers: {}, body: null };
}

const post = (json: string): PlannedRequest => ({
  method: 'POST',
  path: '/api/content/graphql',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(json),
});

const repeat = (random: Random, most: number, piece: (index: number) => string): string =>
  Array.from({ length: 1 + random.below(most) }, (_, index) => piece(index)).join(' ');

const BOMBS: readonly ((random: Random) => string)[] = [
  (random) => `{ menus ${'{ items '.repeat(random.below(500))} { id } }`,
  (random) => `{ page(slug: "home") { ${repeat(random, 400, (n) => `a${n}: fields`)} } }`,
  (random) => `{ ${repeat(random, 60, (n) => `a${n}: pages(limit: 50) { data { regions fields } }`)} }`,
  (random) =>
    `{ ${repeat(random, 80, (n) => `...F${n}`)} } ${repeat(random, 80, (n) => `fragment F${n} on Query { menus { id } ...F${n + 1} }`)}`,
  (random) => `{ ${'['.repeat(random.below(5_000))}`,
  (random) => `{ pages(limit: ${'9'.repeat(random.below(400))}) { data { id } } }`,
  (random) => `query (${repeat(random, 200, (n) => `$v${n}: [[[Int!]!]!]`)}) { menus { id } }`,
  (random) => `{ menus ${repeat(random, 200, () => '@include(if: $a)')} { id } }`,
  (random) => `{ page(slug: """${'\\"""'.repeat(random.below(500))}""") { id } }`,
  () => '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
  () => 'subscription { pages { data { id } } }',
  () => 'mutation { pages { data { id } } }',
  () => '{ pages { data { id } } } { menus { id } }',
  () => 'query A { menus { id } } query A { pages { data { id } } }',
];

const PIECES = [
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '$',
  '...',
  '@',
  ':',
  '!',
  '"',
  '"""',
  '#',
  '\0',
  '\u2028',
  'on',
  'fragment',
  'null',
  '-',
  '\\u{110000}',
];

/** A text with a few places changed, cut or doubled. */
function mutateQuery(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const to = at + random.below(40);
  return random.pick([
    () => text.slice(0, at) + random.pick(PIECES) + text.slice(at),
    () => text.slice(0, at) + random.pick(HOSTILE_TEXTS) + text.slice(at),
    () => text.slice(0, at) + text.slice(to),
    () => text.slice(0, at) + text.slice(at, to).repeat(random.below(30)) + text.slice(at),
    () => text.slice(0, at),
  ])();
}

function writeQuery(schema: GraphQLSchema, random: Random): string {
  const root = schema.getQueryType();
  if (!root) throw new Error('The schema has no queries');
  const head = random.chance(0.3) ? 'query Q($a: Int, $b: String) ' : '';
  return head + writeSelection(root, random, 0);
}

function writeSelection(type: GraphQLObjectType, random: Random, depth: number): string {
  const fields = Object.values(type.getFields());
  const chosen = random.times(4, () => random.pick(fields));
  const written = chosen.map((field) => writeField(field, random, depth));
  return `{ ${written.join(' ') || '__typename'} }`;
}

function writeField(field: GraphQLField<unknown, unknown>, random: Random, depth: number): string {
  const alias = random.chance(0.15) ? `x${random.below(20)}: ` : '';
  const given = field.args.filter((one) => String(one.type).endsWith('!') || random.chance(0.3));
  const values = given.map(({ name, type }) => `${name}: ${writeArgument(type.toString(), random)}`);
  const call = values.length > 0 ? `(${values.join(', ')})` : '';
  return `${alias}${field.name}${call}${writeInner(field.type, random, depth)}`;
}

function writeInner(type: GraphQLOutputType, random: Random, depth: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  return depth < MAX_DEPTH ? ` ${writeSelection(named, random, depth + 1)}` : ' { __typename }';
}

const TEXTS = ['home', 'about', 'main', 'en', 'article', 'topics', 'topics:news', 'title:asc', 'nothing'];

function writeArgument(type: string, random: Random): string {
  if (random.chance(0.1)) return random.pick(['null', '$a', '$b', '$c', '[1]', '{ a: 1 }', 'ENUM', '1.5e10']);
  if (type.startsWith('Int')) return String(random.below(200) - 20);
  return JSON.stringify(random.chance(0.8) ? random.pick(TEXTS) : random.pick(HOSTILE_TEXTS).toWellFormed());
}
