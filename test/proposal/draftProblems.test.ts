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
