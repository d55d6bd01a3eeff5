import { describe, expect, it } from 'vitest';
import { brokenReferences } from '../brokenReferences.ts';
import { refusalOf } from '../http/problemsOf.ts';
import { makeSite, type Site } from '../makeSite.ts';

const typed = (name: string, indent: string): string =>
  `${indent}- { name: ${name}, type: reference, settings: { types: [note, story] } } # of two types\n`;

/** Everything that can mention something, at some depth. */
const SITE: Readonly<Record<string, string>> = {
  'site.yaml': 'siteName: S\nlogo: media:dawn\ndefaultLocale: en\nsupportedLocales: [en, es]\nhomeSlug: start\n',
  'content-types/story.yaml': `id: 1
name: Story
fieldsSchema:
${typed('next', '  ')}  - name: parts
    type: repeater
    fields:
${typed('source', '      ')}      - { name: topic, type: term }
      - { name: more, type: link, settings: { types: [note] }, default: { page: en/about } }
      - name: box
        type: object
        fields:
          - { name: pictures, type: gallery, default: [dawn] }
          - { name: text, type: richtext }
regions:
  - { name: content, allowed_types: [quote, text] }
  - aside
defaultBlocks:
  - { region: content, blockTypeSlug: quote, position: 0, fields: { about: en/about } }
createdAt: 2026-01-01T00:00:00.000Z
`,
  'content-types/note.yaml': `id: 2
name: Note
fieldsSchema:
  next: { type: page, settings: { types: [story] }, default: en/about }
  topic: term
createdAt: 2026-01-01T00:00:00.000Z
`,
  'block-types/quote.yaml': `id: 1
name: Quote
fieldsSchema:
  - { name: about, type: page, settings: { types: [note] } }
  - { name: said, type: object, fields: { where: { type: link } } }
createdAt: 2026-01-01T00:00:00.000Z
`,
  'block-types/text.yaml': 'id: 2\nname: Text\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
  'blocks/motto.yaml':
    'id: 1\ntype: quote\ntitle: Motto\ncreatedAt: 2026-01-01T00:00:00.000Z\nfields:\n  about: en/about\n  said: { where: { page: en/about } }\n',
  'media/dawn.yaml':
    'id: 1\nfilename: dawn-00000000.png\noriginalName: dawn.png\nmimeType: image/png\nsize: 1\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
  'taxonomies/topics.yaml':
    'id: 1\nname: Topics\nhierarchical: true\ncreatedAt: 2026-01-01T00:00:00.000Z\nterms:\n  - id: 1\n    slug: news\n    name: News\n    children:\n      - { id: 2, slug: local, name: Local }\n',
  'pages/en/start.yaml': `id: 1
type: story
title: Start
status: published
createdAt: 2026-01-01T00:00:00.000Z
terms:
  topics: [local, news]
fields:
  next: en/about
  parts:
    - source: en/about
      topic: topics/local
      more: { page: en/about, text: More about en/about }
      box:
        pictures: [dawn]
        text:
          type: doc
          content:
            - { type: image, attrs: { src: media:dawn } }
            - { type: paragraph, content: [{ type: text, text: en/about }] }
regions:
  content:
    - id: 2
      type: quote
      fields: { about: en/about, said: { where: { page: en/about } } }
    - id: 3
      block: motto
      overrides: { about: en/about }
  aside:
    - { id: 4, type: text, fields: { about: en/about } }
`,
  'pages/es/start.yaml': 'id: 2\ntype: note\ntitle: Inicio\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
  'pages/en/about.yaml':
    'id: 3\ntype: note\ntitle: About\ncreatedAt: 2026-01-01T00:00:00.000Z\nfields:\n  topic: topics/local\n',
  'pages/es/news.yaml': 'id: 4\ntype: note\ntitle: News\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
  'menus/main.yaml':
    'id: 1\nname: Main\ncreatedAt: 2026-01-01T00:00:00.000Z\nitems:\n  - id: 1\n    title: Start\n    children:\n      - { id: 2, title: About, page: en/about }\n',
  'tracking-scripts/count.yaml':
    'id: 1\nname: Count\nscope: targeted\ntargetPages: [about, start, news]\ncode: count()\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
};

