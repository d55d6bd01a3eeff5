import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RecordClash } from '../../src/model/clash.ts';
import { long, someOf } from '../long.ts';
import type { Site } from '../makeSite.ts';
import { type Clone, FILES, makeTeam, PAGE, TEXT, type Team } from './makeTeam.ts';

/** The clashes that a server lists that has nothing but the history. */
async function listedFromHistory({ site, sync }: Pick<Team, 'site' | 'sync'>): Promise<readonly RecordClash[]> {
  await site.stop();
  rmSync(join(site.privateDir, 'state', 'clashes.json'), { force: true });
  await site.restart();
  return (await sync()).clashes;
}

const put = (site: Site, body: object) => site.ask('PUT /admin/pages/12', { as: 'admin', body });

/** A team whose server has merged a title that was changed on both sides. */
async function makeClash() {
  const team = await makeTeam();
  const developer = team.clone();
  developer.push({ [PAGE]: TEXT.replace('About us', 'There') });
  await put(team.site, { title: 'Here' });
  const [clash] = (await team.sync()).clashes as RecordClash[];
  developer.git('pull', '--quiet');
  const settle = (body: object) => team.site.ask(`POST /admin/sync/clashes/${clash!.clashId}`, { as: 'admin', body });
  return { ...team, developer, clash: clash!, settle };
}

type Clashing = Awaited<ReturnType<typeof makeClash>>;

/** A developer's edit of the page as it is now. */
const edit = (developer: Clone, from: string, to: string): string =>
  developer.push({ [PAGE]: developer.read(PAGE).replace(from, to) });

const SETTLED: Readonly<Record<string, (team: Clashing) => unknown>> = {
  'is settled with our side': ({ settle }) => settle({ take: 'ours' }),
  'is settled with their side and edited later': async ({ settle, site }) => {
    await settle({ take: 'theirs' });
    await put(site, { title: 'Newer' });
  },
  'is settled with a third value': ({ settle }) => settle({ value: 'Neither' }),
  'gets another value from an editor': ({ site }) => put(site, { title: 'Edited' }),
  'gets another value from a developer': ({ developer }) => edit(developer, 'Here', 'By a developer'),
  'is gone with its page': ({ site }) => site.ask('DELETE /admin/pages/12', { as: 'admin' }),
  'is settled in commits that were squashed': ({ developer, clash }) =>
    developer.push(
      {},
      `Squashed (#7)\n\n* Settle others\n\nSettles clash ${'x'.repeat(20)}.\n\n* Settle page\n\nSettles clash ${clash.clashId}.`,
    ),
  'is settled in a commit that was made again': async ({ settle, sync, developer }) => {
    await settle({ take: 'ours' });
    await sync();
    developer.git('pull', '--quiet');
    developer.push({ 'README.md': 'New' });
    developer.git('rebase', '--quiet', '--onto', 'HEAD', 'HEAD~1', 'HEAD');
  },
};

const OPEN: Readonly<Record<string, (team: Clashing) => unknown>> = {
  'nobody touches': () => undefined,
  'stays while the rest of its page is edited': async ({ site, developer }) => {
    await put(site, { fields: { summary: 'Edited', body: 'More' } });
    developer.push({ 'pages/en/other.yaml': 'id: 13\ntype: article\ntitle: Other\n' });
  },
  'stays when its page moves': ({ site }) => put(site, { slug: 'who-we-are' }),
};

describe('from the history alone, a value that clashed', () => {
  it.each(someOf(['gets another value from an editor', 'is settled with our side'], 1))(
    '%s is settled',
    async (name) => {
      const team = await makeClash();
      await SETTLED[name]!(team);
      expect(await listedFromHistory(team)).toEqual([]);
    },
  );

  long.it.each(Object.keys(SETTLED))('and %s is settled for every server', async (name) => {
    const team = await makeClash();
    await SETTLED[name]!(team);
    await team.sync();
    expect(await listedFromHistory(team)).toEqual([]);
    expect(await (await team.server()).sync()).toMatchObject({ clashes: [] });
    expect(await team.sync()).toMatchObject({ state: 'synced', clashes: [] });
  });

  it.each(someOf(Object.keys(OPEN).toReversed(), 1))('and %s is open', async (name) => {
    const team = await makeClash();
    await OPEN[name]!(team);
    await team.sync();
    expect(await listedFromHistory(team)).toEqual((await team.sync()).clashes);
    expect((await (await team.server()).sync()).clashes).toMatchObject([{ clashId: team.clash.clashId }]);
  });
});

