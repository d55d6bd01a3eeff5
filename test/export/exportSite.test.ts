import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportSite } from '../../src/export/exportSite.ts';
import { seeContent } from '../../src/export/seeContent.ts';
import { lockText } from '../../src/git/lock.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { sampleSite } from '../sampleSite.ts';
import { SMALL_SITE } from '../smallSite.ts';
import { exportOf, filesIn, makeFolder, manifestIn, openSite } from './exportOf.ts';

const MEDIA = join(import.meta.dirname, '../../content/media/files');

/** The sample site with its media, committed, on a running server. */
async function makeSampleSite(): Promise<Site> {
  const site = await makeSite(sampleSite());
  cpSync(MEDIA, join(site.contentDir, 'media/files'), { recursive: true });
  commit(site);
  return site;
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
  [/^(api\/content\/.+)\.json$/, (path) => `/${path}`],
  [/^(sitemap\.xml)$/, (path) => `/${path}`],
];

const listUrl = (locale = '', n = '', filter = ''): string =>
  `/api/content/pages?locale=${locale}${filter}&limit=50&offset=${(Number(n) - 1) * 50}`;

function addressOf(file: string): string {
  for (const [pattern, url] of ADDRESSES) {
    const match = pattern.exec(file);
    if (match) return url(...match.slice(1));
  }
  throw new Error(`${file} has no address`);
}

describe('the static site', () => {
  it('has the files of the contract, each with the very bytes that the server answers', async () => {
    const site = await makeSampleSite();
    const { folder, manifest, done } = await exportOf(site, { withoutImages: false });
    const files = filesIn(folder);
    await expect(`${Object.keys(files).join('\n')}\n`).toMatchFileSnapshot('golden/sample-tree.txt');
    expect(done.leftOut).toEqual([]);
    expect(Object.keys(files).filter((file) => file !== 'manifest.json')).toEqual([...manifest.files.keys()]);
    for (const file of manifest.files.keys()) {
      if (file.startsWith('_')) continue;
      const response = await fetch(site.url + addressOf(file));
      const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
      expect([file, response.status, files[file] === body]).toEqual([file, 200, true]);
    }
    expect(site.newCommits()).toEqual(['Edit']);
    expect(site.git('status', '--porcelain')).toBe('');
    site.git('fsck', '--strict');
  });

  it('is the same, manifest included, from another clone on another day', async () => {
    const site = await makeSampleSite();
    const first = await exportOf(site, { withoutImages: false });
    site.git('clone', '--quiet', site.contentDir, join(site.contentDir, '../clone'));
    const clone = { contentDir: join(site.contentDir, '../clone'), privateDir: join(site.contentDir, '../other') };
    const second = await exportOf(clone, { withoutImages: false });
    expect(filesIn(second.folder)).toEqual(filesIn(first.folder));
    expect(first.manifest.commit).toBe(site.git('rev-parse', 'HEAD').trim());
  });

  it('is of one commit where HEAD moves after its files were seen', async () => {
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

  it('shows pages as of the time it is told, else as of the commit', async () => {
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

  it('gives lists in files of fifty, and one file to a list without pages', async () => {
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

  it('leaves out what the server answers with 404, and takes it in once it is there', async () => {
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
    expect((await exportOf(site, { folder, since: manifest })).done).toMatchObject({ written: 4, leftOut: [] });
    expect(readFileSync(join(folder, FILES[2]!), 'utf8')).toBe('High tide at noon.\n');
  });

  it('refuses names that a host could take for one another, and writes nothing', async () => {
    const page = (id: number) =>
      `id: ${id}\ntype: plain\ntitle: A\nstatus: published\ncreatedAt: 2026-01-01T00:00:00.000Z\n`;
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/a.yaml': page(11),
      'pages/en/a.json/b.yaml': page(12),
    });
    const folder = makeFolder();
    await expect(exportOf(site, { folder })).rejects.toThrow(
      'api/content/pages/en/a.json would be both a file and the folder of api/content/pages/en/a.json/b.json',
    );
    expect(() => filesIn(folder)).toThrow('ENOENT');
  });

  it('names the files that are not as the commit has them: changed, new, gone, and media', async () => {
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

describe('an export that is cut short', () => {
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

  it('is put right by the next one, wherever it was cut', async () => {
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
    await expect(exportOf(site, { folder })).rejects.toThrow('is neither empty nor does it hold an export');
    writeFileSync(join(folder, 'manifest.json'), '{"files":{"thesis.txt":{}}}');
    await expect(exportOf(site, { folder })).rejects.toThrow('is neither empty nor does it hold an export');
    expect(Object.keys(filesIn(folder))).toEqual(['manifest.json', 'thesis.txt']);
  });

  it('takes one export at a time, and is free again however that ended', async () => {
    const site = await makeSite(SMALL_SITE);
    const folder = makeFolder();
    const opened = await openSite(site);
    const broken = { ...opened, files: [{ file: 'a.json', make: () => Promise.reject(new Error('no file')) }] };
    const both = await Promise.allSettled([
      exportSite({ site: opened, folder, concurrency: 4 }),
      exportSite({ site: opened, folder, concurrency: 4 }),
    ]);
    // Which of them is first is not said.
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

  it('is not kept by the lock of an export that was killed', async () => {
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

  it('keeps what no export has written, and is not written over it', async () => {
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
    await expect(exportOf(site, { folder })).rejects.toThrow('stands in the way and is of no export');
    expect(filesIn(folder)['api/content/pages/en/fresh.json']).toBe('mine');
    expect(manifestIn(folder)).toEqual(before);
  });

  it('gets back what was taken out of it, and in full exports what was damaged', async () => {
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
