import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createAskServer } from '../../../src/features/mcp/askServer.ts';
import { TOOLS } from '../../../src/features/mcp/createMcp.ts';
import { makeSite } from '../../makeSite.ts';
import { connect, connectTo, makeKey } from './connect.ts';
import { FILES } from './files.ts';

it('shows an agent the site, its types and its pages', async () => {
  const agent = await connectTo(await makeSite(FILES), 'content:read');
  const site = (await agent.use('get_site')).data;
  expect(site.config).toMatchObject({ siteName: 'Harbour', supportedLocales: ['en', 'de'] });
  expect(site.menus).toMatchObject([{ slug: 'main' }]);
  const types = (await agent.use('list_types')).data;
  expect(types.contentTypes).toMatchObject([{ slug: 'article', fieldsSchema: [{ name: 'intro', required: true }] }]);
  expect(types.blockTypes).toMatchObject([{ slug: 'text' }]);
  const found = await agent.use('find_pages', { search: 'boat', status: 'published' });
  expect(found).toMatchObject({ data: [{ id: 7, title: 'Boats' }], meta: { total: 1, limit: 20 } });
  const page = (await agent.use('get_page', { id: 7 })).data;
  expect(page).toMatchObject({ fields: { intro: 'Old boats' }, regions: { main: [{ id: 'pb_12' }] } });
  expect((await agent.use('get_taxonomy', { id: 1 })).data.terms).toMatchObject([{ slug: 'sea' }]);
  expect((await agent.use('find_anything', { words: 'boats' })).data.pages).toHaveLength(1);
  expect((await agent.use('list_problems')).meta.total).toBe(5);
  expect((await agent.use('page_history', { id: 7 })).meta.total).toBe(1);
});

it("passes on the server's error message, and goes on", async () => {
  const site = await makeSite(FILES);
  const agent = await connectTo(site, 'content:read');
  await expect(agent.use('get_page', { id: 99 })).rejects.toThrow('NOT_FOUND');
  await expect(agent.use('get_page', { id: 'boats' })).rejects.toThrow(/expected number/i);
  expect((await agent.use('get_page', { id: 7 })).data.title).toBe('Boats');
});

it('lets an agent change a type with its records in a change, and see before what that does, if its key may', async () => {
  const site = await makeSite(FILES);
  const agent = await connectTo(site, '*');
  const { name: change } = (await agent.use('start_change', { title: 'Lead' })).data;
  const migration = {
    change,
    type: 'article',
    operations: [{ rename: { from: 'intro', to: 'lead' } }],
  };
  const seen = await agent.use('migrate_type', { ...migration, dryRun: true });
  expect(seen.data).toMatchObject({ commit: null, counts: { contentType: 1, page: expect.any(Number) }, refused: 0 });
  expect((await agent.use('migrate_type', migration)).data.commit).toMatch(/^[0-9a-f]{40}$/);
  expect((await agent.use('get_page', { id: 7, change })).data.fields).toEqual({ lead: 'Old boats' });
  expect((await agent.use('get_page', { id: 7 })).data.fields).toEqual({ intro: 'Old boats' });
  const editor = await connectTo(site, 'content:write');
  await expect(editor.use('migrate_type', migration)).rejects.toThrow('FORBIDDEN');
});

it('reports a wrong key and an unreachable server', async () => {
  const site = await makeSite(FILES);
  const stranger = await connect(createAskServer({ url: site.url, key: 'sk_nobody' }));
  await expect(stranger.use('get_site')).rejects.toThrow('UNAUTHORIZED');
  const gone = site.url;
  await site.stop();
  const lost = await connect(createAskServer({ url: gone, key: 'sk_nobody' }));
  await expect(lost.use('get_site')).rejects.toThrow(`${gone}/api/admin cannot be reached: connect ECONNREFUSED`);
});

it("does not follow a redirect with its key, nor accept an answer that is not Quire's", async () => {
  const asked: RequestInit[] = [];
  const send = async (_: unknown, init?: RequestInit): Promise<Response> => {
    asked.push(init ?? {});
    return new Response('<h1>Bad gateway</h1>', { status: 502 });
  };
  const agent = await connect(createAskServer({ url: 'https://cms.example.org/quire', key: 'sk_x', fetch: send }));
  await expect(agent.use('list_changes')).rejects.toThrow(
    'https://cms.example.org/quire/api/admin/changes answered 502, but not as Quire does: check the address',
  );
  expect(asked).toMatchObject([{ redirect: 'error', headers: { 'X-API-Key': 'sk_x' } }]);
});

it('SEC-44 requests only what a tool is for, and writes nothing live, whatever a change is called', async () => {
  const site = await makeSite(FILES);
  const asked: string[] = [];
  const send: typeof fetch = (url, init) => {
    asked.push(`${init?.method} ${new URL(String(url)).pathname}`);
    return fetch(url, init);
  };
  const agent = await connect(
    createAskServer({ url: site.url, key: await makeKey(site, 'content:write'), fetch: send }),
  );
  for (const change of ['..', '../pages/7', '%2e%2e', ' ', 'a\r\nX-API-Key: b', '~#7']) {
    await expect(agent.use('check_change', { change })).rejects.toThrow();
    await expect(agent.use('publish_change', { change, head: '0'.repeat(40) })).rejects.toThrow();
    await expect(agent.use('edit_page', { change, id: 7, title: 'Live' })).rejects.toThrow();
  }
  expect(asked.filter((one) => !/ \/api\/admin\/(?:changes\/[^/]+(?:\/publish)?|pages\/7)$/.test(one))).toEqual([]);
  expect(site.newCommits()).toEqual([]);
  site.git('branch', '漢字');
  const written = await agent.use('edit_page', { change: '~漢字', id: 7, title: 'Proposed' });
  expect(written.data.title).toBe('Proposed');
  expect(site.newCommits()).toEqual([]);
});

it('asks only for what the server has', async () => {
  const site = await makeSite();
  const { paths } = (await site.ask('GET /openapi.json')).body as { readonly paths: Record<string, object> };
  const asked = new Set<string>();
  const agent = await connect(async (method, path) => {
    asked.add(
      `${method.toLowerCase()} /api/admin${path.replace(/\/(changes)\/x/, '/$1/{name}').replaceAll(/\/\d+/g, '/{id}')}`,
    );
    return { data: { ref: 'refs/heads/x' } };
  });
  const some = {
    change: 'x',
    id: 1,
    placement: 2,
    taxonomy: 3,
    title: 'A',
    type: 'a',
    region: 'main',
    locale: 'de',
    name: 'A',
    words: 'a',
    operations: [{}],
    head: '0'.repeat(40),
    from: 'now',
    records: [{ kind: 'page', key: 'en/a' }],
  };
  for (const { name, input } of TOOLS)
    await agent.use(name, Object.fromEntries(Object.entries(some).filter(([key]) => key in input)));
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path.replaceAll(/\{(?!name)\w+\}/g, '{id}')}`),
  );
  expect([...asked].filter((one) => !served.includes(one))).toEqual([]);
});

it('marks the tools that change something, and describes each in the guide', async () => {
  const agent = await connectTo(await makeSite());
  const { tools } = await agent.client.listTools();
  expect(tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name)).toEqual([
    'publish_change',
  ]);
  const guide = readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8');
  expect(tools.filter(({ name }) => !guide.includes(`\`${name}\``))).toEqual([]);
  for (const { name, annotations, inputSchema } of tools)
    if (!annotations?.readOnlyHint && name !== 'start_change') expect(inputSchema.required, name).toContain('change');
});