const put = (site: Site, path: string, body: object) => site.ask(`PUT /admin/${path}`, { as: 'admin', body });

/** The files changed but not renamed by the one commit since, before and after. */
function rewrites(site: Site): readonly string[] {
  expect(site.newCommits()).toHaveLength(1);
  expect(site.git('fsck', '--strict') + site.git('status', '--porcelain')).toBe('');
  return site.git('show', '--format=', '--name-only', '--diff-filter=M', 'HEAD').split('\n').filter(Boolean);
}

/** Expects that files are unchanged except for one name. */
function expectRenamed(site: Site, paths: readonly string[], from: RegExp, to: string): void {
  for (const path of paths) expect([path, site.read(path)]).toEqual([path, SITE[path]?.replaceAll(from, to)]);
}

/** Leaves out values that the site's schemas do not know. */
const noProblems = ({ cms }: Site): void => {
  const problems = [...cms.store.problems(), ...brokenReferences(cms.store)];
  expect(problems.filter(({ code }) => code !== 'UNKNOWN_FIELD')).toEqual([]);
};

describe('a renamed page', () => {
  it('is followed by fields at any depth, blocks, menus, scripts, defaults and default blocks', async () => {
    const site = await makeSite(SITE);
    noProblems(site);
    expect((await put(site, 'pages/3', { slug: 'who/we-are' })).status).toBe(200);
    const paths = ['blocks/motto.yaml', 'content-types/note.yaml', 'content-types/story.yaml', 'menus/main.yaml'];
    expect(rewrites(site)).toEqual([...paths, 'pages/en/start.yaml', 'tracking-scripts/count.yaml']);
    expectRenamed(site, paths, /en\/about/g, 'en/who/we-are');
    // Words, and values without a field, are not mentions.
    const start = SITE['pages/en/start.yaml']
      ?.replaceAll('en/about', 'en/who/we-are')
      .replace('More about en/who/we-are', 'More about en/about')
      .replace('text: en/who/we-are', 'text: en/about')
      .replace('type: text, fields: { about: en/who/we-are', 'type: text, fields: { about: en/about');
    expect(site.read('pages/en/start.yaml')).toBe(start);
    expectRenamed(site, ['tracking-scripts/count.yaml'], /about/g, 'who/we-are');
    noProblems(site);
  });

  it('is followed by mentions of itself in the same body', async () => {
    const site = await makeSite(SITE);
    const fields = { next: 1, parts: [{}, { source: 1 }] };
    expect((await put(site, 'pages/1', { slug: 'begin', fields })).status).toBe(200);
    expect(site.read('pages/en/begin.yaml')).toMatch(
      /next: en\/begin\n {2}parts:\n {4}- \{\}\n {4}- source: en\/begin\n/,
    );
    noProblems(site);
  });

  it('takes the home page along in the default locale, and keeps script targets that another locale needs', async () => {
    const site = await makeSite(SITE);
    await put(site, 'pages/1', { slug: 'begin' });
    expect(rewrites(site)).toEqual(['site.yaml', 'tracking-scripts/count.yaml']);
    expectRenamed(site, ['site.yaml'], /start/g, 'begin');
    expectRenamed(site, ['tracking-scripts/count.yaml'], /start/g, 'start, begin');
  });

  it('leaves the home page alone in another locale', async () => {
    const site = await makeSite(SITE);
    await put(site, 'pages/2', { slug: 'inicio' });
    expect(rewrites(site)).toEqual(['tracking-scripts/count.yaml']);
    expectRenamed(site, ['tracking-scripts/count.yaml'], /start/g, 'start, inicio');
  });

  it('is followed by scripts once, even if they already name the new slug', async () => {
    const site = await makeSite(SITE);
    await put(site, 'pages/4', { slug: 'about' });
    expect(rewrites(site)).toEqual(['tracking-scripts/count.yaml']);
    expectRenamed(site, ['tracking-scripts/count.yaml'], /, news/g, '');
  });
});

