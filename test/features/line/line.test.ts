import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../effort.ts';
import { until } from '../../http/makeServer.ts';
import { refusalOf } from '../../http/problemsOf.ts';
import { type Login, makeSite, type Site } from '../../makeSite.ts';

const PAGES = [7, 8, 9] as const;
const FIELDS = ['title', 'metaTitle', 'metaDescription'] as const;
const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/article.yaml':
    'id: 1\nname: Article\nfieldsSchema:\n  - { name: summary, type: text, required: true }\n',
  ...Object.fromEntries(
    PAGES.map((id) => [
      `pages/en/p${id}.yaml`,
      `id: ${id}\ntype: article\ntitle: Start\nstatus: published\ncreatedAt: 2026-01-04T16:20:11.204Z\nfields:\n  summary: Who we are.\n`,
    ]),
  ),
};

interface PageEdit {
  readonly page: (typeof PAGES)[number];
  readonly body: object;
}

let site: Site;
let count = 0;

const ask = (call: string, body?: unknown, as: Login = 'editor', on = site) =>
  on.ask(call, { as, ...(body !== undefined && { body }) });

/** Makes a change with these edits. @returns its name */
async function makeChange(edits: readonly PageEdit[], on = site, as: Login = 'editor'): Promise<string> {
  const title = `Change ${++count}`;
  const { name } = (await ask('POST /admin/changes', { title }, as, on)).body.data;
  for (const { page, body } of edits) {
    const put = await on.ask(`PUT /admin/pages/${page}`, { as, body, headers: { 'Quire-Change': name } });
    if (put.status !== 200) throw new Error(refusalOf(put));
  }
  return name;
}

const placeOf = async (name: string, on = site, as: Login = 'viewer') =>
  (await ask(`GET /admin/changes/${name}/queue`, undefined, as, on)).body.data;
const stateOf = async (name: string, on = site) =>
  (await ask(`GET /admin/changes/${name}`, undefined, 'viewer', on)).status;
const valuesOf = async (page: number, on = site) => {
  const { data } = (await ask(`GET /admin/pages/${page}`, undefined, 'viewer', on)).body;
  return Object.fromEntries(FIELDS.map((field) => [field, data[field]]));
};

const lineFile = ({ privateDir }: Pick<Site, 'privateDir'>): string => join(privateDir, 'state', 'line.json');

/** Waits until nothing is in line. */
async function untilPublished(on: Site): Promise<void> {
  await until(() => {
    const file = lineFile(on);
    return !existsSync(file) || JSON.parse(readFileSync(file, 'utf8')).waiting.length === 0;
  });
}

beforeAll(async () => {
  site = await makeSite(FILES, { whenDone: afterAll });
});

/** Keeps everything from being published until `release` is called. */
function holdWrites(on = site): () => Promise<void> {
  let release = (): void => undefined;
  const held = on.cms.writer.inTurn(() => new Promise<void>((resolve) => (release = resolve)));
  return async () => {
    release();
    await held;
  };
}

describe('a forecast', () => {
  it('names the changes that would clash, with the values, and no others', async () => {
    const own = await makeChange([{ page: 7, body: { title: 'Ours', metaTitle: 'Ours' } }]);
    const other = await makeChange([
      { page: 7, body: { title: 'Theirs' } },
      { page: 8, body: { title: 'Theirs' } },
    ]);
    const same = await makeChange([{ page: 7, body: { title: 'Ours' } }]);
    const beside = await makeChange([{ page: 7, body: { metaDescription: 'Beside' } }]);
    await ask(`POST /admin/changes/${other}/publish`, { scheduledAt: '2026-03-01T08:00:00.000Z' });
    const { data, meta } = (await ask(`GET /admin/changes/${own}/forecast`, undefined, 'viewer')).body;
    expect(data).toEqual([
      {
        ...{ name: other, title: expect.any(String), author: 'The editor', draftOf: null, files: [] },
        scheduledAt: '2026-03-01T08:00:00.000Z',
        clashes: [
          expect.objectContaining({
            kind: 'page',
            id: 7,
            path: ['title'],
            base: 'Start',
            ours: 'Theirs',
            theirs: 'Ours',
          }),
        ],
      },
    ]);
    expect(meta).toEqual({ total: 1, compared: 3 });
    // A change that was begun from another one goes on from it.
    const { name } = (await ask('POST /admin/changes', { title: 'Stacked', from: own })).body.data;
    await site.ask('PUT /admin/pages/7', { as: 'editor', body: { title: 'Later' }, headers: { 'Quire-Change': name } });
    const stacked = (await ask(`GET /admin/changes/${name}/forecast`)).body.data;
    expect(stacked.map((one: { name: string }) => one.name)).toEqual([other, same]);
    for (const one of [own, other, same, beside, name]) await ask(`DELETE /admin/changes/${one}`);
  });

  it('is not there for what is no change', async () => {
    for (const call of ['GET', 'POST', 'DELETE'])
      expect((await ask(`${call} /admin/changes/nothing/queue`, call === 'POST' ? {} : undefined)).status).toBe(404);
    expect((await ask('GET /admin/changes/nothing/forecast')).status).toBe(404);
  });
});

