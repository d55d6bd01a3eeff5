import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RecordClash } from '../../../src/model/clash.ts';
import { makeClone, makeTeam, troubles } from '../../host/makeTeam.ts';
import { long, someOf } from '../../long.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { AROUND, filesOf, SHAPES, type Version, WHOLE, type WholeSample } from './wholeSamples.ts';

type Files = Readonly<Record<string, string | null>>;
type Choice = { readonly take: 'ours' | 'theirs' } | { readonly value: unknown };

const present = (files: Files): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).flatMap(([path, text]) => (text === null ? [] : [[path, text]])));

/** A developer's commit in the folder that the server serves. */
function commitHere(site: Site, files: Files): string {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) rmSync(join(site.contentDir, path), { force: true });
    else site.write(path, text);
  }
  site.git('add', '--all');
  site.git('commit', '--quiet', '--message=By hand');
  return site.git('rev-parse', 'HEAD').trim();
}

const admin = (site: Site, call: string, body?: object) => site.ask(call, { as: 'admin', ...(body && { body }) });

/** Lets a merge find the clashes of a shape, and resolves all of them. */
type Merge = (shape: string, choose: (clash: RecordClash) => Choice) => Promise<Site>;

const byHost: Merge = async (shape, choose) => {
  const { site, sync, clone, host } = await makeTeam({ files: { ...AROUND, ...present(filesOf(shape, 'Base')) } });
  clone().push(filesOf(shape, 'Theirs'));
  commitHere(site, filesOf(shape, 'Ours'));
  const { clashes } = await sync();
  expect(clashes.map(({ kind }: RecordClash) => kind).sort()).toEqual(WHOLE.map(({ kind }) => kind).sort());
  for (const clash of clashes) {
    const reply = await admin(site, `POST /admin/sync/clashes/${clash.clashId}`, choose(clash));
    expect([clash.kind, clash.key, reply.status, reply.body.errors]).toEqual([clash.kind, clash.key, 200, undefined]);
  }
  expect(await sync()).toMatchObject({ state: 'synced', clashes: [] });
  expect(host.git('fsck', '--strict')).toBe('');
  return site;
};

const byPublishing: Merge = async (shape, choose) => {
  const site = await makeSite({ ...AROUND, ...present(filesOf(shape, 'Base')) });
  await admin(site, 'POST /admin/changes', { title: 'Menu' });
  const developer = makeClone(site.contentDir);
  developer.git('switch', '--quiet', 'change/menu');
  developer.push(filesOf(shape, 'Theirs'));
  commitHere(site, filesOf(shape, 'Ours'));
  await admin(site, 'PUT /admin/pages/1', { title: 'Welcome' });
  const { clashes } = (await admin(site, 'GET /admin/changes/menu')).body.data;
  expect(clashes).toHaveLength(WHOLE.length);
  const resolve = clashes.map((clash: RecordClash) => resolution(clash, choose(clash)));
  const reply = await admin(site, 'POST /admin/changes/menu/publish', { resolve });
  expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
  return site;
};

/** The value before a commit is theirs, and the value after it is the base. */
const byReverting: Merge = async (shape, choose) => {
  // A file of a media item that comes or goes with the commit is not merged but put back.
  const besides = WHOLE.flatMap(({ beside }) => (beside ? [[beside, 'The file']] : []));
  const filesThere = (version: Version): Files => ({ ...filesOf(shape, version), ...Object.fromEntries(besides) });
  const site = await makeSite({ ...AROUND, ...present(filesThere('Theirs')) });
  const commit = commitHere(site, filesThere('Base'));
  commitHere(site, filesThere('Ours'));
  await admin(site, 'PUT /admin/pages/1', { title: 'Welcome' });
  const refused = await admin(site, `POST /admin/commits/${commit}/revert`, {});
  expect(refused.status).toBe(409);
  for (const { path, message } of refused.body.errors)
    expect([path, message]).toEqual([
      undefined,
      expect.stringMatching(/^[A-Z][a-z ]+( "\S+")? has been changed since$/),
    ]);
  const { clashes } = refused.body;
  expect(clashes).toHaveLength(WHOLE.length);
  const resolve = clashes.map((clash: RecordClash) => resolution(clash, choose(clash)));
  const reply = await admin(site, `POST /admin/commits/${commit}/revert`, { resolve });
  expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
  return site;
};

const resolution = ({ kind, key, path }: RecordClash, choice: Choice) => ({ kind, key, path, ...choice });

const sampleOf = ({ kind, key }: RecordClash): WholeSample =>
  WHOLE.find((one) => one.kind === kind && (kind !== 'page' || one.path.includes(key)))!;

/** A whole record that is neither side's. */
function third(clash: RecordClash): Choice {
  const { named, kind } = sampleOf(clash);
  const name = kind === 'redirect' ? '/Third' : 'Third';
  return { value: { ...((clash.ours ?? clash.theirs) as object), [named]: name } };
}

