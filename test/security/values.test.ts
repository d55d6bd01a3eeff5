import { describe, expect, it } from 'vitest';
import { jsonBodyOf, querySchemasOf } from '../../src/http/endpoint.ts';
import { entityOf, KINDS } from '../../src/model/entities/index.ts';
import { resolveSchema, type Schema } from '../../src/model/schema/schema.ts';
import { problemsOf, refusalOf } from '../http/problemsOf.ts';
import { makeSite } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const BOUNDS: Readonly<Record<string, readonly string[]>> = {
  string: ['maxLength', 'enum', 'const', 'format'],
  array: ['maxItems'],
};

/** A pattern for the whole text in which nothing is repeated. */
const repeatsNothing = (pattern: unknown): boolean => typeof pattern === 'string' && /^\^[^*+{]*\$$/.test(pattern);

/** The places in a schema where a text or a list may be of any length. */
function unboundedIn(schema: Schema, path: string, seen = new Set<unknown>()): readonly string[] {
  const target = resolveSchema(schema);
  if (seen.has(target)) return [];
  seen.add(target);
  const bounds = BOUNDS[String(target['type'])];
  const isBounded = !bounds || bounds.some((keyword) => keyword in target) || repeatsNothing(target['pattern']);
  const own = isBounded ? [] : [path];
  const inner = Object.entries(target).flatMap(([key, value]) => schemasIn(value, `${path}.${key}`));
  return [...own, ...inner.flatMap(([at, one]) => unboundedIn(one, at, seen))];
}

function schemasIn(value: unknown, path: string): readonly (readonly [string, Schema])[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('type' in value || '$ref' in value || 'anyOf' in value || 'oneOf' in value) return [[path, value as Schema]];
  return Object.entries(value).flatMap(([key, one]) => schemasIn(one, `${path}.${key}`));
}

describe('what is sent', () => {
  it('SEC-10 has a maximum length wherever it is a text or a list', async () => {
    const { cms } = await makeSite(SMALL_SITE);
    const unbounded = cms.endpoints.flatMap((endpoint) =>
      [querySchemasOf(endpoint).read, querySchemasOf(endpoint).unread, jsonBodyOf(endpoint)?.json].flatMap((schema) =>
        schema ? unboundedIn(schema, `${endpoint.method} ${endpoint.path}`) : [],
      ),
    );
    expect(unbounded).toEqual([]);
    expect(
      unboundedIn({ type: 'object', properties: { a: { type: 'array', items: { type: 'string' } } } }, 'x'),
    ).toEqual(['x.properties.a', 'x.properties.a.items']);
  });

  it('SEC-10 has a maximum length in files, too', () => {
    expect(KINDS.flatMap((kind) => unboundedIn(entityOf(kind).schema, kind))).toEqual([]);
  });

  it('SEC-10 loses what no schema knows before it is written', async () => {
    const site = await makeSite(SMALL_SITE);
    const body = {
      title: 'Plain',
      typeId: 2,
      evil: 'smuggled',
      seo: { evil: 'smuggled' },
      id: 77,
      createdBy: 'smuggled',
    };
    const created = await site.ask('POST /admin/pages', { as: 'editor', body });
    expect([created.status, created.body.data.id === 77]).toEqual([201, false]);
    expect(site.read('pages/en/plain.yaml')).not.toMatch(/smuggled|evil/);
    const settings = await site.ask('PUT /admin/config', {
      as: 'admin',
      body: { tagline: 'T', siteUrl: 'smuggled', evil: 1 },
    });
    expect(settings.status).toBe(200);
    expect(site.read('site.yaml')).not.toMatch(/smuggled|evil/);
  });
});

const typeWith = (pattern: string) => ({ name: 'Code', fieldsSchema: [{ name: 'code', type: 'text', pattern }] });

describe('a pattern that a user writes', () => {
  it('SEC-10 takes time in proportion to the text', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const pattern of ['^(a+)+$', '^(a|aa)+$', '^(.*a){25}$', '(x+x+)+y']) {
      const { body } = await site.ask('POST /admin/content-types', { as: 'admin', body: typeWith(pattern) });
      const page = { title: 'P', typeId: body.data.id, status: 'published', fields: { code: `${'a'.repeat(5_000)}!` } };
      const reply = await site.ask('POST /admin/pages', { as: 'editor', body: page });
      expect([pattern, refusalOf(reply)]).toEqual([pattern, '400 VALIDATION fields.code']);
      await site.ask(`DELETE /admin/content-types/${body.data.id}`, { as: 'admin' });
    }
  });

  it('SEC-10 is refused if it cannot be matched in such time', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const pattern of ['(a)\\1', '(?=a)a', '(?<!a)b', '[']) {
      const reply = await site.ask('POST /admin/content-types', { as: 'admin', body: typeWith(pattern) });
      expect([pattern, reply.status, problemsOf(reply)[0]]).toEqual([
        pattern,
        400,
        'VALIDATION fieldsSchema.0.pattern',
      ]);
    }
    expect(site.newCommits()).toEqual([]);
  });
});

describe('a search', () => {
  it('SEC-10 finds the text as typed, not as a pattern', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const text of ['.*', '^home', 'h.me', '(a+)+$', '[a-z]', 'ho%', '__', '*e']) {
      const q = encodeURIComponent(text);
      const { status, body } = await site.ask(`GET /content/search?q=${q}&in=all`);
      // Without their special characters, some of them are words that one or two pages contain.
      expect([text, status, body.data.length < 3]).toEqual([text, 200, true]);
      const listed = await site.ask(`GET /admin/pages?search=${q}`, { as: 'viewer' });
      expect([text, listed.status, listed.body.data.length < 3]).toEqual([text, 200, true]);
    }
  });
});
