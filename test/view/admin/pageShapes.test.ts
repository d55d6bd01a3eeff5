import { describe, expect, it } from 'vitest';
import type { PageRevision } from '../../../src/model/page/revision.ts';
import { showChange, showChangeItem, showChangeName, showDraft } from '../../../src/view/admin/change.ts';
import { blockFacts, showBlockItem, showBlockWhole } from '../../../src/view/admin/record/block.ts';
import { showReverted, showRevision, showRevisionWhole } from '../../../src/view/admin/revision.ts';
import {
  type AdminView,
  showAdminPageItem,
  showAdminPageWhole,
  showPlacement,
} from '../../../src/view/admin/showAdminPage.ts';
import { pageFile, siteInMemory } from '../siteInMemory.ts';

const AT = '2026-01-01T00:00:00.000Z';
const { store } = siteInMemory({
  'content-types/article.yaml': {
    id: 1,
    name: 'Article',
    fieldsSchema: [
      { name: 'see', type: 'page' },
      { name: 'tone', type: 'text', default: 'calm' },
    ],
  },
  'block-types/quote.yaml': { id: 2, name: 'Quote', fieldsSchema: [{ name: 'see', type: 'page' }] },
  'blocks/motto.yaml': { id: 3, type: 'quote', title: 'Motto', isReusable: true, fields: { see: 'en/b' } },
  // Read first, though its id comes last.
  'pages/de/z.yaml': pageFile({ id: 70, title: 'Z', regions: { aside: [{ id: 25, block: 'motto' }] } }),
  'pages/en/a.yaml': pageFile({
    ...{ id: 4, translationGroup: 'g', fields: { see: 'en/b', unknown: 1 }, seo: { robots: 'any\nthing' } },
    regions: {
      main: [
        { id: 21, type: 'quote', title: 'Own', fields: { see: 'en/b' }, hidden: true },
        { id: 22, block: 'motto', overrides: { see: 'en/gone' } },
        { id: 23, block: 'motto' },
      ],
    },
  }),
  'pages/en/b.yaml': pageFile({ id: 5, title: 'B', status: 'draft', regions: { aside: [{ id: 24, block: 'motto' }] } }),
  'pages/de/a.yaml': pageFile({ id: 6, title: 'Das A', status: 'draft', translationGroup: 'g' }),
});
const view: AdminView = {
  lookup: store,
  authorOf: (path) => (path === 'pages/en/a.yaml' ? 'Ada' : undefined),
  hasDraft: ({ id }) => id === 4,
  draftAuthorOf: () => undefined,
  translations: { stateOf: () => undefined },
};
const page = store.get('page', 4)!;

describe('a page for people who write', () => {
  it('has its values as they are stored, without defaults, drafts included', () => {
    const shown = showAdminPageItem(page, view);
    expect(shown).toMatchObject({
      id: 4,
      typeId: 1,
      fields: { see: 5 },
      robots: 'any\nthing',
      createdBy: 'Ada',
      hasDraft: true,
    });
    expect((shown as { fields: object }).fields).not.toHaveProperty('tone');
    expect(shown).toMatchObject({ translationGroupId: 'g', translations: [{ id: 6, locale: 'de', status: 'draft' }] });
    expect(shown).not.toHaveProperty('regions');
  });

  it('without a group has no translations, and without a type no fields that could be named', () => {
    const other = store.get('page', 5)!;
    const lookup = { ...store, byKey: () => undefined };
    expect(showAdminPageItem(other, { ...view, lookup })).toMatchObject({
      typeId: null,
      createdBy: null,
      hasDraft: false,
      translations: [],
    });
  });

  it('has its blocks with what they say themselves and what they take over', () => {
    const { regions } = showAdminPageWhole(page, view) as { regions: { main: readonly object[] } };
    const shared = { block_id: 3, block_type: 'quote', block_type_id: 2, title: 'Motto', is_shared: true };
    expect(regions.main).toEqual([
      {
        ...{ id: 'pb_21', pb_id: 21, block_id: 21, block_type: 'quote', block_type_id: 2, title: 'Own' },
        ...{ fields: { see: 5 }, overrides: null, is_shared: false, hidden: true },
      },
      { ...shared, id: 'pb_22', pb_id: 22, fields: { see: null }, overrides: { see: null } },
      { ...shared, id: 'pb_23', pb_id: 23, fields: { see: 5 }, overrides: null },
    ]);
  });

  it.each([
    [0, { id: 21, blockId: 21, isShared: false, overrides: null, hidden: true }],
    [1, { id: 22, blockId: 3, isShared: true, overrides: { see: null } }],
    [2, { id: 23, blockId: 3, isShared: true, overrides: null }],
  ])('tells of its placement %i', (index, expected) => {
    const placement = page.data.regions['main']![index]!;
    expect(showPlacement(page, { region: 'main', index, placement }, view)).toEqual({
      pageId: 4,
      region: 'main',
      position: index,
      ...expected,
    });
  });
});

