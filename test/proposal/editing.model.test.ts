import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../effort.ts';
import { makeSite, type Site } from '../makeSite.ts';

// What an editor may rely on: a page has what is live, one draft that all share, and each person's own work.

const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/article.yaml':
    'id: 1\nname: Article\nfieldsSchema:\n  - { name: summary, type: text }\n  - { name: mail, type: email }\n',
  'pages/en/about.yaml':
    'id: 7\ntype: article\ntitle: About us\nstatus: published\npublishedAt: 2026-01-05T09:00:00.000Z\ncreatedAt: 2026-01-04T16:20:11.204Z\nfields:\n  summary: Who we are.\n  mail: us@example.org\n',
};

type Name = 'title' | 'summary' | 'mail';
type Values = Record<Name, string>;
const PEOPLE = ['editor', 'admin'] as const;
type Person = (typeof PEOPLE)[number];

interface Draft {
  /** What was live when it was begun: the draft holds what differs from it. */
  readonly base: Values;
  readonly values: Values;
}

interface Model {
  live: Values;
  draft: Draft | null;
  /** What each person has typed and not saved. */
  readonly work: Record<Person, Partial<Values> | null>;
  /** When the draft goes live, in hours after the beginning. */
  goesLive: number | null;
  /** Hours after the beginning. */
  now: number;
  /** What the last publishing made live, as long as nothing else has: it can be undone. */
  published: { readonly commit: string; readonly before: Values } | null;
}

const FIRST: Values = { title: 'About us', summary: 'Who we are.', mail: 'us@example.org' };

const START = Date.parse('2026-02-01T12:00:00.000Z');
const timeAfter = (hours: number): string => new Date(START + hours * 3_600_000).toISOString();

/** Half an address is kept and saved, and never published. */
const isSound = ({ mail }: Values): boolean => mail.includes('@example');

/** What is live once the draft is published; undefined if both have changed the same value, each differently. */
function mergeDraft({ base, values }: Draft, live: Values): Values | undefined {
  const merged = { ...live };
  for (const name of Object.keys(base) as Name[]) {
    if (values[name] === base[name]) continue;
    if (live[name] !== base[name] && live[name] !== values[name]) return undefined;
    merged[name] = values[name];
  }
  return merged;
}

/** What publishing the draft makes live; undefined if it is refused. */
function publishedValues({ draft, live }: Model): Values | undefined {
  const merged = draft === null ? undefined : mergeDraft(draft, live);
  return merged && isSound(merged) ? merged : undefined;
}

const toBody = ({ title, ...fields }: Values) => ({ title, fields });
const readValues = ({ title, fields }: { title: string; fields: Omit<Values, 'title'> }): Values => ({
  title,
  summary: fields.summary,
  mail: fields.mail,
});

interface Action {
  /** For the report of a failure. */
  readonly toString: () => string;
  act(model: Model, site: Site): Promise<void>;
}

const action = (name: string, act: Action['act']): Action => ({ toString: () => name, act });

const type = (who: Person, name: Name, text: string): Action =>
  action(`${who} types ${name} "${text}"`, async (model, site) => {
    const values = { ...model.work[who], [name]: text };
    const reply = await site.ask('PUT /admin/work/page/7', { as: who, body: { base: { rev: 'r1' }, values } });
    expect(reply.status).toBe(200);
    model.work[who] = values;
  });

const save = (who: Person): Action =>
  action(`${who} saves`, async (model, site) => {
    const typed = model.work[who];
    if (typed === null) return;
    const { base, values: before } = model.draft ?? { base: model.live, values: model.live };
    const values = { ...before, ...typed };
    const reply = await site.ask('PUT /admin/pages/7/draft', { as: who, body: toBody(values) });
    expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
    await site.ask('DELETE /admin/work/page/7', { as: who });
    model.work[who] = null;
    model.draft = { base, values };
  });

const publish = (who: Person): Action =>
  action(`${who} publishes`, async (model, site) => {
    const before = model.live;
    const reply = await site.ask('POST /admin/pages/7/draft/publish', { as: who, body: {} });
    if (model.draft === null) return void expect(reply.status).toBe(404);
    const live = publishedValues(model);
    if (live === undefined) return void expect([400, 409]).toContain(reply.status);
    expect([reply.status, reply.body.data?.isPublic]).toEqual([200, true]);
    Object.assign(model, { live, draft: null, goesLive: null });
    // What is live already needs no commit.
    const { commit } = reply.body.data;
    model.published = commit === null ? null : { commit, before };
  });

