import { describe, expect, it } from 'vitest';
import { BUILT_IN_CODE } from '../../../src/fields/kinds.ts';
import type { ContentType } from '../../../src/model/entities/contentType.ts';
import type { Entry } from '../../../src/model/entry.ts';
import { checkTypeRules } from '../../../src/model/rules/checkTypeRules.ts';
import { judgeRecord } from '../../../src/model/rules/judgeRecord.ts';
import { createStore } from '../../../src/store/createStore.ts';
import type { Store } from '../../../src/store/store.ts';
import { removal, update } from '../../store/siteFiles.ts';

const NOW = new Date('2026-01-05T12:00:00.000Z');
const FIELDS = [
  { name: 'begins', type: 'datetime', label: 'Beginning' },
  { name: 'ends', type: 'datetime' },
  { name: 'day', type: 'date' },
  { name: 'price', type: 'number' },
  { name: 'least', type: 'integer', default: 10 },
  { name: 'isbn', type: 'text' },
  { name: 'kind', type: 'select', options: ['talk', 'walk'], default: 'talk' },
  { name: 'speaker', type: 'text' },
  { name: 'body', type: 'richtext' },
  { name: 'gallery', type: 'gallery' },
  { name: 'cover', type: 'media' },
  { name: 'done', type: 'boolean' },
];

type Json = Readonly<Record<string, unknown>>;

const page = (id: number, { title = `Page ${id}`, status = 'published', ...fields }: Json = {}) =>
  update(`pages/en/p${id}.yaml`, { id, type: 'event', title, status, fields });

function storeWith(rules: readonly Json[], ...pages: readonly Json[]): Store {
  const store = createStore();
  store.apply([
    update('content-types/event.yaml', { id: 1, name: 'Event', fieldsSchema: FIELDS, rules, regions: ['content'] }),
    update('block-types/anchor.yaml', {
      ...{ id: 1, name: 'Anchor', fieldsSchema: [{ name: 'name', type: 'text' }] },
      rules: [{ unique: 'name' }],
    }),
    ...pages.map((values, at) => page(at + 1, values)),
  ]);
  return store;
}

const judge = (store: Store, key = 'en/p1', kind: 'page' | 'block' = 'page') =>
  judgeRecord(kind, store.byKey(kind, key) as Entry, { lookup: store, now: NOW }).map(
    ({ path, message, severity, refuses }) =>
      `${path.join('.')} ${message}${severity === 'warning' ? ' (warning)' : ''}${refuses ? '' : ' (allowed)'}`,
  );
/** What a rule finds in a page with these fields. */
const find = (rule: Json, fields: Json, ...others: readonly Json[]) => judge(storeWith([rule], fields, ...others));

describe('a comparison', () => {
  const T1 = '2026-01-01T10:00:00.000Z';
  const T2 = '2026-01-01T12:00:00.000Z';

  it.each<[Json, Json, string[]]>([
    [{ field: 'ends', after: 'begins' }, { begins: T1, ends: T2 }, []],
    [{ field: 'ends', after: 'begins' }, { begins: T2, ends: T1 }, ['fields.ends must be after begins']],
    [{ field: 'ends', after: 'begins' }, { begins: T1, ends: T1 }, ['fields.ends must be after begins']],
    [
      { field: 'ends', after: 'begins' },
      { begins: T1, ends: '2026-01-01T11:00:00+01:00' },
      ['fields.ends must be after begins'],
    ],
    [{ field: 'ends', after: 'begins' }, { ends: T1 }, []],
    [{ field: 'ends', after: 'begins' }, { begins: T1 }, []],
    [{ field: 'ends', after: 'day' }, { day: '2026-01-02', ends: T1 }, ['fields.ends must be after day']],
    [{ field: 'begins', before: '2026-01-01' }, { begins: T1 }, ['fields.begins must be before "2026-01-01"']],
    [{ field: 'begins', gte: '2026-01-02' }, { begins: T1 }, ['fields.begins must not be before "2026-01-02"']],
    [{ field: 'price', gte: 0, lt: 100 }, { price: 100 }, ['fields.price must be less than 100']],
    [{ field: 'price', gte: 0, lt: 100 }, { price: -1 }, ['fields.price must be at least 0']],
    [{ field: 'price', gte: 0, lt: 100 }, { price: 0 }, []],
    [{ field: 'price', gt: 'least' }, { price: 10 }, ['fields.price must be more than least']],
    [{ field: 'price', gt: 'least' }, { price: 9, least: 8 }, []],
    [{ field: 'price', lte: { field: 'least' } }, { price: 11 }, ['fields.price must be at most least']],
    [{ field: 'isbn', gte: 'b' }, { isbn: 'a' }, ['fields.isbn must be at least "b"']],
    [{ field: 'isbn', ne: 'speaker' }, { isbn: 'x', speaker: 'x' }, ['fields.isbn must not be the same as speaker']],
    [{ field: 'isbn', ne: { value: 'speaker' } }, { isbn: 'x', speaker: 'x' }, []],
    [{ field: 'isbn', eq: { value: 'speaker' } }, { isbn: 'x' }, ['fields.isbn must be the same as "speaker"']],
    [{ field: 'done', eq: true }, { done: false }, ['fields.done must be the same as true']],
    [{ field: 'title', ne: 'isbn' }, { title: 'A', isbn: 'A' }, ['title must not be the same as isbn']],
    [
      { field: 'ends', after: 'begins', message: 'must come later' },
      { begins: T2, ends: T1 },
      ['fields.ends must come later'],
    ],
  ])('%j of %j finds %j', (rule, fields, expected) => {
    expect(find(rule, fields)).toEqual(expected);
  });

  it('names the other field by its label, as words are made of it', () => {
    const store = storeWith([{ field: 'ends', after: 'begins' }], { begins: T2, ends: T1 });
    const [found] = judgeRecord('page', store.byKey('page', 'en/p1')!, { lookup: store, now: NOW });
    expect(found).toMatchObject({ reason: 'laterThan', params: { other: 'Beginning' }, rule: 'event/rules.0' });
  });
});

