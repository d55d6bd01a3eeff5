import { describe, expect, it } from 'vitest';
import { findInStore } from '../../../src/check/findings.ts';
import { defineExtension } from '../../../src/extend/extension.ts';
import { createSiteCode } from '../../../src/extend/judge/createSiteCode.ts';
import { createGuard } from '../../../src/extend/judge/guard.ts';
import { type RuleDefinition, rule } from '../../../src/extend/rule.ts';
import { createStore } from '../../../src/store/createStore.ts';
import { makeSite } from '../../makeSite.ts';
import { update } from '../../store/siteFiles.ts';

const library = (...rules: readonly RuleDefinition[]) => defineExtension({ name: 'library', version: '1.0.0', rules });

const endsLater = rule({
  ...{ id: 'ends-later', types: ['loan'] },
  check: ({ fields, at }) =>
    String(fields['ends']) < String(fields['begins']) ? [at('ends', 'must be after the beginning')] : [],
});
const oneCopy = rule({
  ...{ id: 'one-copy', types: ['loan'], drafts: true },
  check({ record, fields, lookup, at }) {
    const others = lookup.byField('page', 'loan', 'book', fields['book']).filter(({ id }) => id !== record.id);
    return others.map(({ key }) => at('book', `is lent in ${key}`));
  },
});
const shortTitle = rule({
  ...{ id: 'short-title', severity: 'warning' },
  check: ({ record, at }) => ((record.title ?? '').length > 20 ? [at('title', 'is long')] : []),
});

const TYPE = [
  ...['id: 1', 'name: Loan', 'fieldsSchema:', '  - { name: book, type: text }'],
  ...['  - { name: begins, type: date }', '  - { name: ends, type: date }', ''],
].join('\n');
const loan = (id: number, book: string): string =>
  `id: ${id}\ntype: loan\ntitle: Loan ${id}\nstatus: published\nfields:\n  book: ${book}\n  begins: '2026-01-02'\n  ends: '2026-01-03'\n`;

describe('a rule in code', () => {
  const open = () =>
    makeSite(
      { 'content-types/loan.yaml': TYPE, 'pages/en/a.yaml': loan(1, 'Emma'), 'pages/en/b.yaml': loan(2, 'Ulysses') },
      { extensions: () => [library(endsLater, oneCopy, shortTitle)] },
    );

  it('refuses what is public, tells what is wrong with a draft, and only warns where it says so', async () => {
    const site = await open();
    const put = (id: number, body: object) => site.ask(`PUT /admin/pages/${id}`, { as: 'editor', body });
    const wrong = await put(1, { fields: { book: 'Emma', begins: '2026-01-02', ends: '2026-01-01' } });
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { errors: [{ path: ['fields', 'ends'], message: 'must be after the beginning' }] },
    ]);
    const draft = await site.ask('POST /admin/pages', {
      as: 'editor',
      body: {
        typeId: 1,
        title: 'C',
        locale: 'en',
        fields: { book: 'Iliad', begins: '2026-01-02', ends: '2026-01-01' },
      },
    });
    expect([draft.status, draft.body]).toMatchObject([
      201,
      { meta: { problems: [{ path: ['fields', 'ends'], rule: 'library/ends-later' }] } },
    ]);
    const warned = await put(2, { title: 'A title that is longer than it should be' });
    expect([warned.status, warned.body]).toMatchObject([
      200,
      { meta: { problems: [{ path: ['title'], severity: 'warning', rule: 'library/short-title' }] } },
    ]);
  });

  it('reads other records as they will be, in drafts too if it says so', async () => {
    const site = await open();
    const create = (book: string) =>
      site.ask('POST /admin/pages', { as: 'editor', body: { typeId: 1, title: 'C', locale: 'en', fields: { book } } });
    const taken = await create('Emma');
    expect([taken.status, taken.body]).toMatchObject([
      400,
      { errors: [{ path: ['fields', 'book'], message: 'is lent in en/a' }] },
    ]);
    expect((await site.ask('DELETE /admin/pages/1', { as: 'editor' })).status).toBe(200);
    expect((await create('Emma')).status).toBe(201);
  });

  it('judges what is merged: two loans of one book are not published together', async () => {
    const site = await open();
    await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Two' } });
    const inChange = { 'Quire-Change': 'two' };
    const moved = await site.ask('PUT /admin/pages/1', {
      ...{ as: 'editor', headers: inChange },
      body: { fields: { book: 'Iliad' } },
    });
    expect(moved.status).toBe(200);
    await site.ask('PUT /admin/pages/2', { as: 'editor', body: { fields: { book: 'Iliad' } } });
    const published = await site.ask('POST /admin/changes/two/publish', { as: 'editor', body: {} });
    expect([published.status, JSON.stringify(published.body)]).toEqual([409, expect.stringContaining('is lent in')]);
  });
});

describe('a check', () => {
  const findingsOf = (definition: RuleDefinition) => {
    const store = createStore({
      code: createSiteCode([library(definition)], createGuard({ clock: () => new Date(0) })),
    });
    store.apply([
      update('block-types/quote.yaml', { id: 1, name: 'Quote', fieldsSchema: [{ name: 'text', type: 'text' }] }),
      update('content-types/loan.yaml', { id: 1, name: 'Loan', fieldsSchema: [], regions: ['main'] }),
      update('blocks/a.yaml', { id: 50, type: 'quote', title: 'A', fields: { text: 'Oh!' } }),
      update('pages/en/a.yaml', {
        ...{ id: 1, type: 'loan', title: 'A', status: 'published', fields: {} },
        regions: { main: [{ id: 60, type: 'quote', fields: { text: 'No!' } }] },
      }),
    ]);
    return findInStore(store, { now: new Date(0) })
      .filter(({ code }) => ['RULE', 'EXTENSION'].includes(code))
      .map(({ code, path, at, message }) => `${code} ${path} ${at?.join('.')} ${message}`);
  };
  const calm: RuleDefinition['check'] = ({ fields, at }) =>
    String(fields['text']).endsWith('!') ? [at('text', 'must not shout')] : [];

  it('judges blocks where they are', () => {
    expect(findingsOf(rule({ id: 'calm', blocks: ['quote'], check: calm }))).toEqual([
      'RULE blocks/a.yaml fields.text fields.text must not shout',
      'RULE pages/en/a.yaml regions.main.0.fields.text regions.main.0.fields.text must not shout',
    ]);
    expect(findingsOf(rule({ id: 'calm', types: ['loan'], check: calm }))).toEqual([]);
  });

  it('names a rule that fails, and judges the rest', () => {
    const wrong = [
      () => {
        throw new Error('Oops');
      },
      () => undefined,
      () => [{ path: 'text', message: 5 }],
      async () => [],
      ({ fields }: { fields: object }) => Object.assign(fields, { text: 'changed' }),
    ];
    for (const check of wrong)
      expect(findingsOf(rule({ id: 'calm', types: ['loan'], check: check as RuleDefinition['check'] }))).toEqual([
        expect.stringMatching(/^EXTENSION pages\/en\/a.yaml .*cannot be judged by "library\/calm": /),
      ]);
  });
});
