import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Endpoint, fillPathParams } from '../../../src/http/endpoint.ts';
import { effort } from '../../effort.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { sampleSite } from '../../sampleSite.ts';
import { askRaw, type RawAnswer } from '../askRaw.ts';

const CONTENT = join(import.meta.dirname, '../../../content');
const LOGIN = { email: 'viewer@example.org', password: 'correct horse' };

/** Pictures are slow to make, so only a whole `npm run test:long` compares all of them. */
const isAsked = (path: string): boolean =>
  effort(10, 0) === 10 ||
  !/(?:\/og\/|\.webp$|\.avif$)/.test(path) ||
  /\/og\/en\/[ab]|\/media\/[12]\/thumbnail/.test(path);

/** All addresses of the static site, and others that answer more than a file. */
function addressesOf({ cms: { endpoints, store } }: Site): readonly string[] {
  const files = endpoints.flatMap((one: Endpoint) =>
    Array.from(one.exports?.() ?? [], (params) => encodeURI(fillPathParams(one.path, params))),
  );
  const pages = [...store.all('page')].map(({ data }) => `${encodeURI(data.slug)}?locale=${data.locale}`);
  return [
    ...files.filter(isAsked),
    ...pages.map((page) => `/api/content/pages/${page}&expand=media,page,reference,term&richtext=html`),
    ...['published_at', 'title', 'updated_at', 'created_at'].map((sort) => `/api/content/pages?sort=${sort}:desc`),
    ...['en', 'de', 'es', 'fr'].map((locale) => `/api/content/pages?locale=${locale}&limit=50&expand=media,page`),
    ...['heron', 'harbour', 'spring'].flatMap((q) => [
      `/api/content/search?q=${q}`,
      `/api/content/search?q=${q}&in=all`,
      `/api/content/pages?filter[title][contains]=${q}`,
    ]),
    '/api/content/tracking-scripts?page=home',
    '/api/content/sitemap',
    '/api/content/media/1/w320',
    `/api/content/graphql?query=${encodeURIComponent('{ pages { data { title regions meta { updatedAt } } meta { total } } menus { items { pageSlug } } config { siteName } }')}`,
    '/api/content/pages/none',
    '/api/content/pages?limit=nonsense',
  ];
}

/** What somebody else's branch does to the site, including a replaced picture. */
function changeMuch(site: Site): void {
  const edit = (path: string, from: RegExp, to: string): void => site.write(path, site.read(path).replace(from, to));
  const pages = site.git('ls-files', 'content/pages/en', 'pages/en').trim().split('\n');
  edit('site.yaml', /^siteName: .*$/m, 'siteName: Spring');
  edit(pages[0]!, /^title: .*$/m, 'title: Spring has come');
  edit(pages[1]!, /^status: published$/m, 'status: draft');
  site.git('rm', '--quiet', pages[2]!);
  site.git('mv', pages[3]!, 'pages/en/spring-moved.yaml');
  site.write('pages/en/broken.yaml', 'title: [');
  // A duplicate id, and a missing one.
  site.write(
    'pages/en/copied.yaml',
    `id: 1\ntype: article\ntitle: Copied\nstatus: published\nfields:\n  summary: Spring\n`,
  );
  site.write('pages/en/without-id.yaml', `type: article\ntitle: Without id in spring\nstatus: published\n`);
  site.write('redirects/spring.yaml', 'fromPath: /spring\ntoPath: /home\nstatusCode: 301\nisActive: true\n');
  const media = site.git('ls-files', 'media/*.yaml').trim().split('\n');
  // What the record does not say is read from the file.
  edit(media[0]!, /^(?:size|hash|width|height): .*\n/gm, '');
  cpSync(join(CONTENT, 'media/files'), join(site.contentDir, 'media/files'), { recursive: true });
}

it('answers for a ref exactly what a server on a checkout of that commit answers', async () => {
  const site = await makeSite(sampleSite());
  cpSync(join(CONTENT, 'media/files'), join(site.contentDir, 'media/files'), { recursive: true });
  site.git('add', '--all');
  site.git('commit', '--quiet', '--message=Pictures');
  site.git('checkout', '--quiet', '-b', 'spring');
  changeMuch(site);
  site.git('add', '--all');
  site.git('commit', '--quiet', '--message=Spring', '--date=2026-01-20T00:00:00Z');
  const spring = site.git('rev-parse', 'HEAD').trim();
  site.git('checkout', '--quiet', 'main');
  // The same continues to work with a file that differs there.
  writeFileSync(join(site.contentDir, 'media/files/common-eider-42beb792.webp'), 'no picture');
  site.git('commit', '--quiet', '--all', '--message=On main');
  await site.restart();

  const other = await makeSite({});
  other.git('fetch', '--quiet', site.contentDir, spring);
  other.git('reset', '--quiet', '--hard', spring);
  rmSync(join(other.privateDir, 'state'), { recursive: true, force: true });
  await other.restart();

  const { body } = await site.ask('POST /admin/auth/login', { body: LOGIN });
  const headers = { authorization: `Bearer ${body.data.token}` };
  const ask = (path: string): Promise<RawAnswer> =>
    askRaw(`${site.url}${path}${path.includes('?') ? '&' : '?'}ref=spring`, { headers });
  const addresses = addressesOf(other);
  expect(addresses.length).toBeGreaterThan(150);
  for (const path of addresses) {
    const [is, isThere] = [await ask(path), await askRaw(other.url + path)];
    expect([path, is.status, is.headers['Content-Type']]).toEqual([
      path,
      isThere.status,
      isThere.headers['Content-Type'],
    ]);
    expect(
      is.bytes.equals(isThere.bytes),
      `${path}: ${is.bytes.toString().slice(0, 2000)}\n${isThere.bytes.toString().slice(0, 2000)}`,
    ).toBe(true);
    expect(is.headers['Cache-Control'], path).toBe(is.status < 400 ? 'private, no-store' : 'no-store');
  }
});
