import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, type Site } from '../../makeSite.ts';
import { refusalOf } from '../problemsOf.ts';

const FILES: Record<string, string> = {
  'site.yaml': 'siteName: Test\ndefaultLocale: en\nsupportedLocales: [en, es]\n',
  'taxonomies/topics.yaml':
    'id: 1\nname: Topics\nterms:\n  - { id: 1, slug: news, name: News }\n  - { id: 2, slug: tides, name: Tides }\n',
  'content-types/person.yaml':
    'id: 1\nname: Person\nsettings: { kind: data }\nfieldsSchema:\n  - { name: country, type: text }\n  - { name: photo, type: media }\n',
  'content-types/event.yaml': `id: 2
name: Event
fieldsSchema:
  - { name: begins, type: datetime }
  - { name: kind, type: select, options: [talk, watch] }
  - { name: rating, type: number }
  - { name: author, type: reference, settings: { types: [person] } }
  - { name: related, type: page }
  - { name: topic, type: term }
  - name: hours
    type: repeater
    fields: [{ name: day, type: text }, { name: open, type: boolean }]
regions: [content]
`,
  'content-types/note.yaml': 'id: 3\nname: Note\nfieldsSchema:\n  - { name: text, type: textarea }\n',
  'block-types/teaser.yaml': 'id: 1\nname: Teaser\nfieldsSchema:\n  - { name: target, type: page }\n',
  'media/face.yaml': 'id: 1\nfilename: face.jpg\naltText: A face\ndominantColor: "#112233"\n',
};
const page = (path: string, id: number, more: string): void => {
  FILES[`pages/${path}.yaml`] =
    `id: ${id}\ntitle: Page ${id}\nstatus: published\npublishedAt: 2026-01-0${id % 10}T00:00:00.000Z\ncreatedAt: 2026-01-01T00:00:00.000Z\n${more}\n`;
};
page('en/ana', 11, 'type: person\nfields: { country: ES, photo: face }');
page('en/bob', 12, 'type: person\nfields: { country: IE }');
page(
  'en/one',
  1,
  'type: event\nterms: { topics: [news, tides] }\nfields: { begins: 2026-03-01T10:00:00Z, kind: talk, rating: 3, author: en/ana, topic: topics/tides, hours: [{ day: mon, open: true }, { day: tue }] }',
);
page(
  'en/two',
  2,
  'type: event\nterms: { topics: [tides] }\nfields: { begins: 2026-01-01T10:00:00Z, kind: watch, rating: 5, author: en/bob, related: en/one, hours: [{ day: wed }] }\nregions:\n  content:\n    - { id: 1, type: teaser, fields: { target: en/three } }',
);
page('en/three', 3, 'type: event\nfields: { begins: 2026-02-01T10:00:00Z, kind: talk, related: en/secret }');
page('en/four', 4, 'type: note\nfields: { text: Four }');
page('es/uno', 5, 'type: event\nfields: { kind: talk, rating: 1 }');
page('en/secret', 6, 'type: event\nfields: { kind: talk, rating: 9, author: en/ana, related: en/one }');
FILES['pages/en/secret.yaml'] = FILES['pages/en/secret.yaml']!.replace('status: published\n', 'status: draft\n');

let site: Site;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  site = await makeSite(FILES, { whenDone: (end) => ends.push(end) });
  return async () => {
    for (const end of ends) await end();
  };
});

const ask = (query: string) => site.ask(`GET /content/pages?${query}`);
const idsOf = async (query: string): Promise<readonly number[]> => {
  const { status, body } = await ask(query);
  expect([query, status]).toEqual([query, 200]);
  return body.data.map(({ id }: { id: number }) => id);
};
const where = (condition: unknown): string => `sort=slug&where=${encodeURIComponent(JSON.stringify(condition))}`;

