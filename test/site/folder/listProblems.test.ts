import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errorsOf } from '../../errorsOf.ts';
import { makeSite } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

it('reports a write that was removed from the branch, and keeps it', async () => {
  const site = await makeSite(SMALL_SITE);
  const { headers } = await site.ask('PUT /admin/pages/1', { as: 'editor', body: { title: 'Soon gone' } });
  const lost = headers.get('x-commit') ?? '';
  site.git('reset', '--quiet', '--hard', 'HEAD~1');
  await site.ask('PUT /admin/pages/3', { as: 'editor', body: { title: 'Next' } });

  const { body } = await site.ask('GET /admin/problems', { as: 'viewer' });
  expect(body.data).toEqual([
    expect.objectContaining({ path: '.git', code: 'LOST_COMMIT', message: expect.stringContaining(lost) }),
  ]);
  expect(site.git('rev-parse', `refs/quire/lost/${lost}`).trim()).toBe(lost);
  expect((await site.ask('GET /content/pages/home')).body.data.title).toBe('Home');
  expect((await site.ask('GET /health', { as: 'viewer' })).body.problems).toBe(1);
});

it('reports once, at its start, a write that was removed from the branch while no server ran', async () => {
  const site = await makeSite(SMALL_SITE);
  const { headers } = await site.ask('PUT /admin/pages/1', { as: 'editor', body: { title: 'Soon gone' } });
  const lost = headers.get('x-commit') ?? '';
  await site.stop();
  site.git('reset', '--quiet', '--hard', 'HEAD~1');
  const problems = async () => errorsOf((await site.ask('GET /admin/problems', { as: 'viewer' })).body.data);

  await site.restart();
  expect(await problems()).toEqual([
    expect.objectContaining({ code: 'LOST_COMMIT', message: expect.stringContaining(lost) }),
  ]);
  expect(site.git('rev-parse', `refs/quire/lost/${lost}`).trim()).toBe(lost);
  site.git('update-ref', '-d', `refs/quire/lost/${lost}`);
  await site.restart();
  expect(await problems()).toEqual([]);
  expect(site.git('for-each-ref', 'refs/quire')).toBe('');
});

it.each([
  '',
  '{',
  '[["refs/heads/main","no commit"],[3],null]',
  '[["refs/heads/gone","0123456789012345678901234567890123456789"]]',
])('starts whatever it has stored about its commits: %s', async (text) => {
  const site = await makeSite(SMALL_SITE);
  await site.stop();
  writeFileSync(join(site.privateDir, 'state', 'own-commits.json'), text);
  await site.restart();
  expect((await site.ask('PUT /admin/pages/1', { as: 'editor', body: { title: 'Written' } })).status).toBe(200);
  expect(site.git('fsck', '--strict')).toBe('');
});

it('refuses only writes to a file that git would convert', async () => {
  const site = await makeSite({ ...SMALL_SITE, '.gitattributes': 'pages/en/about.yaml ident\n' });
  const replies = await Promise.all(
    [1, 3, 4].map((id) => site.ask(`PUT /admin/pages/${id}`, { as: 'editor', body: { title: `New ${id}` } })),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 503, 200]);
  expect(replies[1]?.body.errors[0].message).toContain('pages/en/about.yaml (ident)');
  expect(site.newCommits().toSorted()).toEqual(['Update page "New 1" (en/home)', 'Update page "New 4" (en/secret)']);
});
