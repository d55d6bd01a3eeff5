import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { problemsOf, refusalOf } from '../http/problemsOf.ts';
import { long } from '../long.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { runProgram } from '../run/runProgram.ts';
import { SMALL_SITE } from '../smallSite.ts';

const PAGE = 'type: plain\ntitle: Planted\nstatus: published\n';

const problemsAt = (site: Site): readonly string[] =>
  site.cms.store
    .problems()
    .map(({ code, path }) => `${code} ${path}`)
    .sort();

const HOSTILE_KEYS = ['../x', 'a/../../x', '.git/config', '.hidden', '-rf', 'nul', 'a\0b', 'a\\b', 'a/b'];

describe('keys of an import', () => {
  it('SEC-1 are refused if they could lead out of the content folder', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const name of HOSTILE_KEYS)
      for (const [list, record] of [
        ['redirects', { key: name, fromPath: '/a', toPath: '/b' }],
        ['blocks', { key: name, type: 'quote', title: 'A', fields: { text: 'A' } }],
        ['menus', { slug: name, name: 'A' }],
        ['taxonomies', { slug: name, name: 'A' }],
        ['contentTypes', { slug: name, name: 'A' }],
      ] as const) {
        const reply = await site.ask('POST /admin/import', { as: 'admin', body: { quire: 1, [list]: [record] } });
        expect([name, list, reply.status, problemsOf(reply)[0]]).toEqual([
          name,
          list,
          400,
          expect.stringContaining(`VALIDATION ${list}.0`),
        ]);
      }
    expect(site.newCommits()).toEqual([]);
    expect(site.git('status', '--porcelain', '--ignored')).toBe('');
  });
});

describe('what is no plain file', () => {
  it('SEC-2 is neither read nor written through, and is reported', async () => {
    const site = await makeSite(SMALL_SITE);
    await site.stop();
    const outside = join(dirname(site.contentDir), 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'target.yaml'), PAGE);
    const at = (path: string): string => join(site.contentDir, path);
    symlinkSync(join(outside, 'target.yaml'), at('pages/en/link.yaml'));
    symlinkSync('link.yaml', at('pages/en/chain.yaml'));
    symlinkSync(join(outside, 'new.yaml'), at('pages/en/dangling.yaml'));
    symlinkSync(outside, at('pages/en/folder'));
    runProgram('mkfifo', [at('pages/en/pipe.yaml')]);
    await site.restart();

    const names = ['chain.yaml', 'dangling.yaml', 'folder', 'link.yaml', 'pipe.yaml'];
    expect(problemsAt(site)).toEqual(names.map((name) => `NOT_A_FILE pages/en/${name}`));
    for (const slug of ['link', 'chain', 'dangling', 'pipe', 'folder/target', 'folder/new']) {
      expect([slug, (await site.ask(`GET /content/pages/${slug}`)).status]).toEqual([slug, 404]);
      if (slug === 'folder/target') continue;
      const reply = await site.ask('POST /admin/pages', { as: 'editor', body: { title: 'T', typeId: 2, slug } });
      expect([slug, reply.status]).toEqual([slug, 409]);
    }
    expect(readFileSync(join(outside, 'target.yaml'), 'utf8')).toBe(PAGE);
    expect(existsSync(join(outside, 'new.yaml'))).toBe(false);
    expect(site.newCommits()).toEqual([]);
  });

  it("SEC-2 a write does not wait for a pipe that has replaced a record's file", async () => {
    const site = await makeSite(SMALL_SITE);
    const about = join(site.contentDir, 'pages/en/about.yaml');
    rmSync(about);
    runProgram('mkfifo', [about]);
    const reply = await site.ask('PUT /admin/pages/3', { as: 'editor', body: { title: 'T' } });
    expect(reply.status).toBe(409);
    expect(site.newCommits()).toEqual([]);
  });
});

/** The answer to exactly this address: a client library would tidy it up. */
async function getRaw(site: Site, target: string): Promise<string> {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1').setEncoding('utf8');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  let text = '';
  socket.on('data', (part) => (text += part));
  await once(socket, 'close');
  return text;
}

