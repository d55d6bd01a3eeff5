import { describe, expect, it } from 'vitest';
import { checkValues, textsIn, toPublic, toStored, toWire } from '../../../src/model/fields/fields.ts';
import { referencesIn } from '../../../src/model/fields/references.ts';
import { draft, lines, published } from './records.ts';

const SCHEMA = [{ name: 'text', type: 'markdown' }];

const stored = (text: string, present?: string) =>
  toStored(SCHEMA, { text }, { ...draft, ...(present !== undefined && { present: { text: present } }) });
const referred = (text: string) =>
  referencesIn(SCHEMA, { text }, { path: [], ...draft }).map(({ kind, key }) => `${kind} ${key}`);
const shown = (text: string) => toWire(SCHEMA, { text }, draft)['text'];
const publicly = (text: string) => toPublic(SCHEMA, { text }, draft)['text'];

/** Texts in files, and as the wire shows them. */
const TEXTS = [
  ['![A heron](media:boats)', '![A heron](/api/content/media/13/original.jpg)'],
  ['![A heron](media:boats "At dawn")', '![A heron](/api/content/media/13/original.jpg "At dawn")'],
  ['> 1. ![[a] \\] b]( <media:boats> )', '> 1. ![[a] \\] b]( </api/content/media/13/original.jpg> )'],
  ['| ![a](media:boats) |', '| ![a](/api/content/media/13/original.jpg) |'],
  ['![a][b]\n\n[b]: media:boats', '![a][b]\n\n[b]: /api/content/media/13/original.jpg'],
  ['[![a](media:boats)](/x)', '[![a](/api/content/media/13/original.jpg)](/x)'],
  ['[a brochure](media:boats)', '[a brochure](/api/content/media/13/original.jpg)'],
  ['a <img src="media:boats" width=3> b', 'a <img src="/api/content/media/13/original.jpg" width=3> b'],
  ['`` ` `` ![a](media:boats) `', '`` ` `` ![a](/api/content/media/13/original.jpg) `'],
  ['```\ncode\n```\n![a](media:boats)', '```\ncode\n```\n![a](/api/content/media/13/original.jpg)'],
] as const;

/** Texts that name nothing. */
const OTHERS = [
  'media:boats',
  '![a](media:boats',
  '!\\[a](media:boats)',
  '`![a](media:boats)`',
  '```md\n![a](media:boats)\n```',
  '~~~\n```\n![a](media:boats)',
  '![a](https://a.example/api/content/media/13/original.jpg)',
  '![a](/api/content/media/13/thumbnail.webp)',
  '[a](/page:en/about)',
  '[a](page:about us)',
];

describe('pictures and links in Markdown', () => {
  it.each(TEXTS)('are named by key in files, and by address on the wire: %s', (file, wire) => {
    expect(shown(file)).toBe(wire);
    expect(publicly(file)).toBe(wire);
    expect(stored(wire)).toEqual({ values: { text: file }, details: [] });
    expect(referred(file)).toEqual(['media boats']);
  });

  it.each(OTHERS)('are nothing else: %s', (text) => {
    expect(shown(text)).toBe(text);
    expect(publicly(text)).toBe(text);
    expect(stored(text)).toEqual({ values: { text }, details: [] });
    expect(referred(text)).toEqual([]);
  });

  it('lead to pages by key, and show their paths to everybody', () => {
    const text = '[a](page:en/about#team), <a href="page:en/team/anna">b</a>, [c](page:en/about)';
    expect(referred(text)).toEqual(['page en/about', 'page en/team/anna']);
    expect(shown(text)).toBe(text);
    expect(stored(text)).toEqual({ values: { text }, details: [] });
    expect(publicly(text)).toBe('[a](/about#team), <a href="/team/anna">b</a>, [c](/about)');
  });

  it('are not part of the text that people search', () => {
    expect(textsIn(SCHEMA, { text: '![a](media:boats), [b](page:en/secret)' }, draft.lookup)).toEqual(['![a](<>), b']);
  });

  it('drop the version of an address', () => {
    expect(stored('![a](/api/content/media/13/original?v=0a1b2c3d)').values).toEqual({ text: '![a](media:boats)' });
  });
});

describe('what no longer exists', () => {
  const GONE = '![a](media:gone "t") and [*b* ![c](media:boats)](page:en/gone "t") and [d]\n\n[d]: page:en/gone';

  it('keeps its name for editors, and has none for everybody', () => {
    expect(shown(GONE)).toBe(GONE.replace('media:boats', '/api/content/media/13/original.jpg'));
    expect(publicly(GONE)).toBe('![a](<> "t") and *b* ![c](/api/content/media/13/original.jpg) and [d]\n\n[d]: <>');
  });

  it('is a problem, unless it was there before', () => {
    const text = '![a](/api/content/media/99/original.jpg) ![b](media:gone) [c](page:en/gone)';
    expect(lines(stored(text).details)).toEqual([
      'text: names "/api/content/media/99/original.jpg", which does not exist',
      'text: names "media:gone", which does not exist',
      'text: names "page:en/gone", which does not exist',
    ]);
    expect(stored(`${GONE} more`, GONE)).toEqual({ values: { text: `${GONE} more` }, details: [] });
  });

  it('is kept by a draft, and a problem of what is published', () => {
    const values = { text: '![a](/api/content/media/99/original.jpg)' };
    expect(checkValues(SCHEMA, values, draft)).toEqual([]);
    expect(lines(checkValues(SCHEMA, values, published))).toEqual([
      'text: names "/api/content/media/99/original.jpg", which does not exist',
    ]);
  });
});

it.each(['![a](media:b "', '`', '``` ', '[', '\\', '![a](<media:', '[a]: ', '](media:b', '<img src="', '> ', '`a``'])(
  'reads a hostile text in linear time: %s',
  (part) => {
    const text = `![a](media:gone)${part.repeat(Math.floor(1_000_000 / part.length))}`;
    expect(publicly(text)).toHaveLength(text.length - 'media:gone'.length + '<>'.length);
  },
);
