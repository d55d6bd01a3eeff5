import { describe, expect, it } from 'vitest';
import type { Actor } from '../../src/model/access.ts';
import { createActor } from '../../src/model/rights/createActor.ts';
import { updatePage } from '../../src/write/page/writePage.ts';
import { makeSite } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const ADA: Actor = createActor({ type: 'user', id: 1, name: 'Ada', email: 'ada@example.org', role: 'admin' });

describe('writes that queue up together', () => {
  it('each become a commit, in order, and each sees the ones before it', async () => {
    const { cms, newCommits, git, read } = await makeSite(SMALL_SITE);
    const titles = Array.from({ length: 20 }, (_, index) => `Title ${index}`);
    const written = await Promise.all(titles.map((title) => cms.writer.write(updatePage({ id: 1 }, { title }), ADA)));

    expect(newCommits()).toEqual(titles.toReversed().map((title) => `Update page "${title}" (en/home)`));
    expect(written.map(({ entries }) => (entries[0]!.data as { title: string }).title)).toEqual(titles);
    expect(read('pages/en/home.yaml')).toContain('title: Title 19 ');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('fsck', '--strict')).toBe('');
  });

  it('go on without one that conflicts, which fails alone', async () => {
    const { cms, newCommits, git, write } = await makeSite(SMALL_SITE);
    write('pages/en/about.yaml', `${SMALL_SITE['pages/en/about.yaml']}# somebody is at work here\n`);
    const results = await Promise.allSettled(
      [1, 3, 4].map((id) => cms.writer.write(updatePage({ id }, { title: `New ${id}` }), ADA)),
    );

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((results[1] as PromiseRejectedResult).reason).toMatchObject({ code: 'CONFLICT' });
    expect(String((results[1] as PromiseRejectedResult).reason.message)).toContain('pages/en/about.yaml');
    expect(newCommits()).toEqual(['Update page "New 4" (en/secret)', 'Update page "New 1" (en/home)']);
    expect(git('status', '--porcelain')).toBe(' M pages/en/about.yaml\n');
  });

  it('answers a write that repeats the one before it only when that one is durable', async () => {
    const { cms, newCommits, git } = await makeSite(SMALL_SITE);
    const action = { ...updatePage({ id: 1 }, { title: 'Twice' }), alwaysCommits: false };
    const [, second, third] = await Promise.all([1, 2, 3].map(() => cms.writer.write(action, ADA)));

    expect(newCommits()).toEqual(['Update page "Twice" (en/home)']);
    expect([second?.commit, third?.commit]).toEqual([null, null]);
    expect(third?.entries[0]?.rev).toBe(git('rev-parse', 'HEAD:pages/en/home.yaml').trim());
  });
});
