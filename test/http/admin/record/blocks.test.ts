import { describe, expect, it } from 'vitest';
import { makeSite, NOW, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

const HOME = SMALL_SITE['pages/en/home.yaml'] ?? '';

/** A site with a type whose fields refer to other records. */
const TEASER = `id: 3
name: Teaser
fieldsSchema:
  - { name: goal, type: page }
  - name: rows
    type: repeater
    fields:
      - { name: topic, type: term }
      - { name: size, type: integer, max: 9 }
createdAt: 2026-01-01T00:00:00.000Z
`;
const SITE = { ...SMALL_SITE, 'block-types/teaser.yaml': TEASER };

const send = (site: Site, call: string, body?: unknown) =>
  site.ask(call, { as: 'editor', ...(body !== undefined && { body }) });

const list = async (site: Site, query = ''): Promise<readonly string[]> =>
  (await send(site, `GET /admin/blocks${query}`)).body.data.map(
    ({ id, title, usageCount }: { id: number; title: string | null; usageCount: number }) =>
      `${id} ${title} ${usageCount}`,
  );

describe('blocks', () => {
  it('are created with ids of their references, and stored with keys', async () => {
    const site = await makeSite(SITE);
    const created = await send(site, 'POST /admin/blocks', {
      title: 'Über uns!',
      typeId: '3',
      fields: { goal: 3, rows: [{ topic: 2, size: 4 }], more: { kept: null } },
    });
    expect(created.status).toBe(201);
    expect(created.body.data).toEqual({
      ...{ draft: null, work: null },
      id: 4,
      typeId: 3,
      typeSlug: 'teaser',
      typeName: 'Teaser',
      title: 'Über uns!',
      fields: { goal: 3, rows: [{ topic: 2, size: 4 }], more: { kept: null } },
      isReusable: true,
      createdAt: NOW,
      updatedAt: NOW,
      createdBy: 'The editor',
      usage: [],
    });
    expect(site.read('blocks/uber-uns.yaml')).toContain('goal: en/about\n');
    expect(site.read('blocks/uber-uns.yaml')).toContain('topic: topics/events\n');
    expect(created.headers.get('etag')).toBe(`"${site.git('rev-parse', 'HEAD:blocks/uber-uns.yaml').trim()}"`);
    const read = await site.ask('GET /admin/blocks/4', { as: 'viewer' });
    expect(read.body.data).toEqual(created.body.data);

    await send(site, 'POST /admin/blocks', { title: 'über, uns', type: 'text', isReusable: false });
    expect(site.newCommits()).toEqual(['Create block "über, uns" (uber-uns-2)', 'Create block "Über uns!" (uber-uns)']);
    expect(site.git('fsck', '--strict') + site.git('status', '--porcelain')).toBe('');
  });

  it('are filtered by kind, type and title, and listed with their usage count', async () => {
    const site = await makeSite({
      ...SITE,
      'blocks/single.yaml':
        'id: 9\ntype: text\ntitle: Single\nisReusable: false\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
      'pages/en/about.yaml': `${SMALL_SITE['pages/en/about.yaml']}regions:\n  a: [{ id: 5, block: motto }]\n  b: [{ id: 6, block: motto }]\n`,
    });
    expect(await list(site)).toEqual(['1 Motto 3']);
    expect(await list(site, '?reusable=true')).toEqual(['1 Motto 3']);
    expect(await list(site, '?reusable=false')).toEqual(['2 null 1', '9 Single 0']);
    expect(await list(site, '?reusable=all')).toEqual(['1 Motto 3', '2 null 1', '9 Single 0']);
    expect(await list(site, '?reusable=all&type=text')).toEqual(['2 null 1', '9 Single 0']);
    expect(await list(site, '?reusable=all&search=OTT')).toEqual(['1 Motto 3']);
    expect(await list(site, '?reusable=all&limit=1&offset=1')).toEqual(['2 null 1']);
    const { body } = await send(site, 'GET /admin/blocks?reusable=all&limit=500');
    expect(body.meta).toEqual({ total: 3, limit: 100, offset: 0 });
    expect(refusalOf(await send(site, 'GET /admin/blocks?reusable=maybe'))).toBe('400 VALIDATION reusable');
  });

  it('list every place where they are used', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await send(site, 'GET /admin/blocks/1');
    expect(body.data.usage).toEqual([
      { pageId: 1, pageTitle: 'Home', pageSlug: 'home', locale: 'en', region: 'content' },
    ]);
  });

  it('change one line of their file, and are updated on every page', async () => {
    const site = await makeSite(SMALL_SITE);
    const changed = await send(site, 'PUT /admin/blocks/1', { fields: { text: 'Look thrice.' }, key: 'x', id: 7 });
    expect(changed.body.data).toMatchObject({ id: 1, title: 'Motto', fields: { text: 'Look thrice.' } });
    expect(site.read('blocks/motto.yaml')).toBe(SMALL_SITE['blocks/motto.yaml']?.replace('twice', 'thrice'));
    const { body } = await site.ask('GET /content/pages/home');
    expect(body.data.regions.content[1].fields).toEqual({ text: 'Look thrice.', tone: 'loud' });
    await send(site, 'PUT /admin/blocks/1', { title: 'Motto', isReusable: true });
    expect(site.newCommits()).toEqual(['Update block "Motto" (motto)']);
    const stale = await site.ask('PUT /admin/blocks/1', { as: 'editor', body: {}, headers: { 'if-match': '"0"' } });
    expect(refusalOf(stale)).toBe('412 PRECONDITION_FAILED');
  });

  it('keep their type, and cannot be deleted while a page places them', async () => {
    const site = await makeSite(SMALL_SITE);
    const refused = await send(site, 'DELETE /admin/blocks/1');
    expect(refusalOf(refused)).toBe('409 IN_USE');
    expect(refused.body.errors[0].message).toContain('pages/en/home.yaml');
    await send(site, 'PUT /admin/pages/1', { regions: null });
    const changed = await send(site, 'PUT /admin/blocks/1', { type: 'text', fields: { body: 'Plain' } });
    expect(changed.body.data).toMatchObject({ typeSlug: 'text', fields: { body: 'Plain' } });
    expect((await send(site, 'DELETE /admin/blocks/1')).body).toEqual({ data: { deleted: true } });
    expect(site.newCommits()[0]).toBe('Delete block "Motto" (motto)');
    expect(refusalOf(await send(site, 'DELETE /admin/blocks/1'))).toBe('404 NOT_FOUND');
  });

  it('refuse invalid bodies with all problems at once and full paths', async () => {
    const site = await makeSite(SITE);
    for (const [call, body, refusal] of [
      ['POST /admin/blocks', {}, '400 VALIDATION title VALIDATION typeId'],
      ['POST /admin/blocks', { title: 'A', typeId: 99, fields: [] }, '400 VALIDATION fields VALIDATION typeId'],
      ['POST /admin/blocks', { title: 'A', type: 'quote' }, '400 VALIDATION fields.text'],
      [
        'POST /admin/blocks',
        { title: '', typeId: 3, fields: { goal: 99, rows: [{}, { topic: 'x', size: 10 }] } },
        '400 VALIDATION title VALIDATION fields.goal VALIDATION fields.rows.1.topic VALIDATION fields.rows.1.size',
      ],
      ['PUT /admin/blocks/1', { title: null }, '400 VALIDATION title'],
      ['PUT /admin/blocks/1', { fields: { text: 5 } }, '400 VALIDATION fields.text'],
      ['PUT /admin/blocks/1', { type: 'none' }, '400 VALIDATION typeId'],
      ['PUT /admin/blocks/1', { type: 'text' }, '400 VALIDATION typeId'],
      ['PUT /admin/blocks/99', { title: 5 }, '404 NOT_FOUND'],
      ['GET /admin/blocks/99', undefined, '404 NOT_FOUND'],
      ['DELETE /admin/blocks/99', undefined, '404 NOT_FOUND'],
    ] as const)
      expect([call, body, refusalOf(await send(site, call, body))]).toEqual([call, body, refusal]);
    expect(refusalOf(await site.ask('POST /admin/blocks', { as: 'viewer', body: {} }))).toBe('403 FORBIDDEN');
    expect(site.newCommits()).toEqual([]);
  });
});

