import { describe, expect, it } from 'vitest';
import { containsSent, reuseBlockKeys, toPageBody, toValues } from '../../../src/ui/screens/page/form/pageValues.ts';
import type { AdminPage } from '../../../src/ui/wire/interface.ts';

const own = (key: string, text = key, id: string | undefined = key) => ({
  key,
  ...(id && { id }),
  type: 'quote',
  fields: { text },
});
const fresh = (key: string, text = key) => ({ key, type: 'quote', fields: { text } });
const page = (...main: readonly object[]) => ({ title: 'A', regions: { main } });

it('makes the values of a form of a page, without what is not set and regions that are empty', () => {
  const entry = { pb_id: 1, block_type_id: 2, block_type: 'quote', title: null, is_shared: false, overrides: null };
  const answer = {
    ...{ id: 9, title: 'A', slug: 'a', fields: { x: 1 }, metaTitle: null, metaDescription: 'M', ogImage: null },
    ...{ canonicalUrl: null, robots: null, terms: [{ termId: 7 }, { termId: 8 }], status: 'draft' },
    regions: {
      main: [
        { ...entry, id: 'pb_1', block_id: 1, fields: { text: 'x' } },
        {
          ...entry,
          id: 'pb_2',
          block_id: 3,
          title: 'Motto',
          is_shared: true,
          fields: { text: 'y' },
          overrides: { text: 'z' },
          hidden: true,
        },
        { ...entry, id: 'pb_3', block_id: 3, is_shared: true, fields: { text: 'y' } },
      ],
      aside: [],
    },
  };
  // Only what the form reads of a page.
  expect(toValues(answer as unknown as AdminPage)).toEqual({
    ...{ title: 'A', slug: 'a', fields: { x: 1 }, metaDescription: 'M', terms: [7, 8] },
    regions: {
      main: [
        { key: 'pb_1', id: 'pb_1', type: 'quote', fields: { text: 'x' } },
        {
          key: 'pb_2',
          id: 'pb_2',
          type: 'quote',
          title: 'Motto',
          fields: {},
          blockId: 3,
          overrides: { text: 'z' },
          hidden: true,
        },
        { key: 'pb_3', id: 'pb_3', type: 'quote', fields: {}, blockId: 3 },
      ],
    },
  });
});

describe('the body that saves a form', () => {
  it.each([
    [{ title: 'A', slug: 'a' }, { title: 'A', slug: 'a' }, {}],
    [{ title: 'B', slug: 'a' }, { title: 'A', slug: 'a' }, { title: 'B' }],
    [{ slug: 'a' }, { title: 'A', slug: 'a' }, { title: null }],
    [{ terms: [2, 1] }, { terms: [1, 2] }, { terms: [2, 1] }],
  ])('of %j, where the server has %j, is %j', (values, saved, expected) => {
    expect(toPageBody(values, saved)).toEqual(expected);
  });

  it('has all blocks if one is changed, and gives no id that the server does not have', () => {
    const shared = { key: 'c', id: 'pb_3', type: 'quote', fields: {}, blockId: 3, hidden: true as const };
    const values = page(own('a', 'New', 'pb_1'), own('gone', 'x', 'pb_9'), fresh('n'), shared);
    expect(toPageBody(values, page(own('a', 'Old', 'pb_1'), shared))).toEqual({
      regions: {
        main: [
          { id: 'pb_1', hidden: false, blockTypeSlug: 'quote', title: null, fields: { text: 'New' } },
          { hidden: false, blockTypeSlug: 'quote', title: null, fields: { text: 'x' } },
          { hidden: false, blockTypeSlug: 'quote', title: null, fields: { text: 'n' } },
          { id: 'pb_3', hidden: true, blockId: 3, overrides: null },
        ],
      },
    });
  });
});

describe('the keys of blocks', () => {
  const keysOf = (values: ReturnType<typeof reuseBlockKeys>) =>
    (values['regions'] as { main: readonly { key: string }[] }).main.map(({ key }) => key);
  const known = page({ ...own('k1', 'a', 'pb_1') }, { ...own('k2', 'b', 'pb_2') });

  it('stay with their ids in another order', () => {
    expect(keysOf(reuseBlockKeys(page(own('pb_2', 'b'), own('pb_1', 'a'), own('pb_3')), { known: [known] }))).toEqual([
      'k2',
      'k1',
      'pb_3',
    ]);
  });

  it('of blocks that were new go on by their order, even if the server has changed their values', () => {
    const sent = page(...known.regions.main, fresh('n1', 'x'), fresh('n2', 'y'));
    const answer = page(own('pb_1'), own('pb_2'), own('pb_3', 'X'), own('pb_4', 'Y'));
    expect(keysOf(reuseBlockKeys(answer, { known: [known, sent], sent }))).toEqual(['k1', 'k2', 'n1', 'n2']);
  });

  it('of blocks that were new go on by their values where others have added some too', () => {
    const sent = page(...known.regions.main, fresh('n1', 'x'));
    const answer = page(own('pb_1'), own('pb_5', 'theirs'), own('pb_2'), own('pb_3', 'x'));
    expect(keysOf(reuseBlockKeys(answer, { known: [known, sent], sent }))).toEqual(['k1', 'pb_5', 'k2', 'n1']);
  });
});

describe('a page that is there', () => {
  const saved = page(own('a', 'Old'));

  it.each([
    [
      'what was sent, whatever the ids of its blocks and what else it has',
      { ...page(own('other', 'New')), slug: 'x' },
      true,
    ],
    ['not what was sent if a block differs', page(own('a', 'Newer')), false],
    ['not what was sent if a title differs that was sent', { ...page(own('a', 'New')), title: 'C' }, false],
    ['what was sent with an empty region more', { ...page(), regions: { main: [own('a', 'New')], aside: [] } }, true],
  ])('holds %s', (_, there, expected) => {
    const sent = { ...page(own('a', 'New')), title: 'B' };
    expect(
      containsSent(
        { title: 'B', ...(there.title === 'C' ? { title: 'C' } : {}), regions: there.regions },
        { sent, saved },
      ),
    ).toBe(expected);
  });

  it('may differ in what was not sent', () => {
    expect(
      containsSent(
        { title: 'Theirs', slug: 'b' },
        { sent: { title: 'A', slug: 'b' }, saved: { title: 'A', slug: 'a' } },
      ),
    ).toBe(true);
  });
});
