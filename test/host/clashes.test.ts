import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BUILT_IN_CODE } from '../../src/fields/kinds.ts';
import { UnreadableObject } from '../../src/git/objects/unreadableObject.ts';
import { createClashes, type FoundClash, type HistoryClashes } from '../../src/host/clashes.ts';
import type { RecordClash } from '../../src/model/clash.ts';
import type { Entry } from '../../src/model/entry.ts';

const COMMIT = 'a'.repeat(40);
const NOTHING: HistoryClashes = { found: [], settled: [], kept: [] };

function makeFile(text?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-clashes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'clashes.json');
  if (text !== undefined) writeFileSync(file, text);
  return file;
}

/** The clashes of one page, whose data is `state.data`. */
function open(file: string, state: { data: unknown } = { data: {} }, objects: object = {}) {
  const errors: string[] = [];
  const clashes = createClashes({
    lookup: {
      code: BUILT_IN_CODE,
      get: () => ({ kind: 'page', key: 'en/about', data: state.data }) as unknown as Entry<never>,
      ...{ byKey: () => undefined, find: () => [], all: () => [], referring: () => [] },
    },
    // Nothing else is read here.
    merging: { objects, prefix: '' } as Parameters<typeof createClashes>[0]['merging'],
    file,
    onError: (error) => void errors.push(String(error)),
  });
  return { clashes, errors };
}

const clashAt = (...path: RecordClash['path']): RecordClash => ({
  ...{ clashId: 'x'.repeat(20), kind: 'page', key: 'en/about', id: 12, path },
  ...{ base: 'Before', ours: null, theirs: 'There' },
});

const found = (clash: RecordClash): FoundClash => ({ clash, sides: { ours: COMMIT, theirs: COMMIT } });

describe('saved clashes', () => {
  it('are listed again after a restart', async () => {
    const file = makeFile();
    await open(file).clashes.take(COMMIT, NOTHING, [found(clashAt('title'))]);
    const { clashes, errors } = open(file);
    expect([clashes.list(), errors]).toEqual([[clashAt('title')], []]);
  });

  it.each([
    '',
    '{"upTo":"aa',
    'null',
    '[]',
    '{}',
    JSON.stringify({ upTo: COMMIT, standing: 5 }),
    JSON.stringify({ upTo: COMMIT, standing: [null] }),
    JSON.stringify({
      upTo: COMMIT,
      standing: [{ live: 'null', clash: { ...clashAt('title'), kind: 'nothing' } }],
    }),
    JSON.stringify({ upTo: COMMIT, standing: [], kept: [{}] }),
  ])('are looked up again, and that is reported, if their file is %j', (text) => {
    const { clashes, errors } = open(makeFile(text));
    expect([clashes.list(), clashes.kept()]).toEqual([[], []]);
    expect(errors).toEqual([expect.stringMatching(/clashes\.json cannot be read: .*again in the history/)]);
  });
});

describe('a value that ours had removed', () => {
  it('no longer clashes once its list item is deleted', async () => {
    const state: { data: unknown } = { data: { fields: { links: [{ url: '/a' }, { url: '/b' }] } } };
    const { clashes } = open(makeFile(), state);
    const clash = clashAt('fields', 'links', 1, 'label');
    await clashes.take(COMMIT, NOTHING, [found(clash)]);
    expect(clashes.list()).toEqual([clash]);
    state.data = { fields: { links: [{ url: '/a' }] } };
    expect(clashes.list()).toEqual([]);
  });

  it('still clashes while it is missing, whether or not there is something beside it', async () => {
    const state: { data: unknown } = { data: {} };
    const { clashes } = open(makeFile(), state);
    const clash = clashAt('fields', 'summary');
    await clashes.take(COMMIT, NOTHING, [found(clash)]);
    state.data = { fields: { body: 'New' } };
    expect(clashes.list()).toEqual([clash]);
    state.data = { fields: { summary: 'New' } };
    expect(clashes.list()).toEqual([]);
  });
});

