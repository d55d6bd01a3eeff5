import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openAddresses } from '../../../src/http/version/openAddresses.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { picture, upload as uploadLive } from '../../media/samples.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const FILES = {
  'site.yaml': 'siteName: Harbour\n',
  'content-types/article.yaml':
    'id: 1\nname: Article\nfieldsSchema:\n  - { name: hero, type: media }\n  - { name: body, type: richtext }\n',
  'pages/en/about.yaml': 'id: 7\ntype: article\ntitle: About us\nstatus: published\n',
};

const headers = { 'Quire-Change': 'menu' };

const logIn = async (site: Site): Promise<string> =>
  (await site.ask('POST /admin/auth/login', { body: { email: 'editor@example.org', password: 'correct horse' } })).body
    .data.token;

async function upload(site: Site, token: string) {
  const form = new FormData();
  form.append('file', new Blob([PIXEL]), 'dawn.png');
  const answer = await fetch(`${site.url}/api/admin/media`, {
    ...{ method: 'POST', body: form },
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { data: { id: number; url: string } }).data;
}

/** A change whose page shows a picture that exists only in it. */
async function makeChange() {
  const site = await makeSite(FILES);
  await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Menu' } });
  const token = await logIn(site);
  const item = await upload(site, token);
  const image = { type: 'image', attrs: { src: item.url, alt: 'Dawn' } };
  const fields = { hero: item.id, body: { type: 'doc', content: [image] } };
  const { status } = await site.ask('PUT /admin/pages/7', { as: 'editor', headers, body: { fields } });
  expect(status).toBe(200);
  return { site, token, item };
}

const found = async (site: Site, address: string, sent = {}): Promise<readonly [number, string | null]> => {
  const answer = await fetch(`${site.url}${address}`, { headers: sent });
  return [answer.status, answer.headers.get('content-type')];
};

it('opens the pictures of a branch to a browser that previews it', async () => {
  const { site, item } = await makeChange();
  const made = await site.ask('POST /admin/auth/preview-session', { as: 'editor', body: { ref: 'change/menu' } });
  const { token } = made.body.data;
  const query = `ref=change/menu&token=${token}&expand=media`;
  const { data } = (await site.ask(`GET /content/pages/about?${query}`)).body;
  const addresses: readonly string[] = [
    data.fields.hero.url,
    data.fields.hero.variantUrls.thumbnail,
    ...(data.fields.hero.srcset ?? '').split(', ').flatMap((part: string) => part.split(' ')[0] || []),
    data.fields.body.content[0].attrs.src,
  ];
  for (const address of addresses) expect(await found(site, address)).toEqual([200, expect.stringMatching(/^image\//)]);
  const html = (await site.ask(`GET /content/pages/about?${query}&richtext=html`)).body.data.fields.body;
  const [, inHtml = ''] = /src="([^"]*)"/.exec(html) ?? [];
  expect((await found(site, inHtml.replaceAll('&amp;', '&')))[0]).toBe(200);
  const byHeader = await site.ask('GET /content/pages/about?ref=change/menu', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect((await found(site, byHeader.body.data.fields.body.content[0].attrs.src))[0]).toBe(200);
  const graphql = await site.ask('POST /content/graphql', {
    headers: { authorization: `Bearer ${token}`, 'Quire-Ref': 'change/menu' },
    body: { query: '{ page(slug: "about") { fields } }' },
  });
  expect((await found(site, graphql.body.data.page.fields.body.content[0].attrs.src))[0]).toBe(200);
  expect((await found(site, `/api/content/media/${item.id}/original.png`))[0]).toBe(404);
});

it('SEC-41 puts a token only into answers to its owner', async () => {
  const { site, token } = await makeChange();
  const { data } = (await site.ask('GET /content/pages/about?ref=change/menu', { as: 'viewer' })).body;
  const { src } = data.fields.body.content[0].attrs;
  expect(src).not.toMatch(/ref=|token=/);
  const opened = `${src}${src.includes('?') ? '&' : '?'}ref=change/menu`;
  expect((await found(site, opened))[0]).toBe(401);
  expect((await found(site, opened, { authorization: `Bearer ${token}` }))[0]).toBe(200);
});

it('SEC-41 puts a token into no address of another host, whatever it looks like', async () => {
  const own = '/api/content/media/3/original.png';
  const texts = [
    ...['?u=', '? ', '?, ', '?="', '?](', '?,', "?'"].map((before) => `https://evil.example/${before}${own}`),
    ...[
      `evil.example/?u=${own}`,
      `//evil.example${own}`,
      `//evil.example/?="${own}`,
      `<img src="https://evil.example/?u=${own}">`,
    ],
  ];
  const opens = { ref: 'change/menu', token: 'pv_secret' };
  const opened = `${own}?ref=change%2Fmenu&token=pv_secret`;
  for (const text of texts) {
    expect(openAddresses({ data: { text } }, opens)).toEqual({ data: { text } });
    const raw = Buffer.from(JSON.stringify({ data: { text, own } }));
    for (const type of ['application/json; charset=utf-8', 'application/graphql-response+json; charset=utf-8']) {
      const answer = openAddresses({ raw, type }, opens);
      expect(JSON.parse('raw' in answer ? String(answer.raw) : '')).toEqual({ data: { text, own: opened } });
    }
  }
  for (const text of [own, `<img src="${own}">`, `${own} 320w, ${own} 640w`, `![](${own})`])
    expect(openAddresses({ data: text }, opens)).toEqual({ data: text.replaceAll(own, opened) });
});

it('returns text in a change as it was written, so that saving it again changes nothing', async () => {
  const own = '/api/content/media/3/original.pdf';
  const written = { link: own, note: `![Map](${own})` };
  const site = await makeSite({
    ...FILES,
    'content-types/article.yaml':
      'id: 1\nname: Article\nfieldsSchema:\n  - { name: link, type: url }\n  - { name: note, type: markdown }\n',
    'menus/main.yaml': `id: 4\nname: Main\nitems:\n  - { id: 1, title: Map, url: ${own} }\n`,
  });
  await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Menu' } });
  const put = await site.ask('PUT /admin/pages/7', { as: 'editor', headers, body: { fields: written } });
  expect([put.status, put.body.data?.fields]).toEqual([200, written]);
  expect((await site.ask('GET /admin/pages/7', { as: 'editor', headers })).body.data.fields).toEqual(written);
  const menu = (await site.ask('GET /admin/menus/4', { as: 'editor', headers })).body.data;
  expect(menu.items).toMatchObject([{ url: own }]);
  const preview = await site.ask('POST /admin/pages/7/preview', { as: 'editor', headers, body: {} });
  expect(preview.body.data.fields.link).toBe(`${own}?ref=change%2Fmenu`);
});

it('shows editors the pictures of a change, and stores them by key', async () => {
  const { site, token, item } = await makeChange();
  const { variantUrls } = (await site.ask(`GET /admin/media/${item.id}`, { as: 'editor', headers })).body.data;
  for (const url of [item.url, variantUrls.thumbnail]) expect(url).toContain('ref=change%2Fmenu');
  expect((await found(site, item.url))[0]).toBe(401);
  expect((await found(site, item.url, { authorization: `Bearer ${token}` }))[0]).toBe(200);
  expect(site.git('show', 'change/menu:pages/en/about.yaml')).toContain('src: media:dawn');
  const read = (await site.ask('GET /admin/pages/7', { as: 'editor', headers })).body.data;
  const sent = await site.ask('PUT /admin/pages/7', { as: 'editor', headers, body: { fields: read.fields } });
  expect(sent.status).toBe(200);
  expect(read.fields.body.content[0].attrs.src).toContain('ref=change%2Fmenu');
  expect(site.git('show', 'change/menu:pages/en/about.yaml')).toContain('src: media:dawn');
});

it('SEC-41 keeps a branch from passing off its picture as one of the live site', async () => {
  const site = await makeSite(FILES);
  const { id, filename } = (await uploadLive(site, 'dawn.png', await picture('png', { background: '#ff0000' }))).body
    .data;
  const record = `media/${filename.replace(/-[0-9a-f]{8}\.png$/, '')}.yaml`;
  const other = await picture('png', { width: 41, background: '#0000ff' });
  site.git('checkout', '--quiet', '-b', 'evil');
  writeFileSync(join(site.contentDir, 'media/files', filename), other);
  // The record claims that its file is the live one.
  site.write(record, site.read(record).replace(/^size: .*$/m, `size: ${other.length}`));
  site.git('commit', '--quiet', '--all', '--message=Evil');
  site.git('checkout', '--quiet', 'main');
  const colourAt = async (query: string): Promise<readonly number[]> => {
    const headers = { authorization: `Bearer ${await logIn(site)}` };
    const answer = await fetch(`${site.url}/api/content/media/${id}/large.webp${query}`, { headers });
    const { dominant } = await sharp(Buffer.from(await answer.arrayBuffer())).stats();
    return [dominant.r > 128, dominant.b > 128].map(Number);
  };
  expect(await colourAt('?ref=evil')).toEqual([0, 1]);
  expect(await colourAt('')).toEqual([1, 0]);
  expect(await colourAt('?ref=evil')).toEqual([0, 1]);
});
