import { seededRandom } from '../scripts/seededRandom.ts';
import { BUILT_IN_CODE } from '../src/fields/kinds.ts';
import type { FieldsSchema } from '../src/model/fields/field.ts';
import { mergeRecordData } from '../src/model/merge/mergeRecordData.ts';
import type { Kind } from '../src/model/records.ts';
import { median, type Result } from './measure.ts';
import { benchMergeTrees } from './mergeTrees.ts';

const ROUNDS = 15;
const MERGES = 20;

const FIELDS: FieldsSchema = [
  { name: 'body', type: 'richtext' },
  { name: 'summary', type: 'textarea' },
  { name: 'text', type: 'text' },
];
const schemas = {
  code: BUILT_IN_CODE,
  ofContentType: () => FIELDS,
  ofBlockType: () => FIELDS,
  ofBlock: () => FIELDS,
};

const next = seededRandom(1);
const words = (count: number): readonly string[] =>
  Array.from({ length: count }, () => Math.floor(next() * 40_000).toString(36));
const paragraph = (list: readonly string[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text: list.join(' ') }],
});
const doc = (paragraphs: readonly (readonly string[])[]) => ({ type: 'doc', content: paragraphs.map(paragraph) });

/** Changes every `step`th item from `start` on, as one side would. */
const every = <T>(list: readonly T[], step: number, start: number, change: (one: T) => T): readonly T[] =>
  list.map((one, at) => (at % step === start ? change(one) : one));

interface Task {
  readonly what: string;
  readonly kind: Kind;
  readonly versions: { readonly base: object; readonly ours: object; readonly theirs: object };
}

function pageWith(fields: object, regions: object = {}): object {
  return {
    locale: 'en',
    slug: 'a',
    type: 'article',
    title: 'A',
    status: 'draft',
    slugOverride: false,
    terms: {},
    seo: {},
    fields,
    regions,
  };
}

function recordTask(): Task {
  const blocks = Array.from({ length: 8 }, (_, id) => ({
    id: id + 1,
    type: 'card',
    fields: { text: words(10).join(' '), summary: words(20).join(' ') },
  }));
  const body = Array.from({ length: 6 }, () => words(20));
  const edited = (list: typeof blocks, start: number) =>
    every(list, 4, start, (block) => ({ ...block, fields: { ...block.fields, text: `side ${start}` } }));
  const side = (start: number) =>
    pageWith(
      { body: doc(every(body, 3, start, (list) => list.with(start * 5, 'changed'))), text: 'one' },
      { main: edited(blocks, start).toReversed().slice(start).toReversed() },
    );
  return {
    what: 'a page of 8 blocks, each side edits and removes some',
    kind: 'page',
    versions: { base: pageWith({ body: doc(body), text: 'one' }, { main: blocks }), ours: side(0), theirs: side(1) },
  };
}

function textTask(
  what: string,
  paragraphs: readonly (readonly string[])[],
  change: (side: 0 | 1) => typeof paragraphs,
): Task {
  const [base, ours, theirs] = [paragraphs, change(0), change(1)].map((list) => pageWith({ body: doc(list) }));
  return { what, kind: 'page', versions: { base: base!, ours: ours!, theirs: theirs! } };
}

function menuTask(): Task {
  const items = Array.from({ length: 1000 }, (_, id) => ({
    id: id + 1,
    title: `Item ${id}`,
    target: '_self',
    isExpanded: false,
    children: [],
  }));
  const menu = (list: readonly object[]): object => ({ slug: 'main', name: 'Main', items: list });
  const moved = [...items.slice(500), ...items.slice(0, 500)];
  const renamed = every(items.toSpliced(990, 1).toSpliced(5, 0, items[990]!), 10, 3, (one) => ({
    ...one,
    title: 'New',
  }));
  return {
    what: 'a menu of 1,000 items, moved by both',
    kind: 'menu',
    versions: { base: menu(items), ours: menu(moved), theirs: menu(renamed) },
  };
}

/** The milliseconds of CPU that one call takes: the median of some rounds. */
function cpuOf(task: () => unknown): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    for (let run = 0; run < MERGES; run += 1) task();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / MERGES;
  });
  return median(rounds);
}

/** Compares merges in memory with reading the three versions, in CPU time. */
function benchRecords(): readonly Result[] {
  const short = Array.from({ length: 60 }, () => words(70));
  const long = [words(4200)];
  const tasks = [
    recordTask(),
    textTask('rich text of 20 KB in 60 paragraphs, a word of each third changed on either side', short, (side) =>
      every(short, 3, side, (list) => list.with(30, `side${side}`)),
    ),
    textTask('rich text of 20 KB in one paragraph, 100 words changed on either side', long, (side) =>
      long.map((list) => every(list, 42, side * 21, () => `side${side}`)),
    ),
    menuTask(),
  ];
  return tasks.map(({ what, kind, versions }) => {
    const text = JSON.stringify(versions);
    const { clashes } = mergeRecordData(versions, { kind, schemas });
    if (clashes.length > 0) throw new Error(`${what}: ${clashes.length} clashes`);
    const reference = {
      what: `JSON.parse of the three (${(text.length / 3000).toFixed(0)} KB each)`,
      value: cpuOf(() => JSON.parse(text)),
    };
    return {
      what: `merge ${what}, CPU`,
      value: cpuOf(() => mergeRecordData(versions, { kind, schemas })),
      unit: 'ms',
      reference,
    };
  });
}

/** Merges of records, of whole branches, and of one file by git's merge driver. */
export const benchMerge = async (
  contentDir: string,
  _privateDir: string,
  pages: number,
): Promise<readonly Result[]> => [...benchRecords(), ...(await benchMergeTrees(contentDir, pages))];
