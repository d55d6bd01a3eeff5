import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkValues, toStored, toWire } from '../../../src/model/fields/fields.ts';
import { runs } from '../../effort.ts';
import { draft, lines, published } from './records.ts';

const image = (src: unknown) => ({ type: 'image', attrs: { alt: 'Harbour', src } });
const doc = (...content: readonly unknown[]) => ({ type: 'doc', content });

const SCHEMA = [
  { name: 'title', type: 'text' },
  { name: 'photo', type: 'media' },
  { name: 'photos', type: 'gallery' },
  { name: 'parent', type: 'page' },
  { name: 'author', type: 'reference' },
  { name: 'topic', type: 'term' },
  { name: 'more', type: 'link' },
  { name: 'body', type: 'richtext' },
  { name: 'box', type: 'object', fields: [{ name: 'photo', type: 'media' }] },
  {
    name: 'items',
    type: 'repeater',
    fields: [
      { name: 'photo', type: 'media' },
      { name: 'text', type: 'text' },
    ],
  },
];

const WIRE = {
  title: 'x',
  photo: 12,
  photos: [13, 12, 13],
  parent: 5,
  author: 6,
  topic: 32,
  more: { text: 'More', pageId: 5, target: '_blank' },
  body: doc(
    { type: 'blockquote', content: [image('/api/content/media/12/original.jpg')] },
    image('https://a.example/b.png'),
  ),
  box: { photo: 14 },
  items: [{ photo: 12, text: 'a' }, { text: 'b' }, { photo: null }],
  unknown: { photo: 12 },
};
const STORED = {
  title: 'x',
  photo: 'harbour-at-dawn',
  photos: ['boats', 'harbour-at-dawn', 'boats'],
  parent: 'en/about',
  author: 'en/team/anna',
  topic: 'topics/local',
  more: { text: 'More', page: 'en/about', target: '_blank' },
  body: doc({ type: 'blockquote', content: [image('media:harbour-at-dawn')] }, image('https://a.example/b.png')),
  box: { photo: '2024' },
  items: [{ photo: 'harbour-at-dawn', text: 'a' }, { text: 'b' }, { photo: null }],
  unknown: { photo: 12 },
};