describe('other rules about fields', () => {
  it.each<[Json, Json, string[]]>([
    [{ field: 'gallery', count: { min: 1, max: 2 } }, {}, ['fields.gallery must have at least 1 item']],
    [{ field: 'gallery', count: { min: 1, max: 2 } }, { gallery: ['a', 'b'] }, []],
    [
      { field: 'gallery', count: { max: 2 } },
      { gallery: ['a', 'b', 'c'] },
      ['fields.gallery must have at most 2 items'],
    ],
    [{ field: 'title', matches: '^[A-Z]' }, { title: 'a' }, ['title must match the pattern ^[A-Z]']],
    [{ field: 'title', matches: '^[A-Z]' }, { title: 'Ab' }, []],
    [{ field: 'isbn', matches: '^[0-9]+$' }, {}, []],
    [
      { field: 'title', matches: '^[A-Z]', message: 'must begin with a capital', severity: 'warning' },
      { title: 'a' },
      ['title must begin with a capital (warning) (allowed)'],
    ],
    [{ require: ['speaker', 'isbn'] }, { isbn: '' }, ['fields.speaker is required', 'fields.isbn is required']],
    [{ require: ['kind'] }, {}, []],
    [{ require: ['body'] }, { body: { type: 'doc', content: [{ type: 'paragraph' }] } }, ['fields.body is required']],
  ])('%j of %j finds %j', (rule, fields, expected) => {
    expect(find(rule, fields)).toEqual(expected);
  });
});

describe('a condition', () => {
  const found = ['fields.speaker is required'];
  it.each<[Json, Json, string[]]>([
    [{ field: 'kind', equals: 'talk' }, {}, found],
    [{ field: 'kind', equals: 'talk' }, { kind: 'walk' }, []],
    [{ field: 'kind', in: ['walk'] }, { kind: 'walk' }, found],
    [{ field: 'cover', empty: true }, {}, found],
    [{ field: 'cover', empty: true }, { cover: 'quay' }, []],
    [{ field: 'cover', notEmpty: true }, {}, []],
    [{ field: 'price', gt: 5 }, { price: 6 }, found],
    [{ field: 'price', gt: 5, lte: 6 }, { price: 7 }, []],
    [{ field: 'begins', lt: '2026-01-01' }, { begins: '2025-12-31T23:00:00.000Z' }, found],
    [{ field: 'begins', lt: '2026-01-01' }, {}, []],
    [{ field: 'locale', equals: 'en' }, {}, found],
    [
      {
        any: [
          { field: 'kind', equals: 'walk' },
          { field: 'cover', empty: true },
        ],
      },
      {},
      found,
    ],
    [
      {
        all: [
          { field: 'kind', equals: 'talk' },
          { field: 'cover', notEmpty: true },
        ],
      },
      {},
      [],
    ],
    [{ not: { field: 'kind', equals: 'walk' } }, {}, found],
    [{ field: 'kind', equals: 'talk', not: { any: [{ field: 'price', gt: 1 }] } }, { price: 2 }, []],
  ])('%j with %j finds %j', (when, fields, expected) => {
    expect(find({ require: ['speaker'], when }, fields)).toEqual(expected);
  });
});

