import { describe, expect, it } from 'vitest';
import { mergeRecordData } from '../../../src/model/merge/mergeRecordData.ts';
import type { Kind } from '../../../src/model/records.ts';
import { card, doc, pageData, paragraph, schemas, text } from './fixtures.ts';

/** Three versions of one key of a record, the result, and where it clashes (the merged value is ours there). */
interface Case {
  readonly says: string;
  readonly base?: unknown;
  readonly ours?: unknown;
  readonly theirs?: unknown;
  readonly gives: unknown;
  readonly clashesAt?: readonly string[];
}

const mergeWith = (kind: Kind, { base, ours, theirs }: Case, wrap: (value: unknown) => object) => {
  const { value, clashes } = mergeRecordData(
    { base: wrap(base), ours: wrap(ours), theirs: wrap(theirs) },
    { kind, schemas },
  );
  return {
    value,
    clashesAt: clashes.map(({ path, keys = [] }) =>
      [...path, ...(keys.length > 0 ? [`{${keys.join()}}`] : [])].join('.'),
    ),
  };
};

const holds = (kind: Kind, wrap: (value: unknown) => object, cases: readonly Case[]): void => {
  it.each(cases)('$says', (one) => {
    expect(mergeWith(kind, one, wrap)).toEqual({ value: wrap(one.gives), clashesAt: one.clashesAt ?? [] });
  });
};

const given = (key: string, value: unknown): object => (value === undefined ? {} : { [key]: value });
const onPage = (value: unknown): object => pageData(value as object);
const inField =
  (name: string) =>
  (value: unknown): object =>
    pageData({ fields: given(name, value) });

describe('a record', () => {
  holds('page', onPage, [
    {
      says: 'has the changes of each side',
      base: { title: 'A', seo: { metaTitle: 'a' } },
      ours: { title: 'B', seo: { metaTitle: 'a', robots: 'noindex' } },
      theirs: { title: 'A', seo: { metaTitle: 'b' }, translationGroup: 'g' },
      gives: { title: 'B', seo: { metaTitle: 'b', robots: 'noindex' }, translationGroup: 'g' },
    },
    {
      says: 'has a change that both have made alike',
      base: { title: 'A' },
      ours: { title: 'B' },
      theirs: { title: 'B' },
      gives: { title: 'B' },
    },
    {
      says: 'clashes at the smallest value that both have changed',
      base: { title: 'A', seo: { metaTitle: 'a', robots: 'x' } },
      ours: { title: 'A', seo: { metaTitle: 'b', robots: 'x' } },
      theirs: { title: 'A', seo: { metaTitle: 'c', robots: 'y' } },
      gives: { title: 'A', seo: { metaTitle: 'b', robots: 'y' } },
      clashesAt: ['seo.metaTitle'],
    },
    {
      says: 'clashes where one has removed a value that the other has changed',
      base: { seo: { metaTitle: 'a' } },
      ours: { seo: {} },
      theirs: { seo: { metaTitle: 'b' } },
      gives: { seo: {} },
      clashesAt: ['seo.metaTitle'],
    },
    {
      says: 'is published by one and edited by the other',
      base: { status: 'draft', title: 'A' },
      ours: { status: 'published', publishedAt: '2026-01-05T09:00:00.000Z', title: 'A' },
      theirs: { status: 'draft', title: 'B' },
      gives: { status: 'published', publishedAt: '2026-01-05T09:00:00.000Z', title: 'B' },
    },
    {
      says: 'clashes at two different statuses, and keeps the earlier time of publication',
      base: { status: 'draft' },
      ours: { status: 'published', publishedAt: '2026-01-06T09:00:00.000Z' },
      theirs: { status: 'archived', publishedAt: '2026-01-05T09:00:00.000Z' },
      gives: { status: 'published', publishedAt: '2026-01-05T09:00:00.000Z' },
      clashesAt: ['status'],
    },
    {
      says: 'has the terms that either adds, and none that either removes',
      base: { terms: { topics: ['news', 'events'] } },
      ours: { terms: { topics: ['news', 'events', 'press'] } },
      theirs: { terms: { topics: ['jobs', 'news'], places: ['harbour'] } },
      gives: { terms: { topics: ['jobs', 'news', 'press'], places: ['harbour'] } },
    },
    {
      says: 'clashes at its slug where both rename it',
      base: { slug: 'a', title: 'A' },
      ours: { slug: 'b', title: 'A' },
      theirs: { slug: 'c', title: 'C' },
      gives: { slug: 'b', title: 'C' },
      clashesAt: ['slug'],
    },
  ]);
});