describe('where', () => {
  it.each([
    [{ kind: 'talk' }, [1, 3]],
    [{ kind: { ne: 'talk' } }, [4, 2]],
    [{ rating: { gte: 3, lt: 5 } }, [1]],
    [{ or: [{ rating: { gt: 4 } }, { title: { starts: 'page 3' } }] }, [3, 2]],
    [{ not: { or: [{ kind: 'talk' }, { type: 'note' }] } }, [2]],
    [{ 'hours.0.day': 'mon' }, [1]],
    [{ 'hours.day': { in: ['tue', 'wed'] } }, [1, 2]],
    [{ hours: { open: true } }, [1]],
    [{ type: { in: ['note', 'event'] }, rating: { exists: false } }, [4, 3]],
    [{ terms: { all: ['topics:news', 'topics:tides'] } }, [1]],
    [{ terms: { any: ['topics'] } }, [1, 2]],
    [{ 'terms.topics': { nin: ['news'] }, kind: { exists: true } }, [3, 2]],
    [{ 'author.country': 'ES' }, [1]],
    [{ author: { photo: { altText: { contains: 'FACE' } } } }, [1]],
    [{ 'topic.slug': 'tides' }, [1]],
    [{ author: 12 }, [2]],
    [{ 'related.author.country': 'ES' }, [2]],
    [{ rating: null, type: 'event' }, [3]],
    [{ locale: { in: ['en', 'es'] }, kind: 'talk' }, [1, 3, 5]],
    [{ type: 'person', country: { in: ['ES'] } }, [11]],
    [{ begins: { gte: '2026-02-01' } }, [1, 3]],
  ])('%j', async (condition, ids) => {
    expect(await idsOf(where(condition))).toEqual(ids);
  });

  it('may be written in brackets', async () => {
    expect(await idsOf('sort=slug&where[or][0][rating][gte]=5&where[or][1][hours.0.day]=mon')).toEqual([1, 2]);
    expect(await idsOf('sort=slug&where[type][in]=event,note&where[rating][exists]=false')).toEqual([4, 3]);
  });

  it('says what is wrong with it, and what was probably meant', async () => {
    const problems = async (condition: unknown) =>
      (await ask(where(condition))).body.errors.map(
        ({ path, message }: { path: string[]; message: string }) => `${path.join('.')}: ${message}`,
      );
    expect(await problems({ or: [{ ratign: 3 }, { rating: 'high' }] })).toEqual([
      'where.or.0.ratign: is not a field of these pages; did you mean "rating"?',
      'where.or.1.rating: must be a number',
    ]);
    expect(await problems({ 'author.contry': 'ES' })).toEqual([
      'where.author.contry: "contry" is not a field of these pages; did you mean "country"?',
    ]);
    expect(await problems({ rating: { equals: 1, gt: 2 } })).toEqual([
      'where.rating.equals: must be one of eq, ne, in, nin, lt, lte, gt, gte, contains, starts, exists',
    ]);
    expect(await problems({ status: 'draft' })).toEqual(['where.status: is not a field of these pages']);
    expect(await problems({ or: [] })).toEqual(['where.or: must be a list of one or more conditions']);
    expect(await problems({ topic: 'stars' })).toEqual(['where.topic: must be the id of a term']);
    for (const query of ['where=x', 'where=[]', 'where={"a":1}&where[b]=1', 'where[__proto__][a]=1', 'where=3'])
      expect([query, refusalOf(await ask(query)).slice(0, 14)]).toEqual([query, '400 VALIDATION']);
  });

  it('SEC-22 knows nothing of drafts, and asks for the status only where admins do', async () => {
    expect(await idsOf(where({ 'related.rating': 9 }))).toEqual([]);
    expect(await idsOf(where({ related: { exists: true } }))).toEqual([2]);
    const query = `where=${encodeURIComponent('{"status":"draft","rating":{"gt":5}}')}`;
    const { body } = await site.ask(`GET /admin/pages?${query}`, { as: 'viewer' });
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([6]);
  });
});

describe('sort', () => {
  it.each([
    ['-begins', [1, 3, 2, 4]],
    ['begins', [2, 3, 1, 4]],
    ['kind,-rating', [1, 3, 2, 4]],
    ['-kind,title:desc', [2, 3, 1, 4]],
    ['fields.rating:desc,slug', [2, 1, 4, 3]],
    ['author', [1, 2, 3, 4]],
  ])('%s', async (sort, ids) => {
    expect(await idsOf(`sort=${sort}`)).toEqual(ids);
  });

  it('refuses what has no order', async () => {
    for (const sort of ['ratng', 'rating,rating,rating,rating', 'rating:up', '', '-'])
      expect([sort, refusalOf(await ask(`sort=${sort}`))]).toEqual([sort, '400 VALIDATION sort']);
    expect((await ask('sort=ratng')).body.errors[0].message).toMatch(/did you mean "rating"\?$/);
  });
});

