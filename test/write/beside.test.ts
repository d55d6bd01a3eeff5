import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../src/model/access.ts';
import { createActor } from '../../src/model/rights/createActor.ts';
import type { Action } from '../../src/write/action.ts';
import { updatePage } from '../../src/write/page/writePage.ts';
import { refusalOf } from '../http/problemsOf.ts';
import { long } from '../long.ts';
import { makeSite } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const ADA: Actor = createActor({ type: 'user', id: 1, name: 'Ada', email: 'ada@example.org', role: 'admin' });

const plain = (id: number): string =>
  `id: ${id}\ntype: plain\ntitle: Page ${id}\nstatus: published\ncreatedAt: 2026-01-02T00:00:00.000Z\n`;
const MANY = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`pages/en/p${n}.yaml`, plain(100 + n)]));

describe('many writers at once', () => {
  it('lose nothing: different pages', async () => {
    const site = await makeSite({ ...SMALL_SITE, ...MANY });
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        site.ask(`PUT /admin/pages/${100 + n}`, { as: 'editor', body: { title: `New ${n}` } }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(30).fill(200));
    expect(replies.map(({ body }) => body.data.title)).toEqual(replies.map((_, n) => `New ${n}`));
    const commits = site.git('log', '--format=%H', '-30').split('\n').filter(Boolean);
    expect(new Set(replies.map(({ headers }) => headers.get('x-commit')))).toEqual(new Set(commits));
    for (let n = 0; n < 30; n += 1) {
      const commit = replies[n]!.headers.get('x-commit')!;
      expect(site.git('show', '--format=%s', '--name-only', commit)).toBe(
        `Update page "New ${n}" (en/p${n})\n\npages/en/p${n}.yaml\n`,
      );
    }
    expect(site.newCommits()).toHaveLength(30);
    expect(site.git('status', '--porcelain')).toBe('');
    expect(site.git('fsck', '--strict')).toBe('');
  });

  long.it('lose nothing: one page, each commit on top of the one before', async () => {
    const site = await makeSite(SMALL_SITE);
    const KEYS = ['metaTitle', 'metaDescription', 'ogImage', 'canonicalUrl', 'robots'] as const;
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        site.ask('PUT /admin/pages/3', {
          as: 'editor',
          body: {
            [KEYS[n % 5]!]: KEYS[n % 5] === 'robots' ? `max-snippet:${n}` : `/v${n}`,
            revisionNote: `write ${n}`,
          },
        }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(30).fill(200));
    const commits = site.git('log', '--reverse', '--format=%H', '-30').split('\n').filter(Boolean);
    const order = replies
      .map(({ headers, body }) => ({ at: commits.indexOf(headers.get('x-commit')!), data: body.data }))
      .sort((a, b) => a.at - b.at);
    expect(order.map(({ at }) => at)).toEqual(Array.from({ length: 30 }, (_, n) => n));
    // Each answer shows what its commit holds: its own write and the ones before it.
    for (const { at, data } of order) {
      const file = site.git('show', `${commits[at]}:pages/en/about.yaml`);
      for (const key of KEYS) expect(file.includes(`${key}: ${data[key]}\n`)).toBe(data[key] !== null);
    }
    const { body } = await site.ask('GET /admin/pages/3', { as: 'viewer' });
    expect(body.data).toMatchObject(Object.fromEntries(KEYS.map((key) => [key, order.at(-1)!.data[key]])));
    expect(KEYS.every((key) => body.data[key] !== null)).toBe(true);
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('with the same revision: one wins, the others get an error', async () => {
    const site = await makeSite(SMALL_SITE);
    const etag = (await site.ask('GET /admin/pages/3', { as: 'editor' })).headers.get('etag')!;
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        site.ask('PUT /admin/pages/3', { as: 'editor', body: { title: `T${n}` }, headers: { 'if-match': etag } }),
      ),
    );
    expect(replies.map(refusalOf).sort()).toEqual(['200', ...Array(9).fill('412 PRECONDITION_FAILED')]);
    expect(site.newCommits()).toHaveLength(1);
  });

  it('who want the same slug: one gets it', async () => {
    const site = await makeSite(SMALL_SITE);
    const body = { title: 'Same', typeId: 2 };
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => site.ask('POST /admin/pages', { as: 'editor', body })),
    );
    expect(replies.map(refusalOf).sort()).toEqual(['201', ...Array(5).fill('409 CONFLICT slug')]);
    expect(site.newCommits()).toEqual(['Create page "Same" (en/same)']);
  });
});