describe('a unit', () => {
  const units: readonly (readonly [kind: string, values: readonly [unknown, unknown, unknown]])[] = [
    ['text', ['a b c', 'x b c', 'a b y']],
    ['number', [1, 2, 3]],
    ['integer', [1, 2, 3]],
    ['date', ['2026-01-01', '2026-01-02', '2026-01-03']],
    ['datetime', ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z']],
    ['select', ['a', 'b', 'c']],
    ['url', ['/a', '/b', '/c']],
    ['email', ['a@x.org', 'b@x.org', 'c@x.org']],
    ['color', ['#000000', '#111111', '#222222']],
    ['slug', ['a', 'b', 'c']],
    ['media', ['a', 'b', 'c']],
    ['reference', ['en/a', 'en/b', 'en/c']],
    ['page', ['en/a', 'en/b', 'en/c']],
    ['term', ['t/a', 't/b', 't/c']],
  ];
  it.each(units)('of kind %s is changed by one side or clashes', (kind, [base, ours, theirs]) => {
    const wrap = inField(kind);
    const path = `fields.${kind}`;
    expect(mergeWith('page', { says: '', base, ours, theirs, gives: ours }, wrap)).toEqual({
      value: wrap(ours),
      clashesAt: [path],
    });
    expect(mergeWith('page', { says: '', base, ours: base, theirs, gives: 0 }, wrap)).toEqual({
      value: wrap(theirs),
      clashesAt: [],
    });
    expect(mergeWith('page', { says: '', ours, theirs, gives: 0 }, wrap)).toEqual({
      value: wrap(ours),
      clashesAt: [path],
    });
    expect(mergeWith('page', { says: '', base, ours: null, theirs: undefined, gives: 0 }, wrap).clashesAt).toEqual([]);
  });
});

describe('a key with the name of an inherited property', () => {
  it('is merged like any other', () => {
    const wrap = (own: object) => ({ slug: 'a', fieldsSchema: [{ name: 'f', type: 'text', ...own }], ...own });
    const versions = { base: wrap({ toString: 1 }), ours: wrap({ toString: 2 }), theirs: wrap({ toString: 3 }) };
    const { value, clashes } = mergeRecordData(versions, { kind: 'contentType', schemas });
    expect(value).toEqual(versions.ours);
    expect(clashes.map(({ path }) => path.join('.'))).toEqual(['fieldsSchema.0.toString', 'toString']);
  });
  it('is merged in a block too', () => {
    const wrap = (value: number) => pageData({ regions: { main: [{ ...card(1, 'A'), toString: value }] } });
    const { value, clashes } = mergeRecordData(
      { base: wrap(1), ours: wrap(2), theirs: wrap(3) },
      { kind: 'page', schemas },
    );
    expect(value).toEqual(wrap(2));
    expect(clashes.map(({ path }) => path.join('.'))).toEqual(['regions.main.0.toString']);
  });
});

describe('a link', () => {
  holds('page', inField('link'), [
    {
      says: 'has one target, by URL or by page',
      base: { url: '/a', text: 'A' },
      ours: { page: 'en/b', text: 'A' },
      theirs: { url: '/a', text: 'B' },
      gives: { page: 'en/b', text: 'B' },
    },
    {
      says: 'clashes where it has two targets',
      base: { url: '/a' },
      ours: { page: 'en/b' },
      theirs: { url: '/c', target: '_blank' },
      gives: { page: 'en/b', target: '_blank' },
      clashesAt: ['fields.link.{url,page}'],
    },
  ]);
});

describe('a set with an order', () => {
  holds('page', inField('gallery'), [
    {
      says: 'has the values that either adds',
      base: ['a'],
      ours: ['a', 'b'],
      theirs: ['a', 'c'],
      gives: ['a', 'b', 'c'],
    },
    {
      says: 'has a value that both add only once',
      base: ['a'],
      ours: ['b', 'a'],
      theirs: ['b', 'a', 'c'],
      gives: ['b', 'a', 'c'],
    },
    {
      says: 'loses the values that either removes',
      base: ['a', 'b', 'c'],
      ours: ['b', 'c'],
      theirs: ['a', 'b'],
      gives: ['b'],
    },
    { says: 'has the values of both without a base', ours: ['a', 'b'], theirs: ['b', 'c'], gives: ['a', 'b', 'c'] },
    {
      says: 'is ordered by the side that has moved something',
      base: ['a', 'b', 'c'],
      ours: ['a', 'b', 'c', 'd'],
      theirs: ['c', 'a', 'b'],
      gives: ['c', 'a', 'b', 'd'],
    },
    {
      says: 'is ordered by ours where both have moved the same value',
      base: ['a', 'b', 'c', 'd', 'e'],
      ours: ['b', 'c', 'a', 'd', 'e'],
      theirs: ['b', 'c', 'd', 'e', 'a'],
      gives: ['b', 'c', 'a', 'd', 'e'],
    },
    {
      says: 'is ordered by both where they have moved different values',
      base: ['a', 'b', 'c', 'd'],
      ours: ['d', 'a', 'b', 'c'],
      theirs: ['b', 'c', 'd', 'a'],
      gives: ['d', 'b', 'c', 'a'],
    },
  ]);
  it('can be a multiselect, or a list in settings and scripts', () => {
    const sides = { says: '', base: ['a'], ours: ['a', 'b'], theirs: ['c', 'a'], gives: 0 };
    expect(mergeWith('page', sides, inField('multiselect')).value).toEqual(inField('multiselect')(['c', 'a', 'b']));
    const inScript = (targetPages: unknown) => ({ key: 's', targetPages });
    expect(mergeWith('trackingScript', sides, inScript).value).toEqual(inScript(['c', 'a', 'b']));
    const inSettings = (supportedLocales: unknown) => ({ supportedLocales });
    expect(mergeWith('settings', sides, inSettings).value).toEqual(inSettings(['c', 'a', 'b']));
  });
});

describe('blocks in regions', () => {
  const [a, b, c, d, e] = [card(1, 'A'), card(2, 'B'), card(3, 'C'), card(4, 'D'), card(5, 'E')];
  holds('page', (regions) => pageData({ regions }), [
    {
      says: 'are inserted next to their neighbours',
      base: { main: [a, b] },
      ours: { main: [a, c, b] },
      theirs: { main: [a, b, d] },
      gives: { main: [a, c, b, d] },
    },
    {
      says: 'are inserted in the same place, ours first',
      base: { main: [a, b] },
      ours: { main: [a, c, b] },
      theirs: { main: [a, d, e, b] },
      gives: { main: [a, c, d, e, b] },
    },
    {
      says: 'are edited by both',
      base: { main: [a, b] },
      ours: { main: [card(1, 'X'), b] },
      theirs: { main: [a, { ...b, title: 'T' }] },
      gives: { main: [card(1, 'X'), { ...b, title: 'T' }] },
    },
    {
      says: 'are edited by one and moved by the other',
      base: { main: [a, b, c] },
      ours: { main: [card(1, 'X'), b, c] },
      theirs: { main: [b, c, a] },
      gives: { main: [b, c, card(1, 'X')] },
    },
    {
      says: 'are edited by one and moved to another region by the other',
      base: { main: [a, b], aside: [c] },
      ours: { main: [card(1, 'X'), b], aside: [c] },
      theirs: { main: [b], aside: [c, a] },
      gives: { main: [b], aside: [c, card(1, 'X')] },
    },
    {
      says: 'are in our region if both sides move them',
      base: { main: [a, b] },
      ours: { main: [b], aside: [a] },
      theirs: { main: [b], foot: [a] },
      gives: { main: [b], aside: [a] },
    },
    {
      says: 'are removed by one if the other has not changed them',
      base: { main: [a, b, c] },
      ours: { main: [b, c] },
      theirs: { main: [c, a] },
      gives: { main: [c] },
    },
    {
      says: 'stay and clash where one has removed and the other edited them',
      base: { main: [a, b] },
      ours: { main: [a] },
      theirs: { main: [a, card(2, 'X')] },
      gives: { main: [a, card(2, 'X')] },
      clashesAt: ['regions.main.1'],
    },
    {
      says: 'clash at a single value of a block',
      base: { main: [a, b] },
      ours: { main: [a, card(2, 'X')] },
      theirs: { main: [d, a, card(2, 'Y')] },
      gives: { main: [d, a, card(2, 'X')] },
      clashesAt: ['regions.main.2.fields.text'],
    },
    {
      says: 'are told apart by their content if they have no ids',
      base: { main: [card(0, 'one'), card(0, 'two')] },
      ours: { main: [card(0, 'one'), card(0, 'new'), card(0, 'two')] },
      theirs: { main: [card(0, 'two'), card(0, 'one')] },
      gives: { main: [card(0, 'two'), card(0, 'one'), card(0, 'new')] },
    },
    {
      says: 'get the ids that one side has given them',
      base: { main: [card(0, 'one')] },
      ours: { main: [card(31, 'one')] },
      theirs: { main: [{ ...card(0, 'one'), title: 'T' }] },
      gives: { main: [{ ...card(31, 'one'), title: 'T' }] },
    },
  ]);
});

describe('a repeater', () => {
  const item = (words: string, area?: string) => ({ text: words, ...(area && { area }) });
  holds('page', inField('repeater'), [
    {
      says: 'has the items of both',
      base: [item('first thing')],
      ours: [item('zero'), item('first thing')],
      theirs: [item('first thing'), item('last')],
      gives: [item('zero'), item('first thing'), item('last')],
    },
    {
      says: 'recognizes an edited item by its unchanged parts',
      base: [item('a', 'long words here'), item('b')],
      ours: [item('a2', 'long words here'), item('b')],
      theirs: [item('new'), item('a', 'long words there'), item('b')],
      gives: [item('new'), item('a2', 'long words there'), item('b')],
    },
    {
      says: 'has an item that both add in the same place only once',
      base: [item('a')],
      ours: [item('a'), item('b')],
      theirs: [item('a'), item('b'), item('c')],
      gives: [item('a'), item('b'), item('c')],
    },
    {
      says: 'clashes where both replace an item differently',
      base: [item('a')],
      ours: [item('x')],
      theirs: [item('y')],
      gives: [item('x')],
      clashesAt: ['fields.repeater.0.text'],
    },
    {
      says: 'keeps a key without a name',
      base: [item('a')],
      ours: [{ ...item('a'), '': 1 }],
      theirs: [{ ...item('a'), '': 2 }],
      gives: [{ ...item('a'), '': 1 }],
      clashesAt: ['fields.repeater.0.'],
    },
    {
      says: 'has the items of both without a base',
      ours: [item('a')],
      theirs: [item('b')],
      gives: [item('a'), item('b')],
    },
  ]);
});

describe('menu items and terms', () => {
  const item = (id: number, title: string, ...children: readonly object[]) => ({
    id,
    title,
    target: '_self',
    isExpanded: false,
    children,
  });
  holds('menu', (items) => ({ slug: 'main', name: 'Main', items }), [
    {
      says: 'are appended by both',
      base: [item(1, 'A')],
      ours: [item(1, 'A'), item(2, 'B')],
      theirs: [item(1, 'A'), item(3, 'C')],
      gives: [item(1, 'A'), item(2, 'B'), item(3, 'C')],
    },
    {
      says: 'are moved below another item by one and edited by the other',
      base: [item(1, 'A'), item(2, 'B')],
      ours: [item(1, 'A', item(2, 'B'))],
      theirs: [item(1, 'A'), item(2, 'C')],
      gives: [item(1, 'A', item(2, 'C'))],
    },
    {
      says: 'stay as in ours where each side puts one below the other',
      base: [item(1, 'A'), item(2, 'B')],
      ours: [item(1, 'A', item(2, 'B'))],
      theirs: [item(2, 'B', item(1, 'A'))],
      gives: [item(1, 'A', item(2, 'B'))],
    },
    {
      says: 'stay with their children where one has removed them and the other has added a child',
      base: [item(1, 'A', item(2, 'B'))],
      ours: [],
      theirs: [item(1, 'A', item(2, 'B'), item(3, 'C'))],
      gives: [item(1, 'A', item(2, 'B'), item(3, 'C'))],
      clashesAt: ['items.0'],
    },
    {
      says: 'have one target',
      base: [{ ...item(1, 'A'), url: '/a' }],
      ours: [{ ...item(1, 'A'), page: 'en/a' }],
      theirs: [{ ...item(1, 'A'), url: '/b' }],
      gives: [{ ...item(1, 'A'), page: 'en/a' }],
      clashesAt: ['items.0.{url,page}'],
    },
  ]);
  const term = (id: number, slug: string, name = slug) => ({ id, slug, name, weight: 0, children: [] });
  holds('taxonomy', (terms) => ({ slug: 'topics', name: 'Topics', hierarchical: true, terms }), [
    {
      says: 'are renamed by one and moved by the other',
      base: [term(1, 'a'), term(2, 'b'), term(3, 'c')],
      ours: [term(1, 'x'), term(2, 'b'), term(3, 'c')],
      theirs: [term(2, 'b'), term(3, 'c'), term(1, 'a')],
      gives: [term(2, 'b'), term(3, 'c'), term(1, 'x')],
    },
    {
      says: 'are recognized by their slugs if they have no ids',
      base: [term(0, 'a'), term(0, 'b')],
      ours: [term(0, 'b'), term(0, 'a', 'X')],
      theirs: [term(0, 'a'), term(0, 'b', 'Y')],
      gives: [term(0, 'b', 'Y'), term(0, 'a', 'X')],
    },
  ]);
});

describe('rich text', () => {
  const heading = (level: number, words: string) => ({ type: 'heading', attrs: { level }, content: [text(words)] });
  const list = (...items: readonly string[]) => ({
    type: 'bulletList',
    content: items.map((one) => ({ type: 'listItem', content: [paragraph(one)] })),
  });
  const row = (...cells: readonly string[]) => ({
    type: 'tableRow',
    content: cells.map((one) => ({ type: 'tableCell', content: [paragraph(one)] })),
  });
  const table = (...content: readonly object[]) => ({ type: 'table', content });
  holds('page', inField('richtext'), [
    {
      says: 'has the blocks of both',
      base: doc(paragraph('one'), paragraph('two')),
      ours: doc(paragraph('one'), heading(2, 'new'), paragraph('two')),
      theirs: doc(paragraph('one'), paragraph('two'), paragraph('three')),
      gives: doc(paragraph('one'), heading(2, 'new'), paragraph('two'), paragraph('three')),
    },
    {
      says: 'has the words of both in one paragraph',
      base: doc(paragraph('the quick brown fox')),
      ours: doc(paragraph('the slow brown fox')),
      theirs: doc(paragraph('the quick brown dog')),
      gives: doc(paragraph('the slow brown dog')),
    },
    {
      says: 'has the words of one with the marks of the other',
      base: doc(paragraph('the quick brown fox')),
      ours: doc(paragraph(text('the quick brown fox', 'bold'))),
      theirs: doc(paragraph('the quick brown dog')),
      gives: doc(paragraph(text('the quick brown dog', 'bold'))),
    },
    {
      says: 'has the marks of both',
      base: doc(paragraph('the quick fox')),
      ours: doc(paragraph(text('the quick', 'bold'), ' fox')),
      theirs: doc(paragraph('the ', text('quick fox', 'italic'))),
      gives: doc(paragraph(text('the ', 'bold'), text('quick', 'bold', 'italic'), text(' fox', 'italic'))),
    },
    {
      says: 'takes the heading from one side and the words from the other',
      base: doc(paragraph('the quick fox')),
      ours: doc(heading(3, 'the quick fox')),
      theirs: doc(paragraph('the slow fox')),
      gives: doc(heading(3, 'the slow fox')),
    },
    {
      says: 'clashes at a paragraph in which both have changed the same words',
      base: doc(paragraph('one'), paragraph('the quick fox')),
      ours: doc(paragraph('1'), paragraph('the slow fox')),
      theirs: doc(paragraph('one'), paragraph('the fast fox')),
      gives: doc(paragraph('1'), paragraph('the slow fox')),
      clashesAt: ['fields.richtext.content.1'],
    },
    {
      says: 'clashes where one has marked a word that the other has removed',
      base: doc(paragraph('the quick fox')),
      ours: doc(paragraph('the fox')),
      theirs: doc(paragraph('the ', text('quick ', 'bold'), 'fox')),
      gives: doc(paragraph('the fox')),
      clashesAt: ['fields.richtext.content.0'],
    },
    {
      says: 'clashes where one has removed a block that the other has changed; it stays',
      base: doc(paragraph('one'), paragraph('two words')),
      ours: doc(paragraph('one')),
      theirs: doc(paragraph('one'), paragraph('two terms')),
      gives: doc(paragraph('one'), paragraph('two terms')),
      clashesAt: ['fields.richtext.content.1'],
    },
    {
      says: 'merges the items of a list',
      base: doc(list('a', 'b')),
      ours: doc(list('a', 'x', 'b')),
      theirs: doc(list('a', 'b c')),
      gives: doc(list('a', 'x', 'b c')),
    },
    {
      says: 'has no list of which each has removed a part',
      base: doc(paragraph('before'), { type: 'blockquote', content: [list('a', 'b')] }, paragraph('the quick fox')),
      ours: doc(paragraph('before'), { type: 'blockquote', content: [list('b')] }, paragraph('the slow fox')),
      theirs: doc(paragraph('before'), { type: 'blockquote', content: [list('a')] }, paragraph('the fast fox')),
      gives: doc(paragraph('before'), paragraph('the slow fox')),
      clashesAt: ['fields.richtext.content.1'],
    },
    {
      says: 'is canonical where one has emptied a heading',
      base: doc(heading(2, 'words')),
      ours: doc(heading(3, 'words')),
      theirs: doc({ type: 'heading', attrs: { level: 2 } }),
      gives: doc({ type: 'heading', attrs: { level: 3 } }),
    },
    {
      says: 'merges cells of a table',
      base: doc(table(row('a', 'b'), row('c', 'd'))),
      ours: doc(table(row('a1', 'b'), row('c', 'd'))),
      theirs: doc(table(row('a', 'b'), row('c', 'd1'), row('e', 'f'))),
      gives: doc(table(row('a1', 'b'), row('c', 'd1'), row('e', 'f'))),
    },
    {
      says: 'clashes at a table to which one adds a row and the other a column',
      base: doc(table(row('a', 'b'))),
      ours: doc(table(row('a', 'b'), row('c', 'd'))),
      theirs: doc(table(row('a', 'b', 'x'))),
      gives: doc(table(row('a', 'b'), row('c', 'd'))),
      clashesAt: ['fields.richtext.content.0'],
    },
    {
      says: 'clashes as a whole without a base',
      ours: doc(paragraph('a')),
      theirs: doc(paragraph('b')),
      gives: doc(paragraph('a')),
      clashesAt: ['fields.richtext'],
    },
  ]);
});

describe.each(['textarea', 'markdown', 'code'])('a %s', (kind) => {
  holds('page', inField(kind), [
    {
      says: 'has the lines of both',
      base: 'a\nb\nc\n',
      ours: 'x\na\nb\nc\n',
      theirs: 'a\nb\nc\ny\n',
      gives: 'x\na\nb\nc\ny\n',
    },
    {
      says: 'has the words of both in one line',
      base: 'the quick brown fox',
      ours: 'the slow brown fox',
      theirs: 'the quick brown dog',
      gives: 'the slow brown dog',
    },
    {
      says: 'has the changes of neighbouring lines',
      base: 'one\ntwo\n',
      ours: '1\ntwo\n',
      theirs: 'one\n2\n',
      gives: '1\n2\n',
    },
    {
      says: 'clashes where both have changed the same word',
      base: 'the quick fox',
      ours: 'the slow fox',
      theirs: 'the fast fox',
      gives: 'the slow fox',
      clashesAt: [`fields.${kind}`],
    },
    {
      says: 'clashes where both add lines in the same place',
      base: 'a\n',
      ours: 'a\nb\n',
      theirs: 'a\nc\n',
      gives: 'a\nb\n',
      clashesAt: [`fields.${kind}`],
    },
  ]);
});

it('merges the code of a tracking script by its lines', () => {
  const script = (code: unknown) => ({ key: 's', code });
  const sides = {
    says: '',
    base: 'a();\nb();\nc();',
    ours: 'a(1);\nb();\nc();',
    theirs: 'a();\nb();\nc(2);',
    gives: 0,
  };
  expect(mergeWith('trackingScript', sides, script)).toEqual({ value: script('a(1);\nb();\nc(2);'), clashesAt: [] });
});

describe('a schema', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => ({ name, type: 'text' }));
  const cases: readonly Case[] = [
    { says: 'has the fields of both', base: [a, b], ours: [a, c, b], theirs: [d, a, b], gives: [d, a, c, b] },
    {
      says: 'has the changes of each side to a field',
      base: [a],
      ours: [{ ...a, label: 'A' }],
      theirs: [{ ...a, required: true }],
      gives: [{ ...a, label: 'A', required: true }],
    },
    {
      says: 'is ordered as a list',
      base: [a, b, c],
      ours: [c, a, b],
      theirs: [a, { ...b, label: 'B' }, c],
      gives: [c, a, { ...b, label: 'B' }],
    },
    {
      says: 'clashes at a field that one has removed and the other changed',
      base: [a, b],
      ours: [a],
      theirs: [a, { ...b, label: 'B' }],
      gives: [a, { ...b, label: 'B' }],
      clashesAt: ['fieldsSchema.1'],
    },
    {
      says: 'merges nested fields',
      base: [{ ...a, fields: [b] }],
      ours: [{ ...a, fields: [b, c] }],
      theirs: [{ ...a, fields: [d, b] }],
      gives: [{ ...a, fields: [d, b, c] }],
    },
    {
      says: 'merges fields by name',
      base: { a: { type: 'text' } },
      ours: { a: { type: 'text', label: 'A' } },
      theirs: { a: { type: 'text' }, b: 'text' },
      gives: { a: { type: 'text', label: 'A' }, b: 'text' },
    },
    {
      says: 'clashes where it has two forms',
      base: [a],
      ours: [a, b],
      theirs: { a: 'text', c: 'text' },
      gives: [a, b],
      clashesAt: ['fieldsSchema'],
    },
  ];
  describe('of a content type', () =>
    holds('contentType', (fieldsSchema) => ({ slug: 't', name: 'T', fieldsSchema, regions: [] }), cases));
  describe('of a block type', () =>
    holds('blockType', (fieldsSchema) => ({ slug: 't', name: 'T', fieldsSchema }), cases));
  describe('has regions that', () =>
    holds('contentType', (regions) => ({ slug: 't', name: 'T', fieldsSchema: [], regions }), [
      {
        says: 'are added by both',
        base: ['main'],
        ours: ['main', { name: 'aside' }],
        theirs: ['top', 'main'],
        gives: ['top', 'main', { name: 'aside' }],
      },
      {
        says: 'allow the types that either allows',
        base: [{ name: 'main', allowed_types: ['a'] }],
        ours: [{ name: 'main', allowed_types: ['a', 'b'] }],
        theirs: [{ name: 'main', label: 'M', allowed_types: ['c', 'a'] }],
        gives: [{ name: 'main', label: 'M', allowed_types: ['c', 'a', 'b'] }],
      },
    ]));
});

