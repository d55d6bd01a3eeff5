import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findInStore } from '../../src/check/findings.ts';
import { createLiveFindings } from '../../src/check/liveFindings.ts';
import { createLocateFinding, sortFindings } from '../../src/check/locateFindings.ts';
import { createFolderFiles } from '../../src/media/storage/folderFiles.ts';
import type { Entry } from '../../src/model/entry.ts';
import { openCheckedFolder } from '../../src/site/folder/checkFolder.ts';
import { FileError } from '../../src/store/codec/fileError.ts';
import { createStore } from '../../src/store/createStore.ts';
import { findBytes } from '../../src/store/file/readFileBytes.ts';
import type { FileUpdate } from '../../src/store/store.ts';
import { effort } from '../effort.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';
import { update } from '../store/siteFiles.ts';

const NOW = new Date('2026-01-05T12:00:00.000Z');

const HEAD = 'createdAt: 2026-01-01T00:00:00.000Z\n';
const ESSAY = (fields: string): string => `id: 5\nname: Essay\nfieldsSchema: [${fields}]\nregions: [content]\n${HEAD}`;
const BODY = '{ name: body, type: richtext, body: true }';

/** The findings of `quire check` for a site's files. */
async function check({ contentDir, privateDir }: Site): Promise<readonly object[]> {
  const { store } = await openCheckedFolder({
    root: contentDir,
    cacheFile: join(privateDir, 'none', 'state', 'cache.bin'),
  });
  const files = await createFolderFiles(contentDir, 'media', 'files').list();
  const read = (path: string) => {
    const bytes = findBytes(contentDir, path);
    return bytes instanceof FileError ? null : bytes;
  };
  const placed = findInStore(store, { media: { files, isInGit: true }, read, now: NOW }).map(createLocateFinding(read));
  return sortFindings(placed).map(({ path, line, column, severity, code, message, record, at = [] }) => ({
    ...{ path, line, column, severity, code, message },
    ...(record && { record }),
    ...(record && at.length > 0 && { field: at.map(String) }),
  }));
}

/** The problems that the server lists, without the titles of records. */
async function listed(site: Site): Promise<readonly object[]> {
  const { data } = (await site.ask('GET /admin/problems', { as: 'viewer' })).body;
  return data.map(({ record, ...problem }: { readonly record?: object }) => {
    const { title: _, ...named } = { title: '', ...record };
    return { ...problem, ...(record && { record: named }) };
  });
}

const codesOf = (problems: readonly object[]): readonly string[] =>
  problems.map((problem) => (problem as { code: string }).code);

/** Brings files into the site as a merge does. */
async function merge(site: Site, files: Readonly<Record<string, string | null>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) rmSync(join(site.contentDir, path), { force: true });
    else site.write(path, text);
  }
  site.git('add', '--all');
  site.git('commit', '--quiet', '--allow-empty', '--message=Merge');
  // A write follows HEAD first.
  await site.ask('PUT /admin/pages/3', { as: 'editor', body: { title: `After ${Math.random()}` } });
}

it('reports the pages that a merged schema makes invalid, with their places, as check does', async () => {
  const pages = Object.fromEntries(
    [...Array(8).keys()].map((index) => [
      `pages/en/p${index}.yaml`,
      `id: ${50 + index}\ntype: article\ntitle: P${index}\nstatus: published\npublishedAt: 2026-01-05T09:00:00.000Z\n${HEAD}fields:\n  summary: x\n`,
    ]),
  );
  const site = await makeSite({ ...SMALL_SITE, ...pages });
  expect(await listed(site)).toEqual([]);
  const text = site.read('content-types/article.yaml');
  const stricter = text.replace('name: rating, type: integer,', 'name: rating, required: true, type: integer,');
  await merge(site, { 'content-types/article.yaml': stricter });

  const problems = await listed(site);
  expect(problems).toHaveLength(10);
  expect(problems).toContainEqual({
    path: 'pages/en/p3.yaml',
    line: 7,
    column: 1,
    severity: 'error',
    code: 'VALIDATION',
    message: 'fields.rating is required',
    record: { kind: 'page', id: 53, key: 'en/p3' },
    field: ['fields', 'rating'],
  });
  expect(problems).toEqual(await check(site));
  expect((await site.ask('GET /health', { as: 'viewer' })).body.problems).toBe(10);
  const { stats } = (await site.ask('GET /admin/dashboard', { as: 'viewer' })).body.data;
  expect(stats.problems).toBe(10);

  await site.restart();
  expect(await listed(site)).toEqual(problems);
  await merge(site, { 'content-types/article.yaml': text });
  expect(await listed(site)).toEqual([]);
});

