import { describe, expect, it } from 'vitest';
import type { Operator } from '../../../src/model/page/conditions.ts';
import { createPageTest, type FilterCondition } from '../../../src/view/filter.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { refusalOf } from '../problemsOf.ts';

const TYPE = `id: 1
name: Bird
fieldsSchema:
  - { name: name, type: text }
  - { name: length, type: number, default: 10 }
  - { name: rare, type: boolean }
  - { name: seen, type: datetime }
  - { name: months, type: multiselect, options: [jan, feb, mar] }
  - { name: like, type: page }
  - { name: likes, type: reference }
  - { name: topic, type: term }
  - { name: places, type: repeater, fields: [{ name: page, type: page }] }
regions: [content]
createdAt: 2026-01-01T00:00:00.000Z
`;

const bird = (id: number, fields: string, more = '') =>
  `id: ${id}\ntype: bird\ntitle: Bird ${id}\nstatus: published\npublishedAt: 2026-01-0${id}T00:00:00.000Z\n${more}createdAt: 2026-01-01T00:00:00.000Z\nfields: ${fields}\n`;

const SITE = {
  'content-types/bird.yaml': TYPE,
  'taxonomies/topics.yaml': SMALL_SITE['taxonomies/topics.yaml'] ?? '',
  'pages/en/a.yaml': bird(1, '{ name: Ährenspatz, length: 5, rare: true, months: [jan, feb], topic: topics/news }'),
  'pages/en/b.yaml': bird(2, '{ name: Heron, length: 90, rare: false, seen: 2026-01-10T10:00:00+02:00, like: en/a }'),
  'pages/en/c.yaml': bird(3, '{ name: "10", likes: en/d, like: en/b, places: [{ page: en/a }, { page: en/d }] }'),
  'pages/en/d.yaml': bird(4, '{ name: Hidden }').replace('published\n', 'draft\n'),
};

const idsOf = async (site: Site, query: string): Promise<readonly number[]> => {
  const { status, body } = await site.ask(`GET /content/pages?sort=created_at:asc&${query}`);
  expect([query, status]).toEqual([query, 200]);
  expect(body.meta.total).toBe(body.data.length);
  return body.data.map(({ id }: { id: number }) => id);
};

describe('filter[field][operator]', () => {
  it('compares values as their field kind does, including defaults and ids', async () => {
    const site = await makeSite(SITE);
    for (const [query, ids] of [
      ['filter[name][eq]=Heron', [2]],
      ['filter[name]=Heron', [2]],
      ['filter[name][eq]=heron', []],
      ['filter[name][ne]=Heron', [1, 3]],
      ['filter[name][in]=Heron,10', [2, 3]],
      ['filter[name][contains]=AHREN', [1]],
      ['filter[length][eq]=10', [3]],
      ['filter[length][in]=10.0,90', [2, 3]],
      ['filter[length][gt]=10', [2]],
      ['filter[length][gte]=10', [2, 3]],
      ['filter[length][lt]=10', [1]],
      ['filter[length][lte]=10.0', [1, 3]],
      ['filter[length][gt]=5&filter[length][lt]=90', [3]],
      ['filter[rare][eq]=true', [1]],
      ['filter[rare][ne]=true', [2, 3]],
      ['filter[seen][eq]=2026-01-10T08:00:00Z', [2]],
      ['filter[seen][in]=2026-01-11,2026-01-10T08:00:00Z', [2]],
      ['filter[seen][lt]=2026-01-11', [2]],
      ['filter[seen][gt]=2026-01-11', []],
      ['filter[months][eq]=feb', [1]],
      ['filter[months][contains]=jan', [1]],
      ['filter[months][in]=mar,feb', [1]],
      ['filter[months][ne]=feb', [2, 3]],
      ['filter[like][eq]=1', [2]],
      ['filter[topic][eq]=1', [1]],
      ['filter[likes][eq]=4', []],
      ['type=bird&filter[name][eq]=Heron', [2]],
      ['type=nothing&filter[what][eq]=x', []],
    ] as const)
      expect([query, await idsOf(site, query)]).toEqual([query, ids]);
  });

  it('reads the conditions once for all pages', async () => {
    const { store } = (await makeSite(SITE)).cms;
    let count = 0;
    const asked = (field: string, operator: Operator): FilterCondition => ({
      ...{ field, operator },
      get text() {
        count += 1;
        return 'jan';
      },
    });
    const conditions = [asked('months', 'in'), asked('months', 'contains'), asked('name', 'gt')];
    [...store.all('page')].filter(createPageTest(conditions, store));
    expect(count).toBe(conditions.length);
  });

  it('counts and pages the result', async () => {
    const site = await makeSite(SITE);
    const { body } = await site.ask('GET /content/pages?filter[length][lt]=50&limit=1&offset=1&sort=created_at:asc');
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([3]);
    expect(body.meta).toEqual({ total: 2, limit: 1, offset: 1 });
  });

  it('SEC-22 knows only fields of the answer', async () => {
    const site = await makeSite(SITE);
    const many = Array.from({ length: 21 }, (_, n) => `filter[name${n}][eq]=x`).join('&');
    for (const [query, refusal] of [
      ['filter[passwordHash][eq]=x', '400 VALIDATION filter.passwordHash'],
      ['filter[__proto__][eq]=x', '400 VALIDATION filter.__proto__'],
      ['filter[status][eq]=draft', '400 VALIDATION filter.status'],
      ['filter[name][like]=x', '400 VALIDATION filter.name.like'],
      ['filter[name][constructor]=x', '400 VALIDATION filter.name.constructor'],
      ['filter[name][eq]=', '400 VALIDATION filter.name.eq'],
      ['filter[length][gt]=tall', '400 VALIDATION filter.length.gt'],
      ['filter[length][in]=1,tall', '400 VALIDATION filter.length.in'],
      ['filter[rare][eq]=1', '400 VALIDATION filter.rare.eq'],
      ['filter[seen][lt]=soon', '400 VALIDATION filter.seen.lt'],
      ['filter[name][eq]=a&filter[name][eq]=b', '400 VALIDATION filter.name.eq'],
      ['filter=x', '400 VALIDATION filter'],
      ['filter[a.b][eq]=x', '400 VALIDATION filter.a.b.eq'],
      [many, '400 VALIDATION filter'],
    ] as const)
      expect([query, refusalOf(await site.ask(`GET /content/pages?${query}`))]).toEqual([query, refusal]);
  });
});

