import { describe, expect, it } from 'vitest';
import { makeSite, NOW } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

/** The translation group of the home page. */
const GROUP = '7f1f3f0e-6f0e-4b44-8f5e-2a3a58f0a001';
const POSTS = 'id: 3\nname: Post\nsettings: { slugPrefix: blog }\ncreatedAt: 2026-01-01T00:00:00.000Z\n';

describe('POST /admin/pages/upsert', () => {
  it('creates a page if the slug is free in its locale: 201', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await site.ask('POST /admin/pages/upsert', {
      as: 'editor',
      body: { title: 'About', slug: 'about', typeId: 2, locale: 'es' },
    });
    expect(reply.status).toBe(201);
    expect(reply.body.created).toBe(true);
    expect(reply.body.data).toMatchObject({ id: 5, slug: 'about', locale: 'es', status: 'draft', createdAt: NOW });
    expect(site.newCommits()).toEqual(['Upsert page "About" (es/about)']);
    expect(site.git('log', '-1', '--format=%b')).toContain(
      'Quire-Action: page.upsert\nQuire-Record: page/5 es/about\n',
    );
  });

  it('updates the page with the slug and keeps what the body omits: 200', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await site.ask('POST /admin/pages/upsert', {
      as: 'editor',
      body: { title: 'Front page', slug: '/home/', typeId: 1, metaDescription: 'The first page' },
    });
    expect(reply.status).toBe(200);
    expect(reply.body.created).toBe(false);
    expect(reply.body.data).toMatchObject({
      id: 1,
      title: 'Front page',
      metaTitle: 'Welcome',
      metaDescription: 'The first page',
      fields: { summary: 'Where it begins.', related: 3 },
      status: 'published',
    });
    expect(site.read('pages/en/home.yaml')).toBe(
      SMALL_SITE['pages/en/home.yaml']
        ?.replace('title: Home ', 'title: Front page ')
        .replace('metaTitle: Welcome\n', 'metaTitle: Welcome\n  metaDescription: The first page\n'),
    );
    expect(reply.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(site.newCommits()).toHaveLength(1);
  });

  it('checks If-Match: a stale one changes nothing and creates no page', async () => {
    const site = await makeSite(SMALL_SITE);
    const etag = (await site.ask('GET /admin/pages/3', { as: 'editor' })).headers.get('etag') ?? '';
    const upsert = async (slug: string, rev: string) => {
      const body = { title: 'New title', slug, typeId: 2 };
      return refusalOf(
        await site.ask('POST /admin/pages/upsert', { as: 'editor', body, headers: { 'if-match': rev } }),
      );
    };
    expect(await upsert('about', '"0"')).toBe('412 PRECONDITION_FAILED');
    expect(await upsert('nowhere', etag)).toBe('412 PRECONDITION_FAILED');
    expect(site.newCommits()).toEqual([]);
    expect(await upsert('about', etag)).toBe('200');
    expect(await upsert('about', etag)).toBe('412 PRECONDITION_FAILED');
    expect(site.newCommits()).toEqual(['Upsert page "New title" (en/about)']);
  });

  it('matches by title without a slug, by the page without a type, and under the prefix of the type', async () => {
    const site = await makeSite({ ...SMALL_SITE, 'content-types/post.yaml': POSTS });
    const upsert = async (body: object): Promise<string> => {
      const { status, body: answer } = await site.ask('POST /admin/pages/upsert', { as: 'editor', body });
      return `${status} ${answer.data?.id} ${answer.data?.slug} ${answer.data?.type}`;
    };
    expect(await upsert({ title: 'About', metaTitle: 'x' })).toBe('200 3 about plain');
    expect(await upsert({ title: 'A post', typeId: 3 })).toBe('201 5 blog/a-post post');
    expect(await upsert({ title: 'A post', typeId: 3, status: 'published' })).toBe('200 5 blog/a-post post');
    expect(await upsert({ title: 'A post', slug: 'blog/a-post' })).toBe('200 5 blog/a-post post');
    expect(site.newCommits()).toHaveLength(4);
  });

  it('creates one page from many equal bodies at once', async () => {
    const site = await makeSite(SMALL_SITE);
    const body = { title: 'New', slug: 'new', typeId: 2 };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => site.ask('POST /admin/pages/upsert', { as: 'editor', body })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(replies.map(({ body: answer }) => answer.data.id))).toEqual(new Set([5]));
  });

  it('refuses what create and update refuse, and writes nothing', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const [body, refusal] of [
      [{ title: 'New', slug: 'new' }, '400 VALIDATION typeId'],
      [{ title: 'New', slug: 'a b', typeId: 99 }, '400 VALIDATION typeId VALIDATION slug'],
      [{ slug: 'about' }, '400 VALIDATION title'],
      [
        { title: 'Home', slug: 'home', fields: { rating: 9 } },
        '400 VALIDATION fields.summary VALIDATION fields.rating',
      ],
      [{ title: 'Other', slug: 'HOME', typeId: 2 }, '409 CONFLICT slug'],
      [{ title: 'About', translationGroupId: GROUP }, '409 CONFLICT translationGroupId'],
      [{ title: 'Other', typeId: 2, translationGroupId: GROUP }, '409 CONFLICT translationGroupId'],
    ] as const)
      expect([body, refusalOf(await site.ask('POST /admin/pages/upsert', { as: 'editor', body }))]).toEqual([
        body,
        refusal,
      ]);
    expect(site.newCommits()).toEqual([]);
  });
});