/** A number below `max` from a seed that it moves on (mulberry32). */
function createRandom(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % max;
  };
}

const page = (id: number, rest: string): string => `id: ${id}\ntype: essay\ntitle: P${id}\n${rest}${HEAD}`;
const TALK = (rules: string): string =>
  `id: 6\nname: Talk\nfieldsSchema: [{ name: code, type: text }]\nrules: ${rules}\n${HEAD}`;
const talk = (id: number, status: string, code: string): string =>
  `id: ${id}\ntype: talk\ntitle: ${id === 72 ? 't' : 'T1'}\nstatus: ${status}\nfields: { code: ${code} }\n${HEAD}`;
const text = (id: number, body: string): string => `---\n${page(id, 'status: published\n')}---\n\n${body}\n`;

/** Possible versions of files, some of which are valid only beside certain others; null: none. */
const VERSIONS: Readonly<Record<string, readonly (string | null)[]>> = {
  'content-types/essay.yaml': [
    ESSAY(BODY),
    ESSAY(`${BODY}, { name: cover, type: image }`),
    ESSAY(`${BODY}, { name: cover, type: image, required: true }`),
    ESSAY(`${BODY}, { name: odd, type: sparkle }`),
    'id: [\n',
    null,
  ],
  'block-types/text.yaml': [SMALL_SITE['block-types/text.yaml']!, `id: 1\nname: Text\n${HEAD}extra: 1\n`, null],
  'block-types/quote.yaml': [
    SMALL_SITE['block-types/quote.yaml']!,
    `id: 2\nname: Quote\nfieldsSchema: [{ name: text, type: text, max: 3 }]\n${HEAD}`,
  ],
  'blocks/motto.yaml': [
    SMALL_SITE['blocks/motto.yaml']!,
    `id: 1\ntype: text\ntitle: Motto\n${HEAD}fields: { bdoy: x }\n`,
    null,
  ],
  'taxonomies/topics.yaml': [
    SMALL_SITE['taxonomies/topics.yaml']!,
    `id: 1\nname: Topics\n${HEAD}terms:\n  - { id: 1, slug: news, name: News }\n`,
  ],
  'media/quay.yaml': [
    `id: 7\nfilename: quay-00000000.txt\n${HEAD}`,
    `alttext: x\nsize: 13\nfilename: quay-00000000.txt\n`,
    `id: 7\nfilename: logo.svg\n${HEAD}`,
    null,
  ],
  'media/files/quay-00000000.txt': ['At the quay.\n', 'Elsewhere, at another quay.\n', null],
  'media/files/logo.svg': [null, '<svg xmlns="http://www.w3.org/2000/svg"/>\n'],
  'redirects/old.yaml': [
    `id: 8\nfromPath: /old\ntoPath: /about\n${HEAD}`,
    `id: 8\nfromPath: /old\ntoPath: /about\nisActive: false\n${HEAD}`,
    null,
  ],
  'site.yaml': [
    SMALL_SITE['site.yaml']!,
    'siteName: Test site\ndefaultLocale: en\nsupportedLocales: [en]\nhomePage: a\n',
    'siteName: Test site\ndefaultLocale: es\nsupportedLocales: [es, en]\n',
  ],
  'pages/en/home.yaml': [SMALL_SITE['pages/en/home.yaml']!],
  'pages/en/a.yaml': [
    page(60, 'status: published\nfields: { cover: quay, covr: quay }\n'),
    page(60, 'status: draft\nterms: { topics: [events] }\ntranslationGroup: g\n'),
    page(60, 'statsu: draft\nregions: { content: [{ id: 90, block: motto }] }\ntranslationGroup: g\n'),
    null,
  ],
  'pages/en/b.yaml': [
    page(61, 'translationGroup: g\n'),
    page(61, 'regions: { content: [{ id: 91, type: quote, fields: { text: Long enough } }] }\n'),
    'type: essay\ntitle: B\n',
    null,
  ],
  'content-types/talk.yaml': [
    TALK('[{ unique: code }, { field: title, matches: "^[A-Z]", severity: warning }]'),
    TALK('[{ unique: code, per: locale, drafts: true }, { require: [code], when: { field: title, equals: T1 } }]'),
    TALK('[{ unique: cod }]'),
    TALK('[]'),
  ],
  'pages/en/t1.yaml': [talk(71, 'published', 'a'), talk(71, 'draft', 'a'), talk(71, 'published', 'b'), null],
  'pages/en/t2.yaml': [
    talk(72, 'published', 'a'),
    talk(72, 'published', 'b'),
    `status: published\n${talk(72, 'x', 'a')}`,
  ],
  'pages/es/t3.yaml': [talk(73, 'draft', 'b'), talk(73, 'published', 'a'), null],
  'pages/en/links.md': [
    text(62, '[a](/a), [old](/old), [home](/), [b](/b)'),
    text(62, '![q](/media/quay) [es](/es/inicio) [en](/en/a)'),
    null,
  ],
};

