import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findInStore } from '../../../src/check/findings.ts';
import { defineExtension } from '../../../src/extend/extension.ts';
import { createSiteCode } from '../../../src/extend/judge/createSiteCode.ts';
import { findDeriveMistakes } from '../../../src/extend/judge/deriveMistakes.ts';
import { createGuard } from '../../../src/extend/judge/guard.ts';
import { type DeriveDefinition, derive } from '../../../src/extend/rule.ts';
import { createStore } from '../../../src/store/createStore.ts';
import { makeSite } from '../../makeSite.ts';
import { enterAs } from '../../security/rights/enterAs.ts';
import { update } from '../../store/siteFiles.ts';

const books = (...derives: readonly DeriveDefinition[]) =>
  defineExtension({ name: 'books', version: '1.0.0', derives });

const minutes = derive({
  ...{ types: ['book'], field: 'minutes' },
  from: ({ fields }) => Math.ceil(String(fields['text'] ?? '').split(' ').length / 2),
});
const label = derive({
  ...{ types: ['book'], field: 'label' },
  from: ({ slug, fields }) => `${slug}: ${fields['minutes']} min`,
});

const TYPE = [
  ...['id: 1', 'name: Book', 'fieldsSchema:'],
  ...[
    '  - { name: text, type: textarea }',
    '  - { name: minutes, type: integer }',
    '  - { name: label, type: text }',
    '',
  ],
].join('\n');
const page = (text: string, more = ''): string =>
  `id: 1\ntype: book\ntitle: A\nstatus: published\nfields:\n  text: ${text}\n${more}`;

