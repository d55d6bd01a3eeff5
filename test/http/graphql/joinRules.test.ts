import fc from 'fast-check';
import { type ASTNode, buildSchema, parse, specifiedRules, type ValidationRule, validate } from 'graphql';
import { expect, it } from 'vitest';
import { joinRules } from '../../../src/http/graphql/joinRules.ts';
import { graphqlSchema } from '../../../src/http/graphql/schema.ts';

const messagesOf = (text: string, rules: readonly ValidationRule[]): readonly string[] =>
  validate(graphqlSchema(), parse(text), rules)
    .map(({ message, locations }) => JSON.stringify([message, locations]))
    .sort();

const PIECES = [
  ...['title', 'a: title', 'a: slug', 'nosuch', 'seo', 'seo { metaTitle }', '... on Page { id }', '... on Menu { id }'],
  ...['...F', '...G', '...None', 'title @skip(if: $x)', 'title @skip(if: 3)', 'title @include @include', 'id @nosuch'],
];
const ROOTS = [
  ...['page(slug: "a")', 'page', 'page(slug: 3, slug: $s)', 'page(slug: $s, x: { a: 1, a: 2 })', 'b: page(slug: $n)'],
  ...['page(slug: "a", locale: ENUM)', 'page(slug: null)'],
];
const HEADS = ['', 'query ', 'query Q', 'query Q($s: String!)', 'query Q($s: Nothing, $s: Page, $n: Int = "x")'];
const TAILS = ['', 'mutation { x }', 'query Q { menus { id } }', '{ menus { id } }', 'type T { a: Int }'];
const query = fc.record({
  head: fc.constantFrom(...HEADS),
  root: fc.constantFrom(...ROOTS),
  fields: fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }),
  inF: fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 }),
  inG: fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 }),
  tail: fc.constantFrom(...TAILS),
});

it('refuses what the rules refuse one by one, in the same words', () => {
  fc.assert(
    fc.property(query, ({ head, root, fields, inF, inG, tail }) => {
      const text = `${head || '{'} ${head && '{'} ${root} { ${fields.join(' ')} } }
        fragment F on Page { ${inF.join(' ')} } fragment G on Page { ${inG.join(' ')} } ${tail}`;
      expect(messagesOf(text, [joinRules(specifiedRules)])).toEqual(messagesOf(text, specifiedRules));
    }),
    { numRuns: 300 },
  );
});

it('shows a rule nothing of what it skips, and the others everything', () => {
  const seen: string[] = [];
  const note =
    (name: string, skips: string): ValidationRule =>
    () => ({
      Field: {
        enter(node) {
          seen.push(`${name} enters ${node.name.value}`);
          return node.name.value === skips ? false : undefined;
        },
        leave: (node) => void seen.push(`${name} leaves ${node.name.value}`),
      },
    });
  const schema = buildSchema('type Query { a: Query, b: Query }');
  validate(schema, parse('{ a { b } b }'), [joinRules([note('one', 'a'), note('two', '')])]);
  expect(seen).toEqual([
    ...['one enters a', 'two enters a', 'two enters b', 'two leaves b', 'two leaves a'],
    ...['one enters b', 'two enters b', 'one leaves b', 'two leaves b'],
  ]);
});

it('asks each rule only about the nodes that it names', () => {
  let asked = 0;
  const rule: ValidationRule = () => ({
    Name(_node: ASTNode) {
      asked += 1;
    },
  });
  validate(graphqlSchema(), parse('{ menus { id } }'), [joinRules([rule])]);
  expect(asked).toBe(2);
});
