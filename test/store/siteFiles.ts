import fc from 'fast-check';
import { createReadRecord, type FileRecord, toFileRecord } from '../../src/store/file/fileRecord.ts';
import { locateFile } from '../../src/store/file/inspectSightings.ts';
import { hashedId } from '../../src/store/id/randomId.ts';
import type { FileUpdate } from '../../src/store/store.ts';

/** Paths that compete with each other: for a key by shelf, by format and by case, across kinds for block ids. */
const PATHS = [
  'pages/en/about.yaml',
  'pages/en/_3f/about.yaml',
  'pages/en/about.json',
  'pages/en/About.yaml',
  'pages/en/news.yaml',
  'pages/es/about.yaml',
  'blocks/motto.yaml',
  'blocks/_aa/motto.yaml',
  'blocks/quote.yaml',
  'menus/main.yaml',
  'menus/foot.yaml',
  'taxonomies/topics.yaml',
  'taxonomies/Topics.yaml',
  'taxonomies/places.yaml',
  'redirects/one.yaml',
  'redirects/two.yaml',
  'site.yaml',
  'site.json',
] as const;

type Json = Readonly<Record<string, unknown>>;

const readRecord = createReadRecord();

/** The record of a file with this content; throws if the content is not valid for its kind. */
export function fileRecord(
  path: string,
  value: Json,
  rev = '0'.repeat(40),
  at = '2026-01-01T00:00:00.000Z',
): FileRecord {
  const located = locateFile('content', path) ?? locateFile('private', path)!;
  const read = readRecord(located, path, value);
  if (!('data' in read)) throw new Error(read.map(({ message }) => message).join('; '));
  return toFileRecord(located, { path, rev }, read, { createdAt: at, updatedAt: at });
}

export const update = (path: string, value: Json, at?: string): FileUpdate => ({
  path,
  record: fileRecord(path, value, undefined, at),
  problems: [],
});
export const removal = (path: string): FileUpdate => ({ path, record: null, problems: [] });
export const broken = (path: string): FileUpdate => ({
  path,
  record: undefined,
  problems: [{ path, code: 'SYNTAX', message: 'is broken' }],
});

/** Ids that files often share, including some that other files are served under. */
const CLAIMED_HASHES = [
  hashedId('page', 'pages/en/about.yaml', ''),
  hashedId('page', 'pages/en/about.yaml', '') + 1,
  hashedId('page', 'pages/en/news.yaml', ''),
  hashedId('block', 'blocks/motto.yaml', ''),
  hashedId('block', 'pages/en/news.yaml', 'regions/main/0'),
  hashedId('menuItem', 'menus/main.yaml', 'items/0'),
  hashedId('term', 'taxonomies/topics.yaml', 'terms/0'),
];
const id = fc.constantFrom(1, 2, 3, ...CLAIMED_HASHES);
const withId = { id: fc.option(id, { nil: undefined, freq: 2 }) };
const nested = (shape: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<readonly Json[]> =>
  fc.array(fc.record({ ...withId, ...shape }), { maxLength: 3 }) as fc.Arbitrary<readonly Json[]>;
const word = fc.constantFrom('a', 'b');

const placements = nested({ type: fc.constant('text') });
const menuItems = nested({ title: word, children: nested({ title: word }) });
const terms = nested({ slug: word, name: word, children: nested({ slug: word, name: word }) });
const status = fc.constantFrom('draft', 'published');
const time = fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z', undefined);

/** Possible contents of a file in each folder. */
const CONTENTS: Readonly<Record<string, Record<string, fc.Arbitrary<unknown>>>> = {
  pages: {
    type: word,
    title: word,
    status,
    publishedAt: time,
    scheduledAt: time,
    unpublishAt: time,
    translationGroup: fc.constantFrom('g', undefined),
    terms: fc.constantFrom({}, { topics: ['a'] }, { topics: ['a', 'b'] }, { topics: ['b', 'b'], places: [] }),
    regions: fc.record({ main: placements, aside: placements }),
  },
  blocks: { type: word, title: word },
  menus: { name: word, items: menuItems },
  taxonomies: { name: word, hierarchical: fc.constant(true), terms },
  redirects: { fromPath: fc.constantFrom('/a', '/b'), toPath: fc.constant('/c') },
};

const withoutUndefined = (value: object): Json => JSON.parse(JSON.stringify(value));
const createdAt = fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z');

/** An update of one file: usually new content, sometimes gone or broken. */
const fileUpdate: fc.Arbitrary<FileUpdate> = fc.constantFrom(...PATHS).chain((path) => {
  const shape = CONTENTS[path.split('/')[0]!];
  const content = fc
    .tuple(shape ? fc.record({ ...withId, ...shape }) : fc.record({ siteName: word }), createdAt, fc.nat(5))
    .map(([value, at, version]): FileUpdate => {
      const rev = String(version).repeat(40);
      return { path, record: fileRecord(path, withoutUndefined(value), rev, at), problems: [] };
    });
  return fc.oneof(
    { arbitrary: content, weight: 6 },
    { arbitrary: fc.constant(removal(path)), weight: 2 },
    { arbitrary: fc.constant(broken(path)), weight: 1 },
  );
});

/** Moves a record, unchanged, to another file of the same folder, as `git mv` does. */
export interface Move {
  readonly from: string;
  readonly to: string;
}
/** The same file content under another path of the same kind. */
export function movedTo(path: string, record: FileRecord): FileRecord {
  const { key, values } = locateFile('content', path)!;
  return Object.freeze({ ...record, path, key, data: { ...record.data, ...values } });
}
const move: fc.Arbitrary<Move> = fc
  .tuple(fc.constantFrom(...PATHS), fc.constantFrom(...PATHS))
  .filter(([from, to]) => from !== to && from.split('/')[0] === to.split('/')[0])
  .map(([from, to]) => ({ from, to }));

/** Batches of updates of a site's files, in which everything that can collide often does. */
export const siteUpdates: fc.Arbitrary<readonly (readonly (FileUpdate | Move)[])[]> = fc.array(
  fc.array(fc.oneof({ arbitrary: fileUpdate, weight: 5 }, { arbitrary: move, weight: 1 }), {
    minLength: 1,
    maxLength: 5,
  }),
  { minLength: 1, maxLength: 8 },
);