describe('toStored', () => {
  it('replaces ids by keys, at any depth', () => {
    expect(toStored(SCHEMA, WIRE, draft)).toEqual({ values: STORED, details: [] });
    expect(checkValues(SCHEMA, STORED, draft)).toEqual([]);
  });

  it('keeps the order of keys', () => {
    const stored = toStored(SCHEMA, WIRE, draft);
    expect(JSON.stringify(stored)).toBe(JSON.stringify({ values: STORED, details: [] }));
  });

  it('accepts an id as digits, and a key in place of an id', () => {
    expect(toStored(SCHEMA, { photo: '12', parent: 'en/about', topic: 'topics/news' }, draft)).toEqual({
      values: { photo: 'harbour-at-dawn', parent: 'en/about', topic: 'topics/news' },
      details: [],
    });
    expect(toStored(SCHEMA, { more: { page: 'en/about' } }, draft)).toEqual({
      values: { more: { page: 'en/about' } },
      details: [],
    });
  });

  it('takes digits for an id, even if a key looks the same', () => {
    expect(toStored(SCHEMA, { photo: '2024' }, draft)).toMatchObject({
      values: { photo: 2024 },
      details: [{ path: ['photo'], message: 'does not exist' }],
    });
  });

  it('drops the version of an image address', () => {
    expect(toStored(SCHEMA, { body: doc(image('/api/content/media/13/original?v=0a1b2c3d')) }, draft)).toEqual({
      values: { body: doc(image('media:boats')) },
      details: [],
    });
  });

  it.each([
    'https://a.example/api/content/media/12/original',
    '/api/content/media/12/thumbnail',
    '/api/content/media/012/original',
    '/api/content/media/12/original?w=1',
    '/api/content/media/12/original.jpg.png',
    '/api/content/media/12/original.',
    '/api/content/media/12/large.webp',
  ])('leaves other image addresses as they are: %s', (src) => {
    const values = { body: doc(image(src)) };
    expect(toStored(SCHEMA, values, draft)).toEqual({ values, details: [] });
  });

  it('reports everything that does not exist by its path', () => {
    const values = {
      photo: 99,
      photos: [12, 99, '98', 'gone'],
      parent: 99,
      author: 'en/gone',
      topic: 99,
      more: { pageId: 99 },
      body: doc({ type: 'blockquote', content: [image('/api/content/media/99/original'), image('media:gone')] }),
      box: { photo: 99 },
      items: [{}, { photo: 99 }],
    };
    const stored = toStored(SCHEMA, values, draft);
    expect(lines(stored.details)).toEqual([
      'photo: does not exist',
      'photos.1: does not exist',
      'photos.2: does not exist',
      'photos.3: does not exist',
      'parent: does not exist',
      'author: does not exist',
      'topic: does not exist',
      'more.pageId: does not exist',
      'body.content.0.content.0.attrs.src: does not exist',
      'body.content.0.content.1.attrs.src: does not exist',
      'box.photo: does not exist',
      'items.1.photo: does not exist',
    ]);
  });

  it('replaces the other ids, and leaves those that do not exist as they are', () => {
    const gone = { topic: 99, photos: [13, 99], items: [{ photo: 99 }, { photo: 12 }], more: { pageId: 99 } };
    const { values, details } = toStored(SCHEMA, { ...WIRE, ...gone }, draft);
    expect(values).toEqual({
      ...STORED,
      topic: 99,
      photos: ['boats', 99],
      items: [{ photo: 99 }, { photo: 'harbour-at-dawn' }],
      more: { page: 99 },
    });
    const told = new Set(details.map(({ path }) => path.join('.')));
    expect(checkValues(SCHEMA, values, published).filter(({ path }) => !told.has(path.join('.')))).toEqual([]);
  });

  it('keeps the stored value if it is sent back as it was shown, even if its target is gone', () => {
    const present = {
      photo: 'gone',
      photos: ['gone', 'boats'],
      more: { text: 'More', page: 'en/gone' },
      body: doc(image('media:gone')),
      items: [{ photo: 'gone' }],
      box: { photo: 'gone' },
    };
    const shown = toWire(SCHEMA, present, draft);
    expect(shown).toMatchObject({ photos: [13], more: { pageId: null }, items: [{ photo: null }] });
    expect(toStored(SCHEMA, shown, { ...draft, present })).toEqual({ values: present, details: [] });
    const changed = { ...shown, photos: [13, 12], more: { text: 'Less', pageId: null } };
    expect(toStored(SCHEMA, changed, { ...draft, present }).values).toEqual({
      ...present,
      photos: ['boats', 'harbour-at-dawn'],
      more: { text: 'Less', page: null },
    });
  });

  it('keeps entries that are sent back as they were shown wherever they have gone, and what is shown as null of others', () => {
    const present = { items: [{ photo: 'gone', note: 'one' }, { photo: 'boats' }, { photo: 'lost', note: 'three' }] };
    const [one, two, three] = toWire(SCHEMA, present, draft)['items'] as readonly Record<string, unknown>[];
    const stored = (items: readonly unknown[]) => toStored(SCHEMA, { items }, { ...draft, present }).values['items'];
    expect(stored([two, three, one])).toEqual([present.items[1], present.items[2], present.items[0]]);
    expect(stored([two, { ...three, note: 'other' }, one])).toEqual([
      present.items[1],
      { photo: 'lost', note: 'other' },
      present.items[0],
    ]);
    // With one more or less, nobody knows which of them was edited.
    expect(stored([two, { ...three, note: 'other' }])).toEqual([present.items[1], { photo: null, note: 'other' }]);
  });

  it('leaves values of the wrong type for checkValues to report', () => {
    const values = { photo: 1.5, photos: 'x', parent: {}, topic: [], more: 5, body: 'x', box: 3, items: {} };
    expect(toStored(SCHEMA, values, draft)).toEqual({ values, details: [] });
    expect(checkValues(SCHEMA, values, draft)).toHaveLength(8);
  });
});

