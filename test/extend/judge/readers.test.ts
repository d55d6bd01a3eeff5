import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../../src/client/index.ts';
import { showTypes } from '../../../src/view/typescript/showTypes.ts';
import { serveFolder } from '../../client/clientSite.ts';
import { exportOf } from '../../features/staticSite/exportOf.ts';
import { HASH_OF_NOTHING, makeSite, type Site } from '../../makeSite.ts';
import { compile } from '../../view/typescript/compile.ts';
import { maps, SHOP } from './shop.ts';

const FIELDS = {
  place: { lat: 54.3, lng: 10.1, geo: 'geo:54.3,10.1' },
  price: { cents: 250, text: '2.50 €' },
  picture: 'photo-13',
  branches: [{ at: { lat: 1, lng: 2, geo: 'geo:1,2' } }],
};

const openShop = (): Promise<Site> => makeSite(SHOP, { extensions: () => [maps] });

it('shows values in the form of an extension in a batch, where media are expanded, too', async () => {
  const site = await openShop();
  for (const shape of [{}, { expand: ['media'], richtext: 'html' }]) {
    const { status, body } = await site.ask('POST /content/batch', { body: { pages: ['a', 'nowhere'], ...shape } });
    expect([status, Object.keys(body.data.pages)]).toEqual([200, ['a']]);
    expect(body.data.pages.a.fields).toEqual(FIELDS);
  }
});

it('describes values in the form of an extension in the description of the interface', async () => {
  const site = await openShop();
  const { schemas } = (await site.ask('GET /openapi.json')).body.components;
  const place = { lat: { type: 'number' }, lng: { type: 'number' }, geo: { type: 'string' } };
  const required = ['lat', 'lng', 'geo'];
  expect(schemas.PageFields.anyOf).toContainEqual({ $ref: '#/components/schemas/ShopPageFields' });
  expect(schemas.ShopPageFields.properties).toEqual({
    place: { type: ['object', 'null'], properties: place, required },
    price: {
      type: ['object', 'null'],
      properties: { cents: { type: 'number' }, text: { type: 'string' } },
      required: ['cents', 'text'],
    },
    picture: { type: ['string', 'null'] },
    branches: {
      type: 'array',
      items: {
        type: 'object',
        properties: { at: { type: ['object', 'null'], properties: place, required } },
      },
    },
  });
});

describe('a client', () => {
  it('reads values in the form of an extension, from the server and from an export', async () => {
    const site = await openShop();
    const extensions = [{ definition: maps, folder: null, hash: HASH_OF_NOTHING }];
    const host = await serveFolder((await exportOf(site, { extensions })).folder);
    onTestFinished(() => void host.close());
    for (const client of [createClient({ url: site.url }), createClient({ url: host.url, static: true })]) {
      expect((await client.page('a'))?.fields).toEqual(FIELDS);
      expect((await client.pages({ type: 'shop' })).data.map(({ fields }) => fields)).toEqual([FIELDS]);
      expect((await client.batch({ pages: ['a'] })).pages['a']?.fields).toEqual(FIELDS);
    }
  });

  it('has the types that the extension says, however media are expanded', async () => {
    const site = await openShop();
    const client = ['index', 'types', 'content'].map((name) => [
      `client/${name}.d.ts`,
      readFileSync(join(import.meta.dirname, `../../../dist/client/${name}.d.ts`), 'utf8'),
    ]);
    const files = { ...Object.fromEntries(client), 'uses.ts': USES };
    expect(await compile(showTypes(site.cms.store), files)).toBe('');
  });
});

const USES = `
import { createClient } from './client/index.js';
import type { Site } from './types.js';

const quire = createClient<Site>({ url: '' });
export async function use(): Promise<void> {
  const { pages } = await quire.batch({ pages: ['a'] }, { expand: ['media'] });
  for (const page of [pages['a'], await quire.page('a', { expand: ['media'] }), (await quire.pages()).data[0]]) {
    const geo: string | undefined = page?.fields.place?.geo;
    const text: string | undefined = page?.fields.price?.text;
    const picture: string | null | undefined = page?.fields.picture;
    const first: number | undefined = page?.fields.branches?.[0]?.at?.lat;
    // @ts-expect-error The public form of a price is an object.
    page?.fields.price satisfies number | null | undefined;
    void [geo, text, picture, first];
  }
}
`;
