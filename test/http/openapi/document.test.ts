import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { makeSite, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { createCheckAnswer } from '../checkAnswer.ts';

/** Every value under a key, at any depth. */
const allUnder = (node: unknown, key: string): readonly unknown[] =>
  typeof node !== 'object' || node === null
    ? []
    : Object.entries(node).flatMap(([name, value]) => [...(name === key ? [value] : []), ...allUnder(value, key)]);

/** All endpoints except the pages of the editor's interface, which are not for programs. */
const interfaceOf = (site: Site) => site.cms.endpoints.filter(({ path }) => !/^\/(admin|$)/.test(path));

describe('GET /api/openapi.json', () => {
  it('is a valid, public and cacheable OpenAPI 3.1 document', async () => {
    const site = await makeSite(SMALL_SITE);
    const { status, headers, body } = await site.ask('GET /openapi.json');
    expect([status, body.openapi, headers.get('content-type')]).toEqual([
      200,
      '3.1.0',
      'application/json; charset=utf-8',
    ]);
    expect(await new Validator().validate(structuredClone(body))).toMatchObject({ valid: true });
    const again = await site.ask('GET /openapi.json', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  it('describes every endpoint under a unique name, with its summary and who may call it', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await site.ask('GET /openapi.json');
    const operations = Object.values(body.paths).flatMap((methods) => Object.values(methods as object));
    expect(operations).toHaveLength(interfaceOf(site).length);
    expect(new Set(allUnder(body.paths, 'operationId')).size).toBe(operations.length);
    for (const { operationId, summary, description, tags } of operations)
      expect([operationId, summary.length > 5, description.length > 5, tags.length]).toEqual([
        operationId,
        true,
        true,
        1,
      ]);
  });

  it('describes the answer of every endpoint', async () => {
    const site = await makeSite(SMALL_SITE);
    const silent = interfaceOf(site).filter(({ result }) => result === undefined);
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('refers only to existing components, and has no unused ones', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await site.ask('GET /openapi.json');
    const mentioned = new Set(allUnder(body, '$ref'));
    const there = ['schemas', 'responses'].flatMap((kind) =>
      Object.keys(body.components[kind]).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...mentioned].sort()).toEqual(there.sort());
  });

  it('describes parameters, bodies, answers, conditions and errors correctly', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await site.ask('GET /openapi.json');
    const put = body.paths['/api/admin/redirects/{id}'].put;
    expect(put.security).toEqual([{ session: [] }, { apiKey: [] }, { cookie: [] }]);
    expect(put.description).toBe('Admins.');
    expect(put.parameters).toMatchObject([
      { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
      { name: 'If-Match', in: 'header' },
      { name: 'Prefer', in: 'header' },
      { name: 'Quire-Change', in: 'header' },
    ]);
    expect(put.requestBody.content['application/json'].schema).toMatchObject({
      type: 'object',
      properties: { fromPath: { type: 'string' }, isActive: { type: ['boolean', 'null'] } },
    });
    expect(Object.keys(put.responses[200].headers)).toEqual(['ETag', 'X-Commit']);
    expect(Object.keys(put.responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '412',
      '413',
      '415',
      '503',
      '507',
      'default',
    ]);
    const list = body.paths['/api/admin/blocks'].get;
    expect(list.parameters.map(({ name }: { name: string }) => name)).toEqual([
      'limit',
      'offset',
      'type',
      'search',
      'reusable',
      'Quire-Change',
    ]);
    const pages = body.paths['/api/content/pages'].get;
    expect(pages.parameters.find(({ name }: { name: string }) => name === 'filter')).toMatchObject({
      ...{ in: 'query', style: 'deepObject', explode: true },
      schema: { type: 'object', additionalProperties: { properties: { gte: { type: 'string' } } } },
    });
    const heeds = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods as object).flatMap(([method, { parameters }]) =>
        parameters.some(({ name }: { name: string }) => name === 'If-Match') ? [`${method} ${path}`] : [],
      ),
    );
    expect(heeds).toEqual(expect.arrayContaining(['put /api/admin/config', 'post /api/admin/pages/upsert']));
    expect(heeds.filter((one) => one.startsWith('get') || one.endsWith('/test') || one.endsWith('/login'))).toEqual([]);
    const file = body.paths['/api/content/media/{id}/{variant}'].get;
    expect(file.parameters.map(({ name }: { name: string }) => name)).toContain('Range');
    expect(Object.keys(file.responses)).toEqual(expect.arrayContaining(['200', '206', '302', '304', '416']));
    expect(body.paths['/api/content/pages/{slug}'].get).toMatchObject({ security: [], responses: { 304: {} } });
    expect(JSON.stringify(body)).not.toContain('errorMessage');
  });

  it('follows the types of the site', async () => {
    const site = await makeSite(SMALL_SITE);
    const fieldsOf = async () => (await site.ask('GET /openapi.json')).body.components.schemas.RecipePageFields;
    expect(await fieldsOf()).toBeUndefined();
    const fieldsSchema = [{ name: 'minutes', type: 'number', required: true, label: 'Minutes' }];
    await site.ask('POST /admin/content-types', {
      as: 'admin',
      body: { name: 'Recipe', slug: 'recipe', fieldsSchema },
    });
    expect(await fieldsOf()).toEqual({
      type: 'object',
      description: 'The fields of Recipe.',
      properties: { minutes: { type: 'number', description: 'Minutes' } },
      required: ['minutes'],
    });
  });

  it('detects an answer that differs from its description', async () => {
    const site = await makeSite(SMALL_SITE);
    const check = createCheckAnswer((await site.ask('GET /openapi.json')).body);
    const { body } = await site.ask('GET /admin/menus/1', { as: 'viewer' });
    const headers = new Headers({ etag: '"x"' });
    const answer = { method: 'GET', path: '/api/admin/menus/1', status: 200, headers };
    expect(check({ ...answer, body })).toEqual([]);
    expect(check({ ...answer, body: { data: { ...body.data, extra: 1 } } })).toHaveLength(1);
    expect(check({ ...answer, body: { data: { ...body.data, name: null } } })).toHaveLength(1);
    expect(check({ ...answer, status: 201, body })).toHaveLength(1);
    expect(check({ ...answer, status: 412, body })).toHaveLength(1);
    headers.set('x-commit', 'x');
    expect(check({ ...answer, body })).toMatchObject([{ message: 'X-Commit is not described' }]);
    expect(check({ ...answer, status: 404, body })).not.toEqual([]);
    expect(check({ ...answer, status: 404, body: { errors: [{ code: 'NOT_FOUND', message: 'x' }] } })).toEqual([]);
  });
});