describe('fields and expand', () => {
  it('fields picks content fields, in lists and singles', async () => {
    const site = await makeSite(SITE);
    const { body } = await site.ask('GET /content/pages?fields=length,name&sort=created_at:asc');
    expect(body.data.map(({ fields }: { fields: object }) => fields)).toEqual([
      { length: 5, name: 'Ährenspatz' },
      { length: 90, name: 'Heron' },
      { length: 10, name: '10' },
    ]);
    const { data } = (await site.ask('GET /content/pages/b?fields=rare')).body;
    expect([data.fields, data.title, data.regions]).toEqual([{ rare: false }, 'Bird 2', {}]);
    for (const query of ['fields=', 'fields=a,', 'fields=a;b', 'fields=a&fields=b'])
      expect(refusalOf(await site.ask(`GET /content/pages?${query}`))).toBe('400 VALIDATION fields');
  });

  it('fields names only fields that the pages have', async () => {
    const site = await makeSite(SITE);
    const told = async (path: string): Promise<unknown> => {
      const { status, body } = await site.ask(`GET /content/${path}`);
      return [status, body.errors?.map(({ path: of, message }: Record<string, unknown>) => [of, message])];
    };
    const unknown = [
      [['fields'], '"nosuch" is not a field of these pages'],
      [['fields'], '"lenght" is not a field of these pages; did you mean "length"?'],
    ];
    for (const path of ['pages?fields=nosuch,name,lenght', 'pages/b?fields=nosuch,lenght'])
      expect([path, await told(path)]).toEqual([path, [400, unknown]]);
    expect(await told('pages?filter[lenght]=3')).toEqual([
      ...[400, [[['filter', 'lenght'], 'is not a field of these pages; did you mean "length"?']]],
    ]);
    // Pages of a type that nobody has made yet have no fields to compare with.
    expect(await told('pages?type=none&fields=nosuch')).toEqual([200, undefined]);
  });

  it('expand puts public objects in place of ids, one level deep, in blocks and repeaters too', async () => {
    const site = await makeSite(SITE);
    const item = async (id: number) =>
      (await site.ask('GET /content/pages')).body.data.find((one: { id: number }) => one.id === id);
    const { data } = (await site.ask('GET /content/pages/c?expand=page,reference')).body;
    expect(data.fields.like).toEqual(await item(2));
    expect(data.fields.like.fields.like).toBe(1);
    expect(data.fields.likes).toBeNull();
    expect(data.fields.places).toEqual([{ page: await item(1) }, { page: null }]);
    const terms = (await site.ask('GET /content/taxonomies/topics/terms')).body.data;
    const [first] = (await site.ask('GET /content/pages?expand=term&sort=created_at:asc')).body.data;
    expect(first.fields.topic).toEqual(terms.find(({ slug }: { slug: string }) => slug === 'news'));
    for (const query of ['expand=', 'expand=all', 'expand=page,all', 'expand=page&expand=term'])
      expect(refusalOf(await site.ask(`GET /content/pages/c?${query}`))).toBe('400 VALIDATION expand');
  });
});
