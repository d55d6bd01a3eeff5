import { expect, it } from 'vitest';
import { makeSite } from '../makeSite.ts';

const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/article.yaml': `id: 1
name: Article
fieldsSchema:
  - { name: summary, type: text, required: true }
  - { name: mail, type: email }
  - { name: time, type: text, pattern: '^\\d\\d:\\d\\d$', patternHelp: 'A time such as 14:30' }
`,
  'pages/en/about.yaml': `id: 7
type: article
title: About us
status: published
createdAt: 2026-01-04T16:20:11.204Z
fields: { summary: All of us }
`,
};

it('a draft of a live page takes what a draft may hold, tells what is wrong, and is not published', async () => {
  const site = await makeSite(FILES);
  const fields = { summary: '', mail: 'nobody', time: '8pm' };
  const problems = [
    { path: ['fields', 'summary'], message: 'is required' },
    { path: ['fields', 'mail'], message: 'must be an e-mail address' },
    { path: ['fields', 'time'], message: 'A time such as 14:30' },
  ];
  const saved = await site.ask('PUT /admin/pages/7/draft', { as: 'admin', body: { fields } });
  expect(saved.status).toBe(200);
  expect(saved.body.meta.problems).toMatchObject(problems);
  const read = await site.ask('GET /admin/pages/7/draft', { as: 'admin' });
  expect(read.body.data.fields).toMatchObject(fields);
  expect(read.body.meta.problems).toMatchObject(problems);
  const refused = await site.ask('POST /admin/pages/7/draft/publish', { as: 'admin', body: {} });
  expect([refused.status, refused.body.errors.length]).toEqual([409, 3]);
  expect((await site.ask('GET /content/pages/about')).body.data.fields).toEqual({ summary: 'All of us' });
});

it('what is live is held to its rules as before', async () => {
  const site = await makeSite(FILES);
  const { status } = await site.ask('PUT /admin/pages/7', { as: 'admin', body: { fields: { mail: 'nobody' } } });
  expect(status).toBe(400);
});

it('a reusable block tells what its rules warn of, live and in a draft, and what keeps the draft from being published', async () => {
  const site = await makeSite({
    ...FILES,
    'block-types/quote.yaml': `id: 1
name: Quote
fieldsSchema:
  - { name: words, type: text, required: true }
rules:
  - { field: words, matches: '^[A-Z]', message: must begin with a capital, severity: warning }
`,
    'blocks/motto.yaml': 'id: 3\ntitle: Motto\ntype: quote\nfields: { words: Onward }\n',
  });
  const warning = { path: ['fields', 'words'], message: 'must begin with a capital', severity: 'warning' };
  const live = await site.ask('PUT /admin/blocks/3', { as: 'admin', body: { fields: { words: 'onward' } } });
  expect([live.status, live.body.meta.problems]).toMatchObject([200, [warning]]);
  const read = await site.ask('GET /admin/blocks/3', { as: 'admin' });
  expect(read.body.meta.problems).toMatchObject([warning]);
  const draft = await site.ask('PUT /admin/blocks/3/draft', { as: 'admin', body: { fields: { words: '' } } });
  expect([draft.status, draft.body.meta.problems]).toMatchObject([
    200,
    [{ path: ['fields', 'words'], message: 'is required' }],
  ]);
  const refused = await site.ask('POST /admin/blocks/3/draft/publish', { as: 'admin', body: {} });
  expect([refused.status, refused.body.errors]).toMatchObject([
    409,
    [{ path: ['blocks/motto.yaml', 'fields', 'words'] }],
  ]);
});
