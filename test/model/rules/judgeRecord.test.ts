import { describe, expect, it } from 'vitest';
import { findInStore } from '../../../src/check/findings.ts';
import { BUILT_IN_CODE } from '../../../src/fields/kinds.ts';
import type { Entry } from '../../../src/model/entry.ts';
import { findRefusals, judgeRecord } from '../../../src/model/rules/judgeRecord.ts';
import { createRuleSource, problemAt, type RecordRule } from '../../../src/model/rules/recordRule.ts';
import { createStore } from '../../../src/store/createStore.ts';
import type { Store } from '../../../src/store/store.ts';
import { checkChanged, problemsOfDraft } from '../../../src/write/validate/validate.ts';
import { update } from '../../store/siteFiles.ts';

const NOW = new Date('2026-01-05T12:00:00.000Z');

/** A rule that words may not be shouted. */
const shouting = (more: Partial<RecordRule> = {}): RecordRule => ({
  ...{ id: 'calm', severity: 'error', drafts: false },
  check: ({ record }) =>
    ['title', 'word'].flatMap((name) => {
      const value = name === 'title' ? record.title : record.fields[name];
      return typeof value === 'string' && value.endsWith('!') ? problemAt(name, 'must not shout') : [];
    }),
  ...more,
});

const WORD = [{ name: 'word', type: 'text' }];

function storeWith(rule: RecordRule, page: object = {}): Store {
  const rules = createRuleSource((_, slug) => (slug === 'free' ? [] : [rule]));
  const store = createStore({ code: { ...BUILT_IN_CODE, rules } });
  store.apply([
    update('content-types/event.yaml', { id: 1, name: 'Event', fieldsSchema: WORD, regions: ['content'] }),
    update('content-types/free.yaml', { id: 2, name: 'Free', fieldsSchema: WORD }),
    update('block-types/quote.yaml', { id: 1, name: 'Quote', fieldsSchema: WORD }),
    update('blocks/loud.yaml', { id: 50, type: 'quote', title: 'Loud', fields: { word: 'Hear!' } }),
    update('blocks/calm.yaml', { id: 51, type: 'quote', title: 'Calm', fields: { word: 'Hear' } }),
    update('pages/en/a.yaml', { id: 1, type: 'event', title: 'A', status: 'published', ...page }),
  ]);
  return store;
}

const pageOf = (store: Store): Entry<never> => store.byKey('page', 'en/a') as Entry<never>;
const judge = (store: Store, kind: 'page' | 'block' = 'page', entry: Entry = pageOf(store)) =>
  judgeRecord(kind, entry, { lookup: store, now: NOW }).map(
    ({ path, severity, refuses }) => `${path.join('.')} ${severity}${refuses ? ' refuses' : ''}`,
  );