describe('a renamed content type', () => {
  it('is followed by pages and by what fields of other types may point at', async () => {
    const site = await makeSite(SITE);
    expect((await put(site, 'content-types/2', { slug: 'memo' })).status).toBe(200);
    const paths = ['block-types/quote.yaml', 'content-types/story.yaml'];
    expect(rewrites(site)).toEqual([...paths, 'pages/en/about.yaml', 'pages/es/news.yaml', 'pages/es/start.yaml']);
    expectRenamed(site, [...paths, 'pages/en/about.yaml'], /\bnote\b/g, 'memo');
    expect((await put(site, 'pages/1', { title: 'Still valid' })).status).toBe(200);
    noProblems(site);
  });

  it('is followed within its own schema from the same body', async () => {
    const site = await makeSite(SITE);
    const schema = [
      { name: 'other', type: 'text' },
      { name: 'next', type: 'page', settings: { types: ['story'] } },
    ];
    const { body } = await put(site, 'content-types/1', { slug: 'tale', fieldsSchema: schema });
    expect(body.data.fieldsSchema[1].settings.types).toEqual(['tale']);
    expectRenamed(site, ['content-types/note.yaml'], /\bstory\b/g, 'tale');
    noProblems(site);
  });

  it('is in use while others may point at it, but not if only it points at itself', async () => {
    const site = await makeSite({
      'content-types/a.yaml': 'id: 1\nname: A\nfieldsSchema: [{ name: up, type: page, settings: { types: [a] } }]\n',
      'content-types/b.yaml': 'id: 2\nname: B\nfieldsSchema: [{ name: to, type: page, settings: { types: [a] } }]\n',
    });
    const remove = async (id: number) =>
      refusalOf(await site.ask(`DELETE /admin/content-types/${id}`, { as: 'admin' }));
    expect([await remove(1), await remove(2), await remove(1)]).toEqual(['409 IN_USE', '200', '200']);
  });
});

describe('a renamed block type', () => {
  it('is followed by blocks, pages, regions and default blocks', async () => {
    const site = await makeSite(SITE);
    expect((await put(site, 'block-types/1', { slug: 'words' })).status).toBe(200);
    const paths = ['blocks/motto.yaml', 'content-types/story.yaml', 'pages/en/start.yaml'];
    expect(rewrites(site)).toEqual(paths);
    expectRenamed(site, paths, /\bquote\b/g, 'words');
    expect((await put(site, 'pages/1', { title: 'Still valid' })).status).toBe(200);
    noProblems(site);
  });
});

describe('a renamed term or taxonomy', () => {
  it('is followed by terms of pages and by fields at any depth', async () => {
    const site = await makeSite(SITE);
    expect((await put(site, 'taxonomies/1/terms/2', { slug: 'nearby' })).status).toBe(200);
    const paths = ['pages/en/about.yaml', 'pages/en/start.yaml', 'taxonomies/topics.yaml'];
    expect(rewrites(site)).toEqual(paths);
    expectRenamed(site, paths, /\blocal\b/g, 'nearby');
    noProblems(site);
  });

  it('is followed when the whole vocabulary is renamed', async () => {
    const site = await makeSite(SITE);
    expect((await put(site, 'taxonomies/1', { slug: 'subjects' })).status).toBe(200);
    expect(rewrites(site)).toEqual(['pages/en/about.yaml', 'pages/en/start.yaml']);
    expectRenamed(site, ['pages/en/about.yaml', 'pages/en/start.yaml'], /\btopics\b/g, 'subjects');
    noProblems(site);
  });
});

describe('renaming a menu, or giving a reusable block another title', () => {
  it('changes no key that others mention', async () => {
    const site = await makeSite(SITE);
    await put(site, 'menus/1', { slug: 'top' });
    expect(rewrites(site)).toEqual([]);
    expect(site.read('menus/top.yaml')).toBe(SITE['menus/main.yaml']);
    await put(site, 'blocks/1', { title: 'Slogan' });
    expect(site.git('show', '--format=', '--name-only', 'HEAD')).toBe('blocks/motto.yaml\n');
    noProblems(site);
  });
});
