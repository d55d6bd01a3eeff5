import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LocatedFinding } from '../../src/check/locateFindings.ts';
import { REPORTS } from '../../src/cli/check/checkReport.ts';
import { long } from '../long.ts';
import { picture } from '../media/samples.ts';
import { runProgram } from '../run/runProgram.ts';
import { SMALL_SITE } from '../smallSite.ts';
import { makePlace, run, runIn } from './quire.ts';

type Files = Readonly<Record<string, string>>;

const PERSON = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];

/** A repository with these files in one commit on `main`. */
function makeFolder(files: Files) {
  const folder = mkdtempSync(join(tmpdir(), 'quire-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const contentDir = join(folder, 'content');
  const git = (...args: readonly string[]): string =>
    runProgram('git', [...PERSON, ...args], { cwd: contentDir, encoding: 'utf8' });
  const write = (more: Files): void => {
    for (const [path, text] of Object.entries(more)) {
      mkdirSync(dirname(join(contentDir, path)), { recursive: true });
      writeFileSync(join(contentDir, path), text);
    }
  };
  const commit = (more: Files): void => {
    write(more);
    git('add', '--all');
    git('commit', '--quiet', '--message=Change');
  };
  write(files);
  git('init', '--quiet', '--initial-branch=main');
  commit({});
  const env = { CONTENT_DIR: contentDir, PRIVATE_DIR: join(folder, 'private') };
  return {
    folder,
    git,
    write,
    commit,
    read: (path: string) => readFileSync(join(contentDir, path), 'utf8'),
    check: (...args: readonly string[]) => run(['check', ...args], env),
    checkWith: (more: Readonly<Record<string, string>>) => run(['check'], { ...env, ...more }),
  };
}

const HEAD = 'createdAt: 2026-01-01T00:00:00.000Z\n';
const ESSAY = `id: 5\nname: Essay\nfieldsSchema:\n  - { name: body, type: richtext, body: true }\n  - { name: odd, type: sparkle, reqired: true }\n  - { name: few, type: integer, default: many }\n${HEAD}`;
const MISTAKES: Files = {
  ...SMALL_SITE,
  'content-types/essay.yaml': ESSAY,
  'media/quay.yaml': `id: 7\nfilename: quay-00000000.png\noriginalName: quay.png\nmimeType: image/png\nsize: 1\n${HEAD}`,
  'pages/en/broken.yaml': 'id: 50\ntype: [\n',
  'pages/en/empty.yaml': `id: 51\ntype: article\ntitle: Empty\nstatus: published\n${HEAD}fields:\n  rating: 9\n`,
  'pages/en/gone.yaml': `id: 52\ntype: article\ntitle: Gone\n${HEAD}terms:\n  topics: [news, nothing]\nfields:\n  summary: x\n  related: en/nowhere\n`,
  'pages/en/twice.yaml': `id: 3\ntype: plain\ntitle: Twice\ncreatedAt: 2026-02-01T00:00:00.000Z\n`,
  'pages/de/hallo.yaml': `id: 53\ntitle: Hallo\ntype: plain\n${HEAD}`,
  'pages/en/links.md': `---\nid: 54\ntype: essay\ntitle: Links\n${HEAD}---\n\nFine: [home](/), [about](/about#us), [es](/es/inicio), [out](https://a.example/x).\n\n- [none](/nowhere)\n- [not yet](/secret)\n`,
};

describe('quire check', () => {
  it('finds no problems in a sound folder, and writes nothing', async () => {
    const folder = makeFolder(SMALL_SITE);
    expect(await folder.check()).toMatchObject({ code: 0, stdout: '0 errors, 0 warnings\n', stderr: '' });
    expect(folder.git('status', '--porcelain')).toBe('');
    expect(existsSync(join(folder.folder, 'private'))).toBe(false);
  });

  long.it.each([
    [['pages/en/**'], ['pages/en/broken.yaml', 'pages/en/empty.yaml', 'pages/en/gone.yaml']],
    [['pages/en/'], ['pages/en/broken.yaml', 'pages/en/empty.yaml', 'pages/en/gone.yaml']],
    [['pages/**', '!pages/en'], ['pages/de/hallo.yaml']],
    [['!pages', '!media'], ['content-types/essay.yaml']],
    [
      ['pages/en/{empty,home}.yaml', 'media'],
      ['media/quay.yaml', 'pages/en/empty.yaml'],
    ],
  ])('tells of the files alone that %j name, but reads them all', async (patterns, expected) => {
    const { stdout } = await makeFolder(MISTAKES).check(...patterns);
    const told = [
      ...new Set(
        stdout
          .split('\n')
          .slice(0, -2)
          .map((line) => line.split(':')[0]),
      ),
    ];
    expect(told.filter((path) => path !== 'pages/en/links.md' && path !== 'pages/en/twice.yaml')).toEqual(expected);
    expect(stdout.includes('pages/en/gone.yaml')).toBe(expected.includes('pages/en/gone.yaml'));
  });

  long.it('takes paths that a shell has expanded, and exits by what it reports', async () => {
    const { folder, write } = makeFolder(MISTAKES);
    write({ 'pages/en/[id].yaml': `id: 60\ntitle: Odd\ntype: plain\n${HEAD}` });
    const contentDir = join(folder, 'content');
    const env = { CONTENT_DIR: contentDir, PRIVATE_DIR: join(folder, 'private') };
    const from = (cwd: string, path: string) => runIn(cwd, ['check', path], env);
    expect(await from(folder, 'content/pages/en/home.yaml')).toMatchObject({
      code: 0,
      stdout: '0 errors, 0 warnings\n',
    });
    expect((await from(join(contentDir, 'pages/en'), 'empty.yaml')).stdout).toContain('fields.summary is required');
    expect((await from(folder, join(contentDir, 'pages/en/[id].yaml'))).stdout).toContain('pages/en/[id].yaml');
  });

  it('fixes only the files that are named', async () => {
    const folder = makeFolder(SMALL_SITE);
    const text = 'title: Odd\nid: 60\ntype: plain\n';
    folder.write({ 'pages/en/one.yaml': text, 'pages/en/other.yaml': text.replace('60', '61') });
    await folder.check('--fix', 'pages/en/one.yaml');
    expect(folder.read('pages/en/one.yaml')).toMatch(/^id: 60\n/);
    expect(folder.read('pages/en/other.yaml')).toMatch(/^title: Odd\n/);
  });

  it.runIf(process.platform !== 'win32')('keeps the permissions of the files that it fixes', async () => {
    const folder = makeFolder(SMALL_SITE);
    folder.write({ 'pages/en/one.yaml': 'title: Odd\nid: 60\ntype: plain\n' });
    folder.git('add', '--all');
    folder.git('update-index', '--chmod=+x', 'pages/en/one.yaml');
    folder.git('commit', '--quiet', '--message=Executable');
    folder.git('checkout', '--', '.');
    folder.git('reset', '--quiet', '--hard');
    await folder.check('--fix', 'pages/en/one.yaml');
    expect(folder.read('pages/en/one.yaml')).toMatch(/^id: 60\n/);
    expect(folder.git('diff', '--summary')).toBe('');
  });

  it('reports each mistake with its line, and exits with 1', async () => {
    const { code, stdout } = await makeFolder(MISTAKES).check();
    expect(stdout.split('\n')).toEqual([
      'content-types/essay.yaml:5:18: warning "sparkle" is not a kind of field, so the field accepts any JSON',
      'content-types/essay.yaml:5:33: warning "reqired" is not a known key of a field and is ignored; did you mean "required"?',
      'content-types/essay.yaml:6:33: warning fieldsSchema.2.default must be a whole number',
      'media/quay.yaml:1:1: warning nothing uses this media item',
      'media/quay.yaml:2:1: error its file quay-00000000.png is not there',
      'pages/de/hallo.yaml:1:1: warning keys are not in the usual order: id, title, type, createdAt',
      'pages/de/hallo.yaml:1:1: warning the locale "de" is not among supportedLocales',
      expect.stringMatching(/^pages\/en\/broken\.yaml:\d+:\d+: error /),
      'pages/en/empty.yaml:6:1: error fields.summary is required',
      'pages/en/empty.yaml:7:3: error fields.rating must be at most 5',
      'pages/en/gone.yaml:6:18: error mentions the term "topics/nothing", which does not exist',
      'pages/en/gone.yaml:9:3: error mentions the page "en/nowhere", which does not exist',
      'pages/en/links.md:10:1: error links to "/nowhere", which is not a page',
      'pages/en/links.md:10:1: warning links to "/secret", which is not published',
      expect.stringMatching(/^pages\/en\/twice\.yaml:1:1: error page "en\/twice" has the id 3 of page "en\/about" in /),
      '8 errors, 7 warnings',
      '',
    ]);
    expect(code).toBe(1);
  });

  it('reports all mistakes in a file that does not fit its schema at once', async () => {
    const folder = makeFolder({
      ...SMALL_SITE,
      'pages/en/bad.yaml': `id: 60\ntype: article\ntitel: Bad\nstatus: publishd\n${HEAD}fields:\n  rating: high\n  related: en/nowhere\n  sumary: x\nseo: none\nterms: { topics: [news, nothing] }\n`,
      'pages/en/untyped.yaml': `id: 61\ntitle: [x]\ncolour: red\n${HEAD}`,
      'redirects/bad.yaml': `id: 1\nfromPath: old\ntoPath: /nowhere\nstatus: 302\n${HEAD}`,
    });
    const found = JSON.parse((await folder.check('--format', 'json')).stdout) as readonly LocatedFinding[];
    expect(found.map(({ path, line, severity, message }) => `${path}:${line} ${severity} ${message}`)).toEqual([
      'pages/en/bad.yaml:1 warning keys are not in the usual order: id, type, status, createdAt, fields, seo, terms',
      'pages/en/bad.yaml:1 error title is required',
      'pages/en/bad.yaml:3 warning titel is not a known key of a page file and is ignored; did you mean "title"?',
      'pages/en/bad.yaml:4 error status must be one of draft, published, archived',
      'pages/en/bad.yaml:7 error fields.rating must be a whole number',
      'pages/en/bad.yaml:8 error mentions the page "en/nowhere", which does not exist',
      'pages/en/bad.yaml:9 warning fields.sumary is not a field of its type: it is kept, but not shown to the public; did you mean "summary"?',
      'pages/en/bad.yaml:10 error seo must be an object',
      'pages/en/bad.yaml:11 error mentions the term "topics/nothing", which does not exist',
      'pages/en/untyped.yaml:1 error type is required',
      'pages/en/untyped.yaml:2 error title must be a string',
      'pages/en/untyped.yaml:3 warning colour is not a known key of a page file and is ignored',
      'redirects/bad.yaml:2 error fromPath must be a path such as "/old", without a query or fragment',
      'redirects/bad.yaml:3 warning leads to "/nowhere", which is not a page',
      'redirects/bad.yaml:4 warning status is not a known key of a redirect file and is ignored',
    ]);
  });

  it('points at the mistake in an unreadable file, in any format', async () => {
    const { stdout } = await makeFolder({
      ...SMALL_SITE,
      'content-types/odd.yaml': `id: 6\nname: Odd\nfieldsSchema:\n  group:\n    type: object\n    fields:\n      - { name: odd, type: sparkle }\n${HEAD}`,
      'pages/en/a.yaml': `id: 51\ntype: plain\ntitle: A\nstatus: gone\n${HEAD}seo:\n  metaTitle: [1]\n`,
      'pages/en/b.json': '{\n  "id": 52,\n  "type": "plain",\n  "status": "draft"\n}\n',
      'pages/en/c.md': `---\nid: 53\ntype: plain\ntitle: C\n${HEAD}regions:\n  content:\n    - id: 1\n      type: note\n      fields: 7\n---\nText.\n`,
      'redirects/a.yaml': `id: 54\nfromPath: /a\ntoPath: /b\n${HEAD}`,
      'redirects/b.yaml': `id: 55\nfromPath: /a\ntoPath: /c\ncreatedAt: 2026-02-01T00:00:00.000Z\n`,
    }).check();
    expect(stdout.split('\n').slice(0, -2)).toEqual([
      'content-types/odd.yaml:7:22: warning "sparkle" is not a kind of field, so the field accepts any JSON',
      expect.stringMatching(/^pages\/en\/a\.yaml:4:1: error status must be/),
      expect.stringMatching(/^pages\/en\/a\.yaml:7:3: error seo\.metaTitle must be/),
      'pages/en/b.json:1:1: warning has no createdAt of its own',
      expect.stringMatching(/^pages\/en\/b\.json:1:1: error title is required/),
      'pages/en/c.md:9:7: error mentions the block type "note", which does not exist',
      expect.stringMatching(/^pages\/en\/c\.md:10:7: error regions\.content\.0\.fields must be/),
      expect.stringMatching(/^redirects\/b\.yaml:2:1: error has the same fromPath as redirects\/a\.yaml/),
    ]);
  });

  it("finds a file's keys in any notation", async () => {
    const { stdout } = await makeFolder({
      ...SMALL_SITE,
      'content-types/plain.yaml': `id: 2\nname: Plain\nfieldsSchema: { id: integer }\n${HEAD}`,
      'pages/en/flow.yaml': `{ id: 60, type: plain, title: Flow,\n  createdAt: 2026-01-01T00:00:00.000Z }\n`,
      'pages/en/inner.yaml': `{ type: plain, title: Inner,\nfields: {\nid: 61 }, createdAt: 2026-01-01T00:00:00.000Z }\n`,
      'pages/en/order.yaml': `id: 62\n"title": Order\n'type': plain\n${HEAD}`,
      'pages/en/parted.yaml': `id: 63\ntype: plain\ntitle: "a\u2028createdAt: b"\n`,
      'pages/en/quoted.yaml': `"id": 64\ntype : plain\n'title': Quoted\n${HEAD}`,
      'pages/en/text.md': `---\n"id": 65\ntype: plain\ntitle: Text\n${HEAD}---\n`,
    }).check();
    expect(stdout.split('\n').slice(0, -2)).toEqual([
      'content-types/plain.yaml:1:1: warning the field "id" is called idField in GraphQL',
      'pages/en/inner.yaml:1:1: warning keys are not in the usual order: type, title, fields, createdAt',
      'pages/en/inner.yaml:1:1: warning has no id of its own',
      'pages/en/order.yaml:1:1: warning keys are not in the usual order: id, title, type, createdAt',
      'pages/en/parted.yaml:1:1: warning has no createdAt of its own',
    ]);
  });

  it('warns of unknown keys, in files of every kind and format, and suggests the right name', async () => {
    const { code, stdout } = await makeFolder({
      ...SMALL_SITE,
      'blocks/odd.yaml': `id: 80\ntype: quote\ntitle: Odd\n${HEAD}fields:\n  text: Yes.\n  tonne: loud\n`,
      'media/files/quay-00000000.png': 'x',
      'media/quay.yaml': `id: 7\nfilename: quay-00000000.png\nalttext: A quay\n${HEAD}`,
      'menus/foot.yaml': `id: 2\nname: Foot\n${HEAD}items:\n  - { id: 9, title: Out, link: https://example.org }\n`,
      'pages/en/draft.yaml': `id: 81\ntype: article\ntitle: Draft\nstatsu: published\n${HEAD}fields:\n  summry: x\n`,
      'pages/en/json.json': `{\n  "id": 82,\n  "type": "plain",\n  "title": "J",\n  "createdAt": "2026-01-01T00:00:00.000Z",\n  "seo": { "metaTitel": "J" }\n}\n`,
      'pages/en/md.md': `---\nid: 83\ntype: plain\ntitle: M\n${HEAD}Status:\n---\n`,
      'redirects/a.yaml': `id: 84\nfromPath: /a\ntoPath: /about\n${HEAD}active: false\n`,
      'site.yaml': `${SMALL_SITE['site.yaml']}session: { durations: 7d }\n`,
      'taxonomies/kinds.yaml': `id: 3\nname: Kinds\n${HEAD}terms:\n  - { id: 30, slug: a, name: A, wieght: 2 }\n`,
    }).check();
    expect(stdout.split('\n').slice(0, -2)).toEqual([
      'blocks/odd.yaml:7:3: warning fields.tonne is not a field of its type: it is kept, but not shown to the public; did you mean "tone"?',
      'media/quay.yaml:1:1: warning nothing uses this media item',
      'media/quay.yaml:3:1: warning alttext is not a known key of a media file and is ignored; did you mean "altText"?',
      'menus/foot.yaml:5:26: warning items.0.link is not a known key of a menu file and is ignored',
      'pages/en/draft.yaml:4:1: warning statsu is not a known key of a page file and is ignored; did you mean "status"?',
      'pages/en/draft.yaml:7:3: warning fields.summry is not a field of its type: it is kept, but not shown to the public; did you mean "summary"?',
      'pages/en/json.json:6:12: warning seo.metaTitel is not a known key of a page file and is ignored; did you mean "metaTitle"?',
      'pages/en/md.md:6:1: warning Status is not a known key of a page file and is ignored; did you mean "status"?',
      'redirects/a.yaml:5:1: warning active is not a known key of a redirect file and is ignored; did you mean "isActive"?',
      'site.yaml:4:12: warning session.durations is not a known key of a settings file and is ignored; did you mean "duration"?',
      'taxonomies/kinds.yaml:5:33: warning terms.0.wieght is not a known key of a taxonomy file and is ignored; did you mean "weight"?',
    ]);
    expect(code).toBe(0);
  });

  it('exits with 0 if there are only warnings', async () => {
    const { code, stdout } = await makeFolder({ ...SMALL_SITE, 'content-types/essay.yaml': ESSAY }).check();
    expect(stdout).toContain('0 errors, 3 warnings\n');
    expect(code).toBe(0);
  });

  it('warns of two pages of one locale in a translation group', async () => {
    const about = SMALL_SITE['pages/en/about.yaml'] ?? '';
    const folder = makeFolder({
      ...SMALL_SITE,
      'pages/en/about.yaml': `${about}translationGroup: 7f1f3f0e-6f0e-4b44-8f5e-2a3a58f0a001\n`,
    });
    const { code, stdout } = await folder.check();
    expect(stdout.split('\n').slice(0, -2)).toEqual([
      'pages/en/about.yaml:7:1: warning pages/en/home.yaml has the same locale in the same translation group',
      'pages/en/home.yaml:8:1: warning pages/en/about.yaml has the same locale in the same translation group',
    ]);
    expect(code).toBe(0);
  });

  long.it('reports a page whose type has no region for its reusable blocks', async () => {
    const block = `id: 60\ntype: text\ntitle: Long\n${HEAD}fields:\n  body: ${'x'.repeat(1_000_000)}\n  more: ${'x'.repeat(1_500_000)}\n`;
    const page = `id: 61\ntype: plain\ntitle: Tall\n${HEAD}regions:\n  content:\n    - { id: 62, block: long }\n    - { id: 63, block: long }\n`;
    const { code, stdout } = await makeFolder({
      ...SMALL_SITE,
      'block-types/text.yaml': `id: 1\nname: Text\nfieldsSchema: { body: textarea, more: json }\n${HEAD}`,
      'blocks/long.yaml': block,
      'pages/en/tall.yaml': page,
    }).check();
    expect([code, stdout]).toEqual([
      1,
      'pages/en/tall.yaml:8:17: error does not fit: the reusable blocks of a page may have at most 4194304 bytes in total\n1 error, 0 warnings\n',
    ]);
  });

  it('reports links to an inactive redirect as broken, also if this change deactivates it', async () => {
    const redirect = (id: number, from: string, more = ''): string =>
      `id: ${id}\nfromPath: ${from}\ntoPath: /about\n${more}${HEAD}`;
    const folder = makeFolder({
      ...SMALL_SITE,
      'content-types/essay.yaml': ESSAY,
      'redirects/on.yaml': redirect(1, '/on'),
      'redirects/spelled.yaml': redirect(3, '/sp%C3%A9lled'),
      'redirects/off.yaml': redirect(2, '/off', 'isActive: false\n'),
      'pages/en/links.md': `---\nid: 54\ntype: essay\ntitle: Links\n${HEAD}---\n\n[on](/on) [off](/off) [spelled](/x/../spélled)\n`,
    });
    expect((await folder.check()).stdout).toContain('links to "/off", which is not a page\n1 error,');
    folder.git('checkout', '--quiet', '-b', 'change');
    folder.commit({ 'redirects/on.yaml': redirect(1, '/on', 'isActive: false\n') });
    expect((await folder.check('--since', 'main')).stdout).toContain('links to "/on", which is not a page\n1 error,');
  });

  it('warns of redirects that lead to no page or a hidden one, or away from a published page', async () => {
    const redirect = (id: number, from: string, to: string, more = ''): string =>
      `id: ${id}\nfromPath: ${from}\ntoPath: ${to}\n${more}${HEAD}`;
    const folder = makeFolder({
      ...SMALL_SITE,
      'redirects/a.yaml': redirect(1, '/a', '/about?x=1'),
      'redirects/b.yaml': redirect(2, '/b', '/a'),
      'redirects/c.yaml': redirect(3, '/c', '/secret'),
      'redirects/d.yaml': redirect(4, '/d', '/nowhere'),
      'redirects/e.yaml': redirect(5, '/es/inicio/', 'https://example.org/nowhere'),
      'redirects/f.yaml': redirect(6, '/f', '/nowhere', 'isActive: false\n'),
      'redirects/g.yaml': redirect(7, '/secret', '/about'),
    });
    const problems = [
      'redirects/c.yaml:3:1: warning leads to "/secret", which is not published',
      'redirects/d.yaml:3:1: warning leads to "/nowhere", which is not a page',
      'redirects/e.yaml:2:1: warning leads visitors of the page "es/inicio" away from it',
    ];
    expect((await folder.check()).stdout.split('\n').slice(0, -2)).toEqual(problems);
    folder.git('checkout', '--quiet', '-b', 'change');
    folder.git('rm', '--quiet', 'pages/en/about.yaml');
    folder.commit({ 'pages/en/home.yaml': folder.read('pages/en/home.yaml').replace('  related: en/about\n', '') });
    expect((await folder.check('--since', 'main')).stdout).toContain(
      'redirects/a.yaml:3:1: warning leads to "/about", which is not a page',
    );
  });

  it('has formats for programs', async () => {
    const { check } = makeFolder({ ...SMALL_SITE, 'pages/en/broken.yaml': 'id: [\n' });
    const [first] = JSON.parse((await check('--format', 'json')).stdout);
    expect(first).toMatchObject({
      path: 'pages/en/broken.yaml',
      severity: 'error',
      code: 'SYNTAX',
      line: expect.any(Number),
    });
    const sarif = JSON.parse((await check('--format', 'sarif')).stdout);
    expect(sarif).toMatchObject({ version: '2.1.0', runs: [{ results: [{ ruleId: 'SYNTAX', level: 'error' }] }] });
    expect((await check('--format', 'github')).stdout).toMatch(
      /^::error file=pages\/en\/broken\.yaml,line=\d+,col=\d+,title=SYNTAX::/,
    );
  });

  it('shows what a change brings to a branch, tested as merged with it', async () => {
    const folder = makeFolder({ ...SMALL_SITE, 'pages/en/old.yaml': `id: 60\ntype: nothing\ntitle: Old\n${HEAD}` });
    folder.git('checkout', '--quiet', '-b', 'change');
    folder.commit({ 'pages/en/new.yaml': `id: 61\ntype: article\ntitle: New\n${HEAD}fields: { related: en/about }\n` });
    expect(await folder.check('--since', 'main')).toMatchObject({ code: 0, stdout: '0 errors, 0 warnings\n' });
    folder.git('checkout', '--quiet', 'main');
    rmSync(join(folder.folder, 'content/pages/en/about.yaml'));
    folder.commit({
      'menus/main.yaml': `id: 1\nname: Main\n${HEAD}`,
      'pages/en/home.yaml': SMALL_SITE['pages/en/home.yaml']!.replace('  related: en/about\n', ''),
    });
    folder.git('checkout', '--quiet', 'change');
    const { code, stdout } = await folder.check('--since', 'main');
    expect(stdout).toBe(
      'pages/en/new.yaml:5:11: error mentions the page "en/about", which does not exist\n1 error, 0 warnings\n',
    );
    expect(code).toBe(1);
    expect(folder.git('status', '--porcelain')).toBe('');
  });

  it('reports a conflict with the branch, and includes uncommitted files', async () => {
    const folder = makeFolder(SMALL_SITE);
    folder.git('checkout', '--quiet', '-b', 'change');
    folder.write({ 'pages/en/about.yaml': SMALL_SITE['pages/en/about.yaml']!.replace('About us', 'Us') });
    folder.git('worktree', 'add', '--quiet', join(folder.folder, 'other'), 'main');
    writeFileSync(
      join(folder.folder, 'other/pages/en/about.yaml'),
      SMALL_SITE['pages/en/about.yaml']!.replace('About us', 'Them'),
    );
    runProgram('git', [...PERSON, 'commit', '-qam', 'Theirs'], { cwd: join(folder.folder, 'other') });
    const { code, stdout } = await folder.check('--since', 'main');
    expect(stdout).toMatch(
      /^pages\/en\/about\.yaml:3:1: error cannot be merged with main: title is "Us" here, "Them" there$/m,
    );
    expect(code).toBe(1);
  });

  it('checks the result of a merge by values, without touching a file', async () => {
    const about = SMALL_SITE['pages/en/about.yaml']!;
    const folder = makeFolder({ ...SMALL_SITE, 'notes.txt': 'One\n' });
    folder.git('checkout', '--quiet', '-b', 'theirs');
    const page = `id: 61\ntype: article\ntitle: New\n${HEAD}fields: { related: en/contact }\n`;
    folder.git('mv', 'pages/en/about.yaml', 'pages/en/who.yaml');
    folder.commit({
      'menus/main.yaml': SMALL_SITE['menus/main.yaml']!.replace('en/about', 'en/who'),
      'pages/en/home.yaml': SMALL_SITE['pages/en/home.yaml']!.replace('en/about', 'en/who'),
      'pages/en/new.yaml': page,
      'notes.txt': 'Theirs\n',
    });
    folder.git('checkout', '--quiet', 'main');
    folder.commit({ 'pages/en/about.yaml': about.replace('About us', 'About the harbour'), 'notes.txt': 'Ours\n' });
    // Not committed yet, and mentions the page by its old name.
    folder.write({ 'pages/en/more.yaml': page.replace('61', '62').replace('contact', 'about') });
    const before = folder.git('status', '--porcelain');
    const { code, stdout } = await folder.check('--merge', 'theirs');
    expect(stdout).toBe(
      [
        'notes.txt:1:1: error cannot be merged with theirs',
        'pages/en/new.yaml:5:11: error mentions the page "en/contact", which does not exist',
        '2 errors, 0 warnings\n',
      ].join('\n'),
    );
    expect(code).toBe(1);
    expect(folder.git('status', '--porcelain')).toBe(before);
    expect((await folder.check('--merge', 'main', '--tree', 'theirs')).stdout).toBe(
      stdout.replace('with theirs', 'with main'),
    );
  });

  it('lists what a merge leaves to decide, record by record and value by value', async () => {
    const about = SMALL_SITE['pages/en/about.yaml']!;
    const home = SMALL_SITE['pages/en/home.yaml']!;
    const added = (title: string, id: number) => `id: ${id}\ntype: plain\ntitle: ${title}\n${HEAD}`;
    const folder = makeFolder(SMALL_SITE);
    folder.git('checkout', '--quiet', '-b', 'theirs');
    rmSync(join(folder.folder, 'content/pages/en/home.yaml'));
    folder.commit({ 'pages/en/about.yaml': about.replace('About us', 'Theirs'), 'pages/en/new.yaml': added('B', 71) });
    folder.git('checkout', '--quiet', 'main');
    folder.commit({
      'pages/en/about.yaml': about.replace('About us', 'Ours'),
      'pages/en/home.yaml': home.replace('title: ', 'title: Our '),
      'pages/en/new.yaml': added('A', 70),
    });
    const { stdout } = await folder.check('--merge', 'theirs');
    expect(stdout).toContain(
      [
        'pages/en/about.yaml:3:1: error cannot be merged with theirs: title is "Ours" here, "Theirs" there',
        'pages/en/home.yaml:2:1: error cannot be merged with theirs: it is changed here and deleted there',
        'pages/en/new.yaml:1:1: error cannot be merged with theirs: another record has been added there',
        '',
      ].join('\n'),
    );
  });

  it('names files by their path in the repository for programs that need that', async () => {
    const folder = makeFolder({
      'site/content/pages/en/broken.yaml': 'id: [\n',
      'site/content/site.yaml': 'siteName: A\n',
    });
    const inside = { CONTENT_DIR: join(folder.folder, 'content/site/content') };
    const { stdout } = await run(['check', '--format', 'github'], inside);
    expect(stdout).toMatch(/^::error file=site\/content\/pages\/en\/broken\.yaml,/);
    expect((await run(['check'], inside)).stdout).toMatch(/^pages\/en\/broken\.yaml:/);
  });

  long.it('checks what is staged, or another commit, instead of the files', async () => {
    const folder = makeFolder(SMALL_SITE);
    folder.write({ 'pages/en/staged.yaml': `id: 62\ntype: nothing\ntitle: Staged\n${HEAD}` });
    folder.git('add', 'pages/en/staged.yaml');
    rmSync(join(folder.folder, 'content/pages/en/staged.yaml'));
    folder.write({ 'pages/en/loose.yaml': 'id: [\n', 'pages/en/about.yaml': 'title: [\n' });
    const tree = folder.git('write-tree').trim();
    const { code, stdout } = await folder.check('--since', 'HEAD', '--tree', tree);
    expect(stdout).toBe(
      'pages/en/staged.yaml:2:1: error mentions the content type "nothing", which does not exist\n1 error, 0 warnings\n',
    );
    expect(code).toBe(1);
    expect((await folder.check('--tree', tree)).stdout).toBe(stdout);
    expect(await folder.check('--tree', 'HEAD')).toMatchObject({ code: 0, stdout: '0 errors, 0 warnings\n' });
  });

  it('fixes ids, times and the order of keys with --fix', async () => {
    const folder = makeFolder({
      ...SMALL_SITE,
      'content-types/plain.yaml': `id: 2\nname: Plain\nfieldsSchema: { a: integer }\n${HEAD}`,
      'pages/en/twice.yaml':
        '# A copy.\nid: 3\ntype: plain # plainly\ntitle: Twice\ncreatedAt: 2026-02-01T00:00:00.000Z\n',
      'pages/en/order.yaml': 'title: Order\n# Of this type.\ntype: plain\nfields: { a: 1 }\n',
      'pages/en/text.md': '---\ntype: plain\ntitle: Text\n---\n',
      'pages/en/wide.json': `{\n\t"title": "Wide",\n\t"own": [\n\t\t1\n\t],\n\t"createdAt": "2026-01-01T00:00:00.000Z",\n\t"type": "plain"\n}\n`,
      'pages/en/line.json': '{"title":"Line","id":70,"createdAt":"2026-01-01T00:00:00.000Z","type":"plain"}',
    });
    const { code, stdout, stderr } = await folder.check('--fix');
    const own = 'pages/en/wide.json:6:2: warning own is not a known key of a page file and is ignored\n';
    expect([code, stdout, stderr]).toEqual([0, `${own}0 errors, 1 warning\n`, expect.any(String)]);
    expect(stderr.split('\n')).toEqual([
      'pages/en/line.json: keys sorted',
      'pages/en/order.yaml: id, createdAt written; keys sorted',
      'pages/en/text.md: id, createdAt written',
      'pages/en/twice.yaml: id written',
      'pages/en/wide.json: id written; keys sorted',
      '5 files fixed',
      '',
    ]);
    expect(folder.read('pages/en/wide.json')).toMatch(
      /^\{\n\t"id": 1\d{9},\n\t"type": "plain",\n\t"title": "Wide",\n\t"createdAt": "2026-01-01T00:00:00.000Z",\n\t"own": \[\n\t\t1\n\t\]\n\}\n$/,
    );
    expect(folder.read('pages/en/line.json')).toBe(
      '{"id":70,"type":"plain","title":"Line","createdAt":"2026-01-01T00:00:00.000Z"}',
    );
    expect(folder.read('pages/en/twice.yaml')).toMatch(
      /^# A copy\.\nid: 1\d{9}\ntype: plain # plainly\ntitle: Twice\n/,
    );
    expect(folder.read('pages/en/order.yaml')).toMatch(
      /^id: \d+\n# Of this type\.\ntype: plain\ntitle: Order\ncreatedAt: \S+Z\nfields: \{ a: 1 \}\n$/,
    );
    expect(folder.read('pages/en/text.md')).toMatch(/^---\nid: \d+\ntype: plain\ntitle: Text\ncreatedAt: \S+\n---\n$/);
    expect(folder.git('status', '--porcelain').trim().split('\n')).toHaveLength(5);
  });

  long.it('reports media files that are missing, that have no record, and that could not be uploaded', async () => {
    const folder = makeFolder({
      ...SMALL_SITE,
      'media/gone.yaml': `id: 7\nfilename: gone.png\n${HEAD}`,
      'media/other.yaml': `id: 8\nfilename: other.txt\nsize: 3\n${HEAD}`,
      'media/files/other.txt': 'Other\n',
    });
    const gone = 'media/gone.yaml:2:1: error its file gone.png is not there\n';
    const other = 'media/other.yaml:3:1: error its file other.txt has 6 bytes, not 3\n';
    const unused = (name: string): string => `media/${name}.yaml:1:1: warning nothing uses this media item\n`;
    expect((await folder.check()).stdout).toBe(
      `${unused('gone')}${gone}${unused('other')}${other}2 errors, 2 warnings\n`,
    );

    folder.git('switch', '--quiet', '--create', 'logo');
    folder.commit({
      'media/files/logo.svg': '<svg/>',
      'media/files/mark.svg': '<svg/>',
      'media/mark.yaml': `id: 9\nfilename: mark.svg\n${HEAD}`,
      'media/files/gone.png': 'x',
    });
    folder.git('rm', '--quiet', 'media/files/other.txt');
    const type = 'is of a type that cannot be uploaded: browsers download it instead of showing it';
    const { code, stdout } = await folder.check('--since', 'main');
    expect(stdout.split('\n')).toEqual([
      `media/files/logo.svg:1:1: warning ${type}`,
      'media/files/logo.svg:1:1: warning belongs to no media item',
      'media/mark.yaml:1:1: warning nothing uses this media item',
      `media/mark.yaml:2:1: warning its file mark.svg ${type}`,
      'media/other.yaml:2:1: error its file other.txt is not there',
      '1 error, 4 warnings',
      '',
    ]);
    expect(code).toBe(1);
    folder.git('commit', '--quiet', '--message=Remove');
    expect((await folder.check('--since', 'main', '--tree', 'HEAD')).stdout).toBe(stdout);
    const elsewhere = await folder.checkWith({ MEDIA_STORAGE: 'local', MEDIA_DIR: join(folder.folder, 'files') });
    expect(elsewhere.stdout).not.toContain('logo.svg');
    expect(elsewhere.stdout).toContain('other.txt is not there');
  });

  it('names values from before a migration that their type records, and brings them along with --fix', async () => {
    const rename = '  - { id: 7baf72c706, rename: { from: subtitle, to: standfirst } }\n';
    const page = (id: number, fields: string) =>
      `id: ${id}\ntype: news\ntitle: Page ${id}\ncreatedAt: 2026-01-01T00:00:00.000Z\nfields:\n  ${fields}\n`;
    const folder = makeFolder({
      'content-types/news.yaml': `id: 1\nname: News\nfieldsSchema: [{ name: standfirst, type: text }, { name: text, type: markdown, body: true }]\nmigrations:\n${rename}createdAt: 2026-01-01T00:00:00.000Z\n`,
      'pages/en/late.yaml': page(11, 'subtitle: Said before # so'),
      'pages/en/note.md': `---\n${page(12, 'subtitle: Noted')}---\n\nThe *text*.\n`,
      'pages/en/odd.yaml': page(13, 'kicker: Odd'),
    });
    const late = (path: string) =>
      `${path}: warning fields.subtitle is from before a migration of the content type "news" (rename subtitle to standfirst): run quire check --fix`;
    const found = (await folder.check()).stdout.split('\n').filter((line) => line.includes('before a migration'));
    expect(found).toEqual([late('pages/en/late.yaml:6:3'), late('pages/en/note.md:7:3')]);
    const { stdout, stderr } = await folder.check('--fix');
    expect(stderr).toBe('pages/en/late.yaml: fields written\npages/en/note.md: fields written\n2 files fixed\n');
    expect(stdout).toContain('pages/en/odd.yaml:6:3: warning fields.kicker is not a field of its type');
    expect(stdout).toContain('0 errors, 1 warning');
    expect(folder.read('pages/en/late.yaml')).toBe(page(11, 'standfirst: Said before # so'));
    expect(folder.read('pages/en/note.md')).toBe(`---\n${page(12, 'standfirst: Noted')}---\n\nThe *text*.\n`);
  });

  it('writes the facts of media files into their records with --fix, and reports which', async () => {
    const wide = await picture('png', { width: 30, height: 10, background: '#336699' });
    const folder = makeFolder({
      ...SMALL_SITE,
      'media/wide.yaml': `id: 7 # Ours.\nfilename: wide.png\n# By hand.\nwidth: 31\n${HEAD}`,
      'media/text.yaml': `id: 8\nfilename: text.txt\n${HEAD}`,
      'media/gone.yaml': `id: 9\nfilename: gone.png\n${HEAD}`,
      'media/odd.yaml': `id: 10\nfilename: odd.png\n${HEAD}`,
      'media/wrong.yaml': `id: 11\nfilename: wide.png\nsize: 1\n${HEAD}`,
      'media/files/text.txt': 'Text\n',
      'media/files/odd.png': 'no picture\n',
    });
    writeFileSync(join(folder.folder, 'content/media/files/wide.png'), wide);
    const { code, stderr } = await folder.check('--fix');
    expect(stderr.split('\n')).toEqual([
      'media/odd.yaml: size, hash written',
      'media/text.yaml: size, hash written',
      'media/wide.yaml: size, height, hash, dominantColor, placeholder written',
      '3 files fixed',
      '',
    ]);
    // Files that are missing, or differ from their records, are still errors.
    expect(code).toBe(1);
    const hash = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
    expect(folder.read('media/text.yaml')).toBe(`id: 8\nfilename: text.txt\nsize: 5\nhash: ${hash('Text\n')}\n${HEAD}`);
    expect(folder.read('media/wide.yaml')).toMatch(/^id: 7 # Ours\.\nfilename: wide\.png\n/);
    expect(folder.read('media/wide.yaml').split('\n')).toEqual(
      expect.arrayContaining([
        '# By hand.',
        'width: 31',
        `size: ${wide.length}`,
        'height: 10',
        `hash: ${hash(wide)}`,
        expect.stringMatching(/^placeholder: data:image\/webp;base64,/),
      ]),
    );
    expect((await folder.check('--fix')).stderr).toBe('0 files fixed\n');
  });

  it('warns of links to pages that are not published, in fields and in rich text', async () => {
    const folder = makeFolder({
      ...SMALL_SITE,
      'content-types/plain.yaml': `id: 2\nname: Plain\nfieldsSchema:\n  - { name: more, type: link }\n  - { name: body, type: richtext, body: true }\n${HEAD}`,
      'pages/en/linking.md': `---\nid: 80\ntype: plain\ntitle: Linking\n${HEAD}fields:\n  more: { page: en/secret }\n---\n\n[a](page:en/about)\n\n[b](page:en/secret#part)\n`,
    });
    const told = 'leads to the page "en/secret", which is not published';
    expect((await folder.check()).stdout).toBe(
      `pages/en/linking.md:7:11: warning ${told}\npages/en/linking.md:12:1: warning ${told}\n0 errors, 2 warnings\n`,
    );
  });

  it('reads neither symbolic links nor pipes to find a line', async () => {
    const folder = makeFolder(SMALL_SITE);
    const at = (name: string): string => join(folder.folder, 'content/pages/en', name);
    runProgram('mkfifo', [at('pipe.yaml')]);
    symlinkSync('/dev/zero', at('link.yaml'));
    expect((await folder.check()).stdout).toMatch(
      /link\.yaml:1:1: error is not read.*\n.*pipe\.yaml:1:1: error is not read/,
    );
  });

  long.it('gives a new id to the copy of a file, not to the original', async () => {
    const folder = makeFolder(SMALL_SITE);
    const about = folder.read('pages/en/about.yaml');
    folder.write({ 'pages/de/about.yaml': about });
    expect((await folder.check()).stdout).toMatch(
      /^pages\/de\/about\.yaml:.* error page "de\/about" has the id 3 of /m,
    );
    await folder.check('--fix');
    expect(folder.read('pages/en/about.yaml')).toBe(about);
    expect(folder.read('pages/de/about.yaml')).toMatch(/^id: 1\d{9}$/m);
  });

  it.each([
    [['--format', 'xml'], 2, /--format is "xml"/],
    [['--fix', '--since', 'main'], 2, /cannot be given together/],
    [['--fix', '--tree', 'HEAD'], 2, /cannot be given together/],
    [['--merge', 'main', '--since', 'main'], 2, /--merge and --since cannot be given together/],
    [['--merge', 'main', 'pages'], 2, /--merge checks all files and takes no file names, but got pages/],
    [['--what'], 2, /--what/],
    [['pages/fr/**', 'nothing'], 1, /^No file in the content folder matches pages\/fr\/\*\* nothing\n$/],
    [['--since', 'nowhere'], 1, /^Git knows no commit "nowhere" in this folder\n$/],
    [['--since=--output=x'], 1, /^Git knows no commit "--output=x" in this folder\n$/],
    [['--tree', 'nowhere'], 1, /^Git knows no tree "nowhere" in this folder\n$/],
  ])('says what is wrong with %j', async (args, expected, message) => {
    const { code, stderr } = await makeFolder(SMALL_SITE).check(...args);
    expect(code).toBe(expected);
    expect(stderr).toMatch(message);
  });

  it('blames the newer file for a doubled id, address or value, whatever is compared', async () => {
    const folder = makeFolder({ ...SMALL_SITE, 'redirects/z.yaml': 'id: 1\nfromPath: /old\ntoPath: /about\n' });
    const about = folder.read('pages/en/about.yaml');
    folder.git('checkout', '--quiet', '-b', 'change');
    folder.commit({
      // Before the others in the alphabet, and as old as they are by what they say.
      'pages/de/about.yaml': about,
      'pages/en/about.md': `---\n${about.trim()}\n---\n`,
      'redirects/a.yaml': 'fromPath: /old\ntoPath: /secret\n',
    });
    const blamed = async (...args: readonly string[]): Promise<readonly string[]> => {
      const { stdout } = await folder.check('--format', 'json', ...args);
      const found = JSON.parse(stdout) as readonly LocatedFinding[];
      return found.flatMap(({ path, code }) => (code.startsWith('DUPLICATE') ? [`${code} ${path}`] : []));
    };
    const newer = [
      'DUPLICATE_ID pages/de/about.yaml',
      'DUPLICATE_KEY pages/en/about.md',
      'DUPLICATE_VALUE redirects/a.yaml',
    ];
    expect(await blamed()).toEqual(newer);
    expect(await blamed('--since', 'main')).toEqual(newer);
    folder.git('checkout', '--quiet', 'main');
    expect(await blamed('--merge', 'change')).toEqual(newer);
    expect(await blamed('--tree', 'change')).toEqual(newer);
    folder.git('checkout', '--quiet', 'change', '--', '.');
    expect(await blamed()).toEqual(newer);
    expect(await blamed('--since', 'HEAD', '--tree', folder.git('write-tree').trim())).toEqual(newer);
  });

  it('reports that a branch has no common history with the folder', async () => {
    const folder = makeFolder(SMALL_SITE);
    folder.git('checkout', '--quiet', '--orphan', 'other');
    folder.commit({ 'notes.txt': 'Another beginning.' });
    expect(await folder.check('--since', 'main')).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: '"main" has no commit in common with this folder; a shallow clone must fetch more of its history\n',
    });
  });

  it('passes the sample site', async () => {
    const { env } = makePlace();
    expect(await run(['check'], env)).toMatchObject({ code: 0, stdout: expect.stringContaining('0 errors') });
  });
});

it('SEC-44 prints only one line of plain text for each finding', () => {
  const finding = {
    path: 'pages/en/a\n::stop-commands::x.yaml',
    line: 1,
    column: 1,
    severity: 'error',
    code: 'SYNTAX',
  };
  const message = 'is no name: \u001b]0;x\u0007\u202e';
  const report = REPORTS['text']!([{ ...finding, message } as LocatedFinding], '');
  expect(report).toBe('pages/en/a ::stop-commands::x.yaml:1:1: error is no name: ]0;x\n1 error, 0 warnings\n');
});
