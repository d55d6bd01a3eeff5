import { describe, expect, it } from 'vitest';
import type { Redirect } from '../../../src/features/redirects/entity.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { changing, making, NOW, planDrafts, presentOfFiles } from '../presentOfFiles.ts';

const present = presentOfFiles({
  ...SMALL_SITE,
  'users/1.yaml': 'email: ada@example.org\nname: Ada\npasswordHash: x\n',
});
const { lookup } = present;

const redirect = (key: string): Redirect => ({
  key,
  fromPath: `/${key}`,
  toPath: '/x',
  statusCode: 301,
  isActive: true,
});
const makeRedirects = (...keys: readonly string[]) =>
  keys.map((key, index) => making('redirect', redirect(key), 90 + index));
const pathsOf = (write: { readonly files: readonly { readonly path: string }[] }): readonly string[] =>
  write.files.map(({ path }) => path);

describe('a planned write', () => {
  it('has the updates of the store, the same as if the files were read', async () => {
    const write = await planDrafts(present, [changing(lookup, 'page', 'en/about', { title: 'Us' })]);
    expect(write).toMatchObject({ home: 'content', publishes: true, at: NOW, author: { name: 'Ada' } });
    expect(write.edits).toEqual(write.files);
    expect(write.message).toMatch(/^Update page "Us" \(en\/about\)\n/);
    const { rev } = write.changes[0]!.after!;
    expect(write.changes).toEqual([
      {
        kind: 'page',
        before: lookup.byKey('page', 'en/about'),
        after: {
          kind: 'page',
          id: 3,
          key: 'en/about',
          path: 'pages/en/about.yaml',
          rev: expect.stringMatching(/^[0-9a-f]{40}$/),
          createdAt: '2026-01-06T00:00:00.000Z',
          updatedAt: NOW.toISOString(),
          data: { ...lookup.byKey('page', 'en/about')!.data, title: 'Us' },
        },
      },
    ]);
    expect(write.files).toMatchObject([{ path: 'pages/en/about.yaml', record: { rev, id: 3 }, problems: [] }]);
  });

  it('removes a record with its file', async () => {
    const write = await planDrafts(present, [changing(lookup, 'page', 'en/secret', null)]);
    expect(write.changes).toEqual([{ kind: 'page', before: lookup.byKey('page', 'en/secret'), after: null }]);
    expect(write.files).toMatchObject([{ path: 'pages/en/secret.yaml', bytes: null, record: null, problems: [] }]);
  });

  it('publishes nothing if nothing changes, unless the action always makes a revision', async () => {
    const same = [changing(lookup, 'page', 'en/about', {})];
    expect(await planDrafts(present, same)).toMatchObject({ publishes: false, edits: [], changes: [] });
    expect(await planDrafts(present, same, { alwaysCommits: true })).toMatchObject({ publishes: true, files: [] });
    expect(await planDrafts(present, [], { alwaysCommits: true })).toMatchObject({ publishes: false, home: 'content' });
  });

  it('publishes files that are not records even if no record changes', async () => {
    const attachment = { path: 'media/files/a-00000000.txt', before: null, bytes: Buffer.from('a') };
    const drafts = [{ ...changing(lookup, 'page', 'en/about', {}), attachments: [attachment] }];
    expect(await planDrafts(present, drafts)).toMatchObject({ publishes: true, files: [], edits: [attachment] });
  });

  it('is of one home: records without history cannot be half of a commit', async () => {
    const user = changing(lookup, 'user', '1', { name: 'Ada L' });
    expect(await planDrafts(present, [user])).toMatchObject({ home: 'private' });
    await expect(planDrafts(present, [user, changing(lookup, 'page', 'en/about', { title: 'Us' })])).rejects.toThrow(
      'two homes',
    );
  });

  it('may change the case of a name, but not take the name of another record', async () => {
    const rename = (slug: string) => [changing(lookup, 'page', 'en/about', { slug })];
    expect(pathsOf(await planDrafts(present, rename('About')))).toContain('pages/en/About.yaml');
    const stays = [...rename('Secret'), changing(lookup, 'page', 'en/secret', { title: 'Stays' })];
    await expect(planDrafts(present, stays)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('judges records against the other drafts of the action', async () => {
    const type = making('contentType', { slug: 'new', name: 'New', fieldsSchema: [], regions: [] }, 91);
    const page = { ...lookup.byKey('page', 'en/about')!.data, slug: 'newer', type: 'new' };
    expect(await planDrafts(present, [making('page', page), type])).toMatchObject({ publishes: true });
    await expect(planDrafts(present, [making('page', page)])).rejects.toMatchObject({
      details: [{ path: ['typeId'] }],
    });
    const two = makeRedirects('a', 'b').map((draft) => ({ ...draft, after: { ...draft.after!, data: redirect('a') } }));
    await expect(planDrafts(present, two as never)).rejects.toMatchObject({ code: 'CONFLICT' });
    const loop = [redirect('a'), redirect('b')].map((data, index) =>
      making('redirect', { ...data, toPath: index ? '/a' : '/b' }, 90 + index),
    );
    await expect(planDrafts(present, loop)).rejects.toMatchObject({
      details: [{ path: ['toPath'] }, { path: ['toPath'] }],
    });
  });

  it('does not judge records that merely follow: an invalid one stays so', async () => {
    const home = 'id: 1\ntype: article\ntitle: No summary\nstatus: draft\nfields: { related: en/about }\n';
    const site = presentOfFiles({ ...SMALL_SITE, 'pages/en/home.yaml': home });
    const write = await planDrafts(site, [changing(site.lookup, 'page', 'en/about', { slug: 'we' })]);
    expect(pathsOf(write)).toContain('pages/en/home.yaml');
    const publish = changing(site.lookup, 'page', 'en/home', { status: 'published' });
    await expect(planDrafts(site, [publish])).rejects.toMatchObject({ details: [{ path: ['fields', 'summary'] }] });
  });
});

describe('a folder that a write fills', () => {
  const almostFull = { ...present, countIn: (folder: string) => (folder === 'redirects' ? 255 : 0) };

  it('sends the later records to its shelves', async () => {
    expect(pathsOf(await planDrafts(almostFull, makeRedirects('a', 'b', 'c')))).toEqual([
      'redirects/a.yaml',
      'redirects/_e9/b.yaml',
      'redirects/_84/c.yaml',
    ]);
  });

  it('has room again for each record that is removed', async () => {
    const site = presentOfFiles({ 'redirects/old.yaml': 'id: 1\nfromPath: /old\ntoPath: /x\n' });
    const drafts = [changing(site.lookup, 'redirect', 'old', null), ...makeRedirects('a', 'b')];
    expect(pathsOf(await planDrafts({ ...site, countIn: almostFull.countIn }, drafts))).toEqual([
      'redirects/old.yaml',
      'redirects/a.yaml',
      'redirects/b.yaml',
    ]);
  });
});