describe('a developer beside the server', () => {
  it('commits between two writes: the server follows, and builds on it', async () => {
    const site = await makeSite(SMALL_SITE);
    await site.ask('PUT /admin/pages/3', { as: 'editor', body: { title: 'First' } });
    site.write('pages/en/about.yaml', site.read('pages/en/about.yaml').replace('First', 'By hand'));
    site.write('pages/en/new.yaml', plain(40));
    site.git('rm', '--quiet', 'pages/en/secret.yaml');
    site.git('add', '--all');
    site.git('commit', '--quiet', '--message=By hand');

    const reply = await site.ask('PUT /admin/pages/3', { as: 'editor', body: { metaTitle: 'Second' } });
    expect(reply.body.data).toMatchObject({ title: 'By hand', metaTitle: 'Second' });
    expect(site.newCommits()).toEqual([
      'Update page "By hand" (en/about)',
      'By hand',
      'Update page "First" (en/about)',
    ]);
    expect((await site.ask('GET /content/pages/new')).body.data.id).toBe(40);
    expect(refusalOf(await site.ask('GET /admin/pages/4', { as: 'viewer' }))).toBe('404 NOT_FOUND');
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('has changed the file without a commit: 409 names it, and their version is served', async () => {
    const site = await makeSite(SMALL_SITE);
    const byHand = `${SMALL_SITE['pages/en/about.yaml']}`.replace('About us', 'By hand');
    site.write('pages/en/about.yaml', byHand);
    for (const call of ['PUT /admin/pages/3', 'DELETE /admin/pages/3', 'PUT /admin/pages/3']) {
      const reply = await site.ask(call, { as: 'editor', ...(call.startsWith('PUT') && { body: { title: 'Mine' } }) });
      expect(refusalOf(reply)).toBe('409 CONFLICT pages/en/about.yaml');
      expect(site.read('pages/en/about.yaml')).toBe(byHand);
      expect((await site.ask('GET /content/pages/about')).body.data.title).toBe('By hand');
    }
    expect(site.newCommits()).toEqual([]);
    expect(site.git('status', '--porcelain')).toBe(' M pages/en/about.yaml\n');

    expect((await site.ask('PUT /admin/pages/4', { as: 'editor', body: { title: 'Other' } })).status).toBe(200);
    site.git('commit', '--quiet', '--all', '--message=By hand');
    expect((await site.ask('PUT /admin/pages/3', { as: 'editor', body: { metaTitle: 'M' } })).body.data).toMatchObject({
      title: 'By hand',
      metaTitle: 'M',
    });
  });

  it('commits faster than a write is planned: finally git has to wait for the write', async () => {
    const site = await makeSite(SMALL_SITE);
    const update = updatePage({ id: 3 }, { title: 'Ours' });
    const held: boolean[] = [];
    const action: Action = {
      ...update,
      plan(context) {
        const isHeld = existsSync(join(site.contentDir, '.git', 'HEAD.lock'));
        held.push(isHeld);
        if (!isHeld) site.git('commit', '--quiet', '--allow-empty', '--message=Theirs');
        return update.plan(context);
      },
    };
    await site.cms.writer.write(action, ADA);
    await site.cms.writer.idle();
    expect(held).toEqual([false, false, false, true]);
    expect(site.newCommits()).toEqual(['Update page "Ours" (en/about)', 'Theirs', 'Theirs', 'Theirs']);
    expect(existsSync(join(site.contentDir, '.git', 'HEAD.lock'))).toBe(false);
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('has put a file where a new page would go: 409, and theirs is served', async () => {
    const site = await makeSite(SMALL_SITE);
    site.write('pages/en/same.yaml', plain(50));
    const reply = await site.ask('POST /admin/pages', { as: 'editor', body: { title: 'Same', typeId: 2 } });
    expect(reply.status).toBe(409);
    expect(site.read('pages/en/same.yaml')).toBe(plain(50));
    expect((await site.ask('GET /content/pages/same')).body.data.id).toBe(50);
    expect(site.newCommits()).toEqual([]);
    expect(site.git('status', '--porcelain')).toBe('?? pages/en/same.yaml\n');
  });

  it('has removed the file without a commit: 409, nothing is brought back or lost', async () => {
    const site = await makeSite(SMALL_SITE);
    site.git('rm', '--quiet', '--cached', 'pages/en/secret.yaml');
    expect(refusalOf(await site.ask('PUT /admin/pages/4', { as: 'editor', body: { title: 'Mine' } }))).toBe(
      '409 CONFLICT pages/en/secret.yaml',
    );
    expect(site.read('pages/en/secret.yaml')).toBe(SMALL_SITE['pages/en/secret.yaml']);
    expect(site.newCommits()).toEqual([]);
  });

  it('keeps their staged and unstaged work exactly, while the server writes other files', async () => {
    const site = await makeSite(SMALL_SITE);
    site.write('pages/en/secret.yaml', `${SMALL_SITE['pages/en/secret.yaml']}# staged\n`);
    site.write('notes/todo.txt', 'staged');
    site.git('add', '--all');
    appendFileSync(join(site.contentDir, 'pages/en/secret.yaml'), '# unstaged\n');
    writeFileSync(join(site.contentDir, 'untracked.txt'), 'mine');
    const before = site.git('status', '--porcelain');
    const staged = site.git('diff', '--cached');

    expect((await site.ask('PUT /admin/pages/3', { as: 'editor', body: { title: 'Other' } })).status).toBe(200);
    expect((await site.ask('POST /admin/pages', { as: 'editor', body: { title: 'New', typeId: 2 } })).status).toBe(201);
    expect(site.git('status', '--porcelain')).toBe(before);
    expect(site.git('diff', '--cached')).toBe(staged);
    expect(site.git('log', '-2', '--format=%s', '--name-only')).toBe(
      'Create page "New" (en/new)\n\npages/en/new.yaml\nUpdate page "Other" (en/about)\n\npages/en/about.yaml\n',
    );
  });

  it('has removed the index, so that git sees everything as staged for removal: those entries are left alone', async () => {
    const site = await makeSite(SMALL_SITE);
    rmSync(join(site.contentDir, '.git', 'index'));
    expect(refusalOf(await site.ask('PUT /admin/pages/3', { as: 'editor', body: { title: 'Mine' } }))).toBe(
      '409 CONFLICT pages/en/about.yaml',
    );
    expect((await site.ask('GET /content/pages/about')).body.data.title).toBe('About us');
    expect((await site.ask('POST /admin/pages', { as: 'editor', body: { title: 'New', typeId: 2 } })).status).toBe(201);
    expect(site.git('diff', '--cached', '--name-only', '--diff-filter=D').split('\n')).toContain('pages/en/about.yaml');
    expect(site.git('show', '--format=', '--name-only')).toBe('pages/en/new.yaml\n');

    site.git('reset', '--quiet');
    expect((await site.ask('PUT /admin/pages/3', { as: 'editor', body: { title: 'Mine' } })).status).toBe(200);
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('is in the middle of a merge: writes get 503 until it is finished, reads go on', async () => {
    const site = await makeSite(SMALL_SITE);
    const marker = join(site.contentDir, '.git', 'MERGE_HEAD');
    writeFileSync(marker, site.git('rev-parse', 'HEAD'));
    const reply = await site.ask('PUT /admin/pages/3', { as: 'editor', body: { title: 'Mine' } });
    expect(refusalOf(reply)).toBe('503 SERVICE_UNAVAILABLE');
    expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await site.ask('GET /content/pages/about')).body.data.title).toBe('About us');
    expect(site.newCommits()).toEqual([]);
  });
});
