import { describe, expect, it } from 'vitest';
import { concernedBy, concernedByFile, mattersToOthers } from '../../src/check/concerned.ts';
import { checkStoreEntry, createCheckBroken } from '../../src/check/findings.ts';
import { soundIn } from '../../src/check/readableRecords.ts';
import { entityOf, KINDS } from '../../src/model/entities/index.ts';
import type { Entry, EntryChange } from '../../src/model/entry.ts';
import { createStore } from '../../src/store/createStore.ts';
import type { Store } from '../../src/store/store.ts';
import { broken, removal, update } from '../store/siteFiles.ts';

const NOW = new Date('2026-01-05T12:00:00.000Z');

type Json = Readonly<Record<string, unknown>>;

const link = (href: string): Json => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href } }] }] }],
});
const page = (id: number, more: Json = {}): Json => ({
  id,
  type: 'event',
  title: `Page ${id}`,
  status: 'published',
  ...more,
});

const FILES: Readonly<Record<string, Json>> = {
  'content-types/event.yaml': {
    id: 1,
    name: 'Event',
    fieldsSchema: [
      { name: 'see', type: 'page' },
      { name: 'body', type: 'richtext' },
      { name: 'photo', type: 'media' },
    ],
  },
  'block-types/quote.yaml': { id: 2, name: 'Quote', fieldsSchema: [{ name: 'words', type: 'text' }] },
  'blocks/motto.yaml': { id: 3, type: 'quote', title: 'Motto', fields: { words: 'x' } },
  'taxonomies/topics.yaml': { id: 4, name: 'Topics', terms: [{ id: 5, slug: 'news', name: 'News' }] },
  'media/sea.yaml': { id: 6, filename: 'sea.jpg' },
  'redirects/old.yaml': { id: 7, fromPath: '/old', toPath: '/a' },
  'menus/main.yaml': { id: 8, name: 'Main', items: [{ id: 9, title: 'A', page: 'en/a' }] },
  'pages/en/a.yaml': page(10, { translationGroup: 'g' }),
  'pages/en/b.yaml': page(11, {
    fields: { see: 'en/a', photo: 'sea', body: link('/old') },
    terms: { topics: ['news'] },
  }),
  'pages/en/c.yaml': page(12, { fields: { body: link('/a') }, regions: { main: [{ id: 20, block: 'motto' }] } }),
  'pages/en/d.yaml': page(13, { translationGroup: 'g2' }),
};

function openStore(): Store {
  const store = createStore();
  store.apply(Object.entries(FILES).map(([path, value]) => update(path, value)));
  return store;
}

const entriesOf = (store: Store): readonly Entry[] =>
  KINDS.filter((kind) => entityOf(kind).home === 'content').flatMap((kind) => [...store.all(kind)] as readonly Entry[]);

/** What is found in each file, as text. */
const findingsIn = (store: Store): ReadonlyMap<string, string> =>
  new Map(
    entriesOf(store).map((entry) => [
      entry.path,
      JSON.stringify(checkStoreEntry(entry, { lookup: soundIn(store), now: NOW }).findings),
    ]),
  );

/** The files whose records use a name. */
const namingIn =
  (store: Store) =>
  (name: string): readonly string[] =>
    entriesOf(store).flatMap((entry) =>
      checkStoreEntry(entry, { lookup: soundIn(store), now: NOW }).names.includes(name) ? [entry.path] : [],
    );

const CHANGES: readonly (readonly [string, string, Json | null, readonly string[]])[] = [
  [
    'a page that goes',
    'pages/en/a.yaml',
    null,
    ['menus/main.yaml', 'pages/en/b.yaml', 'pages/en/c.yaml', 'redirects/old.yaml'],
  ],
  [
    'a page that becomes a draft',
    'pages/en/a.yaml',
    page(10, { status: 'draft', translationGroup: 'g' }),
    ['pages/en/b.yaml', 'pages/en/c.yaml', 'redirects/old.yaml'],
  ],
  [
    'a page that joins a group',
    'pages/en/d.yaml',
    page(13, { translationGroup: 'g' }),
    ['pages/en/a.yaml', 'pages/en/d.yaml'],
  ],
  ['a page whose text changes', 'pages/en/a.yaml', page(10, { title: 'Other', translationGroup: 'g' }), []],
  ['a media item that goes', 'media/sea.yaml', null, ['pages/en/b.yaml']],
  ['a term that goes', 'taxonomies/topics.yaml', { id: 4, name: 'Topics', terms: [] }, ['pages/en/b.yaml']],
  [
    'a redirect that is off',
    'redirects/old.yaml',
    { id: 7, fromPath: '/old', toPath: '/a', isActive: false },
    ['pages/en/b.yaml'],
  ],
  [
    'a type of blocks that loses a field',
    'block-types/quote.yaml',
    { id: 2, name: 'Quote', fieldsSchema: [] },
    ['blocks/motto.yaml'],
  ],
  ['a block that goes', 'blocks/motto.yaml', null, ['pages/en/c.yaml']],
  [
    'a type that loses a field',
    'content-types/event.yaml',
    { id: 1, name: 'Event', fieldsSchema: [] },
    ['pages/en/b.yaml', 'pages/en/c.yaml'],
  ],
  [
    'settings with another language',
    'site.yaml',
    { supportedLocales: ['de'], defaultLocale: 'de' },
    ['pages/en/a.yaml', 'pages/en/b.yaml', 'pages/en/c.yaml', 'pages/en/d.yaml'],
  ],
];

