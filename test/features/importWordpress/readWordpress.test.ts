import { describe, expect, it } from 'vitest';
import { postAddress, type WordpressPost } from '../../../src/features/importWordpress/posts.ts';
import { readWordpress } from '../../../src/features/importWordpress/readWordpress.ts';
import { EMPTY, importInto, makeFolder, PNG, pageOf } from '../../convert/makeFolder.ts';
import { makeSite } from '../../makeSite.ts';

const meta = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(
      ([key, value]) =>
        `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
    )
    .join('');

interface Item {
  readonly id: number;
  readonly type: string;
  readonly title?: string;
  readonly link?: string;
  readonly status?: string;
  readonly html?: string;
  readonly more?: string;
}

const item = ({ id, type, title = '', link = '', status = 'publish', html = '', more = '' }: Item): string => `<item>
<title>${title}</title><link>${link}</link><dc:creator><![CDATA[ada]]></dc:creator>
<content:encoded><![CDATA[${html}]]></content:encoded><excerpt:encoded><![CDATA[]]></excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date_gmt>${status === 'draft' ? '0000-00-00 00:00:00' : `2024-03-0${id % 9 || 9} 10:00:00`}</wp:post_date_gmt>
<wp:post_type>${type}</wp:post_type><wp:status>${status}</wp:status>${more}</item>`;

const wxr = (...items: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<!-- made by WordPress -->
<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<title>Old site</title><link>https://old.example</link><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_login>ada</wp:author_login><wp:author_display_name><![CDATA[Ada L.]]></wp:author_display_name></wp:author>
<wp:category><wp:category_nicename>birds</wp:category_nicename><wp:category_parent>nature</wp:category_parent><wp:cat_name>Birds</wp:cat_name></wp:category>
<wp:category><wp:category_nicename>nature</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name>Nature &amp; more</wp:cat_name></wp:category>
${items.join('\n')}
</channel></rss>`;

const ITEMS = [
  item({
    ...{ id: 1, type: 'post', title: 'First &amp; best', link: 'https://old.example/2024/03/first/' },
    html: `Hello <b>you</b>
on two lines

[caption id="x"]<a href="https://old.example/wp-content/uploads/2024/pier.png"><img src="https://old.example/wp-content/uploads/2024/pier-300x200.png" alt="The pier"></a> At dawn[/caption]

<a href="http://www.old.example/about/#us">About</a> [contact-form id="3"] <script>alert(1)</script><iframe src="https://video.example/1"></iframe>`,
    more: `<category domain="category" nicename="birds"><![CDATA[Birds]]></category><category domain="post_tag" nicename="sea"><![CDATA[Sea]]></category>
${meta({ _thumbnail_id: '9', mood: 'calm', _edit_last: '1', _yoast_wpseo_metadesc: 'In short' })}<wp:comment><wp:comment_id>1</wp:comment_id></wp:comment>`,
  }),
  item({
    ...{ id: 2, type: 'page', title: 'About', link: 'https://old.example/about/' },
    html: '<!-- wp:heading --><h1>Us</h1><!-- /wp:heading --><ul><li>a<ul><li>b</li></ul></li></ul><table><tr><th>x</th></tr><tr><td colspan="2">y</td></tr></table><figure class="wp-block-image"><img src="https://cdn.example/z.png"/><figcaption>Z</figcaption></figure><p><a href="?p=1">first</a></p>',
  }),
  item({
    id: 3,
    type: 'post',
    title: 'Idea',
    link: 'https://old.example/?p=3',
    status: 'draft',
    more: '<wp:post_name>idea</wp:post_name>',
  }),
  item({ id: 4, type: 'post', title: 'Secret', link: 'https://old.example/secret/', status: 'private', html: 'x' }),
  item({ id: 5, type: 'post', title: 'Gone', status: 'trash' }),
  item({ id: 6, type: 'page', title: 'Start', link: 'https://old.example/', html: '<p>Welcome</p>' }),
  item({
    ...{ id: 9, type: 'attachment', title: 'Pier', status: 'inherit' },
    more: `<wp:attachment_url>https://old.example/wp-content/uploads/2024/pier.png</wp:attachment_url>${meta({ _wp_attachment_image_alt: 'A pier' })}`,
  }),
  item({
    ...{ id: 20, type: 'nav_menu_item', title: 'More' },
    more: `<wp:menu_order>2</wp:menu_order><category domain="nav_menu" nicename="main"><![CDATA[Main]]></category>${meta({ _menu_item_type: 'custom', _menu_item_url: 'https://x.example', _menu_item_menu_item_parent: '21' })}`,
  }),
  item({
    ...{ id: 21, type: 'nav_menu_item' },
    more: `<wp:menu_order>1</wp:menu_order><category domain="nav_menu" nicename="main"><![CDATA[Main]]></category>${meta({ _menu_item_type: 'post_type', _menu_item_object_id: '2' })}`,
  }),
];

const read = (xml: string, files: Readonly<Record<string, Buffer>> = {}) => {
  const folder = makeFolder({ 'export.xml': xml, 'uploads/.keep': '', ...files });
  return readWordpress({ file: `${folder}/export.xml`, files: `${folder}/uploads` }, EMPTY);
};

describe('the export of WordPress', () => {
  it('keeps the first of several custom fields that become one, and says so', async () => {
    const link = 'https://old.example/two/';
    const more = meta({ 'my mood': 'calm', my_mood: 'wild' });
    const found = await read(wxr(item({ id: 1, type: 'post', title: 'Two', link, more })));
    expect(pageOf(found, 'two')?.['fields']).toMatchObject({ my_mood: 'calm' });
    expect(found.notes.lines()).toContain('A value is left out because another one has the same field name');
  });

  it('becomes pages at their addresses, with types, terms, files, a menu and links', async () => {
    const found = await read(wxr(...ITEMS), { 'uploads/2024/pier.png': PNG });
    expect(found.pages.map(({ type, slug, status }) => `${type} ${slug} ${status}`)).toEqual([
      'post 2024/03/first published',
      'page about published',
      'post idea draft',
      'post secret draft',
      'page home published',
    ]);
    expect(pageOf(found, '2024/03/first')).toMatchObject({
      ...{ title: 'First & best', publishedAt: '2024-03-01T10:00:00.000Z', seo: { metaDescription: 'In short' } },
      ...{ terms: { categories: ['birds'], tags: ['sea'] }, fields: { author: 'Ada L.', mood: 'calm', cover: 'pier' } },
    });
    expect(found.taxonomies[0]).toMatchObject({
      ...{ slug: 'categories', hierarchical: true },
      terms: [{ slug: 'nature', name: 'Nature & more', children: [{ slug: 'birds', name: 'Birds' }] }],
    });
    expect(found.media).toMatchObject([{ key: 'pier', originalName: 'pier.png', title: 'Pier', altText: 'A pier' }]);
    expect(found.menus).toEqual([
      {
        ...{ slug: 'main', name: 'Main' },
        items: [
          {
            ...{ title: 'About', target: '_self', page: 'en/about' },
            children: [{ title: 'More', target: '_self', url: 'https://x.example', children: [] }],
          },
        ],
      },
    ]);
    expect(found.notes.lines().filter((line) => !line.startsWith(' '))).toEqual([
      'Posts in the trash and automatic drafts are not imported',
      'Comments are not imported',
      'Shortcodes are left in the text as they are: [contact-form]',
      'An embedded element (iframe, video, audio) became a link',
      'A private or protected post became a draft',
    ]);

    const site = await makeSite({});
    await importInto(site, found);
    expect(site.newCommits()).toHaveLength(1);
    const html = async (slug: string): Promise<string> =>
      (await site.ask(`GET /content/pages/${slug}?richtext=html`)).body.data.fields.body;
    const first = await html('2024/03/first');
    expect(first).toContain('<p>Hello <strong>you</strong><br>on two lines</p>');
    expect(first).toMatch(
      /<figure>.*<img src="\/api\/content\/media\/\d+\/original\.png[^"]*" alt="The pier">.*<figcaption>At dawn<\/figcaption>/,
    );
    expect(first).toContain('<a href="/about#us">About</a> [contact-form id=&quot;3&quot;]');
    expect(first).not.toContain('alert');
    const about = await html('about');
    expect(about).toContain('<h2>Us</h2><ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>');
    expect(about).toContain('<thead><tr><th><p>x</p></th></tr></thead>');
    expect(about).toContain('<figure><img src="https://cdn.example/z.png" alt=""><figcaption>Z</figcaption></figure>');
    expect(about).toContain('<a href="/2024/03/first">first</a>');
    expect((await site.ask('GET /content/menus/main')).body.data.items[0].page_slug).toBe('about');
  });

  it('keeps the addresses of pictures, and says so, if no folder is given', async () => {
    const folder = makeFolder({ 'export.xml': wxr(...ITEMS) });
    const found = await readWordpress({ file: `${folder}/export.xml` }, EMPTY);
    expect(found.media).toEqual([]);
    expect(JSON.stringify(found.pages)).toContain('https://old.example/wp-content/uploads/2024/pier-300x200.png');
    expect(found.notes.lines()[0]).toContain('--files');
    await importInto(await makeSite({}), found);
  });

  it('SEC-7 expands no entities, and fetches nothing', async () => {
    const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>${wxr(
      item({ id: 1, type: 'post', title: '&b; &x;', link: 'https://old.example/a/', html: 'x' }),
    ).replace(/^<\?xml[^>]*>/, '')}`;
    const found = await read(bomb);
    expect(pageOf(found, 'a')?.['title']).toBe('&b; &x;');
  });

  it.each([
    ['nothing', '', 'not an export of WordPress'],
    ['another file', '<html><body>x</body></html>', 'not an export of WordPress'],
    ['a file that is cut off', wxr(...ITEMS).slice(0, -40), 'cut off'],
    ['nesting without end', wxr(`<item>${'<a>'.repeat(5000)}`), 'too large'],
    ['an item without end', wxr(`<item>${'<a/>'.repeat(30_000)}</item>`), 'too large'],
    ['a text without end', wxr(item({ id: 1, type: 'post', html: 'a'.repeat(5 * 1024 * 1024) })), 'larger than 4 MiB'],
  ])('SEC-7 refuses %s in words', async (_, xml, message) => {
    await expect(read(xml)).rejects.toThrow(message);
  });

  it('SEC-7 takes menus that nest without end or in a circle, and notes it', async () => {
    const menuItem = (id: number, parent: number): string =>
      item({
        ...{ id, type: 'nav_menu_item', title: `Item ${id}` },
        more: `<category domain="nav_menu" nicename="main">Main</category>${meta({ _menu_item_type: 'custom', _menu_item_url: '/a', _menu_item_menu_item_parent: String(parent) })}`,
      });
    const chain = Array.from({ length: 500 }, (_, at) => menuItem(at + 1, at));
    const found = await read(wxr(...chain, menuItem(9001, 9002), menuItem(9002, 9001)));
    expect(JSON.stringify(found.menus).match(/"title"/g)).toHaveLength(502);
    expect(found.notes.lines()).toContain('A menu item was nested too deeply, and is at the top now (478 times)');
    const site = await makeSite({});
    await importInto(site, found);
    expect(site.cms.store.byKey('menu', 'main')?.data.items).toHaveLength(479);
  });

  it('SEC-44 takes categories that are each below the next, and notes those that are down too far', async () => {
    const category = (at: number): string =>
      `<wp:category><wp:category_nicename>c${at}</wp:category_nicename><wp:category_parent>c${at + 1}</wp:category_parent><wp:cat_name>C ${at}</wp:cat_name></wp:category>`;
    const found = await read(wxr(...Array.from({ length: 20_000 }, (_, at) => category(at))));
    const [categories] = found.taxonomies;
    expect(JSON.stringify(categories).match(/"slug":"c\d/g)).toHaveLength(20_000);
    // 24 levels each; two more are in every export of these tests.
    expect(categories?.['terms']).toHaveLength(Math.ceil(20_000 / 24) + 1);
    expect(found.notes.lines()).toContain('A term was nested too deeply, and is at the top now (833 times)');
  });

  it('SEC-44 takes pages that are each below the next, and looks at few of them for an address', async () => {
    const page = (at: number): string =>
      item({
        ...{ id: at + 1, type: 'page', status: 'draft' },
        more: `<wp:post_name>p${at}</wp:post_name><wp:post_parent>${at + 2}</wp:post_parent>`,
      });
    const found = await read(wxr(...Array.from({ length: 3000 }, (_, at) => page(at))));
    expect(found.pages.map(({ slug }) => slug)).toContain('p7/p6/p5/p4/p3/p2/p1/p0');
    const posts = Array.from({ length: 3000 }, (_, at) => ({
      id: `${at}`,
      name: `p${at}`,
      parent: `${at + 1}`,
      link: '',
    }));
    let asked = 0;
    class Counted extends Map<string, WordpressPost> {
      override get(id: string): WordpressPost | undefined {
        asked += 1;
        return super.get(id);
      }
    }
    // An address is made from these alone.
    const byId = new Counted(posts.map((post) => [post.id, post as WordpressPost]));
    postAddress(posts[0] as WordpressPost, byId);
    expect(asked).toBeLessThanOrEqual(50);
  });

  it('SEC-7 reads HTML that nests without end', async () => {
    const found = await read(
      wxr(item({ id: 1, type: 'post', link: 'https://old.example/a/', html: `${'<div><b>'.repeat(3000)}deep` })),
    );
    expect(JSON.stringify(pageOf(found, 'a'))).toContain('deep');
    await importInto(await makeSite({}), found);
  });
});

describe('HTML in WordPress', () => {
  it('becomes plain text in names, pictures in galleries, and a link where an address is alone', async () => {
    const picture = item({
      ...{ id: 9, type: 'attachment', title: 'pier', status: 'inherit' },
      more: `<wp:attachment_url>https://old.example/wp-content/uploads/2024/pier.png</wp:attachment_url>${meta({ _wp_attachment_image_alt: 'A "pier"' })}`,
    });
    const post = item({
      ...{ id: 1, type: 'post', title: '<![CDATA[Sea &amp; <em>sand</em> &lt; 3]]>', link: 'https://old.example/sea/' },
      html: 'One\n\nhttps://video.example/watch?v=1&amp;t=2\n\n[gallery columns="2" ids="9, 77"]\n\nsee https://not.example here',
      more: '<category domain="post_tag" nicename="r-and-d"><![CDATA[R &amp; D]]></category>',
    });
    const root = makeFolder({ 'export.xml': wxr(post, picture), 'uploads/2024/pier.png': PNG });
    const found = await readWordpress({ file: `${root}/export.xml`, files: `${root}/uploads` }, EMPTY);
    const page = pageOf(found, 'sea')!;
    expect(page['title']).toBe('Sea & sand < 3');
    expect(found.taxonomies).toMatchObject([{ slug: 'categories' }, { slug: 'tags', terms: [{ name: 'R & D' }] }]);
    const { content } = (page['fields'] as { body: { content: unknown[] } }).body;
    const href = 'https://video.example/watch?v=1&t=2';
    expect(content).toMatchObject([
      { type: 'paragraph', content: [{ text: 'One' }] },
      { type: 'paragraph', content: [{ text: href, marks: [{ type: 'link', attrs: { href } }] }] },
      { type: 'image', attrs: { src: 'media:pier', alt: 'A "pier"' } },
      { type: 'paragraph', content: [{ text: 'see https://not.example here' }] },
    ]);
    await importInto(await makeSite({}), found);
  });
});
