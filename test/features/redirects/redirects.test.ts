import { describe, expect, it } from 'vitest';
import { importRedirects } from '../../../src/features/redirects/actions.ts';
import { SYSTEM } from '../../../src/model/access.ts';
import { countTurns } from '../../countTurns.ts';
import { refusalOf } from '../../http/problemsOf.ts';
import { makeSite, NOW, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const send = (site: Site, call: string, body?: unknown) =>
  site.ask(call, { as: 'admin', ...(body !== undefined && { body }) });

const FILE = 'id: 7\nfromPath: /old   # printed on flyers\ntoPath: /new\ncreatedAt: 2026-01-01T00:00:00.000Z\n';

describe('redirects', () => {
  it('are created, listed, changed and deleted, one commit each', async () => {
    const site = await makeSite(SMALL_SITE);
    const created = await send(site, 'POST /admin/redirects', {
      fromPath: '/Alte Seite'.replace(' ', '-'),
      toPath: '/',
    });
    expect(created.status).toBe(201);
    expect(created.body.data).toEqual({ id: 1, fromPath: '/Alte-Seite', toPath: '/', statusCode: 301, isActive: true });
    expect(created.headers.get('etag')).toBe(`"${site.git('rev-parse', 'HEAD:redirects/alte-seite.yaml').trim()}"`);
    expect(created.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(site.read('redirects/alte-seite.yaml')).toBe(
      'id: 1\nfromPath: /Alte-Seite\ntoPath: /\ncreatedAt: 2026-02-01T12:00:00.000Z\n',
    );

    const changed = await send(site, 'PUT /admin/redirects/1', {
      fromPath: '/older',
      statusCode: 308,
      id: 9,
      key: 'x',
    });
    expect(changed.body.data).toMatchObject({ id: 1, fromPath: '/older', toPath: '/', statusCode: 308 });
    const list = await site.ask('GET /admin/redirects', { as: 'viewer' });
    expect(list.body).toEqual({ data: [changed.body.data], meta: { total: 1 } });
    expect((await send(site, 'DELETE /admin/redirects/1')).body).toEqual({ data: { deleted: true } });
    expect(site.newCommits()).toEqual([
      'Delete redirect "/older" (alte-seite)',
      'Update redirect "/older" (alte-seite)',
      'Create redirect "/Alte-Seite" (alte-seite)',
    ]);
    expect(site.git('fsck', '--strict') + site.git('status', '--porcelain')).toBe('');
  });

  it('change one line of their file', async () => {
    const site = await makeSite({ 'redirects/flyer.yaml': FILE });
    const { headers } = await send(site, 'GET /admin/redirects/7');
    await send(site, 'PUT /admin/redirects/7', { toPath: '/newer' });
    expect(site.read('redirects/flyer.yaml')).toBe(FILE.replace('/new\n', '/newer\n'));
    const stale = await site.ask('PUT /admin/redirects/7', {
      as: 'admin',
      body: { toPath: '/x' },
      headers: { 'if-match': headers.get('etag') ?? '' },
    });
    expect(refusalOf(stale)).toBe('412 PRECONDITION_FAILED');
    await send(site, 'PUT /admin/redirects/7', { statusCode: null, isActive: true });
    expect(site.newCommits()).toHaveLength(1);
  });

  it('get different file names, whatever their paths', async () => {
    const site = await makeSite({ 'redirects/A-B.yaml': FILE });
    for (const fromPath of ['/a/b', '/a-b', '/', '/con', '/日本']) {
      expect((await send(site, 'POST /admin/redirects', { fromPath, toPath: '/x' })).status).toBe(201);
    }
    expect([...site.newCommits()].reverse()).toEqual([
      'Create redirect "/a/b" (a-b-2)',
      'Create redirect "/a-b" (a-b-3)',
      'Create redirect "/" (redirect)',
      'Create redirect "/con" (redirect-con)',
      'Create redirect "/日本" (ri-ben)',
    ]);
  });

  it('SEC-30 refuse invalid bodies with all problems at once', async () => {
    const site = await makeSite({ 'redirects/flyer.yaml': FILE });
    for (const [call, body, refusal] of [
      ['POST /admin/redirects', {}, '400 VALIDATION fromPath VALIDATION toPath'],
      [
        'POST /admin/redirects',
        { fromPath: 'old', toPath: '//evil.example' },
        '400 VALIDATION fromPath VALIDATION toPath',
      ],
      ['POST /admin/redirects', { fromPath: '/a', toPath: 'javascript:alert(1)' }, '400 VALIDATION toPath'],
      ['POST /admin/redirects', { fromPath: '/a', toPath: '/b\r\nSet-Cookie: x' }, '400 VALIDATION toPath'],
      ['POST /admin/redirects', { fromPath: '/a', toPath: '/\\evil.example' }, '400 VALIDATION toPath'],
      ['POST /admin/redirects', { fromPath: '/a', toPath: 'https://[' }, '400 VALIDATION toPath'],
      ['POST /admin/redirects', { fromPath: '/a', toPath: '/b', statusCode: 303 }, '400 VALIDATION statusCode'],
      ['POST /admin/redirects', { fromPath: '/old', toPath: '/b' }, '409 CONFLICT fromPath'],
      ['PUT /admin/redirects/9', { toPath: 5 }, '404 NOT_FOUND'],
      ['PUT /admin/redirects/7', { fromPath: null }, '400 VALIDATION fromPath'],
    ] as const)
      expect([body, refusalOf(await send(site, call, body))]).toEqual([body, refusal]);
    expect(refusalOf(await site.ask('POST /admin/redirects', { as: 'editor', body: {} }))).toBe('403 FORBIDDEN');
    expect(site.newCommits()).toEqual([]);
  });

  it('treat all spellings of a path as one, and keep the one that was sent', async () => {
    const site = await makeSite({ 'redirects/a.yaml': FILE.replace('/old ', '/%c3%a9 ') });
    const create = async (fromPath: string) =>
      refusalOf(await send(site, 'POST /admin/redirects', { fromPath, toPath: '/new' }));
    expect(await create('/é')).toBe('409 CONFLICT fromPath');
    expect(await create('/x/../%C3%A9')).toBe('409 CONFLICT fromPath');
    expect(await create('/É')).toBe('201');
    const { body } = await send(site, 'POST /admin/redirects/import', [{ fromPath: '/é', toPath: '/b' }]);
    expect(body.data).toEqual({ imported: 0, skipped: 1 });
    const list = await send(site, 'GET /admin/redirects');
    expect(list.body.data.map(({ fromPath }: { fromPath: string }) => fromPath)).toEqual(['/%c3%a9', '/É']);
  });

  it('SEC-30 are a conflict if they would form a loop', async () => {
    const site = await makeSite({ 'redirects/flyer.yaml': FILE });
    const create = async (fromPath: string, toPath: string) =>
      refusalOf(await send(site, 'POST /admin/redirects', { fromPath, toPath }));
    expect(await create('/self', '/self?again')).toBe('409 CONFLICT toPath');
    expect(await create('/new', '/old')).toBe('409 CONFLICT toPath');
    const { body } = await send(site, 'POST /admin/redirects', { fromPath: '/new', toPath: '/old', isActive: false });
    const activate = await send(site, `PUT /admin/redirects/${body.data.id}`, { isActive: true });
    expect(refusalOf(activate)).toBe('409 CONFLICT toPath');
    expect(await create('/next', '/old')).toBe('201');
    expect(refusalOf(await send(site, 'PUT /admin/redirects/7', { toPath: '/next' }))).toBe('409 CONFLICT toPath');
    expect(await create('/über', '/old')).toBe('201');
    expect(refusalOf(await send(site, 'PUT /admin/redirects/7', { toPath: '/%C3%BCber#top' }))).toBe(
      '409 CONFLICT toPath',
    );
    // Its own former path does not count as a step.
    expect(refusalOf(await send(site, 'PUT /admin/redirects/7', { fromPath: '/moved', toPath: '/next' }))).toBe('200');
  });
});

describe('an import of redirects', () => {
  it('creates those that are new in one commit and skips the others', async () => {
    const site = await makeSite({ 'redirects/flyer.yaml': FILE });
    const reply = await send(site, 'POST /admin/redirects/import', [
      { fromPath: '/old', toPath: '/elsewhere' },
      { fromPath: '/a', toPath: '/b', statusCode: 302 },
      { fromPath: '/a', toPath: '/c' },
      { fromPath: '/A', toPath: '/d' },
    ]);
    expect([reply.status, reply.body]).toEqual([200, { data: { imported: 2, skipped: 2 } }]);
    expect(site.newCommits()).toEqual(['Import 2 redirects']);
    expect(reply.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    const { body } = await send(site, 'GET /admin/redirects');
    expect(body.data.map(({ id, toPath }: { id: number; toPath: string }) => [id, toPath])).toEqual([
      [7, '/new'],
      [8, '/b'],
      [9, '/d'],
    ]);
    const again = await send(site, 'POST /admin/redirects/import', [{ fromPath: '/a', toPath: '/b' }]);
    expect(again.body).toEqual({ data: { imported: 0, skipped: 1 } });
    expect((await send(site, 'POST /admin/redirects/import', [])).body.data).toEqual({ imported: 0, skipped: 0 });
    expect(site.newCommits()).toHaveLength(1);
    expect(site.git('fsck', '--strict') + site.git('status', '--porcelain')).toBe('');
  });

  it('fails as a whole, reporting the path of every problem', async () => {
    const site = await makeSite({ 'redirects/flyer.yaml': FILE });
    for (const [body, refusal] of [
      [{ redirects: [] }, '400 VALIDATION'],
      [['/a', { fromPath: '/b' }], '400 VALIDATION 0 VALIDATION 1.toPath'],
      [
        [{ fromPath: '/ok', toPath: '/b' }, { toPath: '//x' }, { fromPath: '/c', toPath: 7 }],
        '400 VALIDATION 1.toPath VALIDATION 1.fromPath VALIDATION 2.toPath',
      ],
      [
        [
          { fromPath: '/1', toPath: '/2' },
          { fromPath: '/2', toPath: '/1' },
        ],
        '409 CONFLICT 0.toPath',
      ],
      [[{ fromPath: '/new', toPath: '/old' }], '409 CONFLICT 0.toPath'],
    ] as const) {
      const reply = await send(site, 'POST /admin/redirects/import', body);
      expect([body, refusalOf(reply).split(' ').sort()]).toEqual([body, refusal.split(' ').sort()]);
    }
    expect(site.newCommits()).toEqual([]);
  });
});

it('lets others run while an import follows long chains of redirects', async () => {
  const chain = Array.from({ length: 400 }, (_, at) => [
    `redirects/r${at}.yaml`,
    `id: ${at + 1}\nfromPath: /r${at}\ntoPath: /r${at + 1}\ncreatedAt: 2026-01-01T00:00:00.000Z\n`,
  ]);
  const site = await makeSite({ ...SMALL_SITE, ...Object.fromEntries(chain) });
  const bodies = Array.from({ length: 500 }, (_, at) => ({ fromPath: `/b${at}`, toPath: '/r0' }));
  let id = 1000;
  const { turns, value } = await countTurns(async () =>
    importRedirects(bodies).plan({
      ...{ lookup: site.cms.store, now: new Date(NOW), actor: SYSTEM },
      nextId: () => ++id,
    }),
  );
  expect(value).toHaveLength(500);
  expect(turns).toBeGreaterThan(3);
});
