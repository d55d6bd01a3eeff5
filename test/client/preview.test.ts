import { describe, expect, it } from 'vitest';
import { type ClientOptions, createClient } from '../../src/client/index.ts';
import { makeSite } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

type Sent = readonly [address: string, init: RequestInit];

/** A client whose requests are recorded and all answered the same. */
function noting(options: Omit<ClientOptions, 'url' | 'fetch'>, answer: object = { data: { title: 'x' } }) {
  const sent: Sent[] = [];
  const fetch = async (...all: Sent): Promise<Response> => {
    sent.push(all);
    return Response.json(answer);
  };
  return { sent, client: createClient({ url: 'https://cms.example.org/', fetch, ...options }) };
}
const SHAPED = { expand: [], richtext: 'json' } as const;

describe('a client with a preview token', () => {
  it('reads a page that is not public, but not without the token', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await site.ask('POST /admin/auth/preview-session', { as: 'editor', body: {} });
    const preview = createClient({ url: site.url, token: body.data.token });
    expect((await preview.page('secret'))?.title).toBe('Not yet');
    expect(await createClient({ url: site.url }).page('secret')).toBeNull();
    await expect(createClient({ url: site.url, token: 'wrong' }).page('secret')).rejects.toMatchObject({ status: 401 });
  });

  it('reads a branch like a server on it, including its drafts, and nothing else', async () => {
    const site = await makeSite(SMALL_SITE);
    site.git('checkout', '--quiet', '-b', 'spring/menu');
    site.write('menus/main.yaml', 'id: 1\nname: Main\nitems:\n  - { id: 1, title: Spring, url: /spring }\n');
    site.write('pages/en/secret.yaml', SMALL_SITE['pages/en/secret.yaml']!.replace('Not yet', 'In spring'));
    site.write('pages/en/new.yaml', 'id: 9\ntype: plain\ntitle: New in spring\nstatus: published\n');
    site.git('add', '--all');
    site.git('commit', '--quiet', '--message=Spring');
    site.git('checkout', '--quiet', 'main');
    const { body } = await site.ask('POST /admin/auth/preview-session', { as: 'editor', body: { ref: 'spring/menu' } });
    const options = { url: site.url, token: body.data.token };
    const client = createClient({ ...options, ref: 'spring/menu' });
    expect((await client.menu('main'))?.items.map(({ title }) => title)).toEqual(['Spring']);
    expect((await client.page('secret'))?.title).toBe('In spring');
    expect((await client.pages({ type: 'plain', sort: 'title:asc' })).data.map(({ title }) => title)).toEqual([
      'About us',
      'New in spring',
    ]);
    expect(Object.keys((await client.batch({ pages: ['new', 'secret'] })).pages)).toEqual(['new']);
    expect((await client.search('spring')).data.map(({ slug }) => slug)).toEqual(['new']);
    expect((await client.config()).defaultLocale).toBe('en');
    expect(await client.page('none')).toBeNull();
    await expect(createClient(options).page('secret')).rejects.toMatchObject({ status: 403 });
    await expect(createClient({ ...options, ref: 'main' }).menu('main')).rejects.toMatchObject({ status: 403 });
    expect((await createClient({ url: site.url }).menu('main'))?.items).toHaveLength(2);
  });

  it('reads public pages as everybody sees them with a token for another page, live or on a branch', async () => {
    const site = await makeSite(SMALL_SITE);
    site.git('branch', 'spring');
    for (const ref of [undefined, 'spring']) {
      const { body } = await site.ask('POST /admin/auth/preview-session', { as: 'editor', body: { ref, page: 4 } });
      const preview = createClient({ url: site.url, token: body.data.token, ...(ref && { ref }) });
      expect((await preview.page('secret'))?.title).toBe('Not yet');
      expect(await preview.page('home')).toEqual(await createClient({ url: site.url }).page('home'));
      expect((await preview.pages()).data).toEqual((await createClient({ url: site.url }).pages()).data);
      expect(await preview.page('none')).toBeNull();
      const metaOf = async (slug: string) => {
        const path = `/api/content/preview/pages/${slug}?token=${body.data.token}${ref ? `&ref=${ref}` : ''}`;
        return ((await (await fetch(site.url + path)).json()) as { meta?: object }).meta;
      };
      expect([await metaOf('home'), await metaOf('secret')]).toEqual([{ isPublicVersion: true }, undefined]);
    }
  });

  it('asks a server by any value, which an export refuses', async () => {
    const site = await makeSite(SMALL_SITE);
    const asked = { where: { 'related.title': 'About us' }, sort: '-rating,title', cursor: '', facets: ['type'] };
    const { data, meta } = await createClient({ url: site.url }).pages(asked);
    expect([data.map(({ slug }) => slug), meta.facets, meta.next]).toEqual([
      ['home'],
      { type: [{ value: 'article', count: 1 }] },
      null,
    ]);
    const exported = createClient({ url: site.url, static: true });
    for (const name of ['where', 'cursor', 'facets'] as const)
      await expect(exported.pages({ [name]: asked[name] })).rejects.toMatchObject({ status: 400 });
  });

  it('sends the token only where it is needed', async () => {
    const { client, sent } = noting({ token: 'abc' });
    await client.page('home', SHAPED);
    await client.menu('main');
    expect(sent.map(([address, { headers }]) => [address, headers])).toEqual([
      ['https://cms.example.org/api/content/preview/pages/home?richtext=json', { Authorization: 'Bearer abc' }],
      ['https://cms.example.org/api/content/menus/main', {}],
    ]);
  });

  it('asks for everything at its ref', async () => {
    const { client, sent } = noting({ token: 'abc', ref: 'spring menu' });
    await client.menu('main');
    await client.page('home', SHAPED);
    await client.batch({ pages: ['home'] }, SHAPED);
    expect(
      sent.map(([address, { headers }]) => [address.slice('https://cms.example.org/api/content/'.length), headers]),
    ).toEqual([
      ['menus/main?ref=spring+menu', { Authorization: 'Bearer abc' }],
      ['preview/pages/home?richtext=json&ref=spring+menu', { Authorization: 'Bearer abc' }],
      ['batch', { Authorization: 'Bearer abc', 'Quire-Ref': 'spring menu', 'Content-Type': 'application/json' }],
    ]);
  });

  it('cannot read an export', () => {
    expect(() => createClient({ url: '', static: true, token: 'abc' })).toThrow(TypeError);
  });
});

