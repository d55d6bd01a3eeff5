import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, type Site } from '../../makeSite.ts';

const FILES: Record<string, string> = {
  'site.yaml': 'siteName: Test\ndefaultLocale: en\nsupportedLocales: [en, es]\n',
  'taxonomies/topics.yaml': 'id: 1\nname: Topics\nterms:\n  - { id: 1, slug: news, name: News }\n',
  'content-types/person.yaml':
    'id: 1\nname: Person\nsettings: { kind: data }\nfieldsSchema:\n  - { name: country, type: text }\n  - { name: photo, type: media }\n',
  'content-types/page.yaml': 'id: 4\nname: Page\nfieldsSchema: []\n',
  'content-types/news-list.yaml': 'id: 5\nname: Odd\nfieldsSchema: []\n',
  'content-types/article.yaml': `id: 2
name: Article
fieldsSchema:
  - { name: rating, type: integer }
  - { name: kind, type: select, options: [first-look, essay] }
  - { name: tags, type: multiselect, options: [a, b] }
  - { name: author, type: reference, settings: { types: [person] } }
  - { name: seeAlso, type: page, settings: { types: [article, page] } }
  - { name: anything, type: page }
  - { name: topic, type: term }
  - { name: body, type: richtext }
  - { name: more, type: link }
  - { name: list, type: object, fields: [{ name: x, type: number }] }
  - { name: hours, type: repeater, fields: [{ name: day, type: text }, { name: who, type: reference, settings: { types: [person] } }] }
  - { name: title, type: text }
regions:
  - { name: content, allowed_types: [quote] }
  - aside
`,
  'block-types/quote.yaml': 'id: 1\nname: Quote\nfieldsSchema:\n  - { name: text, type: text }\n',
  'block-types/teaser.yaml': 'id: 2\nname: Teaser\nfieldsSchema:\n  - { name: target, type: page }\n',
  'media/face.yaml': 'id: 1\nfilename: face.jpg\nwidth: 900\nheight: 600\naltText: A face\ndominantColor: "#112233"\n',
};
const page = (path: string, id: number, more: string): void => {
  FILES[`pages/${path}.yaml`] =
    `id: ${id}\ntitle: Page ${id}\nstatus: published\npublishedAt: 2026-01-0${id % 10}T00:00:00.000Z\ncreatedAt: 2026-01-01T00:00:00.000Z\n${more}\n`;
};
page('en/ana', 11, 'type: person\nfields: { country: ES, photo: face }');
page('en/home', 12, 'type: page');
page(
  'en/one',
  1,
  `type: article
terms: { topics: [news] }
fields:
  rating: 3
  kind: first-look
  tags: [b]
  author: en/ana
  seeAlso: en/two
  anything: en/home
  topic: topics/news
  title: Own
  list: { x: 1.5 }
  hours: [{ day: mon, who: en/ana }, { day: tue }]
  more: { page: en/two, text: More }
  body: { type: doc, content: [{ type: paragraph, content: [{ type: text, text: "Hi <b>", marks: [{ type: bold }] }] }] }
regions:
  content: [{ id: 1, type: quote, fields: { text: Look twice. } }]
  aside: [{ id: 2, type: teaser, fields: { target: en/two } }, { id: 3, type: quote, hidden: true, fields: { text: No } }]`,
);
page('en/two', 2, 'type: article\nfields: { rating: 5, kind: essay, seeAlso: en/secret, author: en/ana }');
page('en/three', 3, 'type: article\nfields: { kind: essay }');
page('en/secret', 4, 'type: article\nfields: { rating: 9, seeAlso: en/one }');
FILES['pages/en/secret.yaml'] = FILES['pages/en/secret.yaml']!.replace('status: published', 'status: draft');

let site: Site;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  site = await makeSite(FILES, { whenDone: (end) => ends.push(end) });
  return async () => {
    for (const end of ends) await end();
  };
});

