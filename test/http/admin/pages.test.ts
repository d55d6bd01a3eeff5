import { describe, expect, it } from 'vitest';
import { makeSite, NOW } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

describe('PUT /admin/pages/:id', () => {
  it('changes one line of the file, in one commit by the user', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await site.ask('PUT /admin/pages/1', { as: 'editor', body: { title: 'Front page' } });

    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({ id: 1, title: 'Front page', slug: 'home', updatedAt: NOW });
    expect(site.read('pages/en/home.yaml')).toBe(
      SMALL_SITE['pages/en/home.yaml']?.replace('title: Home ', 'title: Front page '),
    );
    expect(site.newCommits()).toEqual(['Update page "Front page" (en/home)']);
    expect(site.git('log', '-1', '--format=%an <%ae> %cn')).toBe('The editor <editor@example.org> Quire\n');
    expect(reply.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(reply.headers.get('etag')).toBe(`"${site.git('rev-parse', 'HEAD:pages/en/home.yaml').trim()}"`);
    expect(site.git('status', '--porcelain')).toBe('');
    expect(site.git('fsck', '--strict')).toBe('');
  });
});