describe('inline blocks', () => {
  it('are read under the id of their placement', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body, headers } = await send(site, 'GET /admin/blocks/2');
    expect(body.data).toEqual({
      ...{ draft: null, work: null },
      id: 2,
      typeId: 1,
      typeSlug: 'text',
      typeName: 'Text',
      title: null,
      fields: { body: 'Hello there.' },
      isReusable: false,
      createdAt: '2026-01-04T16:20:11.204Z',
      updatedAt: expect.any(String),
      createdBy: 'A Developer',
      usage: [{ pageId: 1, pageTitle: 'Home', pageSlug: 'home', locale: 'en', region: 'content' }],
    });
    expect(headers.get('etag')).toBe(`"${site.git('rev-parse', 'HEAD:pages/en/home.yaml').trim()}"`);
    // The placement of a reusable block is not a block.
    expect(refusalOf(await send(site, 'GET /admin/blocks/3'))).toBe('404 NOT_FOUND');
  });

  it('change only their lines in the page, in a commit of the page', async () => {
    const site = await makeSite(SMALL_SITE);
    const { headers } = await send(site, 'GET /admin/blocks/2');
    const reply = await site.ask('PUT /admin/blocks/2', {
      as: 'editor',
      body: { fields: { body: 'Goodbye.' }, isReusable: false },
      headers: { 'if-match': headers.get('etag') ?? '' },
    });
    expect(reply.body.data).toMatchObject({ id: 2, fields: { body: 'Goodbye.' } });
    expect(reply.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(site.read('pages/en/home.yaml')).toBe(HOME.replace('Hello there.', 'Goodbye.'));
    await send(site, 'PUT /admin/blocks/2', { title: 'Greeting' });
    expect(site.read('pages/en/home.yaml')).toContain('      title: Greeting\n');
    await send(site, 'PUT /admin/blocks/2', { title: null });
    expect(site.read('pages/en/home.yaml')).toBe(HOME.replace('Hello there.', 'Goodbye.'));
    await send(site, 'PUT /admin/blocks/2', { fields: { body: 'Goodbye.' } });
    expect(site.newCommits()).toEqual(Array(3).fill('Update page "Home" (en/home)'));
    expect(site.git('log', '-1', '--format=%(trailers:key=Quire-Record,valueonly)').trim()).toBe('page/1 en/home');
    expect(site.git('fsck', '--strict') + site.git('status', '--porcelain')).toBe('');
  });

  it('are in use while their page has them, and are deleted with their placement', async () => {
    const site = await makeSite(SMALL_SITE);
    const refused = await send(site, 'DELETE /admin/blocks/2');
    expect(refusalOf(refused)).toBe('409 IN_USE');
    expect(refused.body.errors[0].message).toContain('pages/en/home.yaml');
    const stale = await site.ask('DELETE /admin/blocks/2', { as: 'editor', headers: { 'if-match': '"0"' } });
    expect(refusalOf(stale)).toBe('412 PRECONDITION_FAILED');
    expect(site.read('pages/en/home.yaml')).toBe(HOME);
    expect((await send(site, 'DELETE /admin/pages/1/blocks/2')).body).toEqual({ data: { deleted: true } });
    expect(site.read('pages/en/home.yaml')).toBe(
      HOME.replace('    - id: 2\n      type: text\n      fields: { body: Hello there. }\n', ''),
    );
    expect(site.newCommits()).toEqual(['Update page "Home" (en/home)']);
    expect(refusalOf(await send(site, 'DELETE /admin/blocks/2'))).toBe('404 NOT_FOUND');
  });

  it('follow the rules of the page and of their type', async () => {
    const site = await makeSite(SITE);
    for (const [body, refusal] of [
      [{ fields: { body: 5 } }, '400 VALIDATION fields.body'],
      [{ type: 'teaser' }, '400 VALIDATION typeId'],
      [{ type: 'quote', fields: {} }, '400 VALIDATION fields.text'],
      [{ title: 7, isReusable: true, typeId: 9 }, '400 VALIDATION title VALIDATION typeId VALIDATION isReusable'],
    ] as const)
      expect([body, refusalOf(await send(site, 'PUT /admin/blocks/2', body))]).toEqual([body, refusal]);
    expect(site.newCommits()).toEqual([]);
    const reply = await send(site, 'PUT /admin/blocks/2', { type: 'quote', fields: { text: 'Yes' } });
    expect(reply.body.data).toMatchObject({ typeSlug: 'quote', fields: { text: 'Yes' } });
  });
});
