import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Entry } from '../../../src/model/entry.ts';
import { createIndexer, type Indexer } from '../../../src/site/folder/indexer.ts';
import { createSweep } from '../../../src/site/watch/sweep.ts';
import { createStore } from '../../../src/store/createStore.ts';
import { createReadRecord, type ReadRecord } from '../../../src/store/file/fileRecord.ts';
import { createParseCache, type ParseCache } from '../../../src/store/file/parseCache.ts';
import { modifiedAt, type Stamp } from '../../../src/store/file/stamp.ts';
import type { Store } from '../../../src/store/store.ts';
import { runs } from '../../effort.ts';

const LATER = (): Date => new Date('2100-01-01T00:00:00Z');
const readRecord = createReadRecord();

interface Running {
  readonly store: Store;
  readonly indexer: Indexer;
  readonly cache: ParseCache;
  /** How many files were parsed, not taken from the cache. */
  reads(): number;
  titleOf(slug: string): string | undefined;
  problems(): readonly string[];
}

interface Folder {
  readonly root: string;
  write(path: string, text: string): void;
  /** A server's store and indexer on this folder; nothing is loaded yet. */
  start(): Running;
}

function makeFolder(files: Readonly<Record<string, string>> = {}): Folder {
  const folder = mkdtempSync(join(tmpdir(), 'quire-sync-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'content');
  mkdirSync(root);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { root, write, start: () => start(root, join(folder, 'cache.bin')) };
}

function start(root: string, cacheFile: string): Running {
  const store = createStore();
  const cache = createParseCache(cacheFile, LATER);
  let count = 0;
  const counted: ReadRecord = (...args) => {
    count += 1;
    return readRecord(...args);
  };
  const times = (_: unknown, stamp: Stamp) => ({ createdAt: modifiedAt(stamp), updatedAt: modifiedAt(stamp) });
  return {
    store,
    cache,
    indexer: createIndexer({ store, root, home: 'content', cache, readRecord: counted, times }),
    reads: () => count,
    titleOf: (slug) => store.byKey('page', `en/${slug}`)?.data.title,
    problems: () =>
      store
        .problems()
        .map(({ path, code }) => `${code} ${path}`)
        .sort(),
  };
}

const page = (title: string, more = ''): string => `type: plain\ntitle: ${title}\n${more}`;
const A = 'pages/en/a.yaml';

async function load(files: Readonly<Record<string, string>>): Promise<Folder & Running> {
  const folder = makeFolder(files);
  const running = folder.start();
  await running.indexer.load();
  return { ...folder, ...running };
}

const BROKEN: Readonly<Record<string, string>> = {
  'does not parse': 'type: plain\ntitle: [A\n',
  'holds conflict markers': 'type: plain\n<<<<<<< HEAD\ntitle: A\n=======\ntitle: B\n>>>>>>> other\n',
  'fits no schema': 'type: plain\n',
  'is a list': '- a\n- b\n',
  'is empty': '',
};

describe('a folder that cannot be read', () => {
  const UNREADABLE = { path: 'pages/en', code: 'UNREADABLE', message: 'cannot be read: EMFILE' } as const;

  it('keeps its records when all files are read again', async () => {
    const { indexer, titleOf, problems } = await load({ [A]: page('A'), 'pages/de/b.yaml': page('B') });
    expect(await indexer.load([{ path: UNREADABLE.path, problem: UNREADABLE }])).toMatchObject([
      { before: { key: 'de/b' }, after: null },
    ]);
    expect(titleOf('a')).toBe('A');
    expect(problems()).toEqual(['UNREADABLE pages/en']);
    expect(await indexer.load()).toMatchObject([{ before: null, after: { key: 'de/b' } }]);
    expect(problems()).toEqual([]);
  });
});

describe.each(Object.entries(BROKEN))('a file that %s', (_, text) => {
  it('keeps its last good record while the server runs, and is a problem until it is repaired', async () => {
    const { write, indexer, titleOf, problems } = await load({ [A]: page('A') });
    write(A, text);
    expect(await indexer.reindex([A])).toEqual([]);
    expect(titleOf('a')).toBe('A');
    expect(problems()).toEqual([expect.stringMatching(new RegExp(`^(SYNTAX|SCHEMA) ${A}$`))]);
    write(A, page('Mended'));
    const changes = await indexer.reindex([A]);
    expect(changes.map(({ before, after }) => [titleIn(before), titleIn(after)])).toEqual([['A', 'Mended']]);
    expect(problems()).toEqual([]);
  });

  it('is a problem at the start, and everything else is served', async () => {
    const { titleOf, problems } = await load({ [A]: text, 'pages/en/b.yaml': page('B') });
    expect([titleOf('a'), titleOf('b')]).toEqual([undefined, 'B']);
    expect(problems()).toHaveLength(1);
  });

  it('is found by a sweep until it is reported, and then only when it has changed', async () => {
    const { root, write, indexer } = await load({ [A]: page('A'), 'pages/en/b.yaml': text });
    const sweep = createSweep({ root, home: 'content', indexer, onFolder: () => undefined });
    expect(await sweep()).toEqual([]);
    write(A, text);
    expect(await sweep()).toEqual([A]);
    expect(await indexer.reindexGood([A])).toEqual([A]);
    expect(await sweep()).toEqual([A]);
    await indexer.reindex([A]);
    expect(await sweep()).toEqual([]);
    write(A, page('Mended'));
    expect(await sweep()).toEqual([A]);
  });
});

const titleIn = (entry: Entry | null): string | undefined => (entry?.data as { title: string } | undefined)?.title;

describe('a file', () => {
  it('that returns to its last good bytes is no problem any more', async () => {
    const { write, indexer, titleOf, problems } = await load({ [A]: page('A') });
    write(A, 'title: [');
    await indexer.reindex([A]);
    write(A, page('A'));
    await indexer.reindex([A]);
    expect(titleOf('a')).toBe('A');
    expect(problems()).toEqual([]);
  });

  it('that may not be read is found by a sweep once it may', async () => {
    const { root, indexer, problems } = await load({ [A]: page('A') });
    const sweep = createSweep({ root, home: 'content', indexer, onFolder: () => undefined });
    chmodSync(dirname(root), 0o755);
    chmodSync(join(root, A), 0o000);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    try {
      await indexer.reindex([A]);
      expect(problems()).toEqual([`UNREADABLE ${A}`]);
      expect(await sweep()).toEqual([A]);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });

  it('that is gone takes its record and its problem with it', async () => {
    const { root, indexer, titleOf, problems } = await load({ [A]: page('A'), 'pages/en/b.yaml': 'title: [' });
    unlinkSync(join(root, A));
    unlinkSync(join(root, 'pages/en/b.yaml'));
    const changes = await indexer.reindex([A, 'pages/en/b.yaml']);
    expect(changes.map(({ before, after }) => [before?.key, after])).toEqual([['en/a', null]]);
    expect(titleOf('a')).toBeUndefined();
    expect(problems()).toEqual([]);
  });

  it('that was deleted unnoticed is gone after reading everything again', async () => {
    const { root, indexer, store, problems } = await load({ [A]: page('A'), 'pages/en/b.yaml': 'title: [' });
    rmSync(join(root, 'pages'), { recursive: true });
    await indexer.load();
    expect(store.count('page')).toBe(0);
    expect(problems()).toEqual([]);
  });

  it('that is moved is one change with before and after', async () => {
    const { root, indexer } = await load({ [A]: page('A', 'id: 7\n') });
    renameSync(join(root, A), join(root, 'pages/en/b.yaml'));
    const changes = await indexer.reindex(['pages/en/b.yaml', A]);
    expect(changes.map(({ before, after }) => [before?.key, after?.key, after?.id])).toEqual([['en/a', 'en/b', 7]]);
  });

  it('that was already read makes no change', async () => {
    const { indexer } = await load({ [A]: page('A') });
    expect(await indexer.reindex([A, A])).toEqual([]);
    expect(await indexer.load()).toEqual([]);
  });

  it('SEC-2 that becomes a link keeps its last good record and is a problem', async () => {
    const { root, indexer, titleOf, problems } = await load({ [A]: page('A'), 'other.yaml': page('Elsewhere') });
    unlinkSync(join(root, A));
    symlinkSync('../../other.yaml', join(root, A));
    await indexer.reindex([A]);
    expect(titleOf('a')).toBe('A');
    expect(problems()).toEqual([`NOT_A_FILE ${A}`]);
  });

  it('SEC-2 is not served through a folder that has become a link', async () => {
    const { root, indexer, store, problems } = await load({ [A]: page('A'), 'elsewhere/a.yaml': page('Elsewhere') });
    rmSync(join(root, 'pages/en'), { recursive: true });
    symlinkSync('../elsewhere', join(root, 'pages/en'));
    await indexer.reindex([A, 'pages/en']);
    expect(store.count('page')).toBe(0);
    expect(problems()).toEqual(['NOT_A_FILE pages/en']);
  });

  it('in a folder that has become a file is gone', async () => {
    const { root, write, indexer, store } = await load({ 'pages/en/docs/a.yaml': page('A') });
    rmSync(join(root, 'pages/en/docs'), { recursive: true });
    write('pages/en/docs', 'text');
    await indexer.reindex(['pages/en/docs/a.yaml', 'pages/en/docs']);
    expect(store.count('page')).toBe(0);
  });

  it('outside of Quire’s folders is ignored', async () => {
    const { write, indexer, problems } = await load({});
    for (const path of ['package.json', '.github/workflows/ci.yaml', 'media/files/data-12345678.json']) {
      write(path, '{');
      expect(await indexer.reindex([path])).toEqual([]);
    }
    expect(problems()).toEqual([]);
  });
});

describe('reading again', () => {
  it('does not open files that are unchanged since the last run', async () => {
    const folder = makeFolder({ [A]: page('A'), 'pages/en/b.yaml': page('B') });
    const first = folder.start();
    await first.indexer.load();
    expect(first.reads()).toBe(2);
    await first.cache.save();
    const second = folder.start();
    await second.indexer.load();
    expect(second.reads()).toBe(0);
    expect(second.titleOf('a')).toBe('A');
  });

  it('does not parse the same bytes again after a new mtime', async () => {
    const folder = makeFolder({ [A]: page('A') });
    const first = folder.start();
    await first.indexer.load();
    await first.cache.save();
    utimesSync(join(folder.root, A), new Date('2020-01-01'), new Date('2020-01-01'));
    const second = folder.start();
    await second.indexer.load();
    expect(second.reads()).toBe(0);
    expect(second.store.byKey('page', 'en/a')?.updatedAt).toBe('2020-01-01T00:00:00.000Z');
    await second.cache.save();
    expect(second.cache.get(A)).toBeDefined();
  });

  it('does not parse the same broken bytes again', async () => {
    const { root, write, indexer, reads, problems } = await load({ [A]: page('A') });
    write(A, BROKEN['fits no schema']!);
    await indexer.reindexGood([A]);
    expect(reads()).toBe(2);
    await indexer.reindex([A]);
    utimesSync(join(root, A), new Date('2020-01-01'), new Date('2020-01-01'));
    await indexer.reindex([A]);
    expect(reads()).toBe(2);
    expect(problems()).toEqual([`SCHEMA ${A}`]);
  });

  it('reads files that were edited while no server ran', async () => {
    const folder = makeFolder({ [A]: page('A'), 'pages/en/b.yaml': page('B') });
    const first = folder.start();
    await first.indexer.load();
    await first.cache.save();
    folder.write(A, page('Edited'));
    unlinkSync(join(folder.root, 'pages/en/b.yaml'));
    const second = folder.start();
    await second.indexer.load();
    expect([second.titleOf('a'), second.titleOf('b'), second.reads()]).toEqual(['Edited', undefined, 1]);
  });

  it('gives the same as a first start, whatever was done to the files in between', async () => {
    const paths = [A, 'pages/en/_3f/a.yaml', 'pages/en/b.json', 'menus/main.yaml', 'pages/en/c.yml'];
    const texts = [
      page('One', 'id: 1\n'),
      page('Two', 'id: 1\n'),
      '{"type":"plain","title":"J"}',
      'name: Main\n',
      'title: [',
    ];
    const step = fc.record({ path: fc.constantFrom(...paths), text: fc.option(fc.constantFrom(...texts)) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const folder = makeFolder();
        const running = folder.start();
        await running.indexer.load();
        for (const { path, text } of steps) {
          if (text === null) rmSync(join(folder.root, path), { force: true });
          else folder.write(path, text);
          await running.indexer.reindex([path]);
        }
        // A new start cannot serve files that are broken now.
        for (const { path, code } of running.store.problems())
          if (code === 'SYNTAX' || code === 'SCHEMA') rmSync(join(folder.root, path), { force: true });
        await running.indexer.load();
        await running.cache.save();
        const cold = makeRunningWithoutCache(folder.root);
        await cold.indexer.load();
        const warm = folder.start();
        await warm.indexer.load();
        expect(stateOf(warm)).toEqual(stateOf(cold));
        expect(stateOf(running)).toEqual(stateOf(cold));
      }),
      { numRuns: runs(25) },
    );
  });

  it('takes in times that become known later', async () => {
    const { root } = makeFolder({ [A]: page('A') });
    const store = createStore();
    let at = '2026-01-01T00:00:00.000Z';
    const cache = createParseCache(join(root, '..', 'cache.bin'), LATER);
    const times = () => ({ createdAt: at, updatedAt: at });
    const indexer = createIndexer({ store, root, home: 'content', cache, readRecord, times });
    await indexer.load();
    at = '2026-01-02T00:00:00.000Z';
    const changes = await indexer.load();
    expect(changes.map(({ before, after }) => [before?.updatedAt, after?.updatedAt])).toEqual([
      ['2026-01-01T00:00:00.000Z', at],
    ]);
  });

  it('parses files while it waits for their times, and makes each record once', async () => {
    const { root } = makeFolder({ [A]: page('A') });
    const store = createStore();
    const cache = createParseCache(join(root, '..', 'cache.bin'), LATER);
    let at = '2026-01-01T00:00:00.000Z';
    const times = () => ({ createdAt: at, updatedAt: at });
    const indexer = createIndexer({ store, root, home: 'content', cache, readRecord, times });
    const changes = await indexer.load(undefined, async () => {
      expect([cache.get(A)?.path, store.count('page')]).toEqual([A, 0]);
      at = '2026-01-02T00:00:00.000Z';
    });
    expect(changes.map(({ after }) => after?.updatedAt)).toEqual([at]);
  });

  it('reads 2,000 files through worker threads', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [
        `pages/en/_${(index % 16).toString(16)}0/p${index}.yaml`,
        index === 1234 ? 'title: [\n' : page(`Page ${index}`, `id: ${index + 1}\n`),
      ]),
    );
    const { store, problems, titleOf } = await load(files);
    expect(store.count('page')).toBe(1999);
    expect(titleOf('p1999')).toBe('Page 1999');
    expect(problems()).toEqual(['SYNTAX pages/en/_20/p1234.yaml']);
  });
});

const makeRunningWithoutCache = (root: string): Running => start(root, join(root, '..', 'none', 'cache.bin'));

const stateOf = ({ store, problems }: Running): object => ({
  entries: (['page', 'menu'] as const)
    .flatMap((kind) => [...store.all(kind)])
    .sort((a, b) => (a.path < b.path ? -1 : 1)),
  problems: problems(),
});