it.each([1, 2, 3].slice(0, effort(3, 1)))(
  'says what check says of the same files, whatever has become of them: seed %i',
  async (seed) => {
    const random = createRandom(seed);
    const pick = (versions: readonly (string | null)[]): string | null => versions[random(versions.length)] ?? null;
    const paths = Object.keys(VERSIONS);
    const site = await makeSite({
      ...SMALL_SITE,
      ...Object.fromEntries(paths.flatMap((path) => (VERSIONS[path]![0] ? [[path, VERSIONS[path]![0]!]] : []))),
    });
    const seen = new Set<string>();
    for (let step = 0; step < 12; step += 1) {
      const changed = [...Array(1 + random(3)).keys()].map(() => paths[random(paths.length)]!);
      await merge(site, Object.fromEntries(changed.map((path) => [path, pick(VERSIONS[path]!)])));
      const problems = await listed(site);
      expect([step, changed, problems]).toEqual([step, changed, await check(site)]);
      for (const code of codesOf(problems)) seen.add(code);
    }
    expect(seen.size).toBeGreaterThan(5);
    const before = await listed(site);
    await site.restart();
    expect(await listed(site)).toEqual(before);
  },
  60_000,
);

it('takes in as many changes at once as a very large site has records', () => {
  const store = createStore();
  const kept = createLiveFindings({
    store,
    read: () => null,
    findMedia: async () => null,
    clock: () => NOW,
    onError(error) {
      throw error;
    },
  });
  kept.start();
  const page = { kind: 'page', id: 1, key: 'en/a', path: 'pages/en/a.yaml', data: {} } as Entry;
  kept.apply(Array.from({ length: 200_000 }, () => ({ kind: 'page', before: page, after: null })));
  kept.see?.(Array.from({ length: 200_000 }, () => page.path));
  kept.close();
});

it('reports all mistakes in a file that does not fit its schema, as check does, and follows what they depend on', async () => {
  const bad = `id: 60\ntype: article\nstatus: draft\n${HEAD}fields:\n  rating: high\n  related: en/later\n`;
  const site = await makeSite({ ...SMALL_SITE, 'pages/en/bad.yaml': bad });
  const ofBad = async (): Promise<readonly string[]> => {
    const problems = await listed(site);
    expect(problems).toEqual(await check(site));
    return codesOf(problems);
  };
  const codes = ['SCHEMA', 'VALIDATION', 'DANGLING_REFERENCE'];
  expect(await ofBad()).toEqual(expect.arrayContaining(codes));
  await merge(site, { 'pages/en/later.yaml': `id: 61\ntype: plain\ntitle: Later\nstatus: published\n${HEAD}` });
  expect(await ofBad()).not.toContain('DANGLING_REFERENCE');
  await merge(site, {
    'pages/en/bad.yaml': bad.replace('high', '5').replace('status', 'title: Bad\nstatus').replace('9', '5'),
  });
  expect((await ofBad()).filter((code) => codes.includes(code))).toEqual([]);
});

it('reads such a file again only after changes that may matter to it', async () => {
  const store = createStore();
  const bad = 'pages/en/bad.yaml';
  let reads = 0;
  const kept = createLiveFindings({
    store,
    read(path) {
      if (path === bad) reads += 1;
      return null;
    },
    findMedia: async () => null,
    clock: () => NOW,
    onError(error) {
      throw error;
    },
  });
  store.add(kept);
  const readsAfter = async (...updates: readonly FileUpdate[]): Promise<number> => {
    reads = 0;
    store.apply(updates);
    await kept.list();
    return reads;
  };
  const home = (values: object) => update('pages/en/home.yaml', { id: 1, type: 'plain', title: 'Home', ...values });
  const problems = [{ path: bad, code: 'SCHEMA', message: 'is odd', line: 1 }] as const;
  expect(await readsAfter(home({}), { path: bad, record: undefined, problems })).toBe(1);
  expect(await readsAfter(home({ title: 'Harbour' }))).toBe(0);
  expect(await readsAfter(home({ title: 'Harbour', status: 'published' }))).toBe(1);
});
