import { describe, expect, it } from 'vitest';
import { someOf } from '../../../long.ts';
import { makeSite } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { until } from '../../makeServer.ts';

/** For each kind of record a change, its file, and the file as somebody has edited it by hand. */
const CHANGES = [
  ['PUT /admin/pages/3', 'pages/en/about.yaml', ['About us', 'Us'], { title: 'Us' }],
  ['PUT /admin/pages/3', 'pages/en/about.yaml', ['About us', 'Us'], { revisionNote: 'Nothing' }],
  ['POST /admin/pages/upsert', 'pages/en/about.yaml', ['About us', 'Us'], { slug: 'about', title: 'Us' }],
  ['POST /admin/pages/bulk', 'pages/en/about.yaml', ['About us', 'Us'], { ids: [1, 3], action: 'publish' }],
  ['PUT /admin/blocks/1', 'blocks/motto.yaml', ['Look twice', 'Look'], { fields: { text: 'Look.' } }],
  ['PUT /admin/menus/1', 'menus/main.yaml', ['name: Main', 'name: First'], { name: 'First' }],
  ['PUT /admin/menus/1/items/1', 'menus/main.yaml', ['title: About', 'title: Us'], { title: 'Us' }],
  ['PUT /admin/taxonomies/1', 'taxonomies/topics.yaml', ['name: Topics', 'name: Subjects'], { name: 'Subjects' }],
  ['PUT /admin/taxonomies/1/terms/1', 'taxonomies/topics.yaml', ['name: News', 'name: New'], { name: 'New' }],
  ['PUT /admin/content-types/2', 'content-types/plain.yaml', ['name: Plain', 'name: Bare'], { name: 'Bare' }],
  ['PUT /admin/block-types/1', 'block-types/text.yaml', ['name: Text', 'name: Words'], { name: 'Words' }],
  ['PUT /admin/config', 'site.yaml', ['Test site', 'Our site'], { siteName: 'Our site' }],
] as const;

describe('a write that a file with uncommitted changes already contains', () => {
  it.each(someOf(CHANGES, 3))('is refused: %s of %s', async (call, path, [from, to], body) => {
    const site = await makeSite(SMALL_SITE);
    const changed = SMALL_SITE[path]!.replace(from, to);
    site.write(path, changed);
    // The first write finds the changed file; the second one finds it as it is served since then.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { status, body: answer } = await site.ask(call, { as: 'admin', body });
      expect([status, answer.errors]).toEqual([
        409,
        [{ code: 'CONFLICT', message: expect.stringContaining(path), path: [path] }],
      ]);
    }
    expect(site.newCommits()).toEqual([]);
    expect(site.read(path)).toBe(changed);

    site.git('commit', '--all', '--quiet', '--message=By hand');
    const { status } = await site.ask(call, { as: 'admin', body });
    expect(status).toBe(200);
  });

  it('is refused if the change is staged or the file is in no commit', async () => {
    const site = await makeSite(SMALL_SITE);
    site.write('menus/main.yaml', SMALL_SITE['menus/main.yaml']!.replace('name: Main', 'name: First'));
    site.git('add', '--all');
    site.write('menus/foot.yaml', 'id: 2\nname: Foot\ncreatedAt: 2026-01-01T00:00:00.000Z\n');
    await until(async () => (await site.ask('GET /admin/menus/2', { as: 'viewer' })).status === 200);
    for (const [call, body, path] of [
      ['PUT /admin/menus/1', { name: 'First' }, 'menus/main.yaml'],
      ['PUT /admin/menus/2', { name: 'Foot' }, 'menus/foot.yaml'],
    ] as const)
      for (const _ of [1, 2, 3]) {
        await site.ask(call, { as: 'admin', body: { name: 'Other' } });
        const reply = await site.ask(call, { as: 'admin', body });
        expect([reply.status, reply.body.errors[0].path]).toEqual([409, [path]]);
      }
    expect(site.newCommits()).toEqual([]);
  });
});

describe('a write that a committed file already contains', () => {
  it.each(
    someOf(
      CHANGES.filter(([call]) => !call.includes('/pages')),
      3,
    ),
  )('makes no commit and names the last one: %s', async (call, path, [from, to], body) => {
    const site = await makeSite(SMALL_SITE);
    site.write(path, SMALL_SITE[path]!.replace(from, to));
    site.git('commit', '--all', '--quiet', '--message=By hand');
    const commit = site.git('rev-parse', 'HEAD').trim();
    const { status, headers } = await site.ask(call, { as: 'admin', body });
    expect([status, headers.get('x-commit')]).toEqual([200, commit]);
    expect(site.newCommits()).toEqual(['By hand']);
  });

  it('still makes a revision of a page', async () => {
    const site = await makeSite(SMALL_SITE);
    const before = site.read('pages/en/about.yaml');
    const { status, headers } = await site.ask('PUT /admin/pages/3', { as: 'editor', body: { title: 'About us' } });
    expect([status, headers.get('x-commit')]).toEqual([200, site.git('rev-parse', 'HEAD').trim()]);
    expect(site.newCommits()).toEqual(['Update page "About us" (en/about)']);
    expect(site.read('pages/en/about.yaml')).toBe(before);
    expect(site.git('show', '--stat', '--format=')).toBe('');
  });

  it('can be repeated right after the first write', async () => {
    const site = await makeSite(SMALL_SITE);
    const answers = await Promise.all(
      ['Us', 'Us', 'We', 'We'].map((title) => site.ask('PUT /admin/pages/3', { as: 'editor', body: { title } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(site.newCommits()).toHaveLength(4);
    for (const name of ['One', 'Two']) {
      const body = { name };
      const menus = await Promise.all([1, 2].map(() => site.ask('PUT /admin/menus/1', { as: 'editor', body })));
      expect(menus.map(({ status }) => status)).toEqual([200, 200]);
    }
    expect(site.newCommits()).toHaveLength(6);
  });
});