describe('the line', () => {
  it('publishes changes in order, and sends back what clashes with those before it', async () => {
    const first = await makeChange([{ page: 8, body: { title: 'First' } }]);
    const second = await makeChange([{ page: 8, body: { title: 'Second' } }]);
    const third = await makeChange([{ page: 9, body: { title: 'Third' } }]);
    expect(await placeOf(first)).toMatchObject({
      state: 'none',
      ahead: null,
      before: [],
      joined: null,
      sentBack: null,
    });
    const before = site.newCommits().length;
    const release = holdWrites();
    const answers = [];
    for (const name of [first, second, third])
      answers.push((await ask(`POST /admin/changes/${name}/queue`, { revisionNote: 'As agreed' })).body.data);
    expect(answers.map(({ ahead }) => ahead)).toEqual([0, 1, 2]);
    expect(await placeOf(third)).toMatchObject({
      ...{ name: third, state: 'waiting', ahead: 2, joined: { by: { name: 'The editor' }, note: 'As agreed' } },
      before: [{ name: first }, { name: second }],
    });
    expect((await placeOf(first)).state).toBe('publishing');
    const statesOf = async (query: string) =>
      (await ask(`GET /admin/changes${query}`)).body.data.map(({ state }: { state: string }) => state);
    expect([await statesOf(''), await statesOf('?state=queued&limit=2'), await statesOf('?state=open')]).toEqual([
      ['queued', 'queued', 'queued'],
      ['queued', 'queued'],
      [],
    ]);
    const leave = await ask(`DELETE /admin/changes/${first}/queue`);
    expect([leave.status, leave.body.errors]).toEqual([
      409,
      [expect.objectContaining({ message: 'It is being published now' })],
    ]);
    await release();
    await untilPublished(site);
    expect([await stateOf(first), await stateOf(second), await stateOf(third)]).toEqual([404, 200, 404]);
    expect([(await valuesOf(8))['title'], (await valuesOf(9))['title']]).toEqual(['First', 'Third']);
    expect(site.newCommits().filter((subject) => subject.startsWith('Publish change'))).toHaveLength(2);
    expect(site.newCommits().length - before).toBeLessThanOrEqual(6);
    expect(site.git('log', '-1', '--format=%B')).toContain('As agreed');
    expect(await placeOf(second)).toMatchObject({
      ...{ state: 'sentBack', ahead: null },
      sentBack: {
        problems: [{ reason: 'clash' }],
        clashes: [{ id: 8, path: ['title'], base: 'Start', ours: 'First', theirs: 'Second' }],
      },
    });
    expect(await statesOf('?state=sentBack')).toEqual(['sentBack']);
    const [notice] = (await ask('GET /admin/inbox')).body.data;
    expect(notice).toMatchObject({ reason: 'sentBack', change: second, record: null });
    // Whoever puts it right puts it in line again.
    await ask(`POST /admin/changes/${second}/update`, {
      resolve: [{ kind: 'page', key: 'en/p8', path: ['title'], take: 'ours' }],
    });
    expect((await ask(`POST /admin/changes/${second}/queue`, {})).status).toBe(200);
    await untilPublished(site);
    expect([await stateOf(second), (await valuesOf(8))['title']]).toEqual([404, 'Second']);
  });

  it('publishes only what was seen when it joined', async () => {
    const name = await makeChange([{ page: 7, body: { title: 'Seen' } }]);
    const stale = await site.ask(`POST /admin/changes/${name}/queue`, {
      ...{ as: 'editor', body: {}, headers: { 'If-Match': `"${'0'.repeat(40)}"` } },
    });
    expect(stale.status).toBe(412);
    const blocker = await makeChange([{ page: 8, body: { metaTitle: 'Before it' } }]);
    const { head } = (await ask(`GET /admin/changes/${name}`)).body.data;
    const release = holdWrites();
    await ask(`POST /admin/changes/${blocker}/queue`, {});
    await ask(`POST /admin/changes/${name}/queue`, {});
    const put = site.ask('PUT /admin/pages/7', {
      as: 'editor',
      body: { title: 'Unseen' },
      headers: { 'Quire-Change': name },
    });
    await release();
    await put;
    await untilPublished(site);
    const place = await placeOf(name);
    // The edit may have come after it was published, or before.
    if (place === undefined) expect((await valuesOf(7))['title']).toBe('Seen');
    else expect(place.sentBack.problems[0].reason).toBe('editedInLine');
    expect((await valuesOf(7))['title']).not.toBe('Unseen');
    expect(head).toMatch(/^[0-9a-f]{40}$/);
    await ask(`DELETE /admin/changes/${name}`);
  });

  it('is left, and closed to who may not publish', async () => {
    const name = await makeChange([{ page: 7, body: { metaTitle: 'Waiting' } }]);
    const blocker = await makeChange([{ page: 8, body: { metaDescription: 'Before it' } }]);
    expect((await ask(`POST /admin/changes/${name}/queue`, {}, 'viewer')).status).toBe(403);
    const release = holdWrites();
    await ask(`POST /admin/changes/${blocker}/queue`, {});
    await ask(`POST /admin/changes/${name}/queue`, {});
    expect((await ask(`DELETE /admin/changes/${name}/queue`)).body.data).toMatchObject({ state: 'none', ahead: null });
    await release();
    await untilPublished(site);
    expect(await stateOf(name)).toBe(200);
    await ask(`DELETE /admin/changes/${name}`);
  });

  it('goes on after a restart, and publishes nothing twice', async () => {
    const own = await makeSite(FILES);
    const done = await makeChange([{ page: 7, body: { title: 'Once' } }], own);
    const waiting = await makeChange([{ page: 8, body: { title: 'Waiting' } }], own);
    const head = async (name: string) =>
      (await ask(`GET /admin/changes/${name}`, undefined, 'editor', own)).body.data.head;
    const actor = { type: 'user', id: 2, name: 'The editor', email: 'editor@example.org', role: 'editor' };
    const kept = async (name: string) => ({
      name,
      head: await head(name),
      actor,
      joinedAt: '2026-02-01T12:00:00.000Z',
    });
    const line = { waiting: [await kept(done), await kept(waiting)], returned: [] };
    await ask(`POST /admin/changes/${done}/publish`, {}, 'editor', own);
    // As if the server had been killed before it noted that.
    writeFileSync(lineFile(own), JSON.stringify(line));
    await own.restart();
    await untilPublished(own);
    expect(own.git('log', '--first-parent', '--format=%s').trim().split('\n').slice(0, 2)).toEqual([
      `Publish change "Change ${count}"`,
      `Publish change "Change ${count - 1}"`,
    ]);
    expect((await valuesOf(8, own))['title']).toBe('Waiting');
    writeFileSync(lineFile(own), '{ "waiting": [{ "name": 1 }] }');
    await own.restart();
    expect((await ask('GET /admin/changes', undefined, 'viewer', own)).body.data).toEqual([]);
  });
});

