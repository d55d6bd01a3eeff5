import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNotes } from '../../../src/convert/notes.ts';
import { prepareText } from '../../../src/features/importMarkdown/prepareText.ts';
import { readMarkdownSite } from '../../../src/features/importMarkdown/readMarkdownSite.ts';
import { EMPTY, importInto, makeFolder, PNG, pageOf } from '../../convert/makeFolder.ts';
import { makeSite } from '../../makeSite.ts';

const read = (root: string, globs: readonly string[] = ['**/*.{md,mdx}'], target = EMPTY) =>
  readMarkdownSite({ root, globs }, target);

const HUGO = {
  'hugo.toml': 'baseURL = "https://old.example/"\n[languages.en]\n[languages.fr]\n',
  'content/_index.md': '---\ntitle: Welcome\n---\nSee [the tides]({{< ref "posts/tides.md" >}}).\n',
  'content/posts/tides.md': `+++
title = "Tides & moon"
date = 2024-05-01T08:30:00+02:00
tags = ["Sea", "Moon phases"]
aliases = ["/old-tides"]
rating = 5
featured = "/images/pier.png"
[sources]
book = "Almanac"
+++
# Tides & moon

![The pier](/images/pier.png) and [home](/), [a bundle](../bundle/), [nothing](missing.md), [out](https://x.example/y).

{{< figure src="/images/pier.png" alt="Again" >}}

{{< youtube abc >}}
`,
  'content/posts/tides.fr.md': '---\ntitle: Marées\ndraft: true\nrating: 4\n---\nVoir [accueil](/fr/).\n',
  'content/bundle/index.md': '---\ntitle: Bundle\ndate: 2031-01-01\n---\n![](near.png)\n\n![](gone.png)\n',
  'content/bundle/near.png': PNG,
  'static/images/pier.png': PNG.subarray(0, 40),
};

