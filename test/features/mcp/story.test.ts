import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, it, onTestFinished } from 'vitest';
import { MAIN, run } from '../../cli/quire.ts';
import { makeSite } from '../../makeSite.ts';
import { type Agent, connectTo, makeKey, withTools } from './connect.ts';
import { FILES } from './files.ts';

/** An agent's whole task: it writes a page, corrects another and checks both. @returns the name of its change */
async function work(agent: Agent): Promise<string> {
  const change = (await agent.use('start_change', { title: 'Say more of boats' })).data.name;
  const made = await agent.use('create_page', {
    ...{ change, type: 'article', title: 'Ferries', status: 'published', fields: { intro: 'New ferries' } },
    regions: { main: [{ blockTypeSlug: 'text', fields: { text: 'Toot' } }] },
  });
  await agent.use('edit_page', { change, id: 7, fields: { intro: 'Old and new boats' }, revisionNote: 'Ferries too' });
  await agent.use('edit_block', { change, id: 7, placement: 12, fields: { text: 'Ahoy there' } });
  await agent.use('add_block', {
    change,
    id: made.data.id,
    region: 'main',
    blockTypeSlug: 'text',
    fields: { text: 'Bye' },
  });
  return change;
}

it('lets an agent propose what a person publishes', async () => {
  const site = await makeSite(FILES);
  const agent = await connectTo(site, 'content:write', { changesOnly: true });
  const change = await work(agent);

  expect((await agent.use('get_page', { id: 7, change })).data.fields).toEqual({ intro: 'Old and new boats' });
  expect((await agent.use('get_page', { id: 7 })).data.fields).toEqual({ intro: 'Old boats' });
  const { records, problems, clashes, head } = (await agent.use('check_change', { change })).data;
  expect(records).toMatchObject([
    { kind: 'page', key: 'en/boats', change: 'updated' },
    { kind: 'page', key: 'en/ferries', change: 'created' },
  ]);
  expect({ problems: problems.filter(({ severity }: { severity: string }) => severity === 'error'), clashes }).toEqual({
    problems: [],
    clashes: [],
  });

  await expect(agent.use('publish_change', { change, head })).rejects.toThrow('FORBIDDEN');
  expect((await site.ask('GET /content/pages/ferries')).status).toBe(404);
  const { status } = await site.ask(`POST /admin/changes/${change}/publish`, { as: 'editor', body: {} });
  expect(status).toBe(200);
  expect((await site.ask('GET /content/pages/ferries')).body.data).toMatchObject({ title: 'Ferries' });
  expect(site.git('rev-list', '--first-parent', 'HEAD')).toHaveLength(2 * 41);
});

it('publishes with a key that is allowed to', async () => {
  const site = await makeSite(FILES);
  const agent = await connectTo(site);
  const change = await work(agent);
  const { head } = (await agent.use('check_change', { change })).data;
  await agent.use('edit_page', { change, id: 7, title: 'Not checked' });
  await expect(agent.use('publish_change', { change, head })).rejects.toThrow('PRECONDITION_FAILED');
  expect((await agent.use('get_page', { id: 7 })).data.title).toBe('Boats');
  const checked = await agent.use('check_change', { change });
  await agent.use('publish_change', { change, head: checked.data.head });
  expect((await agent.use('get_page', { id: 7 })).data.fields).toEqual({ intro: 'Old and new boats' });
});

it('reports field names that no type has, instead of dropping them', async () => {
  const agent = await connectTo(await makeSite(FILES));
  const { name: change } = (await agent.use('start_change', { title: 'A slip' })).data;
  const slip = agent.use('edit_page', { change, id: 7, fields: { inrto: 'Old and new boats' } });
  await expect(slip).rejects.toThrow(/VALIDATION[\s\S]*intro/);
});

it('makes a preview link for a person', async () => {
  const site = await makeSite(FILES);
  const agent = await connectTo(site);
  const change = await work(agent);
  const { token } = (await agent.use('preview_link', { change, days: 3 })).data;
  const { ref } = (await agent.use('check_change', { change })).data;
  const shown = await site.ask(`GET /content/pages/ferries?ref=${encodeURIComponent(ref)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(shown.body.data).toMatchObject({ title: 'Ferries' });
});

it('is a program that an agent starts', async () => {
  const site = await makeSite(FILES);
  const client = new Client({ name: 'agent', version: '1' });
  onTestFinished(() => client.close());
  const env = { PATH: process.env['PATH'] ?? '', QUIRE_API_KEY: await makeKey(site, 'content:read') };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp', '--url', site.url], env }),
  );
  expect(client.getServerVersion()?.name).toBe('quire');
  expect(client.getInstructions()).toContain('start_change');
  const agent = withTools(client);
  expect((await agent.use('get_page', { id: 7 })).data.title).toBe('Boats');
  await expect(agent.use('start_change', { title: 'No' })).rejects.toThrow('FORBIDDEN');
});

it('explains its arguments', async () => {
  const wrong = await run(['mcp', '--url', 'ftp://example.org'], { QUIRE_API_KEY: 'sk_x' });
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--url must be an http or https address, but is ftp://example.org'),
  });
  const asking = await run(['mcp', '--url', 'http://localhost:3000/?a=b'], { QUIRE_API_KEY: 'sk_x' });
  expect(asking).toMatchObject({ code: 2, stderr: expect.stringContaining('must end before any "?" or "#"') });
  const keyless = await run(['mcp']);
  expect(keyless).toMatchObject({ code: 2, stderr: expect.stringContaining('QUIRE_API_KEY is not set') });
});