async function run(query: string, variables: object = {}) {
  const response = await fetch(`${site.url}/api/content/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as { data?: Record<string, never>; errors?: { message: string }[] };
}

describe('typed queries', () => {
  it('show every field as what it is', async () => {
    const { data, errors } = await run(`{ article(slug: "one") {
      __typename title titleField rating kind tags url terms { taxonomy term }
      author { country photo { alt url(width: 400, format: AVIF) dominantColor srcset } }
      seeAlso { __typename ... on Article { rating } }
      anything { __typename title ... on PageEntry { slug } }
      topic { name } list { x } hours { day who { title } } more { url text pageSlug }
      body { html markdown text }
      regions { content { __typename ... on QuoteBlock { id text } } aside { __typename ... on TeaserBlock { target { slug } } } }
    } }`);
    expect(errors).toBeUndefined();
    expect(data?.['article']).toEqual({
      ...{ __typename: 'Article', title: 'Page 1', titleField: 'Own', rating: 3, kind: 'first_look', tags: ['b'] },
      ...{ url: '/one', terms: [{ taxonomy: 'topics', term: 'news' }] },
      author: {
        country: 'ES',
        photo: {
          ...{ alt: 'A face', dominantColor: '#112233', srcset: expect.stringContaining('w320.webp 320w') },
          url: '/api/content/media/1/w640.avif',
        },
      },
      seeAlso: { __typename: 'Article', rating: 5 },
      anything: { __typename: 'PageEntry', title: 'Page 12', slug: 'home' },
      ...{ topic: { name: 'News' }, list: { x: 1.5 }, more: { url: '/two', text: 'More', pageSlug: 'two' } },
      hours: [
        { day: 'mon', who: { title: 'Page 11' } },
        { day: 'tue', who: null },
      ],
      body: { html: '<p><strong>Hi &lt;b&gt;</strong></p>', markdown: '**Hi \\<b>**\n', text: 'Hi <b>' },
      regions: {
        content: [{ __typename: 'QuoteBlock', id: 'pb_1', text: 'Look twice.' }],
        aside: [{ __typename: 'TeaserBlock', target: { slug: 'two' } }],
      },
    });
  });

  it('list, find and sort', async () => {
    const slugs = async (args: string) => {
      const { data, errors } = await run(`{ articles(${args}) { total next data { slug } } }`);
      expect([args, errors]).toEqual([args, undefined]);
      const list = data!['articles'] as unknown as { data: { slug: string }[]; total: number; next: string | null };
      return { ...list, data: list.data.map(({ slug }) => slug) };
    };
    const found = async (args: string) => (await slugs(args)).data;
    expect(await found('sort: [rating_DESC]')).toEqual(['two', 'one', 'three']);
    expect(await found('where: { kind: { eq: first_look } }')).toEqual(['one']);
    expect(
      await found('where: { or: [{ rating: { gt: 4 } }, { hours: { day: { eq: "tue" } } }] }, sort: [slug_ASC]'),
    ).toEqual(['one', 'two']);
    expect(
      await found('where: { author: { country: { eq: "ES" }, title: { starts: "page" } } }, sort: [slug_ASC]'),
    ).toEqual(['one', 'two']);
    expect(
      await found('where: { not: { author: { id: { exists: true } } }, terms: { any: [] } }').catch(() => 'refused'),
    ).toBe('refused');
    expect(await found('where: { terms: { any: ["topics"] }, list: { x: { gte: 1 } } }')).toEqual(['one']);
    const first = await slugs('sort: [kind_ASC, title_DESC], limit: 2');
    expect([first.data, first.total]).toEqual([['one', 'three'], 3]);
    expect(await slugs(`sort: [kind_ASC, title_DESC], limit: 2, after: "${first.next}"`)).toEqual({
      data: ['two'],
      total: 3,
      next: null,
    });
    expect((await run('{ people: persons { data { title country } } }')).data).toEqual({
      people: { data: [{ title: 'Page 11', country: 'ES' }] },
    });
  });

  it('SEC-20 never show what is hidden', async () => {
    const { data } = await run(
      '{ two: article(slug: "two") { seeAlso { __typename } backlinks { slug } } article(slug: "secret") { slug } }',
    );
    expect(data).toEqual({ two: { seeAlso: null, backlinks: [{ slug: 'one' }] }, article: null });
    expect((await run('{ articles(where: { rating: { eq: 9 } }) { total } }')).data).toEqual({
      articles: { total: 0 },
    });
  });

  it('have names of their own where a name is taken', async () => {
    const { data } = await run(
      '{ pageEntry(slug: "home") { __typename title } newsListEntries { total } page(slug: "home") { title } }',
    );
    expect(data).toEqual({
      ...{ pageEntry: { __typename: 'PageEntry', title: 'Page 12' }, newsListEntries: { total: 0 } },
      page: { title: 'Page 12' },
    });
  });

  it('follow a change of the types, and say what is gone', async () => {
    const query = '{ articles(limit: 1) { data { rating } } }';
    expect((await run(query)).errors).toBeUndefined();
    const before = FILES['content-types/article.yaml']!;
    site.write('content-types/article.yaml', before.replace('name: rating', 'name: stars'));
    await expect
      .poll(async () => (await run(query)).errors?.[0]?.message)
      .toMatch(/^Cannot query field "rating" on type "Article"/);
    expect((await run('{ articles(limit: 1) { data { stars } } }')).errors).toBeUndefined();
    site.write('content-types/article.yaml', before);
    await expect.poll(async () => (await run(query)).errors).toBeUndefined();
  });
});

describe('the schema of a site', () => {
  it('is what introspection and quire types tell', async () => {
    const { data } = await run('{ __type(name: "Article") { fields { name type { name kind ofType { name } } } } }');
    const fields = (data!['__type'] as unknown as { fields: { name: string; type: { name: string } }[] }).fields;
    expect(fields.find(({ name }) => name === 'kind')?.type.name).toBe('ArticleKindChoice');
  });
});
