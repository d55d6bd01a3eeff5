import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityOf, KINDS } from '../../src/model/entities/index.ts';
import type { Entry, EntryChange } from '../../src/model/entry.ts';
import { createStore } from '../../src/store/createStore.ts';
import { type FileRecord, fileRecordOf, toRecordValue } from '../../src/store/file/fileRecord.ts';
import { toKnownFile } from '../../src/store/file/knownFile.ts';
import { indexKeys } from '../../src/store/outline.ts';
import { createPageLists, type PageLists } from '../../src/store/page/pageLists.ts';
import { createReferrers, type Referrers } from '../../src/store/referrers.ts';
import type { FileUpdate, Store } from '../../src/store/store.ts';
import { runs } from '../effort.ts';
import { fileRecord, type Move, movedTo, removal, siteUpdates } from './siteFiles.ts';

const NOW = new Date('2026-02-01T12:00:00.000Z');
const RUNS = { numRuns: runs(80) };

interface Site {
  readonly store: Store;
  readonly lists: PageLists;
  /** Which records mention which, asked after each change. */
  readonly late: Referrers;
}

function makeStore(): Site {
  const store = createStore();
  const late = createReferrers(store, 0);
  store.add(late);
  return { store, lists: createPageLists(store, () => NOW), late };
}

/** The names that the files of `siteUpdates` mention. */
const MENTIONED = [
  ['contentType', 'a'],
  ['contentType', 'b'],
  ['blockType', 'a'],
  ['blockType', 'text'],
  ['term', 'topics/a'],
  ['term', 'topics/b'],
] as const;

/** The requested lists. */
const PARTS = [{}, { term: 'topics/b' }, { term: 'topics' }, { type: 'a' }, { type: 'b', term: 'topics/a' }];

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
const allEntries = (store: Store): Entry[] => KINDS.flatMap((kind) => [...store.all(kind)]);

/** Everything that a store returns, in a fixed order. */
function answersOf({ store, lists, late }: Site) {
  const entries = allEntries(store);
  const pages = (list: readonly Entry[]): readonly string[] => list.map(({ path }) => path);
  return {
    entries: entries.toSorted(byText),
    counts: KINDS.map((kind) => store.count(kind)),
    found: entries.map(({ kind, id, key }) => [store.get(kind, id)?.path, store.byKey(kind, key)?.path]).sort(byText),
    indexes: entries
      .flatMap(({ kind, data }) =>
        Object.entries(entityOf(kind).indexes).flatMap(([name, def]) =>
          indexKeys(def, data).map((key) => [kind, name, key, pages(store.find(kind, name, key)).toSorted()]),
        ),
      )
      .sort(byText),
    mentions: MENTIONED.flatMap(([kind, key]) => {
      const found = [store.referring(kind, key), late.find(kind, key)];
      return found.map((all) => all.map(({ path, data }) => [path, data]).sort(byText));
    }),
    paths: [...store.paths()].sort(),
    files: [...store.paths()]
      .map((path) => [store.fileAt(path), store.countIn(path.replace(/\/[^/]*$/, ''))])
      .sort(byText),
    rivals: entries.map(({ kind, key }) => pages(store.filesFor(kind, key) as never)).sort(byText),
    problems: store.problems().toSorted(byText),
    lists: [undefined, 'en'].flatMap((locale) =>
      PARTS.flatMap((part) => {
        const filter = { ...(locale && { locale }), ...part };
        return [
          pages(lists.all(filter, 'title', 'asc')),
          pages(lists.public(filter, 'published_at', 'desc', NOW)),
          pages(lists.public(filter, 'updated_at', 'asc', NOW)),
        ];
      }),
    ),
    nextChangeAt: lists.nextChangeAt(NOW),
  };
}

/** A record whose data is not read yet. */
const asCached = (record: FileRecord): FileRecord =>
  fileRecordOf(toKnownFile(record, toRecordValue(record, new Date(0))), record);