describe('a value in a list item that has an id', () => {
  const block = (id: number, body: string) => ({ id, fields: { body } });
  const regions = (...content: readonly object[]) => ({ data: { regions: { content } } as unknown });
  const clash = clashAt('regions', 'content', 1, 'fields', 'body');

  it('clashes where the item is, also after a restart, until its value is changed', async () => {
    const file = makeFile();
    const state = regions(block(31, 'First'), block(32, 'Here'));
    await open(file, state).clashes.take(COMMIT, NOTHING, [found(clash)]);
    const { clashes } = open(file, state);
    Object.assign(state, regions(block(33, 'New'), block(31, 'First'), block(32, 'Here')));
    expect(clashes.list()).toEqual([{ ...clash, path: ['regions', 'content', 2, 'fields', 'body'] }]);
    Object.assign(state, regions(block(32, 'Here')));
    expect(clashes.list()).toEqual([{ ...clash, path: ['regions', 'content', 0, 'fields', 'body'] }]);
    Object.assign(state, regions(block(31, 'Here'), block(32, 'Decided')));
    expect(clashes.list()).toEqual([]);
  });

  it('no longer clashes once the item is gone, whatever takes its place', async () => {
    const state = regions(block(31, 'First'), block(32, 'Here'));
    const { clashes } = open(makeFile(), state);
    await clashes.take(COMMIT, NOTHING, [found(clash)]);
    Object.assign(state, regions(block(31, 'First'), block(33, 'Here')));
    expect(clashes.list()).toEqual([]);
  });
});

it('keeps a clash open if the version that its merge has left cannot be read', async () => {
  const objects = {
    findCommit: async () => ({ tree: COMMIT }),
    readTree: async (id: string) => Promise.reject(new UnreadableObject(id, 'missing')),
  };
  const { clashes } = open(makeFile(), { data: { title: 'Here' } }, objects);
  const clash = clashAt('title');
  await clashes.take(COMMIT, { ...NOTHING, found: [{ ...found(clash), merge: COMMIT }] });
  expect(clashes.list()).toEqual([clash]);
});

it('keeps a file that a merge has kept while the others are looked at', async () => {
  const id = (digit: string): string => digit.repeat(40);
  const tree = { tree: id('0') };
  let go = (): void => undefined;
  const reading = new Promise<void>((resolve) => {
    go = resolve;
  });
  const objects = { findCommit: () => reading.then(() => tree), readTree: async () => [] };
  const { clashes } = open(makeFile(), { data: {} }, objects);
  const [first, second] = ['README.md', 'LICENSE'].map((path) => ({ path, commit: id('1'), theirs: id('2') }));
  await clashes.take(id('1'), { ...NOTHING, kept: [first!] });
  const looking = clashes.keptAt(id('1'));
  await clashes.take(id('3'), { ...NOTHING, kept: [second!] });
  go();
  await looking;
  expect(clashes.kept()).toEqual([first, second]);
});

describe('a value in a list', () => {
  const block = (id: number, title: string) => ({ id, type: 'text', fields: { title } });
  const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });

  it('still clashes when other blocks come before it or it moves to another region, also after a restart', async () => {
    const file = makeFile();
    const state: { data: unknown } = { data: { regions: { content: [block(1, 'Here'), block(2, 'Here')], side: [] } } };
    const { clashes } = open(file, state);
    const clash = clashAt('regions', 'content', 1, 'fields', 'title');
    await clashes.take(COMMIT, NOTHING, [found(clash)]);
    state.data = { regions: { content: [block(3, 'New'), block(1, 'Here'), block(2, 'Here')], side: [] } };
    expect(clashes.list()).toEqual([{ ...clash, path: ['regions', 'content', 2, 'fields', 'title'] }]);
    state.data = { regions: { content: [block(1, 'Here')], side: [block(2, 'Here')] } };
    expect(clashes.list()).toEqual([{ ...clash, path: ['regions', 'side', 0, 'fields', 'title'] }]);
    expect(open(file, state).clashes.list()).toHaveLength(1);
    state.data = { regions: { content: [block(1, 'Here')], side: [block(2, 'Settled')] } };
    expect(clashes.list()).toEqual([]);
  });

  it('still clashes when paragraphs come before it, until it is changed', async () => {
    const body = (...texts: readonly string[]) => ({
      fields: { body: { type: 'doc', content: texts.map(paragraph) } },
    });
    const state: { data: unknown } = { data: body('One', 'Two') };
    const { clashes } = open(makeFile(), state);
    const clash = clashAt('fields', 'body', 'content', 1);
    await clashes.take(COMMIT, NOTHING, [found(clash)]);
    state.data = body('Zero', 'One', 'Two');
    expect(clashes.list()).toEqual([{ ...clash, path: ['fields', 'body', 'content', 2] }]);
    state.data = body('Zero', 'One', 'Settled');
    expect(clashes.list()).toEqual([]);
  });
});