const edit = fc.record({
  page: fc.constantFrom(...PAGES),
  body: fc.dictionary(fc.constantFrom(...FIELDS), fc.constantFrom('A', 'B'), { minKeys: 1 }),
});

it('publishes in line what would be published one by one', async () => {
  const [inLine, oneByOne] = [await makeSite(FILES), await makeSite(FILES)];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 5 }),
      async (changes) => {
        for (const on of [inLine, oneByOne])
          for (const page of PAGES)
            await ask(
              `PUT /admin/pages/${page}`,
              { title: 'Start', metaTitle: null, metaDescription: null },
              'admin',
              on,
            );
        const names: string[] = [];
        const twins: string[] = [];
        for (const edits of changes) names.push(await makeChange(edits, inLine));
        for (const edits of changes) twins.push(await makeChange(edits, oneByOne));
        const release = holdWrites(inLine);
        for (const name of names) await ask(`POST /admin/changes/${name}/queue`, {}, 'editor', inLine);
        await release();
        await untilPublished(inLine);
        for (const name of twins) await ask(`POST /admin/changes/${name}/publish`, {}, 'editor', oneByOne);
        for (const page of PAGES) expect(await valuesOf(page, inLine)).toEqual(await valuesOf(page, oneByOne));
        for (const [index, name] of names.entries()) {
          expect(await stateOf(name, inLine)).toBe(await stateOf(twins[index]!, oneByOne));
          for (const [one, on] of [
            [name, inLine],
            [twins[index]!, oneByOne],
          ] as const)
            await ask(`DELETE /admin/changes/${one}`, undefined, 'editor', on);
        }
      },
    ),
    { numRuns: runs(20, 2), endOnFailure: true },
  );
});
