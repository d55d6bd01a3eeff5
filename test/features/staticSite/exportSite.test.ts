import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { exportSite } from '../../../src/features/staticSite/site/exportSite.ts';
import { seeContent } from '../../../src/features/staticSite/site/seeContent.ts';
import { findDifferences, openCopy } from '../../../src/features/staticSite/site/verify.ts';
import { lockText } from '../../../src/git/disk/lock.ts';
import { askRaw } from '../../http/askRaw.ts';
import { long } from '../../long.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { sampleSite } from '../../sampleSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { exportOf, filesIn, makeFolder, manifestIn, openSite } from './exportOf.ts';

const MEDIA = join(import.meta.dirname, '../../../content/media/files');
const SHAPED = 'static: { expand: [media, page, term], richtext: html }\n';

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/** The bytes of an answer, one character each, like `filesIn`. */
async function get(url: string): Promise<{ status: number; body: string }> {
  const { status, bytes } = await askRaw(url, { agent });
  return { status, body: bytes.toString('latin1') };
}

/** The sample site with its media, committed, on a running server, and its static site: for all tests of a group. */
async function exportSample(settings = '', pictures?: string) {
  const sample = sampleSite();
  const files = { ...sample, 'site.yaml': `${sample['site.yaml']}${settings}` };
  const site = await makeSite(files, { whenDone: afterAll });
  addMedia(site);
  if (pictures !== undefined) cpSync(pictures, picturesOf(site), { recursive: true });
  const exported = await exportOf(site, { withoutImages: false, folder: join(site.contentDir, '../out') });
  return { site, ...exported, files: filesIn(exported.folder) };
}

/** The drawn pictures of a site, which take most of the time of an export. */
const picturesOf = ({ privateDir }: Site): string => join(privateDir, 'cache');

function addMedia(site: Site, wanted = /./): void {
  cpSync(MEDIA, join(site.contentDir, 'media/files'), {
    recursive: true,
    filter: (path) => path === MEDIA || wanted.test(path),
  });
  commit(site);
}

function commit({ git }: Pick<Site, 'git'>): void {
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message=Edit');
}

/** The request whose answer a file holds, by the layout of the contract. */
const ADDRESSES: readonly (readonly [pattern: RegExp, url: (...parts: string[]) => string])[] = [
  [/^api\/content\/pages\/([^/]+)\/(.+)\.json$/, (locale, slug) => `/api/content/pages/${slug}?locale=${locale}`],
  [/^api\/content\/lists\/([^/]+)\/all\/(\d+)\.json$/, (locale, n) => listUrl(locale, n)],
  [
    /^api\/content\/lists\/([^/]+)\/type\/([^/]+)\/(\d+)\.json$/,
    (locale, type, n) => listUrl(locale, n, `&type=${type}`),
  ],
  [
    /^api\/content\/lists\/([^/]+)\/term\/([^/]+)\/([^/]+)\/(\d+)\.json$/,
    (locale, vocabulary, term, n) => listUrl(locale, n, `&taxonomy=${vocabulary}:${term}`),
  ],
  [/^api\/content\/tracking-scripts\/(.+)\.json$/, (page) => `/api/content/tracking-scripts?page=${page}`],
  [/^api\/content\/og\/([^/]+)\/(.+)\.png$/, (locale, slug) => `/api/content/og/${slug}.png?locale=${locale}`],
  [/^api\/content\/media\/(\d+)\/(\w+)\.\w+$/, (id, variant) => `/api/content/media/${id}/${variant}`],
  [/^(api\/content\/search\/.+)$/, (path) => `/${path}`],
  [/^(api\/content\/.+)\.json$/, (path) => `/${path}`],
  [/^(sitemap\.xml)$/, (path) => `/${path}`],
];

const listUrl = (locale = '', n = '', filter = ''): string =>
  `/api/content/pages?locale=${locale}${filter}&limit=50&offset=${(Number(n) - 1) * 50}`;

/** The addresses of a file's answer; none for files that only a static site needs. */
function addressesOf(file: string): readonly string[] {
  for (const [pattern, url] of ADDRESSES) {
    const match = pattern.exec(file);
    if (match) return [url(...match.slice(1))];
  }
  expect(['_headers', '_redirects']).toContain(file);
  return [];
}

/** Serves a folder as it is: no redirects, no rewrites, no headers. */
async function serveFolder(folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const path = join(folder, decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname));
    if (existsSync(path) && statSync(path).isFile()) response.end(readFileSync(path));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Every address of this interface in a text. */