describe('the files that a change concerns', () => {
  it.each(CHANGES)('include all whose findings differ after %s', (_, path, value, differing) => {
    const store = openStore();
    const [before, namingBefore] = [findingsIn(store), namingIn(store)];
    const was = entriesOf(store).find((entry) => entry.path === path) ?? null;
    const named = (name: string) => namingBefore(name);
    const concernedBefore = was
      ? concernedBy({ kind: was.kind, before: was, after: null }, { store, naming: named, knowsReads: true })
      : [];
    store.apply([value ? update(path, value) : removal(path)]);
    const is = entriesOf(store).find((entry) => entry.path === path) ?? null;
    const kind = (is ?? was)!.kind;
    const after = findingsIn(store);
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (one) => before.has(one) && after.has(one) && before.get(one) !== after.get(one),
    );
    for (const one of differing) expect(changed).toContain(one);
    const concerned = new Set([
      ...concernedBefore,
      ...concernedBy({ kind, before: was, after: is }, { store, naming: namingIn(store), knowsReads: true }),
    ]);
    // A media item is concerned when another record begins or ends to name it, which its names tell.
    expect(changed.filter((one) => !concerned.has(one) && !one.startsWith('media/'))).toEqual([]);
  });

  const entry = (more: Json = {}): Entry => ({
    kind: 'page',
    id: 1,
    key: 'en/a',
    path: 'pages/en/a.yaml',
    rev: '',
    createdAt: '',
    updatedAt: '',
    data: { status: 'draft', type: 'event', title: 'A' },
    ...more,
  });
  const change = (after: Entry | null, kind: EntryChange['kind'] = 'page'): EntryChange => ({
    kind,
    before: entry(),
    after,
  });

  it.each([
    ['a new title', change(entry({ data: { status: 'draft', type: 'event', title: 'B' } })), false],
    ['a new status', change(entry({ data: { status: 'published', type: 'event', title: 'A' } })), true],
    ['a new type', change(entry({ data: { status: 'draft', type: 'news', title: 'A' } })), true],
    ['a new group', change(entry({ data: { status: 'draft', type: 'event', translationGroup: 'g' } })), true],
    ['a new address', change(entry({ key: 'en/b' })), true],
    ['a new file', change(entry({ path: 'pages/en/_aa/a.yaml' })), true],
    ['its end', change(null), true],
    ['anything of another kind', change(entry(), 'menu'), true],
  ])('are more than its own for %s: %s', (_, made, expected) => {
    expect(mattersToOthers(made)).toBe(expected);
  });

  it('are those that mention it or link to it where it can be read no more', () => {
    const store = openStore();
    const known = { store, naming: namingIn(store), knowsReads: true };
    expect(new Set(concernedByFile('pages/en/a.yaml', known))).toEqual(
      new Set(['pages/en/a.yaml', 'pages/en/b.yaml', 'pages/en/c.yaml', 'menus/main.yaml', 'redirects/old.yaml']),
    );
    expect(concernedByFile('pages/en/new.yaml', known)).toEqual(['pages/en/new.yaml']);
    expect(concernedByFile('README.md', known)).toEqual(['README.md']);
  });
});

describe('a file that does not fit its schema', () => {
  const store = createStore();
  const text = 'id: 12\ntype: event\ntitle: 7\nterms: { topics: [gone] }\nfields: { see: en/gone, old: 1 }\n';
  const schema = {
    path: 'pages/en/x.yaml',
    record: undefined,
    problems: [{ path: 'pages/en/x.yaml', code: 'SCHEMA' as const, message: 'm' }],
  };
  store.apply([
    ...Object.entries(FILES).map(([path, value]) => update(path, value)),
    schema,
    broken('pages/en/y.yaml'),
  ]);
  const check = (bytes: string | null, path = 'pages/en/x.yaml') =>
    createCheckBroken({ store, lookup: soundIn(store), read: () => (bytes === null ? null : Buffer.from(bytes)) })(
      path,
      NOW,
    ).findings.map(({ code, at = [] }) => `${code} ${at.join('.')}`);

  it('is checked for everything else', () => {
    expect(
      check(text)
        .filter((one) => !one.startsWith('NOT_STAMPED'))
        .sort(),
    ).toEqual([...['DANGLING_REFERENCE fields.see', 'DANGLING_REFERENCE terms.topics.0', 'UNKNOWN_FIELD fields.old']]);
  });

  it.each([
    ['that is not there', null, undefined],
    ['that cannot be read at all', 'title: [', undefined],
    ['that is broken in another way', text, 'pages/en/y.yaml'],
    ['that is in no place for a record', text, 'other/x.yaml'],
  ])('and one %s is not', (_, bytes, path) => {
    expect(check(bytes, path)).toEqual([]);
  });
});