describe('a block', () => {
  const use = { pageId: 4, pageTitle: 'A', pageSlug: 'a', locale: 'en', region: 'main' };
  const inline = { page, region: 'main', id: 21, placement: page.data.regions['main']![0]! } as never;

  it('that is reusable tells each of its placements, by page', () => {
    const shown = showBlockWhole(store.get('block', 3)!, view);
    expect(shown).toMatchObject({
      id: 3,
      typeId: 2,
      typeSlug: 'quote',
      typeName: 'Quote',
      title: 'Motto',
      fields: { see: 5 },
      isReusable: true,
      createdBy: null,
    });
    expect((shown as { usage: unknown }).usage).toEqual([
      use,
      use,
      { ...use, pageId: 5, pageTitle: 'B', pageSlug: 'b', region: 'aside' },
      { ...use, pageId: 70, pageTitle: 'Z', pageSlug: 'z', locale: 'de', region: 'aside' },
    ]);
    expect(showBlockItem(store.get('block', 3)!, view)).toMatchObject({ usageCount: 4 });
  });

  it('inside a page is used there alone, and has the page as its file', () => {
    expect(blockFacts(inline)).toEqual({ id: 21, type: 'quote', title: 'Own', isReusable: false });
    expect(showBlockWhole(inline, view)).toMatchObject({
      id: 21,
      title: 'Own',
      fields: { see: 5 },
      createdBy: 'Ada',
      usage: [use],
    });
    expect(showBlockItem(inline, view)).toMatchObject({ usageCount: 1 });
    expect(showBlockItem(inline, view)).not.toHaveProperty('usage');
  });
});

describe('a revision', () => {
  const revision: PageRevision = {
    ...{
      commit: 'c2',
      rev: 'r',
      at: AT,
      author: { name: 'Ada', email: 'a@b.example' },
      action: 'page.update',
      actor: 'user/1',
    },
    ...{
      before: { commit: 'c1', data: null },
      restores: null,
      wasScheduled: false,
      approvedBy: [],
      subject: 'Write',
      note: 'Why',
    },
    ...{ pageId: 4, slug: 'a', locale: 'en', data: page.data, problem: null },
  };

  it('is shown without its content in a list, and with what is known of it', () => {
    expect(showRevision(revision)).toEqual({
      ...{
        id: 'c2',
        pageId: 4,
        title: 'A',
        slug: 'a',
        status: 'published',
        locale: 'en',
        action: 'page.update',
        actor: 'user/1',
      },
      ...{ before: 'c1', restores: null, wasScheduled: false, note: 'Why', message: 'Write', createdAt: AT },
      ...{ createdBy: { name: 'Ada', email: 'a@b.example' }, blockCount: 3 },
      activity: { verb: 'update', kind: 'page', name: null, count: 1 },
    });
  });

  it('whose file was broken has a problem in place of a title', () => {
    const broken = showRevision({ ...revision, before: null, data: null, problem: 'is broken' });
    expect(broken).toMatchObject({
      title: null,
      status: null,
      before: null,
      blockCount: null,
      problem: 'is broken',
      slug: 'a',
    });
  });

  it('is shown whole with the ids that its references have now', () => {
    expect(showRevisionWhole(revision, page.data, store)).toMatchObject({
      ...{
        id: 'c2',
        type: 'article',
        fields: { see: 5 },
        terms: [],
        regions: { main: [{ pb_id: 21 }, { pb_id: 22 }, { pb_id: 23 }] },
      },
      seo: { metaTitle: null, metaDescription: null, ogImage: null, canonicalUrl: null, robots: 'any\nthing' },
    });
  });

  it('that was reverted names every record that followed', () => {
    const [kind, b] = ['page' as const, store.get('page', 5)!];
    const changes = [
      { kind, before: null, after: page },
      { kind, before: page, after: b },
      { kind, before: b, after: null },
    ];
    expect(showReverted('c1', 'c2', changes)).toEqual({
      ...{ commit: 'c2', reverted: 'c1' },
      records: [
        { kind, key: 'en/a', id: 4, change: 'created' },
        { kind, key: 'en/b', id: 5, change: 'updated' },
        { kind, key: 'en/b', id: 5, change: 'deleted' },
      ],
    });
  });
});