const addressesIn = (text: string): readonly string[] => text.match(/\/api\/content\/[^\s"'\\<>,)]+/g) ?? [];

long.describe('the static site of the sample content', () => {
  let plain: Awaited<ReturnType<typeof exportSample>>;
  let shaped: typeof plain;
  beforeAll(async () => {
    plain = await exportSample();
    shaped = await exportSample(SHAPED, picturesOf(plain.site));
  });

  it('has the files of the contract, each with exactly the bytes of the server', async () => {
    const { site, manifest, done, files } = plain;
    await expect(`${Object.keys(files).join('\n')}\n`).toMatchFileSnapshot('golden/sample-tree.txt');
    expect(done.leftOut).toEqual([]);
    expect(Object.keys(files).filter((file) => file !== 'manifest.json')).toEqual([...manifest.files.keys()]);
    for (const file of manifest.files.keys()) {
      for (const address of [`/${file}`, ...addressesOf(file)]) {
        const { status, body } = await get(site.url + address);
        expect([address, status, files[file] === body]).toEqual([address, 200, true]);
      }
    }
    // As a copy anywhere else, a server can be compared with an export.
    expect(await findDifferences(manifest, openCopy(site.url), 8)).toEqual([]);
    expect(site.newCommits()).toEqual(['Edit']);
    expect(site.git('status', '--porcelain')).toBe('');
    site.git('fsck', '--strict');
  });

  it('follows the settings on the server and in the export alike', async () => {
    const { site, manifest, files } = shaped;
    const shown = '&expand=media,page,term&richtext=html';
    expect(await findDifferences(manifest, openCopy(site.url), 8)).toEqual([]);
    let changed = 0;
    for (const file of manifest.files.keys()) {
      const [address = ''] = addressesOf(file);
      if (!address.startsWith('/api/content/pages')) continue;
      const [as, asked] = [await get(site.url + address), await get(site.url + address + shown)];
      expect([file, files[file]]).toEqual([file, asked.body]);
      changed += Number(as.body !== files[file]);
    }
    expect(changed).toBeGreaterThan(3);
  });

  it('has every address that its answers name, on a host that only serves files', async () => {
    const { folder, manifest } = shaped;
    const host = await serveFolder(folder);
    const named = new Map<string, string>();
    for (const file of manifest.files.keys()) {
      if (!file.endsWith('.json')) continue;
      const { body } = await get(`${host}/${file}`);
      for (const address of addressesIn(body)) named.set(address, file);
    }
    const kinds = [
      /\/original\.\w+\?v=/,
      /\/original\.\w+$/,
      /\/(?:thumbnail|medium|large)\.webp\?v=/,
      /\/w640\.webp\?v=/,
    ];
    for (const kind of kinds) expect([kind, [...named.keys()].some((one) => kind.test(one))]).toEqual([kind, true]);
    for (const [address, file] of named) {
      const { status } = await get(host + address);
      expect([file, address, status]).toEqual([file, address, 200]);
    }
  });
});

describe('the static site', () => {
  it('is what the server answers, byte for byte', async () => {
    const site = await makeSite(SMALL_SITE);
    const { manifest, done } = await exportOf(site);
    expect(done.leftOut).toEqual([]);
    expect(manifest.files.size).toBeGreaterThan(15);
    expect(await findDifferences(manifest, openCopy(site.url), 8)).toEqual([]);
    expect(site.newCommits()).toEqual([]);
  });

  long.it('ends where the server ends: no extra part of a list, and none of a missing list', async () => {
    const site = await makeSite(SMALL_SITE);
    const { manifest } = await exportOf(site);
    const lists = ['all', 'type/plain', 'type/none', 'term/topics/none', 'term/none/none'];
    for (const locale of ['en', 'es', 'de', 'EN']) {
      for (const part of lists.flatMap((list) => ['1', '2', '0', '01', '1e0', '-1'].map((n) => `${list}/${n}`))) {
        const file = `api/content/lists/${locale}/${part}.json`;
        const { status } = await get(`${site.url}/${file}`);
        expect([file, status]).toEqual([file, manifest.files.has(file) ? 200 : 404]);
      }
    }
    for (const file of ['pages/EN/about', 'pages/de/about', 'menus/none', 'tracking-scripts/about', 'media/1/info'])
      expect([file, (await get(`${site.url}/api/content/${file}.json`)).status]).toEqual([file, 404]);
  });

  long.it('is the same, manifest and pictures included, from another clone on another day', async () => {
    const { 'media/floor-plan.yaml': plan = '', 'media/perseid-night.yaml': photo = '' } = sampleSite();
    const site = await makeSite({ ...SMALL_SITE, 'media/floor-plan.yaml': plan, 'media/perseid-night.yaml': photo });
    addMedia(site, /floor-plan|perseid/);
    const first = await exportOf(site, { withoutImages: false });
    site.git('clone', '--quiet', site.contentDir, join(site.contentDir, '../clone'));
    const clone = { contentDir: join(site.contentDir, '../clone'), privateDir: join(site.contentDir, '../other') };
    const second = await exportOf(clone, { withoutImages: false });
    expect(filesIn(second.folder)).toEqual(filesIn(first.folder));
    expect(first.manifest.commit).toBe(site.git('rev-parse', 'HEAD').trim());
    const drawn = [...first.manifest.files.keys()].filter((file) => /\.(webp|png|jpg)$/.test(file));
    expect(drawn.length).toBeGreaterThan(8);
    expect(first.done.leftOut).toEqual([]);
  });

  long.it('is of one commit even if HEAD moves after its files were listed', async () => {
    const site = await makeSite(SMALL_SITE);
    const seen = seeContent(site.contentDir);
    await seen.walk;
    site.write('pages/en/about.yaml', site.read('pages/en/about.yaml').replace('About us', 'About them'));
    commit(site);
    const { folder, manifest } = await exportOf(site, { seen });
    expect(manifest.commit).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(manifest.commit).not.toBe(seen.commit);
    expect(filesIn(folder)).toEqual(filesIn((await exportOf(site)).folder));
  });

  long.it('shows pages as of the given time, otherwise as of the commit', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/later.yaml':
        'id: 9\ntype: plain\ntitle: Later\nstatus: published\nscheduledAt: 2026-06-01T00:00:00.000Z\nunpublishAt: 2026-07-01T00:00:00.000Z\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
    });
    const LATER = 'api/content/pages/en/later.json';
    const has = async (at: string): Promise<boolean> =>
      (await exportOf(site, { at: new Date(at) })).manifest.files.has(LATER);
    expect([await has('2026-05-31T23:59:59.999Z'), await has('2026-06-01T00:00:00.000Z')]).toEqual([false, true]);
    expect(await has('2026-07-01T00:00:00.000Z')).toBe(false);
    const before = await exportOf(site, { at: new Date('2026-05-01') });
    const at = new Date('2026-06-15');
    await exportOf(site, { at, folder: before.folder, since: before.manifest });
    expect(filesIn(before.folder)).toEqual(filesIn((await exportOf(site, { at })).folder));
  });

  it('splits lists into files of fifty, and has one file for a list without pages', async () => {
    const pages = Array.from({ length: 51 }, (_, index) => [
      `pages/en/page-${index}.yaml`,
      `id: ${100 + index}\ntype: plain\ntitle: Page ${index}\nstatus: published\ncreatedAt: 2026-01-01T00:00:00.000Z\n`,
    ]);
    const site = await makeSite({ ...SMALL_SITE, ...Object.fromEntries(pages) });
    const files = filesIn((await exportOf(site)).folder);
    const list = (path: string) => JSON.parse(files[`api/content/lists/${path}.json`]!);
    expect(list('en/type/plain/1')).toMatchObject({ meta: { total: 52, limit: 50, offset: 0 } });
    expect(list('en/type/plain/2')).toMatchObject({ data: [{}, {}], meta: { total: 52, limit: 50, offset: 50 } });
    expect(list('es/type/plain/1')).toEqual({ data: [], meta: { total: 0, limit: 50, offset: 0 } });
    expect(files['api/content/lists/en/type/plain/3.json']).toBeUndefined();
  });

  long.it('leaves out what the server answers with 404, and includes it once it exists', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'media/leaflet.yaml': 'id: 7\nfilename: leaflet.txt\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
    });
    const { folder, manifest, done } = await exportOf(site);
    const FILES = ['large', 'medium', 'original', 'thumbnail'].map((name) => `api/content/media/7/${name}.txt`);
    expect(done.leftOut).toEqual(FILES);
    expect(manifest.files.has('api/content/media/7/info.json')).toBe(true);
    mkdirSync(join(site.contentDir, 'media/files'));
    site.write('media/files/leaflet.txt', 'High tide at noon.\n');
    commit(site);
    expect((await exportOf(site, { folder, since: manifest })).done).toMatchObject({ written: 5, leftOut: [] });
    expect(readFileSync(join(folder, FILES[2]!), 'utf8')).toBe('High tide at noon.\n');
  });

  it('refuses names that a host could confuse, and writes nothing', async () => {
    const page = (id: number) =>
      `id: ${id}\ntype: plain\ntitle: A\nstatus: published\ncreatedAt: 2026-01-01T00:00:00.000Z\n`;
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/a.yaml': page(11),
      'taxonomies/topics.yaml':
        'id: 1\nname: Topics\nterms:\n  - { id: 1, slug: News, name: A }\n  - { id: 2, slug: news, name: B }\n',
    });
    const folder = makeFolder();
    await expect(exportOf(site, { folder })).rejects.toThrow(
      'api/content/lists/en/term/topics/News/1.json and api/content/lists/en/term/topics/news/1.json would be one file',
    );
    expect(() => filesIn(folder)).toThrow('ENOENT');
  });

  long.it('names the files that differ from the commit: changed, new, gone, and media', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'media/leaflet.yaml': 'id: 7\nfilename: leaflet.txt\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
      'media/files/leaflet.txt': 'noon\n',
      'pages/en/broken.yaml': 'id: [\n',
      'notes.txt': 'no content',
    });
    expect((await openSite(site)).uncommitted).toEqual([]);
    site.write('pages/en/about.yaml', `${site.read('pages/en/about.yaml')}# a note\n`);
    site.write('pages/en/new.yaml', 'id: 30\ntype: plain\ntitle: New\nstatus: published\n');
    site.write('media/files/leaflet.txt', 'nine\n');
    site.write('notes.txt', 'still no content');
    site.git('rm', '--quiet', 'pages/es/inicio.yaml');
    expect((await openSite(site)).uncommitted).toEqual([
      'media/files/leaflet.txt',
      'pages/en/about.yaml',
      'pages/en/new.yaml',
      'pages/es/inicio.yaml',
    ]);
  });
});