describe('a draft', () => {
  const draft = { status: 'draft' };

  it('breaks rules that count once it is published', () => {
    expect(find({ require: ['speaker'] }, draft)).toEqual(['fields.speaker is required (allowed)']);
  });

  it('follows rules that say so', () => {
    expect(find({ require: ['speaker'], drafts: true }, draft)).toEqual(['fields.speaker is required']);
  });
});

describe('a unique value', () => {
  const rule = { unique: 'isbn' };
  const taken = (key: string): string[] => [`fields.isbn must be unique: the page "${key}" has the same`];

  it.each<[Json, Json, readonly Json[], string[]]>([
    [rule, { isbn: '1' }, [{ isbn: '2' }], []],
    [rule, { isbn: '1' }, [{ isbn: '1' }], taken('en/p2')],
    [rule, {}, [{}], []],
    [rule, { isbn: '' }, [{ isbn: '' }], []],
    [rule, { isbn: '1' }, [{ isbn: '1', status: 'draft' }], []],
    [{ ...rule, drafts: true }, { isbn: '1' }, [{ isbn: '1', status: 'draft' }], taken('en/p2')],
    [rule, { isbn: '1', status: 'draft' }, [{ isbn: '1' }], taken('en/p2').map((one) => `${one} (allowed)`)],
    [{ unique: 'title' }, { title: 'A' }, [{ title: 'A' }], ['title must be unique: the page "en/p2" has the same']],
  ])('%j of %j beside %j finds %j', (one, fields, others, expected) => {
    expect(find(one, fields, ...others)).toEqual(expected);
  });

  it('is so in each locale, if it says so', () => {
    const store = storeWith([{ ...rule, per: 'locale' }], { isbn: '1' });
    const other = { id: 9, type: 'event', title: 'Neun', status: 'published', fields: { isbn: '1' } };
    store.apply([update('pages/de/neun.yaml', other)]);
    expect(judge(store)).toEqual([]);
    store.apply([update('pages/en/nine.yaml', { ...other, id: 10 })]);
    expect(judge(store)).toEqual(taken('en/nine'));
  });

  it('is found as records come, change and go', () => {
    const store = storeWith([rule], { isbn: '1' }, { isbn: '2' });
    expect(judge(store)).toEqual([]);
    store.apply([page(3, { isbn: '1' })]);
    expect(judge(store)).toEqual(taken('en/p3'));
    store.apply([page(3, { isbn: '3' })]);
    expect(judge(store)).toEqual([]);
    store.apply([page(2, { isbn: '1' }), page(3, { isbn: '1' })]);
    expect(judge(store)).toEqual(taken('en/p2'));
    store.apply([removal('pages/en/p2.yaml'), removal('pages/en/p3.yaml')]);
    expect(judge(store)).toEqual([]);
    store.apply(Array.from({ length: 300 }, (_, at) => page(at + 10, { isbn: String(at % 2) })));
    expect(judge(store)).toEqual(taken('en/p101'));
  });

  it('counts only records of its type', () => {
    const store = storeWith([rule], { isbn: '1' });
    store.apply([
      update('content-types/book.yaml', { id: 2, name: 'Book', fieldsSchema: FIELDS, rules: [rule] }),
      update('pages/en/book.yaml', { id: 9, type: 'book', title: 'Book', status: 'published', fields: { isbn: '1' } }),
    ]);
    expect(judge(store)).toEqual([]);
  });

  it('is found among blocks of pages and reusable ones, but not in what a page overrides', () => {
    const inline = (id: number, name: string, hidden = false) => ({ id, type: 'anchor', hidden, fields: { name } });
    const store = storeWith([]);
    const withBlocks = (id: number, ...content: readonly Json[]) =>
      update(`pages/en/b${id}.yaml`, { id, type: 'event', title: 'B', status: 'published', regions: { content } });
    store.apply([
      withBlocks(20, inline(201, 'a'), inline(202, 'b')),
      withBlocks(21, inline(203, 'a', true)),
      update('blocks/shared.yaml', { id: 210, type: 'anchor', title: 'Shared', fields: { name: 'c' } }),
      withBlocks(22, { id: 204, block: 'shared', overrides: { name: 'a' } }, { id: 205, block: 'shared' }),
    ]);
    const path = 'regions.content.0.fields.name';
    expect(judge(store, 'en/b20')).toEqual([]);
    expect(judge(store, 'en/b21')).toEqual([`${path} must be unique: a block of "en/b20" has the same (allowed)`]);
    expect(judge(store, 'en/b22')).toEqual([]);
    store.apply([withBlocks(23, inline(206, 'c'))]);
    expect(judge(store, 'en/b23')).toEqual([`${path} must be unique: a block of "shared" has the same`]);
    expect(judge(store, 'shared', 'block')).toEqual(['fields.name must be unique: a block of "en/b23" has the same']);
  });
});