describe('the rules of code', () => {
  it('judge the fields and the title of a page', () => {
    expect(judge(storeWith(shouting(), { title: 'A!', fields: { word: 'Oh!' } }))).toEqual([
      'title error refuses',
      'fields.word error refuses',
    ]);
  });

  it('name a field that is called like a value of the record', () => {
    const store = storeWith(shouting(), { title: 'A!' });
    store.apply([
      update('content-types/event.yaml', { id: 1, name: 'Event', fieldsSchema: [{ name: 'title', type: 'text' }] }),
    ]);
    expect(judge(store)).toEqual(['fields.title error refuses']);
  });

  it('refuse no draft, unless they say so', () => {
    const draft = { status: 'draft', fields: { word: 'Oh!' } };
    expect(judge(storeWith(shouting(), draft))).toEqual(['fields.word error']);
    expect(judge(storeWith(shouting({ drafts: true }), draft))).toEqual(['fields.word error refuses']);
  });

  it('never refuse by a warning', () => {
    expect(judge(storeWith(shouting({ severity: 'warning', drafts: true }), { title: 'A!' }))).toEqual([
      'title warning',
    ]);
  });

  it('judge the blocks in a page, where a hidden one may be unfinished', () => {
    const blocks = [
      { id: 60, type: 'quote', fields: { word: 'Oh!' } },
      { id: 61, type: 'quote', hidden: true, fields: { word: 'Oh!' } },
      { id: 62, block: 'loud' },
      { id: 63, block: 'calm', overrides: { word: 'No!' } },
      { id: 64, block: 'loud', overrides: { word: 'Yes' } },
    ];
    expect(judge(storeWith(shouting(), { regions: { content: blocks } }))).toEqual([
      'regions.content.0.fields.word error refuses',
      'regions.content.1.fields.word error',
      'regions.content.3.overrides.word error refuses',
    ]);
  });

  it('judge reusable blocks', () => {
    const store = storeWith(shouting());
    expect(judge(store, 'block', store.byKey('block', 'loud')!)).toEqual(['fields.word error refuses']);
    expect(judge(store, 'block', store.byKey('block', 'calm')!)).toEqual([]);
  });

  it('do not judge other types', () => {
    expect(judge(storeWith(shouting(), { type: 'free', title: 'A!' }))).toEqual([]);
  });

  it('get the record, the others and the time', () => {
    const seen: unknown[] = [];
    const store = storeWith(
      shouting({
        check({ record: { fields, ...record }, lookup, now }) {
          seen.push({ ...record, other: lookup.byKey('block', 'calm')?.id, now });
          return [];
        },
      }),
    );
    judge(store);
    expect(seen).toEqual([
      {
        ...{ kind: 'page', id: 1, key: 'en/a', type: 'event', title: 'A', locale: 'en', slug: 'a' },
        ...{ status: 'published', isPublic: true, other: 51, now: NOW },
      },
    ]);
  });

  it('list a hundred problems at most', () => {
    const many = shouting({ check: () => Array.from({ length: 300 }, () => problemAt('word', 'is wrong')) });
    expect(judge(storeWith(many))).toHaveLength(100);
  });
});

describe('what they find', () => {
  const shown = (store: Store) => problemsOfDraft(pageOf(store), { lookup: store, now: NOW });

  it('refuses a write only by errors', () => {
    const store = storeWith(shouting(), { title: 'A!' });
    expect(findRefusals('page', pageOf(store), { lookup: store, now: NOW })).toEqual([
      { path: ['title'], message: 'must not shout', reason: 'unfit', params: {} },
    ]);
  });

  it('does not refuse a write that leaves the value as it was', () => {
    const store = storeWith(shouting(), { title: 'A!' });
    const { id, data } = pageOf(store) as Entry as Entry<{ title: string }> & { data: never };
    const context = { lookup: store, now: NOW };
    const changed = (values: object) => ({ id, data: { ...(data as object), ...values } as never });
    expect(checkChanged('page', changed({ fields: { word: 'Oh' } }), context, data)).toEqual([]);
    expect(checkChanged('page', changed({ title: 'B!' }), context, data)).toHaveLength(1);
  });

  it('is shown with its severity beside what else keeps a page from being published', () => {
    const draft = { status: 'draft', title: 'A!' };
    expect(shown(storeWith(shouting({ severity: 'warning' }), draft))).toEqual([
      { path: ['title'], message: 'must not shout', reason: 'unfit', params: {}, severity: 'warning', rule: 'calm' },
    ]);
  });

  it('is found by a check: errors in what is public, warnings in drafts', () => {
    const codes = (store: Store) =>
      findInStore(store, { now: NOW })
        .filter(({ code, path }) => code === 'RULE' && path.startsWith('pages/'))
        .map(({ severity, message, at }) => [severity, message, at]);
    expect(codes(storeWith(shouting(), { title: 'A!' }))).toEqual([['error', 'title must not shout', ['title']]]);
    expect(codes(storeWith(shouting(), { title: 'A!', status: 'draft' }))).toEqual([
      ['warning', 'title must not shout', ['title']],
    ]);
  });
});