const CHOICES: Readonly<Record<string, (clash: RecordClash) => Choice>> = {
  ours: () => ({ take: 'ours' }),
  theirs: () => ({ take: 'theirs' }),
  'a third value': third,
  nothing: () => ({ value: null }),
};

/** The version that a choice leaves; undefined if it deletes the record. */
function versionAfter(shape: string, choice: string): string | undefined {
  if (choice === 'a third value') return 'Third';
  const version: Version | undefined = choice === 'ours' ? 'Ours' : choice === 'theirs' ? 'Theirs' : undefined;
  return version && SHAPES[shape]![version] ? version : undefined;
}

const ROWS = Object.keys(SHAPES).flatMap((shape) => Object.keys(CHOICES).map((choice) => [shape, choice] as const));

interface Case {
  readonly shape: string;
  readonly choice: string;
  /** Whether files of media items are merged, too. */
  readonly merges: boolean;
}

function expectResolved(site: Site, { shape, choice, merges }: Case): void {
  const version = versionAfter(shape, choice);
  for (const { path, named, beside } of WHOLE) {
    const text = existsSync(join(site.contentDir, path)) ? site.read(path) : undefined;
    const says = text && new RegExp(`^${named}: /?(\\w+)$`, 'm').exec(text)?.[1];
    expect([path, says]).toEqual([path, version]);
    if (path.endsWith('.md') && version && version !== 'Third') expect(text).toContain(`Told by *${version}*.`);
    if (beside && merges)
      expect([beside, existsSync(join(site.contentDir, beside))]).toEqual([beside, version !== undefined]);
  }
  expect(troubles(site.git)).toEqual([]);
}

describe.each([
  ['a merge with the git host', byHost, someOf(ROWS, 2)],
  ['publishing a change', byPublishing, someOf(ROWS, 1)],
  ['reverting a commit', byReverting, someOf(ROWS.toReversed(), 1)],
])('whole records of every kind that clash in %s', (_, merge, rows) => {
  it.each(rows)('%s, are resolved by taking %s', async (shape, choice) => {
    const site = await merge(shape, CHOICES[choice]!);
    expectResolved(site, { shape, choice, merges: merge !== byReverting });
  });
});

const PAGE_HERE = 'id: 21\ntype: article\ntitle: Ours\n';
const PAGE_THERE = '---\n# A note.\nid: 31\ntype: article\ntitle: Theirs\n---\n\nTold by *them*.\n';

describe('two pages that were added at one address', () => {
  async function addBoth() {
    const { site, sync, clone } = await makeTeam({ files: AROUND });
    clone().push({ 'pages/en/story.md': PAGE_THERE });
    commitHere(site, { 'pages/en/story.yaml': PAGE_HERE });
    const { clashes } = await sync();
    const settle = (body: object) => admin(site, `POST /admin/sync/clashes/${clashes[0].clashId}`, body);
    return { site, sync, clashes, settle };
  }

  it('may be in different formats: the one that is chosen keeps its file', async () => {
    const { site, sync, clashes, settle } = await addBoth();
    expect(clashes).toMatchObject([{ key: 'en/story', path: [], base: null, ours: { title: 'Ours' } }]);
    expect(clashes[0].theirs.fields.body).toMatchObject({ type: 'doc' });
    expect((await settle({ take: 'theirs' })).status).toBe(200);
    expect(site.read('pages/en/story.md')).toBe(PAGE_THERE);
    expect(existsSync(join(site.contentDir, 'pages/en/story.yaml'))).toBe(false);
    expect((await admin(site, 'GET /admin/pages/31')).body.data.title).toBe('Theirs');
    expect(await sync()).toMatchObject({ state: 'synced', clashes: [] });
    expect(troubles(site.git)).toEqual([]);
  });

  long.it.each([
    [{}, ['value', 'type']],
    ['A text', ['value']],
    [{ type: 'article', title: 5 }, ['value', 'title']],
  ])('stay as they are if the choice is %j, which is no page', async (value, path) => {
    const { site, settle } = await addBoth();
    const head = site.git('rev-parse', 'HEAD');
    const reply = await settle({ value });
    expect([reply.status, reply.body.errors[0].path]).toEqual([400, path]);
    expect(site.git('rev-parse', 'HEAD')).toBe(head);
  });

  long.it('need the role that their deletion needs', async () => {
    const { site, clashes } = await addBoth();
    const call = `POST /admin/sync/clashes/${clashes[0].clashId}`;
    expect((await site.ask(call, { as: 'viewer', body: { value: null } })).status).toBe(403);
    expect((await site.ask(call, { as: 'editor', body: { value: null } })).status).toBe(200);
  });
});
