import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { long } from '../long.ts';
import { runProgram } from '../run/runProgram.ts';
import { makePlace, run, serve, stop } from './quire.ts';

const DOCUMENT = {
  quire: 1,
  contentTypes: [{ slug: 'plain', name: 'Plain' }],
  pages: [{ locale: 'en', slug: 'a', type: 'plain', title: 'A' }],
};

function makeEmptyPlace() {
  const place = makePlace({ withContent: false });
  mkdirSync(place.contentDir);
  const file = join(place.folder, 'export.json');
  writeFileSync(file, JSON.stringify(DOCUMENT));
  const git = (...args: readonly string[]): string =>
    runProgram('git', args, { cwd: place.contentDir, encoding: 'utf8' });
  return { ...place, file, git };
}

describe('quire import', () => {
  it("creates a document's records in one commit, and nothing when it is repeated", async () => {
    const { env, file, git } = makeEmptyPlace();
    const first = await run(['import', file], env);
    const head = git('rev-parse', 'HEAD').trim();
    expect(first).toEqual({ code: 0, stdout: `2 created, 0 updated, 0 unchanged, commit ${head}\n`, stderr: '' });
    expect(git('log', '--format=%s (%an)').trim().split('\n')[0]).toBe('Import 2 records (Quire)');
    expect(git('status', '--porcelain')).toBe('');
    expect((await run(['import', '-'], env, JSON.stringify(DOCUMENT))).stdout).toBe(
      '0 created, 0 updated, 2 unchanged\n',
    );
    expect(git('rev-parse', 'HEAD').trim()).toBe(head);
  });

  long.it('reports the place of every mistake, and changes nothing', async () => {
    const { env, git } = makeEmptyPlace();
    const body = { ...DOCUMENT, pages: [{ locale: 'en', slug: 'con', type: 'gone', title: 'A' }, 5] };
    const { code, stdout, stderr } = await run(['import', '-'], env, JSON.stringify(body));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^pages\.0\.slug: must be a slug/);
    expect(stderr).toMatch(/^pages\.1: must be an object$/m);
    expect(git('log', '--all', '--format=%s')).not.toContain('Import');
  });

  long.it('names a file that cannot be read, and explains its arguments', async () => {
    const { env, folder } = makeEmptyPlace();
    expect(await run(['import', join(folder, 'none.json')], env)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${join(folder, 'none.json')} cannot be read\n`,
    });
    expect(await run(['import'], env)).toMatchObject({ code: 2, stdout: '' });
    expect(await run(['import', 'a', 'b'], env)).toMatchObject({ code: 2, stdout: '' });
    expect((await run(['import', '--help'])).stdout).toContain('Exit codes');
  });

  long.it('does not touch a content folder that a server runs on, and says where to send the file', async () => {
    const { env, file } = makeEmptyPlace();
    const server = await serve(env);
    const { code, stdout, stderr } = await run(['import', file], { ...env, PORT: '4321' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('A server is running on this content');
    expect(stderr).toContain('curl -X POST http://127.0.0.1:4321/api/admin/import');
    expect((await stop(server)).code).toBe(0);
    expect((await run(['import', file], env)).code).toBe(0);
  });
});

describe('quire import --from', () => {
  const makeOther = () => {
    const place = makeEmptyPlace();
    const root = join(place.folder, 'old');
    mkdirSync(join(root, 'posts'), { recursive: true });
    writeFileSync(join(root, 'posts/first.md'), '---\ntitle: First\nrating: 3\n---\nText, ![](gone.png).\n');
    return { ...place, args: ['import', '--from', 'markdown', '**/*.md', '--root', root] };
  };
  const TOLD = `Markdown: 1 page
  posts: 1 page; a new type with rating (integer), body (richtext)

Left out or changed on the way:
  A picture in a text is not in the folder
    posts/first.md: gone.png

`;

  it("imports another system's content in one commit, and reports what could not be taken", async () => {
    const { env, git, args } = makeOther();
    const { code, stdout } = await run(args, env);
    expect(code).toBe(0);
    expect(stdout).toBe(`${TOLD}2 records written, commit ${git('rev-parse', 'HEAD').trim()}\n`);
    expect(git('ls-files', 'pages', 'content-types').trim().split('\n')).toEqual([
      'content-types/posts.yaml',
      'pages/en/posts/first.yaml',
    ]);
  });

  long.it('reports everything in a dry run, and writes nothing', async () => {
    const { env, contentDir, args } = makeOther();
    const { code, stdout } = await run([...args, '--dry-run'], env);
    expect([code, stdout]).toEqual([0, `${TOLD}All of it can be imported. Nothing was written: this was a dry run.\n`]);
    expect(readdirSync(contentDir)).toEqual([]);
  });

  long.it('writes a document that can be imported, instead of importing it', async () => {
    const { env, folder, contentDir, args } = makeOther();
    const out = join(folder, 'made.json');
    expect((await run([...args, '--out', out], env)).stdout).toContain(`Written to ${out}`);
    expect(readdirSync(contentDir)).toEqual([]);
    expect((await run(['import', out], env)).stdout).toMatch(/^2 created/);
  });

  long.it('takes an export with types alone', async () => {
    const { env, folder, contentDir } = makeOther();
    const post = { sys: { id: 'post' }, name: 'Post', fields: [{ id: 'title', name: 'Title', type: 'Symbol' }] };
    const file = join(folder, 'types.json');
    writeFileSync(
      file,
      JSON.stringify({ contentTypes: [post], entries: [], locales: [{ code: 'en', default: true }] }),
    );
    const { code, stdout } = await run(['import', '--from', 'contentful', file], env);
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 record written')]);
    expect(existsSync(join(contentDir, 'content-types/post.yaml'))).toBe(true);
  });

  long.it('says that there is nothing to import if no file matches', async () => {
    const { env, contentDir, args } = makeOther();
    const [command = '', from = '', system = '', , ...root] = args;
    const { code, stderr } = await run([command, from, system, 'none/**/*.md', ...root], env);
    expect([code, stderr]).toEqual([1, 'There is nothing to import in none/**/*.md\n']);
    expect(existsSync(join(contentDir, 'pages'))).toBe(false);
  });

  it.each([
    [['--from', 'drupal', 'x'], /--from must be one of markdown, wordpress, contentful/],
    [['--from', 'markdown'], /needs the files/],
    [['--from', 'wordpress', 'a', 'b'], /takes one file/],
    [['--from', 'wordpress', 'a', '--root', '.'], /--root is not for --from wordpress/],
    [['a.json', '--dry-run'], /need --from/],
    [['--from', 'markdown', 'a', '--locale', 'x'], /--locale must be/],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, stderr } = await run(['import', ...args]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