long.describe('an interrupted export', () => {
  it('leaves the folder as it was when a file cannot be made', async () => {
    const site = await makeSite(SMALL_SITE);
    const { folder, manifest } = await exportOf(site);
    const before = filesIn(folder);
    site.write('pages/en/about.yaml', site.read('pages/en/about.yaml').replace('About us', 'About them'));
    commit(site);
    const opened = await openSite(site);
    const [first, ...others] = opened.files;
    const fail = async (): Promise<never> => {
      throw new Error('The disk is gone');
    };
    const broken = { ...opened, files: [...others, { file: first!.file, make: fail }] };
    await expect(exportSite({ site: broken, folder, concurrency: 4 })).rejects.toThrow('The disk is gone');
    const { '.quire-export/0': _, ...present } = filesIn(folder);
    expect(Object.fromEntries(Object.entries(present).filter(([path]) => !path.startsWith('.quire-export/')))).toEqual(
      before,
    );
    await exportOf(site, { folder, since: manifest });
    expect(filesIn(folder)).toEqual(filesIn((await exportOf(site)).folder));
  });

  it('is repaired by the next one, wherever it was interrupted', async () => {
    const site = await makeSite(SMALL_SITE);
    const title = (text: string): void =>
      site.write(
        'pages/en/about.yaml',
        `id: 3\ntype: plain\ntitle: ${text}\nstatus: published\ncreatedAt: 2026-01-06T00:00:00.000Z\n`,
      );
    title('First');
    commit(site);
    const first = await exportOf(site);
    title('Other');
    site.write(
      'pages/en/passing.yaml',
      'id: 40\ntype: plain\ntitle: Passing\nstatus: published\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
    );
    commit(site);
    const other = await exportOf(site);
    site.git('rm', '--quiet', 'pages/en/passing.yaml');
    title('First');
    commit(site);
    const full = filesIn((await exportOf(site)).folder);

    const changed = Object.entries(filesIn(other.folder)).filter(
      ([file, bytes]) => filesIn(first.folder)[file] !== bytes && file !== 'manifest.json',
    );
    expect(changed.length).toBeGreaterThan(3);
    for (const count of [0, 1, changed.length]) {
      const folder = makeFolder();
      cpSync(first.folder, folder, { recursive: true });
      cpSync(join(other.folder, 'manifest.json'), join(folder, '.quire-export/manifest.json'));
      writeFileSync(join(folder, '.quire-export/7'), 'half a file');
      for (const [file] of changed.slice(0, count)) cpSync(join(other.folder, file), join(folder, file));
      await exportOf(site, { folder, since: first.manifest });
      expect([count, filesIn(folder)]).toEqual([count, full]);
    }
  });
});