describe('a media item', () => {
  const file = (name: string, size: number) => ({ filename: name, size, hash: name });
  holds('media', (value) => ({ key: 'a', metadata: {}, ...(value as object) }), [
    {
      says: 'gets a new file from one side and a text from the other',
      base: file('a', 1),
      ours: file('b', 2),
      theirs: { ...file('a', 1), altText: 'A' },
      gives: { ...file('b', 2), altText: 'A' },
    },
    {
      says: 'clashes where it gets two new files',
      base: file('a', 1),
      ours: file('b', 2),
      theirs: { ...file('c', 3), width: 5 },
      gives: file('b', 2),
      clashesAt: ['{filename,originalName,mimeType,size,width,height,hash,dominantColor,placeholder}'],
    },
  ]);
});

it('merges values without a schema as JSON', () => {
  const wrap = (fields: unknown) => pageData({ type: 'unknown', fields });
  const one = {
    says: '',
    base: { a: { b: 1 }, l: [{ id: 1, x: 1 }] },
    ours: { a: { b: 2 }, l: [{ id: 1, x: 2 }] },
    theirs: { a: { b: 1, c: [1] }, l: [{ id: 2 }, { id: 1, x: 1 }] },
    gives: 0,
  };
  expect(mergeWith('page', one, wrap)).toEqual({
    value: wrap({ a: { b: 2, c: [1] }, l: [{ id: 2 }, { id: 1, x: 2 }] }),
    clashesAt: [],
  });
});

it('reports a clash with all three values', () => {
  const { clashes } = mergeRecordData(
    { base: pageData({ title: 'A' }), ours: pageData({ title: 'B' }), theirs: pageData({ title: 'C' }) },
    { kind: 'page', schemas },
  );
  expect(clashes).toEqual([{ path: ['title'], base: 'A', ours: 'B', theirs: 'C' }]);
});