long.it('opens a clash again when the host drops the commit that settled it', async () => {
  const { host, settle, sync, clash, ...team } = await makeClash();
  const merge = host.git('rev-parse', 'main');
  await settle({ take: 'ours' });
  expect(await sync()).toMatchObject({ clashes: [] });
  host.git('update-ref', 'refs/heads/main', merge);
  expect((await sync()).clashes).toMatchObject([{ clashId: clash.clashId }]);
  expect(await listedFromHistory({ ...team, sync })).toHaveLength(1);
});

long.it('lists a value where its block is now, also of a page that is new to the server', async () => {
  const block = (id: number, body: string): string => `    - { id: ${id}, type: note, fields: { body: ${body} } }\n`;
  const page = (...blocks: readonly string[]): string =>
    `id: 15\ntype: blocks\ntitle: Blocks\nregions:\n  main:\n${blocks.join('')}`;
  const path = 'pages/en/blocks.yaml';
  const { site, sync, clone, server } = await makeTeam();
  const developer = clone();
  developer.push({
    'content-types/blocks.yaml': 'id: 2\nname: Blocks\nfieldsSchema: []\nregions: [main]\n',
    'block-types/note.yaml': 'id: 1\nname: Note\nfieldsSchema:\n  - { name: body, type: text }\n',
    [path]: page(block(31, 'First'), block(32, 'Second')),
  });
  await sync();
  developer.push({ [path]: page(block(31, 'First'), block(32, 'There')) });
  site.write(path, page(block(31, 'First'), block(32, 'Here')));
  site.git('commit', '--quiet', '--all', '--message=By hand');
  const [clash] = (await sync()).clashes;
  developer.git('pull', '--quiet');
  developer.push({ [path]: page(block(33, 'New'), block(31, 'First'), block(32, 'Here')) });
  const other = await server();
  const { clashes } = await other.sync();
  expect(clashes).toEqual([{ ...clash, path: ['regions', 'main', 2, 'fields', 'body'] }]);
  await other.site.ask(`POST /admin/sync/clashes/${clash.clashId}`, { as: 'admin', body: { take: 'theirs' } });
  expect(other.site.read(path)).toBe(page(block(33, 'New'), block(31, 'First'), block(32, 'There')));
});

const MARKDOWN = '---\nid: 14\ntype: story\ntitle: A story\n---\n\nOnce upon a time.\n\nThe end.\n';
const LIST = 'id: 15\ntype: article\ntitle: Blocks\nregions:\n  main:\n    - { type: note, fields: { body: One } }\n';

long.describe('from the history alone, also', () => {
  const files = {
    ...FILES,
    'content-types/story.yaml': 'id: 2\nname: Story\nfieldsSchema:\n  - { name: body, type: richtext, body: true }\n',
    'content-types/article.yaml': `${FILES['content-types/article.yaml']}regions: [main]\n`,
    'block-types/note.yaml': 'id: 1\nname: Note\nfieldsSchema:\n  - { name: body, type: text }\n',
    'pages/en/story.md': MARKDOWN,
    'pages/en/blocks.yaml': LIST,
  };

  it.each([
    ['a text in Markdown', 'pages/en/story.md', MARKDOWN, 'Once upon a time.'],
    ['a block without an id', 'pages/en/blocks.yaml', LIST, 'One'],
    ['a whole page', 'pages/en/blocks.yaml', null, 'Blocks'],
  ])('%s clashes until it is changed', async (_, path, base, words) => {
    const text = base ?? LIST;
    const { site, sync, clone, server } = await makeTeam({ files });
    const developer = clone();
    developer.push({ [path]: base === null ? null : text.replace(words, 'There.') });
    site.write(path, text.replace(words, 'Here.'));
    site.git('commit', '--quiet', '--all', '--message=By hand');
    const { clashes } = await sync();
    expect(clashes).toHaveLength(1);
    expect(await listedFromHistory({ site, sync })).toEqual(clashes);
    developer.git('pull', '--quiet');
    developer.push({ [path]: developer.read(path).replace('Here.', 'Changed.') });
    expect(await sync()).toMatchObject({ clashes: [] });
    expect(await listedFromHistory({ site, sync })).toEqual([]);
    expect(await (await server()).sync()).toMatchObject({ clashes: [] });
  });
});