describe('files that are nobody’s business', () => {
  it('SEC-4 are served at no address and are in no export', async () => {
    const secret = 'must-not-be-told';
    const hidden = `type: plain\ntitle: ${secret}\nstatus: published\n`;
    const site = await makeSite({
      ...SMALL_SITE,
      '.env': `TOKEN=${secret}\n`,
      'notes.txt': secret,
      'src/main.ts': secret,
      'pages/en/.hidden.yaml': hidden,
      'pages/.drafts/hidden.yaml': hidden,
      '.quire/users/1.yaml': `email: ${secret}\n`,
    });
    const paths = [
      '.env',
      'notes.txt',
      'src/main.ts',
      '.git/config',
      '.git/HEAD',
      'pages/en/.hidden.yaml',
      'site.yaml',
    ];
    const prefixes = [
      '/',
      '/content/',
      '/api/',
      '/api/content/',
      '/api/content/pages/',
      '/../',
      '/api/content/media/1/',
    ];
    const climbs = [
      '/..%2f..%2fprivate/users/1.yaml',
      '/%2e%2e/%2e%2e/private/users/1.yaml',
      '/api/content/pages/.hidden',
    ];
    for (const target of [...prefixes.flatMap((prefix) => paths.map((path) => prefix + path)), ...climbs]) {
      const answer = await getRaw(site, target);
      expect([target, answer.slice(0, 12)]).toEqual([target, expect.stringMatching(/^HTTP\/1\.1 40[04]$/)]);
      expect(answer).not.toMatch(/must-not-be-told|repositoryformatversion|refs\/heads|passwordHash|siteName/);
    }
    const exported = JSON.stringify((await site.ask('GET /admin/export', { as: 'admin' })).body);
    expect(exported).toContain('About us');
    expect(exported).not.toMatch(/must-not-be-told|passwordHash|admin@example\.org/);
  });
});

describe('front matter that is code', () => {
  it('SEC-8 does not run, and is reported as a problem', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quire-ran-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const mark = join(folder, 'mark');
    const code = `require('node:fs').writeFileSync(${JSON.stringify(mark)}, ''), { title: 'Ran' }`;
    const fences = ['---js', '---javascript', '--- javascript', '---coffee', '---json', '---toml'];
    const files = fences.map((fence, n) => [`pages/en/evil-${n}.md`, `${fence}\n${code}\n---\nText\n`] as const);
    const site = await makeSite({ ...SMALL_SITE, ...Object.fromEntries(files) });
    for (const _ of ['a cold start', 'a warm one']) {
      expect(problemsAt(site)).toEqual(files.map(([path]) => `SYNTAX ${path}`));
      expect(refusalOf(await site.ask('GET /content/pages/evil-0'))).toBe('404 NOT_FOUND');
      expect((await site.ask('GET /content/pages/about')).status).toBe(200);
      expect(existsSync(mark)).toBe(false);
      await site.restart();
    }
  });
});

describe('an address in a file', () => {
  it.each([
    ['menus/bad.yaml', 'name: Bad\nitems: [{ title: X, url: "javascript:alert(1)" }]\n'],
    ['menus/bad.yaml', 'name: Bad\nitems: [{ title: X, children: [{ title: Y, url: " data:text/html,x" }] }]\n'],
    ['redirects/bad.yaml', 'fromPath: /from\ntoPath: //evil.example\n'],
    ['redirects/bad.yaml', 'fromPath: /from\ntoPath: "https://["\n'],
  ])('SEC-30 must be one that the interface would accept: %s %j', async (path, text) => {
    const site = await makeSite({ ...SMALL_SITE, [path]: text });
    expect(problemsAt(site)).toEqual([`SCHEMA ${path}`]);
    expect(refusalOf(await site.ask('GET /content/menus/bad'))).toBe('404 NOT_FOUND');
    expect((await site.ask('GET /content/redirects')).body.data).toEqual([]);
    expect((await site.ask('GET /content/menus/main')).status).toBe(200);
  });
});

long.describe('a file beyond the limits', () => {
  it.each([
    ['nested deeply', `type: plain\ntitle: X\nfields:\n  a: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`],
    ['an alias', 'type: plain\ntitle: X\nfields: { a: &x [1], b: *x }\n'],
    ['a tag', 'type: plain\ntitle: X\nfields: { a: !!js/function "x" }\n'],
    ['a key twice', 'type: plain\ntitle: X\ntitle: Y\n'],
    ['too large', `type: plain\ntitle: X\nfields: { a: ${'x'.repeat(4 * 1024 * 1024)} }\n`],
  ])('SEC-7 is a problem, twice in a row, while the rest is served: %s', async (_, text) => {
    const site = await makeSite({ ...SMALL_SITE, 'pages/en/one.yaml': text, 'pages/en/two.yaml': text });
    expect(site.cms.store.problems().map(({ path }) => path)).toEqual(['pages/en/one.yaml', 'pages/en/two.yaml']);
    expect((await site.ask('GET /content/pages/one')).status).toBe(404);
    expect((await site.ask('GET /content/pages/about')).status).toBe(200);
  });
});
