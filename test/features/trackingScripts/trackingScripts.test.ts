import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../http/problemsOf.ts';
import { makeSite, NOW, type Site } from '../../makeSite.ts';

const send = (site: Site, call: string, body?: unknown) =>
  site.ask(call, { as: 'admin', ...(body !== undefined && { body }) });

describe('tracking scripts', () => {
  it('are created, changed and deleted, one commit each, with their code unchanged', async () => {
    const site = await makeSite();
    const code = '<script>\n  count("a: b"); // #1\n</script>\n';
    const created = await send(site, 'POST /admin/tracking-scripts', {
      name: 'Count & Measure',
      code,
      targetPages: ['/home/', 'a/b'],
      scope: 'targeted',
    });
    expect(created.status).toBe(201);
    expect(created.body.data).toEqual({
      id: 1,
      name: 'Count & Measure',
      code,
      position: 'head',
      priority: 0,
      isActive: true,
      scope: 'targeted',
      targetPages: ['home', 'a/b'],
      createdAt: NOW,
      updatedAt: NOW,
    });
    await send(site, 'POST /admin/tracking-scripts', { name: 'count, and measure', code: 'x' });
    const read = await site.ask('GET /admin/tracking-scripts/1', { as: 'viewer' });
    expect(read.body.data).toEqual(created.body.data);
    expect(read.headers.get('etag')).toBe(created.headers.get('etag'));

    const changed = await send(site, 'PUT /admin/tracking-scripts/1', { priority: -5, scope: null, targetPages: null });
    expect(changed.body.data).toMatchObject({ priority: -5, scope: 'global', targetPages: [], code });
    await send(site, 'PUT /admin/tracking-scripts/1', { priority: -5 });
    await send(site, 'DELETE /admin/tracking-scripts/2');
    expect(site.newCommits()).toEqual([
      'Delete tracking script "count, and measure" (count-and-measure-2)',
      'Update tracking script "Count & Measure" (count-and-measure)',
      'Create tracking script "count, and measure" (count-and-measure-2)',
      'Create tracking script "Count & Measure" (count-and-measure)',
    ]);
    expect(site.git('fsck', '--strict') + site.git('status', '--porcelain')).toBe('');
  });

  it('refuse invalid bodies with all problems at once', async () => {
    const site = await makeSite();
    for (const [body, refusal] of [
      [{}, '400 VALIDATION name VALIDATION code'],
      [{ name: 'A', code: '' }, '400 VALIDATION code'],
      [{ name: 'A', code: 'x', position: 'foot', priority: 101 }, '400 VALIDATION position VALIDATION priority'],
      [{ name: 'A', code: 'x', targetPages: ['../x'] }, '400 VALIDATION targetPages.0'],
      [{ name: 'A', code: 'x', targetPages: 'home' }, '400 VALIDATION targetPages'],
    ] as const)
      expect([body, refusalOf(await send(site, 'POST /admin/tracking-scripts', body))]).toEqual([body, refusal]);
    const refused = await site.ask('POST /admin/tracking-scripts', { as: 'editor', body: { name: 'A', code: 'x' } });
    expect(refusalOf(refused)).toBe('403 FORBIDDEN');
    expect(site.newCommits()).toEqual([]);
  });
});
