import { beforeEach, describe, expect, it } from 'vitest';
import { long } from '../../../long.ts';
import { makeSite, type Reply, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

let site: Site;

type Headers = Readonly<Record<string, string>>;

/** The headers that ask to merge a write onto the version of a record it was made from. */
async function read(path: string): Promise<Headers> {
  const reply = await site.ask(`GET /admin/${path}`, { as: 'admin' });
  return { Prefer: 'merge', 'If-Match': reply.headers.get('etag')! };
}

const put = (path: string, body: unknown, headers: Headers = {}): Promise<Reply> =>
  site.ask(`PUT /admin/${path}`, { as: 'admin', body, headers });
const patch = (path: string, body: unknown, headers: Headers = {}): Promise<Reply> =>
  site.ask(`PATCH /admin/${path}`, { as: 'admin', body, headers });

describe('a page changed by two people', () => {
  beforeEach(async () => {
    site = await makeSite(SMALL_SITE);
  });

  it('has both changes, and its comments', async () => {
    const then = await read('pages/1');
    await put('pages/1', { title: 'Start' });
    const reply = await put('pages/1', { metaTitle: 'Hello', fields: { summary: 'It begins.', related: 3 } }, then);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('preference-applied')).toBe('merge');
    expect(reply.body.meta).toEqual({ merged: [['title']] });
    expect(reply.body.data).toMatchObject({ title: 'Start', metaTitle: 'Hello', fields: { summary: 'It begins.' } });
    expect(site.read('pages/en/home.yaml')).toContain("title: Start            # shown in the browser's tab\n");
    expect(site.newCommits()).toEqual(['Update page "Start" (en/home)', 'Update page "Start" (en/home)']);
  });

  it('refuses a value that both changed, and writes nothing', async () => {
    const then = await read('pages/1');
    await put('pages/1', { fields: { summary: 'Ours.', related: 3 } });
    const reply = await put('pages/1', { title: 'Theirs', fields: { summary: 'Theirs.', related: 3 } }, then);
    expect(refusalOf(reply)).toBe('409 CONFLICT fields.summary');
    expect(reply.body.clashes).toEqual([
      {
        clashId: expect.stringMatching(/^[\w-]{20}$/),
        kind: 'page',
        key: 'en/home',
        id: 1,
        path: ['fields', 'summary'],
        base: 'Where it begins.',
        ours: 'Ours.',
        theirs: 'Theirs.',
      },
    ]);
    expect(site.newCommits()).toHaveLength(1);
    expect(site.read('pages/en/home.yaml')).toContain('title: Home ');
  });

  it('is 412 without the preference, or if the ETag was never a version of it', async () => {
    const { 'If-Match': etag = '', ...merge } = await read('pages/1');
    await put('pages/1', { title: 'Start' });
    expect(refusalOf(await put('pages/1', { metaTitle: 'x' }, { 'If-Match': etag }))).toBe('412 PRECONDITION_FAILED');
    const foreign = { ...merge, 'If-Match': (await read('pages/3'))['If-Match']! };
    expect(refusalOf(await put('pages/1', { metaTitle: 'x' }, foreign))).toBe('412 PRECONDITION_FAILED');
    expect(site.newCommits()).toHaveLength(1);
  });

  it('is written as usual if nobody else changed it', async () => {
    const reply = await put('pages/1', { title: 'Start' }, await read('pages/1'));
    expect(reply.body.meta).toEqual({ merged: [] });
    expect((await put('pages/1', { title: 'Begin' }, { Prefer: 'merge' })).headers.has('preference-applied')).toBe(
      false,
    );
    expect(site.newCommits()).toHaveLength(2);
  });

  it('is merged from the commit in the body, whichever record that commit changed', async () => {
    const { headers } = await put('pages/3', { title: 'Us' });
    const baseCommit = headers.get('x-commit');
    await put('pages/1', { title: 'Start' });
    const reply = await put('pages/1', { metaTitle: 'Hello', baseCommit });
    expect(reply.body).toMatchObject({ data: { title: 'Start', metaTitle: 'Hello' }, meta: { merged: [['title']] } });
    expect(reply.headers.has('preference-applied')).toBe(false);
    expect(refusalOf(await patch('pages/1', { title: 'Mine', baseCommit }))).toBe('409 CONFLICT title');
    const never = { metaTitle: 'x', baseCommit: '0'.repeat(40) };
    expect(refusalOf(await put('pages/1', never))).toBe('412 PRECONDITION_FAILED');
    expect(refusalOf(await put('pages/1', { baseCommit: 'HEAD' }))).toBe('400 VALIDATION baseCommit');
    expect(site.newCommits()).toHaveLength(3);
  });

  it('is followed after a rename, also by both people, with everything that mentions it', async () => {
    const then = await read('pages/1');
    const about = await read('pages/3');
    await put('pages/1', { slug: 'start' });
    await put('pages/3', { slug: 'company', title: 'Us' });
    const reply = await put('pages/1', { title: 'Start' }, then);
    expect(reply.body.meta).toEqual({ merged: [['fields', 'related'], ['slug']] });
    expect(reply.body.data).toMatchObject({ slug: 'start', title: 'Start', fields: { related: 3 } });
    expect(site.read('pages/en/start.yaml')).toContain('title: Start ');
    expect(refusalOf(await put('pages/3', { slug: 'firm' }, about))).toBe('409 CONFLICT slug');
    expect((await put('pages/1', { slug: 'start' }, then)).status).toBe(200);
  });

  long.it('keeps the blocks of both, also with PATCH', async () => {
    const then = await read('pages/1');
    const asides = { aside: [{ blockTypeSlug: 'text', fields: { body: 'Aside.' } }] };
    await put('pages/1/blocks/2', { fields: { body: 'Hello here.' } });
    await site.ask('POST /admin/pages/1/blocks', { as: 'admin', body: { region: 'content', blockTypeSlug: 'text' } });
    const reply = await patch('pages/1', { regions: asides, fields: { rating: 3 } }, then);
    const { regions, fields } = reply.body.data;
    expect(fields).toEqual({ summary: 'Where it begins.', related: 3, rating: 3 });
    expect(regions.content.map((one: { fields: unknown }) => one.fields)).toEqual([
      { body: 'Hello here.' },
      { text: 'Look twice.', tone: 'loud' },
      {},
    ]);
    expect(regions.aside).toMatchObject([{ fields: { body: 'Aside.' } }]);
    expect(refusalOf(await patch('pages/1/blocks/2', { fields: { body: 'There.' } }, then))).toMatch(
      /^409 CONFLICT regions.content.0.fields.body/,
    );
  });

  long.it('loses nothing when many save at once', async () => {
    const then = await read('pages/1');
    const names = Array.from({ length: 12 }, (_, index) => `name${index}`);
    const replies = await Promise.all(names.map((name) => patch('pages/1', { fields: { [name]: 1 } }, then)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const { fields } = (await site.ask('GET /admin/pages/1', { as: 'viewer' })).body.data;
    expect(Object.keys(fields).sort()).toEqual([...names, 'related', 'summary'].sort());
    expect(site.newCommits()).toHaveLength(12);
  });

  it('can be combined with strict handling', async () => {
    const { 'If-Match': etag = '' } = await read('pages/1');
    await put('pages/1', { title: 'Start' });
    const both = { Prefer: 'handling=strict, merge', 'If-Match': etag };
    expect(refusalOf(await put('pages/1', { metaTitel: 'x' }, both))).toBe('400 VALIDATION metaTitel');
    const reply = await put('pages/1', { metaTitle: 'x' }, both);
    expect(reply.headers.get('preference-applied')).toBe('handling=strict, merge');
    expect(site.newCommits()).toHaveLength(2);
  });
});

long.it.each([true, false])('finds the base version after a restart (native git: %s)', async (usesNativeGit) => {
  site = await makeSite(SMALL_SITE, { usesNativeGit, subfolder: 'site' });
  const then = await read('pages/1');
  for (const title of ['One', 'Two', 'Three']) await put('pages/1', { title });
  await put('pages/1', { slug: 'start' });
  await site.restart();
  const reply = await put('pages/1', { metaTitle: 'Hello' }, then);
  expect(reply.body).toMatchObject({
    data: { title: 'Three', slug: 'start', metaTitle: 'Hello' },
    meta: { merged: [['title'], ['slug']] },
  });
});
