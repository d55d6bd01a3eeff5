import { describe, expect, it } from 'vitest';
import { makeSite, type Reply, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const post = (site: Site, body: unknown): Promise<Reply> => site.ask('POST /content/graphql', { body });
const times = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: count }, (_, n) => piece(n)).join(' ');

const HOSTILE: Readonly<Record<string, string>> = {
  'brackets without end': `{ a(x: ${'['.repeat(60_000)}`,
  'objects without end': `{ a(x: ${'{b:'.repeat(20_000)}`,
  'fields without end': '{a'.repeat(30_000),
  'a text without end': `{ a(x: "${'x'.repeat(60_000)}`,
  'a block text without end': `{ a(x: """${'\\"""'.repeat(4_000)}`,
  'types without end': `query ($a: ${'['.repeat(30_000)}Int) { menus { id } }`,
  'fields that must be compared with one another': `{ ${times(120, () => 'page(slug: "a") { id }')} }`,
  'fragments that must be compared with one another': `{ page(slug: "a") { ${times(90, (n) => `...F${n}`)} } } ${times(90, (n) => `fragment F${n} on Page { id ...F${(n + 1) % 90} }`)}`,
  'fragments in fragments': `{ page(slug: "a") { ...F0 } } ${times(70, (n) => `fragment F${n} on Page { ...F${n + 1} ...F${n + 1} }`)} fragment F70 on Page { id }`,
  'directives without end': `{ menus ${'@skip(if: false) '.repeat(150)}{ id } }`,
  'variables without end': `query (${times(190, (n) => `$v${n}: Int`)}) { menus { id } }`,
  'a mutation': 'mutation { deletePage(id: 1) { id } }',
  'a subscription': 'subscription { pages { id } }',
  'definitions of types': 'type Query { a: Int }',
  'nothing but comments': '# nothing\n'.repeat(5_000),
  'control characters': '{ menus { id \u0000 } }',
};

describe('a hostile query', () => {
  it('SEC-31 is 400 with a GraphQL error, and the server goes on', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const [name, query] of Object.entries(HOSTILE)) {
      const { status, body } = await post(site, { query });
      expect([name, status, typeof body.errors[0].message, body.data]).toEqual([name, 400, 'string', undefined]);
      expect(body.errors.length).toBeLessThan(200);
      expect(JSON.stringify(body)).not.toMatch(/node_modules|\/src\/|at \w+ \(/);
      expect((await post(site, { query: '{ menus { id } }' })).status).toBe(200);
    }
  });

  it('SEC-31 in a batch is not run', async () => {
    const site = await makeSite(SMALL_SITE);
    const query = '{ menus { id } }';
    for (const body of [[{ query }, { query }], [], { query: [query] }, 'query', 5, null]) {
      const reply = await post(site, body);
      expect([reply.status, reply.body.data]).toEqual([400, undefined]);
    }
  });

  it('SEC-31 cannot get around the limits with variables', async () => {
    const site = await makeSite(SMALL_SITE);
    const query =
      'query ($limit: Int, $slug: String) { pages(limit: $limit) { data { id } } page(slug: $slug) { id } }';
    for (const variables of [{ limit: 1e6 }, { limit: 1e40 }, { limit: '5' }, { slug: { a: 1 } }, { limit: -1 }, [1]]) {
      const { status, body } = await post(site, { query, variables });
      expect([variables, status === 200 || status === 400, body.data?.pages?.data.length ?? 0]).toEqual([
        variables,
        true,
        expect.toSatisfy((length: number) => length <= 50),
      ]);
    }
    const long = await post(site, { query, variables: { slug: 5, limit: 'x'.repeat(60_000) } });
    expect([long.status, JSON.stringify(long.body).length < 3000]).toEqual([400, true]);
    const deep = JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`);
    expect((await post(site, { query, variables: deep })).status).toBe(400);
    const lists = (levels: number): string => `{"limit":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    for (const variables of [lists(60), lists(7000), '{"__proto__":{}}', '{', '5']) {
      const { status, body } = await site.ask(
        `GET /content/graphql?query=${encodeURIComponent(query)}&variables=${variables}`,
      );
      expect([variables.slice(0, 20), status, body.data]).toEqual([variables.slice(0, 20), 400, undefined]);
      expect(body.errors[0].extensions).toEqual({ code: 'VALIDATION' });
    }
  });
});
