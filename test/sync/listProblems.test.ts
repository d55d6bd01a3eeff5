import { expect, it } from 'vitest';
import { makeSite } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

it('tells admins of a write that was taken out of the branch, and keeps it', async () => {
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

it('fails only the write to a file that git would convert', async () => {
  const site = await makeSite({ ...SMALL_SITE, '.gitattributes': 'pages/en/about.yaml ident\n' });
  const replies = await Promise.all(
    [1, 3, 4].map((id) => site.ask(`PUT /admin/pages/${id}`, { as: 'editor', body: { title: `New ${id}` } })),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 503, 200]);
  expect(replies[1]?.body.errors[0].message).toContain('pages/en/about.yaml (ident)');
  expect(site.newCommits().toSorted()).toEqual(['Update page "New 1" (en/home)', 'Update page "New 4" (en/secret)']);
});