describe('a client', () => {
  it('reads the settings once for all calls, and again after a failure', async () => {
    let isDown = true;
    const asked: string[] = [];
    const fetch = async (address: string): Promise<Response> => {
      asked.push(address);
      if (isDown) return new Response('<h1>Bad gateway</h1>', { status: 502 });
      return Response.json({ data: { defaultLocale: 'en', static: { expand: ['media'], richtext: 'html' } } });
    };
    const client = createClient({ url: '', fetch });
    await expect(client.page('home')).rejects.toMatchObject({ name: 'QuireError', status: 502 });
    isDown = false;
    await Promise.all([client.page('home'), client.page('about')]);
    expect(asked).toEqual([
      ...['/api/content/config', '/api/content/config'],
      ...['/api/content/pages/home?expand=media&richtext=html', '/api/content/pages/about?expand=media&richtext=html'],
    ]);
  });

  it('says if the answer does not come from Quire', async () => {
    const fetch = async (): Promise<Response> => new Response('<h1>Welcome</h1>');
    const call = createClient({ url: 'https://elsewhere.example', fetch }).menu('main');
    await expect(call).rejects.toThrow(
      /https:\/\/elsewhere\.example\/api\/content\/menus\/main answered 200, but not in Quire/,
    );
  });

  it('can be aborted', async () => {
    const { client, sent } = noting({});
    const { signal } = new AbortController();
    await client.media(3, { signal });
    expect(sent[0]?.[1].signal).toBe(signal);
  });

  it('is not led to another address by its arguments', async () => {
    const { client, sent } = noting({});
    expect(await client.page('..', SHAPED)).toBeNull();
    expect(await client.menu('../config')).toBeNull();
    expect(await client.page('a/../../x?y#z', SHAPED)).toBeNull();
    expect(sent).toEqual([]);
    await client.page('a b/ü?x#y', SHAPED);
    expect(sent[0]?.[0]).toBe('https://cms.example.org/api/content/pages/a%20b/%C3%BC%3Fx%23y?richtext=json');
  });
});
