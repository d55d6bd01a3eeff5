import { describe, expect, it } from 'vitest';
import { entityOf, KINDS } from '../../../src/model/entities/index.ts';
import type { Lookup } from '../../../src/model/entry.ts';
import type { Kind } from '../../../src/model/records.ts';
import { indexKeys } from '../../../src/store/outline.ts';
import { referencesOf } from '../../../src/store/referrers.ts';
import type { RecordDraft } from '../../../src/write/action.ts';
import { type PresentState, withAhead } from '../../../src/write/queue/presentState.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { changing, type Files, making, planDrafts, presentOfFiles } from '../presentOfFiles.ts';

const SITE: Files = {
  ...SMALL_SITE,
  'redirects/old.yaml': 'id: 1\nfromPath: /old\ntoPath: /new\n',
  'pages/en/_3f/shelf.yaml': 'id: 6\ntype: plain\ntitle: On a shelf\n',
};

/** What may be asked for: the names, values and mentions of all records of several sites. */
function questionsTo(presents: readonly PresentState[]) {
  const entries = presents.flatMap(({ lookup }) =>
    KINDS.flatMap((kind) => [...lookup.all(kind)].map((entry) => ({ entry, lookup }))),
  );
  return {
    names: entries.map(({ entry }) => entry),
    values: entries.flatMap(({ entry: { kind, data } }) =>
      Object.entries(entityOf(kind).indexes).flatMap(([name, def]) =>
        indexKeys(def, data).map((value) => [kind, name, value] as const),
      ),
    ),
    mentions: entries.flatMap(({ entry, lookup }) => referencesOf(entry, lookup)),
  };
}

const named = (entries: Iterable<{ readonly path: string; readonly rev: string } | undefined>): readonly string[] =>
  [...entries].map((entry) => (entry ? `${entry.path} ${entry.rev}` : 'none')).sort();

const textOf = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString();

/** All answers of a present, sorted. */
function answersOf(present: PresentState, { names, values, mentions }: ReturnType<typeof questionsTo>) {
  const { lookup } = present;
  const about = (lookup: Lookup, kind: Kind) => [...lookup.all(kind)].map(({ id, key, data }) => [id, key, data]);
  return {
    all: KINDS.map((kind) => [named(lookup.all(kind)), about(lookup, kind).sort()]),
    byId: names.map(({ kind, id }) => [kind, id, named([lookup.get(kind, id)])]),
    byKey: names.map(({ kind, key }) => [kind, key, named([lookup.byKey(kind, key)])]),
    byValue: values.map(([kind, name, value]) => [kind, name, value, named(lookup.find(kind, name, value))]),
    referring: mentions.map(({ kind, key }) => [kind, key, named(lookup.referring(kind, key))]),
    files: names.flatMap(({ kind, key }) =>
      [key, key.toUpperCase()].map((asked) => [kind, asked, named(present.filesFor(kind, asked))]),
    ),
    // These files are in memory.
    bytes: names.map(({ kind, path }) => [path, textOf(present.read(kind, path) as Uint8Array | null)]),
    counts: names.map(({ path }) => [path, present.countIn(path.replace(/\/[^/]*$/, ''))]),
  };
}

/** Plans writes one after the other. @returns the state after the last one, and the files that it must equal */
async function ahead(...writes: readonly ((lookup: Lookup) => readonly RecordDraft[])[]) {
  let present = presentOfFiles(SITE);
  let files = SITE;
  for (const draftsOf of writes) {
    const write = await planDrafts(present, draftsOf(present.lookup));
    present = withAhead(present, write);
    const gone = new Set(write.files.map(({ path }) => path));
    files = {
      ...Object.fromEntries(Object.entries(files).filter(([path]) => !gone.has(path))),
      ...Object.fromEntries(write.files.flatMap(({ path, bytes }) => (bytes ? [[path, textOf(bytes)!]] : []))),
    };
  }
  return { present, files };
}

const redirect = (key: string, id: number): RecordDraft =>
  making('redirect', { key, fromPath: `/${key}`, toPath: '/x', statusCode: 301, isActive: true }, id);

describe('the state after a planned write', () => {
  it.each<[string, readonly ((lookup: Lookup) => readonly RecordDraft[])[]]>([
    ['a changed record', [(lookup) => [changing(lookup, 'page', 'en/home', { title: 'Begin', terms: {} })]]],
    ['new ones', [() => [redirect('a', 90), redirect('b', 91)]]],
    ['a rename, which others follow', [(lookup) => [changing(lookup, 'page', 'en/about', { slug: 'more/we' })]]],
    ['a rename on a shelf', [(lookup) => [changing(lookup, 'page', 'en/shelf', { slug: 'off' })]]],
    ['a rename of a block type', [(lookup) => [changing(lookup, 'blockType', 'quote', { slug: 'words' })]]],
    ['a removal', [(lookup) => [changing(lookup, 'page', 'en/secret', null)]]],
    ['another schema', [(lookup) => [changing(lookup, 'contentType', 'article', { fieldsSchema: [] })]]],
    ['a name in other letters', [(lookup) => [changing(lookup, 'page', 'en/about', { slug: 'About' })]]],
    [
      'several writes, one after the other',
      [
        (lookup) => [changing(lookup, 'redirect', 'old', null)],
        () => [redirect('old', 92)],
        (lookup) => [changing(lookup, 'redirect', 'old', { key: 'older', fromPath: '/older' })],
        (lookup) => [changing(lookup, 'page', 'en/about', { title: 'Twice' })],
        (lookup) => [changing(lookup, 'page', 'en/about', { slug: 'thrice' })],
      ],
    ],
  ])('%s: is the same as if its files had been read', async (_, writes) => {
    const { present, files } = await ahead(...writes);
    const read = presentOfFiles(files);
    const questions = questionsTo([presentOfFiles(SITE), present, read]);
    expect(answersOf(present, questions)).toEqual(answersOf(read, questions));
  });
});

it('counts the files of a write once, however often it is asked', () => {
  let asked = 0;
  const COUNT = 500;
  const paths = Array.from({ length: COUNT }, (_, index) => `pages/en/${index}.yaml`);
  const none = presentOfFiles({});
  const present = withAhead(none, {
    changes: paths.map((path) => ({
      get before() {
        asked += 1;
        return { path };
      },
    })) as never,
    files: paths.map((path) => ({ path, bytes: Buffer.from('title: A\n'), record: undefined, problems: [] })),
  });
  asked = 0;
  for (let time = 0; time < 10; time += 1) expect(present.countIn('pages/en')).toBe(none.countIn('pages/en'));
  expect(asked).toBeLessThan(5 * COUNT);
});
