import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { parseFragment } from 'parse5';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Answer, Call } from '../../../src/http/endpoint.ts';
import { createOpenAddress, openSrcset, withOpenAddresses } from '../../../src/http/version/openAddresses.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { picture, upload as uploadLive } from '../../media/samples.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const FILES = {
  'site.yaml': 'siteName: Harbour\n',
  'content-types/article.yaml':
    'id: 1\nname: Article\nfieldsSchema:\n  - { name: hero, type: media }\n  - { name: body, type: richtext }\n  - { name: notes, type: markdown }\n',
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
  const notes = `![Dawn](${item.url}) and <img src="${item.url}">, not [this](https://evil.example/?u=${item.url})`;
  const fields = { hero: item.id, body: { type: 'doc', content: [image] }, notes };
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
    ...[...data.fields.notes.matchAll(/(?<=\(|")\/[^)"]*/g)].map(([address]) => address),
  ];
  expect(addresses.filter((address) => address.includes('original'))).toHaveLength(4);
  expect(data.fields.notes).not.toMatch(/evil.*token=/);
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

const OWN = '/api/content/media/3/original.png';
const OPENED = `${OWN}?ref=change%2Fmenu&token=pv_secret`;
const OPENS = { ref: 'change/menu', token: 'pv_secret' };
/** Addresses of other hosts, and texts that a browser or a renderer may read as one. */
const ELSEWHERE = [
  ...['?u=', '?a, ', '? ', '?, ', '?="', '?](', '?,', "?'", '?![](', '?<img/src="'].map(
    (before) => `https://evil.example/${before}${OWN}`,
  ),
  ...['//evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example', ' //evil.example', 'http:'].map(
    (before) => before + OWN,
  ),
  ...[`evil.example/?u=${OWN}`, `//evil.example/?="${OWN}`, `https:${OWN}`, `/..//evil.example${OWN}`],
];

it('SEC-41 puts a token into no address of another host, whatever it looks like', async () => {
  const answerOf = (answer: Answer): Promise<Answer> =>
    withOpenAddresses({ handle: () => answer }, OPENS)({} as unknown as Call);
  const texts = [...ELSEWHERE, `<img src="https://evil.example/?u=${OWN}">`];
  for (const text of texts) {
    expect(await answerOf({ data: { text } })).toEqual({ data: { text } });
    const raw = Buffer.from(JSON.stringify({ data: { text, own: OWN } }));
    for (const type of ['application/json; charset=utf-8', 'application/graphql-response+json; charset=utf-8']) {
      const answer = await answerOf({ raw, type });
      expect(JSON.parse('raw' in answer ? String(answer.raw) : '')).toEqual({ data: { text, own: OPENED } });
    }
  }
  const all = [OWN, { url: OWN, srcset: `${OWN} 320w, ${OWN} 640w` }];
  const opened = [OPENED, { url: OPENED, srcset: `${OPENED} 320w, ${OPENED} 640w` }];
  expect(await answerOf({ data: all })).toEqual({ data: opened });
});

it('SEC-41 opens files of the content interface, and no other address of the site', () => {
  const open = createOpenAddress(OPENS);
  const added = 'ref=change%2Fmenu&token=pv_secret';
  for (const [address, opened] of [
    [`${OWN}?v=1a#top`, `${OWN}?v=1a&${added}#top`],
    [`${OWN}?ref=main&token=x`, `${OWN}?${added}`],
    ['/api/content/og/en/about.png', `/api/content/og/en/about.png?${added}`],
  ] as const)
    expect(open(address)).toBe(opened);
  for (const other of [
    '/about',
    '/api/content/pages/about',
    '/api/content/media/3/../../../other',
    '/api/content/media/x/original.png',
    '/api/content/media/3/a/b',
    '/api/admin/media/3/original.png',
  ])
    expect(open(other)).toBe(other);
});

it('SEC-41 reads a srcset as browsers do', () => {
  const open = createOpenAddress(OPENS);
  for (const [text, opened] of [
    ['', ''],
    [' , ', ' , '],
    [`,${OWN}`, `,${OPENED}`],
    [`${OWN},`, `${OPENED},`],
    [`${OWN} 1x, ${OWN} 2x`, `${OPENED} 1x, ${OPENED} 2x`],
    // Without a space the comma belongs to the address.
    [`https://evil.example/a,${OWN} 1x`, `https://evil.example/a,${OWN} 1x`],
    [`https://evil.example/a, ${OWN} 1x`, `https://evil.example/a, ${OPENED} 1x`],
    // Commas in parentheses end no candidate.
    [`https://evil.example/a (b, ${OWN} 1x), ${OWN}`, `https://evil.example/a (b, ${OWN} 1x), ${OPENED}`],
    [`https://evil.example/a (b, ${OWN}`, `https://evil.example/a (b, ${OWN}`],
  ] as const)
    expect(openSrcset(text, open)).toBe(opened);
});

/** The addresses in HTML, as a browser reads it. */
function addressesIn(html: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: object): void => {
    if ('attrs' in node)
      for (const { name, value } of node.attrs as { name: string; value: string }[])
        if (name === 'src' || name === 'href') found.push(value);
    if ('childNodes' in node) for (const child of node.childNodes as object[]) visit(child);
  };
  visit(parseFragment(html));
  return found;
}