describe('the folder of an export', () => {
  it('must be empty or hold an export', async () => {
    const site = await makeSite(SMALL_SITE);
    const folder = makeFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, 'thesis.txt'), 'years of work');
    await expect(exportOf(site, { folder })).rejects.toThrow('is neither empty nor an earlier export');
    writeFileSync(join(folder, 'manifest.json'), '{"files":{"thesis.txt":{}}}');
    await expect(exportOf(site, { folder })).rejects.toThrow('is neither empty nor an earlier export');
    expect(Object.keys(filesIn(folder))).toEqual(['manifest.json', 'thesis.txt']);
  });

  long.it('accepts one export at a time, and is free again however that ends', async () => {
    const site = await makeSite(SMALL_SITE);
    const folder = makeFolder();
    const opened = await openSite(site);
    const broken = { ...opened, files: [{ file: 'a.json', make: () => Promise.reject(new Error('no file')) }] };
    const both = await Promise.allSettled([
      exportSite({ site: opened, folder, concurrency: 4 }),
      exportSite({ site: opened, folder, concurrency: 4 }),
    ]);
    // Either of them may be first.
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: new Error(`Another export is writing to ${folder}: wait until it is done`),
    });
    const files = filesIn(folder);
    await expect(exportSite({ site: broken, folder, concurrency: 4 })).rejects.toThrow('no file');
    await exportOf(site, { folder });
    expect(filesIn(folder)).toEqual(files);
    expect(Object.keys(files).filter((file) => file.startsWith('.'))).toEqual([]);
  });

  long.it('is not blocked by the lock of a killed export', async () => {
    const site = await makeSite(SMALL_SITE);
    const folder = makeFolder();
    mkdirSync(folder);
    const lock = join(folder, '.quire-export.lock');
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    writeFileSync(lock, lockText('x').replace(/pid=\d+/, `pid=${gone}`));
    writeFileSync(`${lock}.x`, 'half way');
    await exportOf(site, { folder });
    expect(existsSync(lock)).toBe(false);
    writeFileSync(lock, lockText('x'));
    await expect(exportOf(site, { folder })).rejects.toThrow('Another export');
    expect(readFileSync(lock, 'utf8')).toBe(lockText('x'));
  });

  long.it('keeps files that no export has written, and does not overwrite them', async () => {
    const site = await makeSite(SMALL_SITE);
    const { folder } = await exportOf(site);
    writeFileSync(join(folder, 'CNAME'), 'example.org');
    writeFileSync(join(folder, 'api/content/pages/en/fresh.json'), 'mine');
    site.git('rm', '--quiet', 'pages/en/about.yaml');
    commit(site);
    expect((await exportOf(site, { folder })).done.removed).toBe(1);
    expect(filesIn(folder)['CNAME']).toBe('example.org');
    site.write(
      'pages/en/fresh.yaml',
      'id: 50\ntype: plain\ntitle: Fresh\nstatus: published\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
    );
    commit(site);
    const before = manifestIn(folder);
    await expect(exportOf(site, { folder })).rejects.toThrow('is in the way and was not written by an export');
    expect(filesIn(folder)['api/content/pages/en/fresh.json']).toBe('mine');
    expect(manifestIn(folder)).toEqual(before);
  });

  long.it('gets back removed files, and in full exports damaged ones', async () => {
    const site = await makeSite(SMALL_SITE);
    const { folder, manifest } = await exportOf(site);
    const before = filesIn(folder);
    writeFileSync(join(folder, 'api/content/config.json'), '');
    expect((await exportOf(site, { folder, since: manifest })).done).toMatchObject({ made: 1, written: 1 });
    expect(filesIn(folder)).toEqual(before);
    const menu = 'api/content/menus/main.json';
    writeFileSync(join(folder, menu), before[menu]!.replace('About', 'Above'));
    expect((await exportOf(site, { folder })).done).toMatchObject({ written: 1, removed: 0 });
    expect(filesIn(folder)).toEqual(before);
  });
});