describe('toWire', () => {
  it('replaces keys by ids, at any depth', () => {
    expect(toWire(SCHEMA, STORED, draft)).toEqual(WIRE);
  });

  it('shows null for a missing target, and leaves it out of lists', () => {
    const gone = {
      photo: 'gone',
      photos: ['boats', 'gone'],
      parent: 'en/gone',
      topic: 'topics/gone',
      more: { page: 'en/gone', text: 'x' },
      body: doc(image('media:gone')),
    };
    expect(toWire(SCHEMA, gone, draft)).toEqual({
      photo: null,
      photos: [13],
      parent: null,
      topic: null,
      more: { pageId: null, text: 'x' },
      body: doc(image(null)),
    });
  });

  it.each([
    { photo: '__proto__', parent: 'about', topic: 'topics/local/more' },
    { photo: 'en/about', parent: '/about', topic: 'local' },
    { photo: '', parent: '', topic: '/' },
  ])('shows null for a value that is not a key: %j', (values) => {
    expect(toWire(SCHEMA, values, draft)).toEqual({ photo: null, parent: null, topic: null });
  });

  it('shows an id that a file or a default has in place of a key, if it exists', () => {
    const values = { photo: 12, photos: [13, 99], parent: 5, author: 7, topic: 1.5, more: { page: 99 } };
    expect(toWire(SCHEMA, values, draft)).toEqual({
      ...{ photo: 12, photos: [13], parent: 5, author: null, topic: null, more: { pageId: null } },
    });
  });

  it('returns the same object when nothing needs translation', () => {
    const values = { title: 'x', more: { url: '/a' }, body: doc({ type: 'paragraph' }), items: [{ text: 'a' }] };
    expect(toWire(SCHEMA, values, draft)).toBe(values);
    const plain = [{ name: 'photo', type: 'text' }];
    expect(toWire(plain, STORED, draft)).toBe(STORED);
  });

  it('does not change stored values in place', () => {
    const before = structuredClone(STORED);
    toWire(SCHEMA, STORED, draft);
    expect(STORED).toEqual(before);
  });

  it('never throws, whatever the values are', () => {
    const names = SCHEMA.map(({ name }) => name);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 4 })), (values) => {
        toWire(SCHEMA, values, draft);
        toStored(SCHEMA, values, draft);
        checkValues(SCHEMA, values, draft);
      }),
      { numRuns: runs(500) },
    );
  });
});

const wireImage = fc.constantFrom(12, 13, 14).map((id) => image(`/api/content/media/${id}/original.jpg`));
const wireNode = fc.letrec((tie) => ({
  block: fc.oneof(
    { maxDepth: 4 },
    wireImage,
    fc.string({ minLength: 1 }).map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
    fc.array(tie('block'), { maxLength: 3 }).map((content) => ({ type: 'blockquote', content })),
  ),
})).block;
const wireMedia = fc.constantFrom(12, 13, 14);
const wirePage = fc.constantFrom(5, 6);
const wireValues = fc.record(
  {
    title: fc.string(),
    photo: wireMedia,
    photos: fc.array(wireMedia),
    parent: wirePage,
    topic: fc.constantFrom(31, 32),
    more: fc.oneof(fc.record({ pageId: wirePage, text: fc.string() }), fc.record({ url: fc.constant('/a') })),
    body: fc.array(wireNode).map((content) => doc(...content)),
    box: fc.record({ photo: wireMedia, other: fc.jsonValue() }),
    items: fc.array(fc.record({ photo: fc.option(wireMedia), text: fc.string() }, { requiredKeys: [] })),
  },
  { requiredKeys: [] },
);

describe('the way to the file and back', () => {
  it('returns the values that were sent', () => {
    fc.assert(
      fc.property(wireValues, (values) => {
        const stored = toStored(SCHEMA, values, draft);
        expect(stored.details).toEqual([]);
        expect(checkValues(SCHEMA, stored.values, draft)).toEqual([]);
        expect(toWire(SCHEMA, stored.values, draft)).toEqual(values);
      }),
      { numRuns: runs(300) },
    );
  });
});