describe('a derived value', () => {
  const open = (pageText = page('one two three')) =>
    makeSite(
      { 'content-types/book.yaml': TYPE, 'pages/en/a.yaml': pageText },
      { extensions: () => [books(label, minutes)] },
    );

  it('is written with the save that changes its sources, whatever is sent', async () => {
    const site = await open();
    const { status } = await site.ask('PUT /admin/pages/1', {
      as: 'editor',
      body: { fields: { text: 'one two three four five', minutes: 99 } },
    });
    expect(status).toBe(200);
    expect(site.read('pages/en/a.yaml')).toContain('  minutes: 3\n  label: "a: 3 min"\n');
    expect(site.newCommits()).toHaveLength(1);
  });

  it('is derived from what a late save is merged with', async () => {
    const site = await open();
    const save = (fields: object, headers = {}) =>
      site.ask('PUT /admin/pages/1', { as: 'editor', body: { fields }, headers });
    const first = await save({ text: 'one two three' });
    await save({ text: 'a b c d e f g h' });
    expect(site.read('pages/en/a.yaml')).toContain('minutes: 4');
    const late = await save(
      { text: 'one two three', minutes: 1, label: 'mine' },
      { 'if-match': first.headers.get('etag') ?? '', prefer: 'merge' },
    );
    expect(late.status).toBe(200);
    expect(site.read('pages/en/a.yaml')).toContain('  label: "a: 4 min"\n  minutes: 4\n');
  });

  it('is derived anew by a revert, from what stays of later changes', async () => {
    const site = await open(`${page('one two three')}  minutes: 2\n  label: "a: 2 min"\n`);
    const save = (body: object) => site.ask('PUT /admin/pages/1', { as: 'editor', body });
    const moved = await save({ slug: 'b' });
    await save({ fields: { text: 'one two three four five' } });
    expect(site.read('pages/en/b.yaml')).toContain('  minutes: 3\n  label: "b: 3 min"\n');
    const reply = await site.ask(`POST /admin/commits/${moved.headers.get('x-commit')}/revert`, { as: 'editor' });
    expect(reply.status).toBe(200);
    expect(site.read('pages/en/a.yaml')).toContain(
      '  text: one two three four five\n  minutes: 3\n  label: "a: 3 min"\n',
    );
  });

  it('SEC-48 is no edit of whoever may change its sources alone, in a save or by publishing a change', async () => {
    const site = await open(`${page('one two three')}  minutes: 2\n  label: "a: 2 min"\n`);
    const fields = ['text'];
    const { headers } = await enterAs(site, {
      ...{ extends: 'viewer', deny: [] },
      allow: [{ do: ['update', 'publish'], on: ['page'], fields }],
    });
    const ask = (call: string, body: object, change?: string) =>
      site.ask(call, { body, headers: { ...headers, ...(change && { 'quire-change': change }) } });
    const save = (text: string, more = {}, change?: string) =>
      ask('PUT /admin/pages/1', { fields: { text, ...more } }, change);
    expect((await save('one two three four five')).status).toBe(200);
    expect(site.read('pages/en/a.yaml')).toContain('  minutes: 3\n  label: "a: 3 min"\n');
    expect((await ask('PUT /admin/pages/1', { title: 'B' })).status).toBe(403);

    const { name } = (await ask('POST /admin/changes', { title: 'Longer' })).body.data;
    expect((await save('a b c d e f g', { minutes: 99, label: 'mine' }, name)).status).toBe(200);
    expect((await ask(`POST /admin/changes/${name}/publish`, {})).status).toBe(200);
    expect(site.read('pages/en/a.yaml')).toContain('  minutes: 4\n  label: "a: 4 min"\n');

    // A value that the site's code would not derive is somebody's edit.
    const other = (await ask('POST /admin/changes', { title: 'Pushed' })).body.data;
    await save('a b', {}, other.name);
    const aside = join(site.privateDir, '..', 'aside');
    site.git('worktree', 'add', '-q', aside, `change/${other.name}`);
    const file = join(aside, 'pages/en/a.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('minutes: 1', 'minutes: 99'));
    site.git('-C', aside, 'commit', '-aqm', 'Pushed');
    site.git('worktree', 'remove', aside);
    const refused = await ask(`POST /admin/changes/${other.name}/publish`, {});
    expect([refused.status, refused.body.errors[0].message]).toEqual([403, expect.stringContaining('changes minutes')]);
  });

  it('is written by an import, whatever its document says', async () => {
    const site = await open();
    const fields = { text: 'one two three', minutes: 99, label: 'mine' };
    const pages = [{ type: 'book', locale: 'en', slug: 'c', title: 'C', status: 'published', fields }];
    const reply = await site.ask('POST /admin/import', { as: 'admin', body: { quire: 1, pages } });
    expect([reply.status, site.newCommits().length]).toEqual([200, 1]);
    const written = site.read('pages/en/c.yaml');
    expect(written).toContain('  text: one two three\n');
    expect(written).toContain('  minutes: 2\n');
    expect(written).toContain('  label: "c: 2 min"\n');
  });
});

describe('a check', () => {
  const findingsOf = (fields: object, ...derives: readonly DeriveDefinition[]) => {
    const store = createStore({ code: createSiteCode([books(...derives)], createGuard({ clock: () => new Date(0) })) });
    store.apply([
      update('content-types/book.yaml', {
        ...{ id: 1, name: 'Book' },
        fieldsSchema: [
          { name: 'text', type: 'text' },
          { name: 'minutes', type: 'integer' },
          { name: 'label', type: 'text' },
        ],
      }),
      update('pages/en/a.yaml', { id: 1, type: 'book', title: 'A', status: 'published', fields }),
    ]);
    return findInStore(store, { now: new Date(0) })
      .filter(({ code }) => ['STALE_VALUE', 'EXTENSION'].includes(code))
      .map(({ code, at, message }) => `${code} ${at?.join('.')} ${message}`);
  };

  it('reports a derived value that is stale', () => {
    expect(findingsOf({ text: 'a b', minutes: 1, label: 'a: 1 min' }, minutes, label)).toEqual([]);
    expect(findingsOf({ text: 'a b', minutes: 2, label: 'a: 1 min' }, minutes, label)).toEqual([
      'STALE_VALUE fields.minutes differs from what is derived from the other values',
    ]);
  });

  it('reports values that are derived from themselves, cannot be held by their fields, or fail', () => {
    const loop = derive({ types: ['book'], field: 'minutes', from: ({ fields }) => fields['minutes'] });
    const [there, back] = (['minutes', 'label'] as const).map((field) =>
      derive({ types: ['book'], field, from: ({ fields }) => fields[field === 'label' ? 'minutes' : 'label'] }),
    );
    expect(findingsOf({}, loop)[0]).toMatch(/^EXTENSION fields.minutes .*derived from what it derives/);
    expect(findingsOf({}, there!, back!)).toHaveLength(2);
    expect(findingsOf({}, derive({ types: ['book'], field: 'minutes', from: () => 'long' }))[0]).toMatch(
      /^EXTENSION .*what its field cannot hold/,
    );
    expect(findingsOf({}, derive({ types: ['book'], field: 'minutes', from: async () => 5 }))[0]).toMatch(
      /^EXTENSION .*a promise/,
    );
  });
});

describe('a configuration', () => {
  const mistakesOf = (...derives: readonly DeriveDefinition[]) =>
    findDeriveMistakes(derives).map(({ path, message }) => `${path.join('.')} ${message}`);

  it('may derive values from each other, but none from itself, and none twice', () => {
    expect(mistakesOf(label, minutes)).toEqual([]);
    const own = derive({ types: ['book'], field: 'a', from: ({ fields }) => String(fields['a']).trim() });
    expect(mistakesOf(own)).toEqual(['0.from must not be derived from its own field "a"']);
    const there = derive({ types: ['book', 'film'], field: 'a', from: ({ fields }) => fields['b'] });
    const back = derive({ types: ['book'], field: 'b', from: ({ fields }) => fields['a'] });
    expect(mistakesOf(there, back)).toHaveLength(2);
    expect(mistakesOf(there, { ...back, types: ['song'] })).toEqual([]);
    expect(mistakesOf(minutes, { ...minutes, from: () => 1 })).toEqual([
      '1.field must be another field: its value is derived already',
    ]);
  });
});