const schedule = (who: Person): Action =>
  action(`${who} schedules`, async (model, site) => {
    if (publishedValues(model) === undefined) return;
    const at = model.now + 1;
    const body = { scheduledAt: timeAfter(at) };
    const reply = await site.ask('POST /admin/pages/7/draft/publish', { as: who, body });
    expect([reply.status, reply.body.data?.isPublic]).toEqual([200, true]);
    model.goesLive = at;
  });

const discard = (who: Person): Action =>
  action(`${who} discards the draft`, async (model, site) => {
    const reply = await site.ask('DELETE /admin/pages/7/draft', { as: who });
    expect(reply.status).toBe(model.draft === null ? 404 : 200);
    Object.assign(model, { draft: null, goesLive: null });
  });

const undo = (who: Person): Action =>
  action(`${who} undoes the publishing`, async (model, site) => {
    if (model.published === null) return;
    const { commit, before } = model.published;
    const reply = await site.ask(`POST /admin/commits/${commit}/revert`, { as: who, body: {} });
    expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
    Object.assign(model, { live: before, published: null });
  });

/** As the interface does it: into the draft, which is begun for this. */
const restore = (who: Person): Action =>
  action(`${who} restores the first version`, async (model, site) => {
    const draft = await site.ask('POST /admin/pages/7/draft', { as: who });
    const first = (await site.ask('GET /admin/pages/7/revisions', { as: who })).body.data.at(-1);
    const reply = await site.ask(`POST /admin/pages/7/revisions/${first.id}/restore`, {
      as: who,
      body: {},
      headers: { 'Quire-Change': draft.body.data.name },
    });
    expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
    model.draft = { base: model.draft?.base ?? model.live, values: FIRST };
  });

const wait = action('an hour goes by', async (model, site) => {
  model.now += 1.1;
  site.setTime(timeAfter(model.now));
  if (model.goesLive === null || model.goesLive > model.now) return;
  const live = publishedValues(model);
  if (live === undefined) {
    // A draft that clashes, or was broken after its time was set, waits; here it is given up.
    await site.ask('DELETE /admin/pages/7/draft', { as: 'editor' });
    return void Object.assign(model, { draft: null, goesLive: null });
  }
  Object.assign(model, { live, draft: null, published: null, goesLive: null });
  const status = async () => (await site.ask('GET /admin/pages/7/draft', { as: 'editor' })).status;
  await expect.poll(status, { timeout: 10_000 }).toBe(404);
});

const restart = action('the server is started again', (_, site) => site.restart());

const readLive = async (site: Site): Promise<Values> =>
  readValues((await site.ask('GET /content/pages/about')).body.data);

async function expectModel({ live, draft, work }: Model, site: Site): Promise<void> {
  expect(await readLive(site)).toEqual(live);
  const inDraft = await site.ask('GET /admin/pages/7/draft', { as: 'editor' });
  expect(inDraft.status === 404 ? null : readValues(inDraft.body.data)).toEqual(draft?.values ?? null);
  for (const as of PEOPLE) {
    const own = await site.ask('GET /admin/work/page/7', { as });
    expect(own.status === 404 ? null : own.body.data.values).toEqual(work[as]);
  }
}

const person = fc.constantFrom(...PEOPLE);
const typing = fc.oneof(
  fc
    .tuple(person, fc.constantFrom<Name>('title', 'summary'), fc.stringMatching(/^[a-z]{1,8}$/))
    .map((typed) => type(...typed)),
  fc.tuple(person, fc.constantFrom('me@example.org', 'me@', 'me')).map(([who, mail]) => type(who, 'mail', mail)),
);
const step: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: typing },
  { weight: 4, arbitrary: person.map(save) },
  { weight: 2, arbitrary: person.map(publish) },
  ...[schedule, discard, undo, restore].map((make) => ({ weight: 1, arbitrary: person.map(make) })),
  { weight: 1, arbitrary: fc.constantFrom(wait, restart) },
);

it('keeps live, draft and work apart whatever editors do, in any order, with two people and restarts', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
    const ends: (() => Promise<void>)[] = [];
    const site = await makeSite(FILES, { whenDone: (end) => ends.push(end) });
    const model: Model = {
      ...{ live: FIRST, draft: null, goesLive: null, now: 0, published: null },
      work: { editor: null, admin: null },
    };
    try {
      for (const { act } of steps) {
        await act(model, site);
        await expectModel(model, site);
      }
      expect(site.git('status', '--porcelain')).toBe('');
    } finally {
      for (const end of ends) await end();
    }
  });
  await fc.assert(property, { numRuns: runs(60, 6) });
});