describe('cursor', () => {
  it('goes on after the last page, whatever is written in between', async () => {
    const part = async (cursor: string) => (await ask(`sort=-rating&limit=2&cursor=${cursor}`)).body;
    const first = await part('');
    expect([first.data.map(({ id }: { id: number }) => id), first.meta]).toEqual([
      [2, 1],
      { total: 4, limit: 2, offset: 0, next: expect.any(String) },
    ]);
    const second = await part(first.meta.next);
    expect([second.data.map(({ id }: { id: number }) => id), second.meta.next, second.meta.offset]).toEqual([
      [3, 4],
      null,
      2,
    ]);
    site.write('pages/en/two.yaml', FILES['pages/en/two.yaml']!.replace('rating: 5', 'rating: 1'));
    await expect.poll(() => idsOf('sort=-rating')).toEqual([1, 2, 3, 4]);
    expect((await part(first.meta.next)).data.map(({ id }: { id: number }) => id)).toEqual([2, 3]);
    site.write('pages/en/two.yaml', FILES['pages/en/two.yaml']!);
    await expect.poll(() => idsOf('sort=-rating')).toEqual([2, 1, 3, 4]);
  });

  it('is refused if it belongs to another order, or is none', async () => {
    const { next } = (await ask('sort=title&limit=1&cursor=')).body.meta;
    for (const query of [
      `sort=-title&cursor=${next}`,
      'cursor=abc',
      'cursor=W10',
      `sort=title&cursor=${next}&offset=3`,
    ])
      expect([query, refusalOf(await ask(query))]).toEqual([query, '400 VALIDATION cursor']);
  });
});

describe('facets', () => {
  it('count the values in the whole list', async () => {
    const { meta } = (
      await ask('facets=terms.topics,type,kind,hours.day&limit=1&where={"type":{"in":["event","note"]}}')
    ).body;
    expect(meta.facets).toEqual({
      'terms.topics': [
        { value: 'tides', count: 2 },
        { value: 'news', count: 1 },
      ],
      type: [
        { value: 'event', count: 3 },
        { value: 'note', count: 1 },
      ],
      kind: [
        { value: 'talk', count: 2 },
        { value: 'watch', count: 1 },
      ],
      'hours.day': ['mon', 'tue', 'wed'].map((value) => ({ value, count: 1 })),
    });
  });

  it('of hidden pages are not counted, and unknown names refused', async () => {
    expect((await ask('facets=related')).body.meta.facets).toEqual({ related: [{ value: 1, count: 1 }] });
    expect(refusalOf(await ask('facets=knd'))).toBe('400 VALIDATION facets');
    expect((await ask('facets=terms.topcs')).body.errors[0].message).toMatch(/did you mean "topics"\?$/);
  });
});

describe('expand with paths', () => {
  it('shows what is at the end of each, and what leads there', async () => {
    const { fields } = (await site.ask('GET /content/pages/one?expand=author.photo,topic')).body.data;
    expect(fields.author).toMatchObject({
      ...{ id: 11, type: 'person' },
      fields: { country: 'ES', photo: { id: 1, altText: 'A face', dominantColor: '#112233', placeholder: null } },
    });
    expect([fields.topic.slug, fields.kind]).toEqual(['tides', 'talk']);
    const two = (await site.ask('GET /content/pages/two?expand=related.author,target.related')).body.data;
    expect([two.fields.related.fields.author.fields.photo, two.fields.author]).toEqual([1, 12]);
    // A page that is not public is nothing, wherever the path leads through it.
    expect(two.regions.content[0].fields.target).toMatchObject({ id: 3, fields: { related: null } });
  });

  it('refuses paths that lead nowhere', async () => {
    for (const [path, message] of [
      ['authr', /"authr" is not a field of these pages; did you mean "author"\?/],
      ['author.country', /"author.country" leads to nothing/],
      ['related.related.related.author', /at most 3 records/],
    ] as const) {
      const reply = await site.ask(`GET /content/pages/one?expand=${path}`);
      expect([path, refusalOf(reply)]).toEqual([path, '400 VALIDATION expand']);
      expect(reply.body.errors[0].message).toMatch(message);
    }
  });
});

describe('backlinks', () => {
  it('are the public pages that mention a page where everybody sees it', async () => {
    const of = async (slug: string, value: string) =>
      (await site.ask(`GET /content/pages/${slug}?backlinks=${value}`)).body.data.backlinks;
    expect(await of('one', 'true')).toEqual([{ id: 2, type: 'event', locale: 'en', slug: 'two', title: 'Page 2' }]);
    expect((await of('three', 'event')).map(({ id }: { id: number }) => id)).toEqual([2]);
    expect([await of('three', 'note'), await of('one', 'false')]).toEqual([[], undefined]);
  });
});
