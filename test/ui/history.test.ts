import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { flattenToText } from '../../src/ui/parts/flattenToText.ts';
import { groupChanges } from '../../src/ui/screens/history/changes.ts';
import { diffWords, shortenUnchanged } from '../../src/ui/screens/history/valueWords.ts';

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

it('keeps the lines that an extension says of a value', () => {
  const summaries = { before: '1, 2', after: '5, 2' };
  const [value] = groupChanges([{ ...change(['fields', 'body'], { lat: 1 }, { lat: 5 }), summaries }], known);
  expect(value?.changes).toMatchObject([{ before: { lat: 1 }, summaries }]);
});

it('puts the changes of one value together, in the words of the form', () => {
  const changes = [
    change(['title'], 'A', 'B'),
    change(['fields', 'facts', '1', 'seen'], '2026-01-01', '2026-01-02'),
    change(['fields', 'facts', '2', 'seen'], null, '2026-01-03'),
    change(['seo', 'metaTitle'], null, 'C'),
    change(['regions', 'main', 'pb_3'], null, { block_type: 'quote', fields: { words: 'D' } }),
    change(['regions', 'main', 'pb_4', 'fields', 'words'], 'E', 'F'),
    // As changes and clashes tell of them.
    change(['regions', 'main', '5'], { id: 5, type: 'quote', fields: { words: 'G' } }, null),
    change(['fields', 'body', 'content', '0', 'attrs', 'alt'], 'H', 'I'),
    change(['altText'], 'J', 'K'),
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
    ['regions/main/5', 'history.values.block Quotation', ['']],
    ['fields/body', 'Body', ['']],
    ['altText', 'Alt text', ['']],
  ]);
});

const namePicture = (name: string): string => `<${name}>`;

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
  const [first, , , last] = shortenUnchanged(diffWords(`${long}boat ${long}`, `${long}ferry ${long}`));
  expect(first!.text).toMatch(/^… word .*word $/);
  expect(last!.text).toMatch(/word …$/);
  expect(first!.text.length + last!.text.length).toBeLessThan(300);
});

it('reads the words of any value', () => {
  const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Rich' }] }] };
  const fields = { words: 'Said', by: null, text: document, tags: ['a', 'b'], count: 3 };
  expect(flattenToText({ block_type: 'quote', fields }, namePicture)).toBe('Said\nRich\na\nb\n3');
  expect(flattenToText({ id: 5, type: 'quote', fields }, namePicture)).toBe('Said\nRich\na\nb\n3');
  expect(flattenToText({ type: 'ferry', seats: 12, isOpen: true }, namePicture)).toBe('ferry\n12');
  expect(flattenToText(document.content, namePicture)).toBe('Rich');
  expect(flattenToText({ type: 'doc' }, namePicture)).toBe('');
});

it('tells of the pictures of a document, and where its links lead', () => {
  const link = (href: string) => [{ type: 'link', attrs: { href } }];
  const content = [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'See the ' },
        { type: 'text', text: 'tide ', marks: link('/tides') },
        { type: 'text', text: 'table', marks: [{ type: 'bold' }, ...link('/tides')] },
        { type: 'image', attrs: { src: '/moon.png', alt: 'Full moon' } },
        { type: 'hardBreak' },
        { type: 'text', text: 'https://moon.example', marks: link('https://moon.example') },
      ],
    },
    { type: 'image', attrs: { src: '/dawn.png', caption: 'Harbour at dawn', href: '/harbour' } },
    { type: 'paragraph', content: [{ type: 'image', attrs: { src: '/mast.png', alt: '' } }] },
  ];
  expect(flattenToText({ type: 'doc', content }, namePicture)).toBe(
    'See the tide table (/tides)<Full moon>\nhttps://moon.example\n</dawn.png> (/harbour)\nHarbour at dawn\n</mast.png>',
  );
  const garbage = { type: 'doc', content: [null, 7, { type: 'image', attrs: [] }, { type: 'text', marks: 'link' }] };
  expect(flattenToText(garbage, namePicture)).toBe('<>');
});

it('cuts between words, where there are any', () => {
  const [, , same] = shortenUnchanged(diffWords(`old ${'harbour '.repeat(50)}end`, `new ${'harbour '.repeat(50)}end`));
  expect(same!.text).toMatch(/^ (harbour )+…$/);
  const [, unspaced] = shortenUnchanged([
    { at: 0, text: 'a', kind: 'added' },
    { at: 1, text: '港'.repeat(500), kind: 'same' },
  ]);
  expect(unspaced!.text).toBe(`${'港'.repeat(120)} …`);
});
