import { describe, expect, it } from 'vitest';
import { findInStore } from '../../../src/check/findings.ts';
import type { ExtensionDefinition } from '../../../src/extend/extension.ts';
import { createSiteCode } from '../../../src/extend/judge/createSiteCode.ts';
import { createGuard } from '../../../src/extend/judge/guard.ts';
import { mergeRecordData } from '../../../src/model/merge/mergeRecordData.ts';
import { createStore } from '../../../src/store/createStore.ts';
import { showTypes } from '../../../src/view/typescript/showTypes.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { update } from '../../store/siteFiles.ts';
import { maps, SHOP } from './shop.ts';

const PUBLIC_FIELDS = {
  place: { lat: 54.3, lng: 10.1, geo: 'geo:54.3,10.1' },
  price: { cents: 250, text: '2.50 €' },
  picture: 'photo-13',
  branches: [{ at: { lat: 1, lng: 2, geo: 'geo:1,2' } }],
};

const openShop = (extensions: readonly ExtensionDefinition[] = [maps]): Promise<Site> =>
  makeSite(SHOP, { extensions: () => extensions });

const fieldsOf = (reply: { readonly body: unknown }) => (reply.body as { data: { fields: unknown } }).data.fields;

const storeOfShop = (guard = createGuard({ clock: () => new Date(0) })) => {
  const store = createStore({ code: createSiteCode([maps], guard) });
  store.apply([
    update('content-types/shop.yaml', {
      ...{ id: 1, name: 'Shop' },
      fieldsSchema: [
        { name: 'place', type: 'place', required: true },
        { name: 'price', type: 'money' },
        { name: 'other', type: 'unheard' },
      ],
    }),
    update('pages/en/a.yaml', {
      id: 1,
      type: 'shop',
      title: 'A',
      status: 'published',
      fields: { place: { lat: 95, lng: 1 } },
    }),
  ]);
  return store;
};

describe('a kind of field of an extension', () => {
  it('is shown to the public in its own form, and to editors as its base', async () => {
    const site = await openShop();
    expect(fieldsOf(await site.ask('GET /content/pages/a'))).toEqual(PUBLIC_FIELDS);
    expect(fieldsOf(await site.ask('GET /admin/pages/1', { as: 'editor' }))).toEqual({
      place: { lat: 54.3, lng: 10.1 },
      price: 250,
      picture: 13,
      branches: [{ at: { lat: 1, lng: 2 } }],
    });
  });

  it('is the same in lists, with expanded media, in GraphQL, in a batch and in other versions', async () => {
    const site = await openShop();
    const list = await site.ask('GET /content/pages?expand=media');
    expect((list.body as { data: [{ fields: unknown }] }).data[0].fields).toEqual(PUBLIC_FIELDS);
    const graphql = await site.ask('POST /content/graphql', { body: { query: '{ page(slug: "a") { fields } }' } });
    expect(graphql.body).toEqual({ data: { page: { fields: PUBLIC_FIELDS } } });
    const ref = site.git('rev-parse', 'HEAD').trim();
    const past = await site.ask(`GET /content/pages/a?ref=${ref}`, { as: 'editor' });
    expect(fieldsOf(past)).toEqual(PUBLIC_FIELDS);
  });

  it('refuses values that its base or its own check does not accept, and warns', async () => {
    const site = await openShop();
    const save = (fields: unknown) => site.ask('PUT /admin/pages/1', { as: 'editor', body: { fields } });
    const wrongBase = await save({ place: { lat: 'north', lng: 1 } });
    expect([wrongBase.status, wrongBase.body]).toMatchObject([400, { errors: [{ path: ['fields', 'place', 'lat'] }] }]);
    const wrong = await save({ place: { lat: 91, lng: 1 } });
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { errors: [{ path: ['fields', 'place', 'lat'], message: 'must be within ±90' }] },
    ]);
    const warned = await save({ place: { lat: 1, lng: 0 } });
    expect([warned.status, warned.body]).toMatchObject([
      200,
      { meta: { problems: [{ path: ['fields', 'place', 'lng'], severity: 'warning', rule: 'maps/place' }] } },
    ]);
    expect(site.newCommits()).toHaveLength(1);
  });

  it('is written as its type, and is not unknown to a check', () => {
    const store = storeOfShop();
    expect(showTypes(store)).toContain(
      'place: { lat: number; lng: number; geo: string };\n  price?: { cents: number; text: string } | null;\n',
    );
    const found = findInStore(store, { now: new Date(0) }).map(({ code, message }) => `${code} ${message}`);
    expect(found.filter((line) => /^(UNKNOWN_FIELD_KIND|RULE)/.test(line))).toEqual([
      'UNKNOWN_FIELD_KIND "unheard" is not a kind of field, so the field accepts any JSON',
      'RULE fields.place.lat must be within ±90',
    ]);
  });

  it('merges values as it says, and as its base does where it says nothing', () => {
    const { code } = storeOfShop();
    const schema = [
      { name: 'price', type: 'money' },
      { name: 'place', type: 'place' },
    ];
    const schemas = { code, ofContentType: () => schema, ofBlockType: () => undefined, ofBlock: () => undefined };
    const page = (price: number, place: object): object => ({ type: 'shop', fields: { price, place } });
    const { value, clashes } = mergeRecordData(
      {
        base: page(100, { lat: 1, lng: 1 }),
        ours: page(110, { lat: 2, lng: 1 }),
        theirs: page(95, { lat: 1, lng: 3 }),
      },
      { kind: 'page', schemas },
    );
    expect([value, clashes]).toEqual([page(105, { lat: 2, lng: 3 }), []]);
  });

  it('tells forms what it is based on', async () => {
    const site = await openShop();
    const { body } = await site.ask('GET /admin/extensions/frames', { as: 'viewer' });
    expect((body as { data: { kinds: readonly object[] } }).data.kinds[1]).toEqual({
      ...{ kind: 'money', extension: 'maps', base: 'integer', fields: [], settings: {}, frame: null, use: null },
    });
  });

  it('says values in a line in the lists of editors, and only where a kind does', async () => {
    const site = await openShop();
    const { body } = await site.ask('GET /admin/pages', { as: 'editor' });
    expect((body as { data: readonly object[] }).data[0]).toMatchObject({ summaries: { place: '54.3, 10.1' } });
    const plain = await openShop([]);
    const without = await plain.ask('GET /admin/pages', { as: 'editor' });
    expect(Object.keys((without.body as { data: readonly object[] }).data[0] ?? {})).not.toContain('summaries');
  });
});