/** The addresses of images and links in Markdown. */
const urlsIn = (node: { url?: string; children?: object[] }): readonly string[] => [
  ...(node.url === undefined ? [] : [node.url]),
  ...(node.children ?? []).flatMap(urlsIn),
];

it('SEC-41 opens rich text of a branch without giving the token to another host, in every format', async () => {
  const { site, item } = await makeChange();
  const linked = (href: string): object => ({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] });
  const addresses = [...ELSEWHERE.filter((one) => one.startsWith('https://')), item.url];
  const content = addresses.flatMap((address) => [
    { type: 'image', attrs: { src: address, alt: OWN, href: address } },
    { type: 'paragraph', content: [linked(address), { type: 'text', text: ` ![](${OWN}) "${OWN}" ` }] },
  ]);
  const { status } = await site.ask('PUT /admin/pages/7', {
    ...{ as: 'editor', headers },
    body: { fields: { hero: item.id, body: { type: 'doc', content } } },
  });
  expect(status).toBe(200);
  const made = await site.ask('POST /admin/auth/preview-session', { as: 'editor', body: { ref: 'change/menu' } });
  const { token } = made.body.data;
  const query = `ref=change/menu&token=${token}`;
  const read = async (richtext: string): Promise<string> =>
    (await site.ask(`GET /content/pages/about?${query}&richtext=${richtext}`)).body.data.fields.body;
  const shown = addressesIn(await read('html'));
  // The page of the answer, as some front end shows it.
  const hostOf = (address: string): string => new URL(address, 'https://www.example.org/about').host;
  const opened = shown.filter((one) => one.includes(token));
  expect(opened.map(hostOf)).toEqual(Array(3).fill('www.example.org'));
  for (const address of opened) expect((await found(site, address))[0]).toBe(200);
  const markdown = await read('markdown');
  expect(markdown.split(token)).toHaveLength(4);
  expect(urlsIn(fromMarkdown(markdown)).filter((one) => one.includes(token))).toEqual(opened);
  const batch = await site.ask(`POST /content/batch?token=${token}`, {
    headers: { 'Quire-Ref': 'change/menu' },
    body: { pages: ['about'], richtext: 'html' },
  });
  expect(addressesIn(batch.body.data.pages.about.fields.body)).toEqual(shown);
  const list = (await site.ask(`GET /content/pages?${query}&richtext=html`)).body.data;
  expect(addressesIn(list[0].fields.body)).toEqual(shown);
  // Somebody else's token is in no cache.
  const other = await site.ask('GET /content/pages/about?ref=change/menu&richtext=html', { as: 'viewer' });
  expect(other.body.data.fields.body).not.toContain('token=');
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

it('leaves the pictures of live pages their address in a change', async () => {
  const site = await makeSite(FILES);
  const { id, url } = (await uploadLive(site, 'dawn.png', await picture('png'))).body.data;
  await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Menu' } });
  const body = { type: 'doc', content: [{ type: 'image', attrs: { src: url, alt: 'Dawn' } }] };
  const sent = await site.ask('PUT /admin/pages/7', { as: 'editor', headers, body: { fields: { hero: id, body } } });
  expect(sent.body.data.fields.body.content[0].attrs.src).toBe(url.replace(/\?v=.*/, ''));
  const path = `/admin/media/${id}`;
  expect((await site.ask(`GET ${path}`, { as: 'editor', headers })).body.data.url).toBe(url);
  await site.ask(`PUT ${path}`, { as: 'editor', headers, body: { altText: 'Dusk' } });
  const changed = (await site.ask(`GET ${path}`, { as: 'editor', headers })).body.data;
  expect(changed).toMatchObject({ altText: 'Dusk', url: expect.stringContaining('ref=change%2Fmenu') });
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