describe('a rule that is wrong', () => {
  const check = (rule: unknown) =>
    checkTypeRules({ rules: [rule], fieldsSchema: FIELDS }, BUILT_IN_CODE.kinds).map(
      ({ path, message }) => `${path.join('.')} ${message}`,
    );

  it.each<[unknown, string[]]>([
    ['unique', ['0 must be an object']],
    [{}, ['0 must have one of field, unique and require']],
    [{ field: 'ends', unique: 'ends' }, ['0 must have one of field, unique and require']],
    [{ field: 'end', after: 'begins' }, ['0.field must be the name of a field; did you mean "ends"?']],
    [{ field: 'ends', after: 'begin' }, ['0.after must be the name of a field or a date; did you mean "begins"?']],
    [
      { field: 'ends', aftr: 'begins' },
      ['0.aftr is not a key of such a rule; did you mean "after"?', expect.any(String)] as string[],
    ],
    [{ field: 'ends' }, ['0 must have at least one of after, before, lt, lte, gt, gte, eq, ne, count and matches']],
    [
      { field: 'ends', after: 'price' },
      ['0.after cannot be "price": its values are not of the same kind as those of "ends"'],
    ],
    [{ field: 'price', after: 1 }, ['0.after cannot be asked of "price": its values are no dates']],
    [{ field: 'cover', lt: 1 }, ['0.lt cannot be asked of "cover": its values are no dates, numbers or texts']],
    [{ field: 'price', lt: 'cheap' }, ['0.lt must be the name of a field or a number']],
    [{ field: 'price', lt: { field: 'prce' } }, ['0.lt.field must be the name of a field; did you mean "price"?']],
    [{ field: 'price', count: { min: 1 } }, ['0.count cannot be asked of "price": its values are no lists']],
    [{ field: 'gallery', count: {} }, ['0.count must have min, max or both']],
    [{ field: 'gallery', count: { min: 2, max: 1 } }, ['0.count.min must not be greater than max']],
    [{ field: 'gallery', count: { min: -1 } }, ['0.count.min must be a whole number of at least 0']],
    [
      { field: 'isbn', matches: '(?=a)' },
      ['0.matches must be a regular expression without lookaround or backreferences'],
    ],
    [
      { field: 'isbn', matches: 'a'.repeat(501) },
      ['0.matches must be a regular expression without lookaround or backreferences'],
    ],
    [{ field: 'price', matches: 'a' }, ['0.matches cannot be asked of "price": its values are no texts']],
    [{ unique: 'isnb' }, ['0.unique must be the name of a field; did you mean "isbn"?']],
    [{ unique: 'isbn', per: 'page' }, ['0.per must be "locale"']],
    [{ require: 'isbn' }, ['0.require must be a list of 1 to 50 names of fields']],
    [{ require: ['isbn', 'speakr'] }, ['0.require.1 must be the name of a field; did you mean "speaker"?']],
    [{ require: ['isbn'], severity: 'info' }, ['0.severity must be "error" or "warning"']],
    [{ require: ['isbn'], drafts: 'yes' }, ['0.drafts must be true or false']],
    [{ require: ['isbn'], message: ' ' }, ['0.message must be text of 1 to 300 characters']],
    [{ require: ['isbn'], when: [] }, ['0.when must be an object']],
    [
      { require: ['isbn'], when: { field: 'knd', equals: 1 } },
      ['0.when.field must be the name of a field; did you mean "kind"?'],
    ],
    [{ require: ['isbn'], when: { any: [] } }, ['0.when.any must be a list of 1 to 20 conditions']],
    [
      { require: ['isbn'], when: { all: [{ not: { field: 'kind' } }] } },
      ['0.when.all.0.not must have at least one of equals, in, notEmpty, empty, lt, lte, gt and gte'],
    ],
  ])('%j is told: %j', (rule, expected) => {
    expect(check(rule)).toEqual(expected);
  });

  it('takes no other rule away, and leaves the type as it is', () => {
    const store = storeWith([{ field: 'nothing', after: 'all' }, { require: ['speaker'] }], {});
    expect((store.byKey('contentType', 'event') as Entry<ContentType>).data.rules).toHaveLength(2);
    expect(judge(store)).toEqual(['fields.speaker is required']);
  });
});