/** The files as they are on disk: the last update of each path. */
function createDisk() {
  const records = new Map<string, FileRecord>();
  const brokenFiles = new Map<string, FileUpdate>();
  return {
    /** Notes a batch and returns it with moves split into a removal and an addition. */
    take(batch: readonly (FileUpdate | Move)[]): readonly FileUpdate[] {
      const updates: FileUpdate[] = [];
      for (const one of batch) {
        const present = 'from' in one ? records.get(one.from) : undefined;
        const changed =
          'from' in one
            ? present
              ? [removal(one.from), { path: one.to, record: movedTo(one.to, present), problems: [] }]
              : []
            : [one];
        for (const file of changed) {
          updates.push(file);
          if (file.record === undefined) brokenFiles.set(file.path, file);
          else brokenFiles.delete(file.path);
          if (file.record) records.set(file.path, file.record);
          if (file.record === null) records.delete(file.path);
        }
      }
      return updates;
    },
    /** The updates of reading all files again, in another order. */
    reload: (): readonly FileUpdate[] => [
      ...[...records].map(([path, record]) => ({ path, record, problems: [] })).reverse(),
      ...brokenFiles.values(),
    ],
    /** The updates of a start with a parse cache. */
    restart: (): readonly FileUpdate[] => [
      ...[...records].map(([path, record]) => ({ path, record: asCached(record), problems: [] })),
      ...brokenFiles.values(),
    ],
  };
}

const nameOf = ({ kind, id }: Entry): string => `${kind}:${id}`;

/** Applies the changes as a listener would. */
function replay(mirror: Map<string, Entry>, changes: readonly EntryChange[]): void {
  for (const { before } of changes) {
    if (!before) continue;
    expect(mirror.get(nameOf(before))).toBe(before);
    mirror.delete(nameOf(before));
  }
  for (const { after } of changes) {
    if (!after) continue;
    expect(mirror.has(nameOf(after))).toBe(false);
    mirror.set(nameOf(after), after);
  }
}

describe('the store', () => {
  it('is the same after any changes as after reading all files again', () => {
    fc.assert(
      fc.property(siteUpdates, (batches) => {
        const disk = createDisk();
        const site = makeStore();
        answersOf(site);
        for (const batch of batches) {
          site.store.apply(disk.take(batch));
          for (const files of [disk.reload(), disk.restart()]) {
            const fresh = makeStore();
            fresh.store.apply(files);
            expect(answersOf(site)).toEqual(answersOf(fresh));
          }
        }
      }),
      RUNS,
    );
  });

  it('takes in files from the parse cache without reading their data', () => {
    const page = { type: 'plain', title: 'A', regions: { main: [{ id: 5, type: 'text' }] } };
    const record = fileRecord('pages/en/a.yaml', { ...page, id: 7 });
    const known = toKnownFile(record, toRecordValue(record, new Date(0)));
    const unreadable = fileRecordOf({ ...known, json: Buffer.from('{') }, record);
    const { store, lists } = makeStore();
    store.apply([{ path: record.path, record: unreadable, problems: [] }]);
    expect(store.byKey('page', 'en/a')).toBe(store.get('page', 7));
    expect(store.find('page', 'byPlacement', '5')).toHaveLength(1);
    expect(lists.nextChangeAt(NOW)).toBeUndefined();
    expect(store.problems()).toEqual([]);
    expect(() => store.get('page', 7)?.data).toThrow(SyntaxError);
  });

  it('reports every change of what it serves, and no other', () => {
    fc.assert(
      fc.property(siteUpdates, (batches) => {
        const disk = createDisk();
        const { store } = makeStore();
        const mirror = new Map<string, Entry>();
        for (const batch of batches) {
          const version = store.version;
          const changes = store.apply(disk.take(batch));
          replay(mirror, changes);
          expect([...mirror.values()].sort(byText)).toEqual(allEntries(store).sort(byText));
          expect(store.version).toBe(changes.length > 0 ? version + 1 : version);
        }
      }),
      RUNS,
    );
  });

  it('gives each id to only one place', () => {
    fc.assert(
      fc.property(siteUpdates, (batches) => {
        const disk = createDisk();
        const { store } = makeStore();
        for (const batch of batches) store.apply(disk.take(batch));
        const ids = allEntries(store).flatMap(idsIn);
        expect(ids).toHaveLength(new Set(ids).size);
        expect(ids.every((id) => !id.endsWith(':0'))).toBe(true);
      }),
      RUNS,
    );
  });
});

function idsIn({ kind, id, data }: Entry): readonly string[] {
  const { counter, withIds } = entityOf(kind);
  const ids = [`${counter}:${id}`];
  withIds?.(data, (nested, _, stored = 0) => {
    ids.push(`${nested}:${stored}`);
    return stored;
  });
  return ids;
}
