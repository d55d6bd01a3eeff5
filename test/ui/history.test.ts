import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { groupChanges } from '../../src/ui/screens/history/changes.ts';
import { diffWords, shorten, wordsOf } from '../../src/ui/screens/history/valueWords.ts';

// Words by their keys.
const t = ((key: string, { type = '' } = {}) => (type ? `${key} ${type}` : key)) as unknown as TFunction;
const field = (name: string, type: string, fields: readonly object[] = []) => ({ name, type, fields });
const known = {
  t,
  type: {
    fields: [field('body', 'richtext'), field('facts', 'repeater', [{ ...field('seen', 'date'), label: 'Seen on' }])],
  },
  blockTypes: [{ slug: 'quote', name: 'Quotation', fields: [{ ...field('words', 'text'), label: 'Words' }] }],
} as never;
const change = (path: readonly string[], before: unknown, after: unknown) => ({ path, before, after });

it('puts the changes of one value together, in the words of the form', () => {
  const changes = [
    change(['title'], 'A', 'B'),
    change(['fields', 'facts', '1', 'seen'], '2026-01-01', '2026-01-02'),
    change(['fields', 'facts', '2', 'seen'], null, '2026-01-03'),
    change(['seo', 'metaTitle'], null, 'C'),
    change(['regions', 'main', 'pb_3'], null, { block_type: 'quote', fields: { words: 'D' } }),
    change(['regions', 'main', 'pb_4', 'fields', 'words'], 'E', 'F'),
  ];
  const grouped = groupChanges(changes, known).map(({ name, label, changes: within }) => [
    name,
    label,
    within.map((one) => one.label),
  ]);
  expect(grouped).toEqual([
    ['title', 'history.values.title', ['']],
    ['fields/facts', 'Facts', ['2 › Seen on', '3 › Seen on']],
    ['seo/metaTitle', 'page.metaTitle', ['']],
    ['regions/main/pb_3', 'history.values.block Quotation', ['']],
    ['regions/main/pb_4', 'history.values.block Main', ['Words']],
  ]);
});

it('tells which words were taken out and put in', () => {
  expect(
    diffWords('The boat leaves at six.', 'The ferry leaves at six.').map(({ kind, text }) => [kind, text]),
  ).toEqual([
    ['same', 'The '],
    ['removed', 'boat'],
    ['added', 'ferry'],
    ['same', ' leaves at six.'],
  ]);
});

it('leaves out the middle of what has stayed', () => {
  const long = 'word '.repeat(200);
  const [first, , , last] = shorten(diffWords(`${long}boat ${long}`, `${long}ferry ${long}`));
  expect(first!.text).toMatch(/^ … .*word $/);
  expect(last!.text).toMatch(/ … $/);
  expect(first!.text.length + last!.text.length).toBeLessThan(300);
});

it('reads the words of any value', () => {
  const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Rich' }] }] };
  expect(
    wordsOf({ block_type: 'quote', fields: { words: 'Said', by: null, text: document, tags: ['a', 'b'], count: 3 } }),
  ).toBe('Said\nRich\na\nb\n3');
});