describe('Markdown of Hugo', () => {
  it('becomes pages at the addresses they had, with types, terms, pictures, links and redirects', async () => {
    const root = makeFolder({ ...HUGO, 'static/images/pier.png': Buffer.concat([PNG, Buffer.from('x')]) });
    const found = await read(root);
    expect(found.pages.map(({ locale, slug, type, status }) => [locale, slug, type, status])).toEqual([
      ['en', 'home', 'page', 'published'],
      ['en', 'bundle', 'bundle', 'published'],
      ['fr', 'posts/tides', 'posts', 'draft'],
      ['en', 'posts/tides', 'posts', 'published'],
    ]);
    const tides = pageOf(found, 'posts/tides');
    expect(tides).toMatchObject({
      title: 'Tides & moon',
      publishedAt: '2024-05-01T06:30:00.000Z',
      terms: { tags: ['sea', 'moon-phases'] },
      fields: { rating: 5, featured: 'pier', sources: { book: 'Almanac' } },
      translationGroup: pageOf(found, 'posts/tides', 'fr')?.['translationGroup'],
    });
    const body = JSON.stringify(tides?.['fields']);
    for (const part of ['media:pier', 'page:en/home', 'page:en/bundle', 'https://x.example/y', 'youtube abc'])
      expect(body).toContain(part);
    expect(pageOf(found, 'bundle')).toMatchObject({ scheduledAt: '2031-01-01T00:00:00.000Z' });
    expect(found.contentTypes.find(({ slug }) => slug === 'posts')?.['fieldsSchema']).toEqual([
      { name: 'rating', type: 'integer' },
      { name: 'featured', type: 'media' },
      { name: 'sources', type: 'object', fields: [{ name: 'book', type: 'text' }] },
      { name: 'body', label: 'Text', type: 'richtext', body: true },
    ]);
    expect(found.media.map(({ key, altText }) => [key, altText])).toEqual([
      ['near', undefined],
      ['pier', 'The pier'],
    ]);
    expect(found.redirects).toEqual([{ key: 'old-tides', fromPath: '/old-tides', toPath: '/posts/tides' }]);
    expect(found.notes.lines()).toEqual([
      'A picture in a text is not in the folder',
      '  content/bundle/index.md: gone.png',
      'A link leads to no imported page, and stays as it is (2 times)',
      '  content/posts/tides.fr.md: /fr/',
      '  content/posts/tides.md: missing.md',
      'Shortcodes of Hugo are left in the text as they are',
      '  content/posts/tides.md',
    ]);

    const site = await makeSite({ 'site.yaml': 'siteName: New\nsupportedLocales: [en, fr]\n' });
    await importInto(site, found);
    expect(site.newCommits()).toHaveLength(1);
    const { body: shown } = await site.ask('GET /content/pages/posts/tides?richtext=html&expand=media');
    expect(shown.data.fields.featured.url).toContain('/original.png');
    // No link leads to a page before its publication time.
    expect(shown.data.fields.body).toContain('<a href="/">home</a>, a bundle,');
    expect(shown.data.fields.body).toContain('alt="The pier"');
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('changes nothing when it is imported again, and takes no file twice', async () => {
    const root = makeFolder({
      'hugo.toml': '',
      'content/a.md': '---\ntitle: A\ncover: a.png\n---\nText.\n',
      'content/a.png': PNG,
    });
    const site = await makeSite({});
    await importInto(site, await read(root));
    const media = [...site.cms.store.all('media')];
    const again = await read(root, ['**/*.md'], {
      ...EMPTY,
      contentType: (slug) => site.cms.store.byKey('contentType', slug)?.data,
      hasMedia: (key) => site.cms.store.byKey('media', key) !== undefined,
      mediaOfHash: (hash) => media.find(({ data }) => data.hash === hash)?.key,
    });
    expect([again.media, again.contentTypes]).toEqual([[], []]);
    const { written } = await importInto(site, again);
    expect(written.commit).toBeNull();
  });
});

describe('Markdown of Jekyll', () => {
  it('gets its addresses from file names and settings', async () => {
    const root = makeFolder({
      '_config.yml': 'url: https://blog.example\n',
      '_posts/2024-02-03-first-light.md':
        '---\ntitle: First light\ncategories: sky\ntags: dawn light\n---\n[Next]({% post_url 2024-02-04-second %}), [about]({{ "/about.html" | relative_url }}) {% include x.html %}\n',
      '_posts/2024-02-04-second.md': '---\nlayout: post\n---\n## Second\n',
      '_drafts/idea.md': '---\ntitle: Idea\n---\n',
      '_recipes/soup.md': '---\ntitle: Soup\n---\n',
      'about.md': '---\ntitle: About\nredirect_from: /who\n---\nUs.\n',
      'index.md': '---\ntitle: Start\npermalink: /\n---\n',
    });
    const found = await read(root);
    expect(found.layout.name).toBe('Jekyll');
    expect(found.pages.map(({ slug, type, status }) => `${type} ${slug} ${status}`).sort()).toEqual([
      'page about published',
      'page home published',
      'posts 2024/02/04/second published',
      'posts idea draft',
      'posts sky/2024/02/03/first-light published',
      'recipes recipes/soup published',
    ]);
    const first = pageOf(found, 'sky/2024/02/03/first-light');
    expect(first).toMatchObject({
      publishedAt: '2024-02-03T00:00:00.000Z',
      terms: { tags: ['dawn', 'light'], categories: ['sky'] },
    });
    expect(JSON.stringify(first)).toContain('page:en/2024/02/04/second');
    expect(JSON.stringify(first)).toContain('page:en/about');
    expect(pageOf(found, '2024/02/04/second')?.['title']).toBe('Second');
    expect(found.redirects.map(({ fromPath, toPath }) => `${fromPath} ${toPath}`)).toContain(
      '/sky/2024/02/03/first-light.html /sky/2024/02/03/first-light',
    );
    expect(found.redirects.map(({ fromPath, toPath }) => `${fromPath} ${toPath}`)).toContain('/who /about');
    await importInto(await makeSite({}), found);
  });

  it('keeps the lines of highlighted code, and drops attributes of kramdown', async () => {
    const root = makeFolder({
      '_config.yml': '',
      '_posts/2024-02-03-code.md':
        '---\ntitle: Code\ncategories: sky night\n---\nLook: {% highlight ruby linenos %}\nputs 1\n{: not this }\nputs 2\n{% endhighlight %}\n\n* TOC\n{:toc}\n\n[A link](https://a.example){:target="_blank"}\n{: .note}\n',
      'README.md': '# Not a page\n',
    });
    const found = await read(root);
    expect(found.pages.map(({ slug }) => slug)).toEqual(['sky/night/2024/02/03/code']);
    const { content } = (found.pages[0]!['fields'] as { body: { content: unknown[] } }).body;
    expect(content).toMatchObject([
      { type: 'paragraph', content: [{ text: 'Look:' }] },
      { type: 'codeBlock', attrs: { language: 'ruby' }, content: [{ text: 'puts 1\n{: not this }\nputs 2' }] },
      { type: 'paragraph', content: [{ text: 'A link', marks: [{ type: 'link' }] }] },
    ]);
    expect(content).toHaveLength(3);
    expect(found.notes.lines()).toEqual([
      'Files without front matter are not pages in Jekyll',
      '  README.md',
      'Attributes of kramdown ({: …}) are left out',
      '  _posts/2024-02-03-code.md',
    ]);
  });
});

describe('code in Markdown', () => {
  it('keeps what looks like tags of another system', async () => {
    const code = 'See {{ site.url }}/a {{< ref "a.md" >}}\n<!-- more -->\n';
    const found = await read(makeFolder({ 'docs/a.md': `# A\n\n{{ site.url }}/x\n\n\`\`\`html\n${code}\`\`\`\n` }));
    const text = JSON.stringify(found.pages[0]?.['fields']);
    expect(text).toContain(JSON.stringify(code.trimEnd()));
    expect(text).toContain('"text":"/x"');
  });

  it.each([
    ['use `{{ site.url }}` here', '{{ site.url }}'],
    ['write `` {{< ref "a.md" >}} ` `` here', '{{< ref "a.md" >}} `'],
    ['write `{{ site.baseurl }}\n{{ site.url }}` here', '{{ site.baseurl }} {{ site.url }}'],
    ['then `{:toc}` after `)`{:.note} here', '{:toc}'],
    ['over `{% highlight ruby %}` and `{% endhighlight %}` here', '{% highlight ruby %}'],
  ])('within a line keeps it too: %s', async (line, code) => {
    const found = await read(makeFolder({ 'docs/a.md': `# A\n\nSee {{ site.url }}/x, ${line}\n` }));
    const body = JSON.stringify(found.pages[0]?.['fields']);
    expect(body).toContain('See /x, ');
    expect(body).toContain(`{"type":"text","text":${JSON.stringify(code)},"marks":[{"type":"code"}]}`);
    expect(body).not.toContain('.note');
  });

  it('keeps highlighted code of Jekyll that is shown within a fence', async () => {
    const code = '{% highlight ruby %}\nputs 1\n{% endhighlight %}';
    const found = await read(makeFolder({ 'docs/a.md': `# A\n\n\`\`\`liquid\n${code}\n\`\`\`\n` }));
    expect(JSON.stringify(found.pages[0]?.['fields'])).toContain(JSON.stringify(code));
  });

  // Each fence that was never closed was once read to the end of the file.
  it.each(['```a\n', '~~~ x\n', '` `` ``` ', '\\`'])('is found quickly in a long text of %j', (word) => {
    const text = word.repeat(200_000 / word.length);
    expect(prepareText(text, 'a.md', createNotes())).toContain(word.trim());
  });

  it('ends with its paragraph, and begins with no backtick that is escaped or alone', async () => {
    const texts = ['A ` tick\n\n{{ site.url }}/x', 'An \\` escape {{ site.url }}/x `', 'Two `` {{ site.url }}/x `'];
    for (const text of texts) {
      const found = await read(makeFolder({ 'docs/a.md': `${text}\n` }));
      expect(JSON.stringify(found.pages)).not.toContain('site.url');
    }
  });
});

describe('Markdown of Hugo with addresses by pattern', () => {
  it.each([
    ['[permalinks]\nposts = "/:year/:month/:slug/"\n', '2024/03/a-beginning'],
    ['[permalinks.page]\nposts = "/p/:slugorfilename"\n', 'p/first'],
    ['[permalinks]\nposts = "/:sections/:yearday/:title/"\n', 'posts/61/a-beginning'],
    ['[permalinks]\nposts = "/:weekday/:slug/"\n', 'posts/first'],
  ])('%s', async (settings, address) => {
    const post = '---\ntitle: A beginning\ndate: 2024-03-01\n---\n```go {linenos=table,hl_lines=[2]}\nx\n```\n';
    const found = await read(
      makeFolder({ 'hugo.toml': settings, 'content/posts/first.md': post, 'content/posts/_index.md': '' }),
    );
    expect(found.pages.map(({ slug }) => slug).sort()).toEqual([address, 'posts'].sort());
    expect(JSON.stringify(pageOf(found, address))).toContain('{"language":"go"}');
  });
});

describe('front matter', () => {
  it('is kept as JSON where its names cannot be names of fields', async () => {
    const values = 'social:\n  "og:title": Us\nquestions:\n  - "the question": Why\n    answer: Because\n';
    const found = await read(makeFolder({ 'about.md': `---\n${values}---\nText.\n` }));
    expect(found.contentTypes[0]?.['fieldsSchema']).toMatchObject([
      { name: 'social', type: 'json' },
      { name: 'questions', type: 'json' },
      { name: 'body' },
    ]);
    const site = await makeSite({});
    await importInto(site, found);
    const { fields } = (await site.ask('GET /content/pages/about')).body.data;
    expect(fields).toMatchObject({ social: { 'og:title': 'Us' }, questions: [{ 'the question': 'Why' }] });
  });

  it('loses no value unsaid whose name becomes that of another', async () => {
    const found = await read(makeFolder({ 'about.md': '---\nevent date: May\nevent_date: June\n---\nText.\n' }));
    expect(pageOf(found, 'about')?.['fields']).toMatchObject({ event_date: 'May' });
    expect(found.notes.lines()).toEqual([
      'A value is left out because another one has the same field name',
      '  about.md: event_date',
    ]);
  });
});

describe('a type that the site already has', () => {
  it('gets the fields it lacks, and keeps everything else', async () => {
    const site = await makeSite({
      'content-types/page.yaml':
        'id: 1\nname: Page\nfieldsSchema:\n  - { name: summary, type: textarea, help: Short }\nregions:\n  - { name: content, label: Content }\n',
    });
    const root = makeFolder({ 'about.md': '---\ntitle: About\nsummary: Who\nweight: 3\n---\nText.\n' });
    const target = { ...EMPTY, contentType: (slug: string) => site.cms.store.byKey('contentType', slug)?.data };
    await importInto(site, await read(root, ['*.md'], target));
    expect(site.read('content-types/page.yaml')).toContain('{ name: summary, type: textarea, help: Short }');
    expect(site.cms.store.byKey('contentType', 'page')?.data).toMatchObject({
      fieldsSchema: [
        { name: 'summary', help: 'Short' },
        { name: 'weight', type: 'integer' },
        { name: 'body', type: 'richtext' },
      ],
      regions: [{ name: 'content' }],
    });
    const { data } = (await site.ask('GET /content/pages/about?richtext=html')).body;
    expect(data.fields).toEqual({ summary: 'Who', weight: 3, body: '<p>Text.</p>' });
    expect((await importInto(site, await read(root, ['*.md'], target))).written.commit).toBeNull();
  });
});

describe('Markdown of Astro and of Eleventy', () => {
  it('gets its types from its collections', async () => {
    const root = makeFolder({
      'astro.config.mjs': 'export default {};',
      'src/content/blog/first.mdx':
        "---\ntitle: First\npubDate: 'Jul 08 2022'\nheroImage: '../../assets/hero.png'\n---\nimport X from './x.astro';\n\n<X />\n",
      'src/content/blog/second/index.md':
        '---\ntitle: Second\npubDate: 2022-07-09\nheroImage: /hero.png\nslug: two\n---\n[First](../first.mdx)\n',
      'src/pages/about.md': '---\ntitle: About\n---\n',
      'src/assets/hero.png': PNG,
      'public/hero.png': Buffer.concat([PNG, Buffer.from('y')]),
    });
    const found = await read(root);
    expect(found.pages.map(({ slug, type }) => `${type} ${slug}`)).toEqual([
      'blog blog/first',
      'blog blog/two',
      'page about',
    ]);
    expect(pageOf(found, 'blog/first')).toMatchObject({
      publishedAt: '2022-07-08T00:00:00.000Z',
      fields: { heroImage: 'hero' },
    });
    expect(JSON.stringify(pageOf(found, 'blog/two'))).toContain('page:en/blog/first');
    expect(found.notes.lines()).toContain('Imports and exports of MDX are left out');
    expect(JSON.stringify(found.pages)).not.toContain('import X');
    await importInto(await makeSite({}), found);
  });

  it('has the address in its front matter', async () => {
    const root = makeFolder({
      'eleventy.config.js': '',
      'notes/a.md': '---\npermalink: /journal/a/\ntags: [note]\n---\n# A note\n[b](b.md#part)\n',
      'notes/b.md': '---\npermalink: "/{{ x }}/"\n---\nB\n',
    });
    const found = await read(root);
    expect(found.pages.map(({ slug, type, title }) => [slug, type, title])).toEqual([
      ['journal/a', 'notes', 'A note'],
      ['notes/b', 'notes', 'B'],
    ]);
    expect(JSON.stringify(pageOf(found, 'journal/a'))).toContain('page:en/notes/b#part');
  });
});

describe('hostile Markdown', () => {
  it('SEC-44 runs nothing, and skips what it cannot read', async () => {
    const root = makeFolder({
      'js.md': '---js\nmodule.exports = (() => { throw new Error("ran"); })();\n---\nx\n',
      'yaml.md': `---\na: &a [1]\nb: *a\n---\nx\n`,
      'open.md': '---\ntitle: [\n---\nx\n',
      'toml.md': '+++\ntitle = "no end\n',
      'deep.md': `${'>'.repeat(2000)} deep`,
      'proto.md': '---\n__proto__: { x: 1 }\nok: 1\n---\nx\n',
      'big.md': Buffer.alloc(5 * 1024 * 1024, 97),
      'fine.md': '---\ntitle: Fine\nname with spaces: yes\naliases: ["/\\uD800"]\n---\nx\n',
    });
    const found = await read(root);
    expect(found.pages.map(({ slug }) => slug)).toEqual(['deep', 'fine']);
    expect(found.redirects.map(({ fromPath }) => fromPath)).toEqual(['/%EF%BF%BD']);
    expect(
      found.notes
        .lines()
        .filter((line) => line.startsWith('  '))
        .map((line) => line.trim().split(':')[0])
        .sort(),
    ).toEqual([...['big.md', 'deep.md', 'js.md', 'open.md', 'proto.md', 'toml.md', 'yaml.md']]);
    expect(pageOf(found, 'fine')?.['fields']).toMatchObject({ name_with_spaces: 'yes' });
    await importInto(await makeSite({}), found);
  });

  it('SEC-44 takes no file from outside the folder, whatever leads there', async () => {
    const secret = makeFolder({ 'secret.png': PNG, 'secret.md': '# Secret' });
    const root = makeFolder({
      'a.md': `---\ncover: ../../../../../../${secret}/secret.png\n---\n![](${join('../../../../..', secret, 'secret.png')}) ![](linked/secret.png) ![](/../secret.png)\n`,
    });
    symlinkSync(secret, join(root, 'linked'));
    const found = await read(root, ['**/*.md', '../**/secret.md', 'linked/secret.md']);
    expect(found.media).toEqual([]);
    expect(found.pages.map(({ slug }) => slug)).toEqual(['a']);
    expect(found.notes.lines()).toContain('A picture in a text is not in the folder (3 times)');
    expect(found.notes.lines()).toContain('Files outside of the folder are skipped');
  });

  it('takes a file once that front matter lists twice', async () => {
    const found = await read(makeFolder({ 'a.md': '---\ncovers: [x.png, x.png]\n---\n', 'x.png': PNG }));
    expect(found.media.map(({ key }) => key)).toEqual(['x']);
    expect(pageOf(found, 'a')?.['fields']).toEqual({ covers: ['x', 'x'] });
  });

  it('takes no file of a type that is not allowed for media', async () => {
    const root = makeFolder({
      'a.md': '![](x.png)\n',
      'x.png': '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
    });
    const found = await read(root);
    expect(found.media).toEqual([]);
    expect(found.notes.count).toBe(2);
  });
});
