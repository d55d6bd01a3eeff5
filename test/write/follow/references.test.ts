import { describe, expect, it } from 'vitest';
import type { Lookup } from '../../../src/model/entry.ts';
import type { RecordDraft } from '../../../src/write/action.ts';
import { renamed, requireUnused, withReferences } from '../../../src/write/follow/references.ts';
import { changing, making, presentOfFiles } from '../presentOfFiles.ts';

const FILES = {
  'content-types/story.yaml':
    'id: 1\nname: Story\nfieldsSchema:\n  - { name: next, type: page }\n  - { name: picture, type: media }\n  - { name: text, type: richtext }\n  - { name: notes, type: markdown }\n',
  'block-types/quote.yaml': 'id: 1\nname: Quote\n',
  'blocks/motto.yaml': 'id: 1\ntype: quote\ntitle: Motto\n',
  'media/dawn.yaml': 'id: 1\nfilename: dawn-00000000.png\noriginalName: dawn.png\nmimeType: image/png\nsize: 1\n',
  'pages/en/one.yaml': 'id: 1\ntype: story\ntitle: One\nfields: { next: en/two, picture: dawn }\n',
  'pages/en/two.yaml': 'id: 2\ntype: story\ntitle: Two\nfields: { next: en/two }\n',
  'pages/en/three.yaml': `id: 3
type: story
title: Three
fields: { text: { type: doc, content: [{ type: image, attrs: { src: media:dawn } }] }, notes: '![Dawn](media:dawn), [two](page:en/two#top)' }
regions: { main: [{ id: 5, block: motto }] }
`,
  'menus/main.yaml': 'id: 1\nname: Main\nitems:\n  - { id: 1, title: Two, page: en/two }\n',
};

const { lookup } = presentOfFiles(FILES);
/** The data of all records after the drafts and those that they make necessary. */
const waits = { yieldIfBusy: () => undefined, prepare: async () => {} };
const followed = async (drafts: readonly RecordDraft[], within: Lookup = lookup) =>
  (await withReferences(drafts, within, waits)).map(({ kind, before, after, follows = false }) => {
    return { record: `${kind} ${before?.key ?? ''}`.trim(), follows, data: after?.data };
  });

describe('a record that moves', () => {
  it('is followed by the records that mention it, and by nothing else', async () => {
    const drafts = await followed([changing(lookup, 'page', 'en/two', { slug: 'deux' })]);
    expect(drafts).toMatchObject([
      { record: 'page en/two', follows: false, data: { slug: 'deux', fields: { next: 'en/deux' } } },
      { record: 'page en/one', follows: true, data: { fields: { next: 'en/deux', picture: 'dawn' } } },
      {
        record: 'page en/three',
        follows: true,
        data: { fields: { notes: '![Dawn](media:dawn), [two](page:en/deux#top)' } },
      },
      { record: 'menu main', follows: true, data: { items: [{ page: 'en/deux' }] } },
    ]);
    expect(drafts).toHaveLength(4);
  });

  it('is followed in another draft of the same action, which stays one draft', async () => {
    const drafts = await followed([
      changing(lookup, 'page', 'en/two', { slug: 'deux' }),
      changing(lookup, 'page', 'en/one', { title: 'Uno' }),
    ]);
    expect(drafts.map(({ record, follows }) => `${record} ${follows}`)).toEqual([
      'page en/two false',
      'page en/one false',
      'page en/three true',
      'menu main true',
    ]);
    expect(drafts[1]?.data).toMatchObject({ title: 'Uno', fields: { next: 'en/deux' } });
  });

  it('is followed if it is a picture, in fields and in texts', async () => {
    const drafts = await followed([changing(lookup, 'media', 'dawn', { key: 'dusk' })]);
    expect(drafts.slice(1)).toMatchObject([
      { record: 'page en/one', data: { fields: { next: 'en/two', picture: 'dusk' } } },
      {
        record: 'page en/three',
        data: {
          fields: {
            text: { content: [{ attrs: { src: 'media:dusk' } }] },
            notes: '![Dawn](media:dusk), [two](page:en/two#top)',
          },
        },
      },
    ]);
  });

  it('leaves the drafts unchanged if nothing moves', async () => {
    const drafts = [
      changing(lookup, 'page', 'en/one', { title: 'Uno' }),
      making('block', { key: 'new', type: 'quote', title: 'New', isReusable: true, fields: {} }),
    ];
    expect(await withReferences(drafts, lookup, waits)).toBe(drafts);
  });
});

describe('a removed record', () => {
  it('is still mentioned by pages and menus, which is reported to admins', async () => {
    const drafts = await followed([changing(lookup, 'page', 'en/two', null)]);
    expect(drafts.map(({ record, data }) => [record, data])).toEqual([['page en/two', undefined]]);
  });

  it.each([
    ['block', 'motto', 'Block is used by 1 record: pages/en/three.yaml'],
    ['media', 'dawn', 'Media is used by 2 records: pages/en/one.yaml, pages/en/three.yaml'],
    ['blockType', 'quote', 'Block type is used by 1 record: blocks/motto.yaml'],
  ] as const)('is in use while others mention it: %s %s', (kind, key, message) => {
    expect(() => requireUnused(lookup.byKey(kind, key)!, { lookup })).toThrow(
      expect.objectContaining({ code: 'IN_USE', message }),
    );
  });

  it('is not in use if only it mentions itself, or nothing does', () => {
    const alone = presentOfFiles({
      ...FILES,
      'menus/main.yaml': 'id: 1\nname: Main\n',
      'pages/en/one.yaml': 'id: 1\ntype: story\ntitle: One\n',
      'pages/en/three.yaml': 'id: 3\ntype: story\ntitle: Three\n',
    });
    for (const key of ['en/one', 'en/two'])
      expect(() => requireUnused(alone.lookup.byKey('page', key)!, alone)).not.toThrow();
  });

  it.each([
    [5, 'pages/en/p0.yaml, pages/en/p1.yaml, pages/en/p2.yaml, pages/en/p3.yaml, pages/en/p4.yaml'],
    [7, 'pages/en/p0.yaml, pages/en/p1.yaml, pages/en/p2.yaml, pages/en/p3.yaml, pages/en/p4.yaml, …'],
  ])('names five of the %i records that mention it, in order', (count, named) => {
    const pages = Array.from({ length: count }, (_, index) => [
      `pages/en/p${count - 1 - index}.yaml`,
      `id: ${index + 1}\ntype: story\ntitle: P\n`,
    ]);
    const many = presentOfFiles({ 'content-types/story.yaml': 'id: 1\nname: Story\n', ...Object.fromEntries(pages) });
    expect(() => requireUnused(many.lookup.byKey('contentType', 'story')!, many)).toThrow(
      expect.objectContaining({ message: `Content type is used by ${count} records: ${named}` }),
    );
  });
});

describe('a value that mentions what moves', () => {
  const move = { kind: 'media', from: 'dawn', to: 'dusk' } as const;

  it.each([
    ['dawn', 'dusk'],
    ['media:dawn', 'media:dusk'],
    ['media:dawning', 'media:dawning'],
    ['dawning', 'dawning'],
    [7, 7],
  ])('%s becomes %s', (value, expected) => expect(renamed(value, move)).toBe(expected));

  it('is removed with what it mentions, except a picture in a text', () => {
    expect(renamed('dawn', { ...move, to: null })).toBeUndefined();
    expect(renamed('media:dawn', { ...move, to: null })).toBe('media:dawn');
  });
});