describe('a change', () => {
  const facts = {
    author: 'Ada',
    updatedBy: 'Ben',
    createdAt: AT,
    updatedAt: AT,
    draftOf: { kind: 'page' as const, id: 4 },
  };
  const record = { kind: 'page' as const, key: 'en/a', id: 4, title: 'A', change: 'updated' as const, values: [] };
  const change = {
    ...{
      name: 'spring',
      title: 'Spring',
      ref: 'changes/spring',
      source: 'local' as const,
      request: null,
      requestUrl: null,
    },
    ...{
      base: 'c1',
      head: 'c2',
      ahead: 1,
      behind: 2,
      facts,
      scheduledAt: null,
      files: [],
      clashes: [],
      problem: null,
      records: [record],
    },
    scheduleProblems: [
      { path: ['title'], message: 'must be set' },
      { path: [], message: 'is late' },
    ],
  };

  it('is listed without values, and shown by itself with them and its problems', () => {
    const { values: _, ...listed } = record;
    const item = showChangeItem(change, 'inReview');
    expect(item).toMatchObject({
      state: 'inReview',
      author: 'Ada',
      page: 4,
      draftOf: facts.draftOf,
      records: [listed],
      scheduleProblem: 'title must be set; is late',
    });
    expect(item).not.toHaveProperty('facts');
    expect(item).not.toHaveProperty('problems');
    expect((item as { records: readonly object[] }).records[0]).not.toHaveProperty('values');
    const problems = [{ path: 'a', code: 'SYNTAX' as const, message: 'x' }];
    expect(showChange(change, problems)).toMatchObject({
      records: [record],
      problems: [{ ...problems[0], severity: 'error' }],
    });
  });

  it.each([
    [null, { author: null, createdAt: null, updatedAt: null, page: null, draftOf: null }],
    [
      { ...facts, draftOf: null },
      { author: 'Ada', page: null, draftOf: null },
    ],
    [
      { ...facts, draftOf: { kind: 'menu' as const, id: 9 } },
      { page: null, draftOf: { kind: 'menu', id: 9 } },
    ],
  ])('with the facts %j is of %j', (known, expected) => {
    expect(showChangeItem({ ...change, facts: known, scheduleProblems: [] }, 'open')).toMatchObject({
      ...expected,
      scheduleProblem: null,
    });
    expect(showChangeName({ ...change, facts: known })).toEqual({
      ...{ name: 'spring', title: 'Spring', ref: 'changes/spring', source: 'local', draftOf: known?.draftOf ?? null },
    });
  });

  it('that is the draft of a record names who wrote in it last', () => {
    const draft = { name: 'd', head: 'c2', ahead: 1, scheduledAt: AT, conflicts: 2 };
    const shown = { change: 'd', head: 'c2', ahead: 1, conflicts: 2, scheduledAt: AT };
    expect(showDraft({ ...draft, facts })).toEqual({ ...shown, author: 'Ben', updatedAt: AT });
    expect(showDraft({ ...draft, facts: null })).toEqual({ ...shown, author: null, updatedAt: null });
  });
});
