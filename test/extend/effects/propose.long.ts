import { expect, it } from 'vitest';
import { until } from '../../http/makeServer.ts';
import { type EffectSite, makeEffectSite } from './makeEffectSite.ts';

const EVENT = 'page.updated';
const extension = (name: string, more: string): string => `{ name: '${name}', version: '1.0.0', ${more} }`;
/** An extension that edits the page of its event like this. */
const proposing = (values: string, needs = "{ ...needs, writes: 'changes' }", event = EVENT): string =>
  extension(
    'tests',
    `needs: ${needs}, after: [after('${event}', {}, async (input) => {
      const { page, commit, propose } = input;
      input.log('name: ' + (await propose('Summaries', (edit) => edit.page(page.id, ${values}), { once: commit })));
    })]`,
  );

const SUMMARY = "{ fields: { summary: 'About ' + page.title } }";
const changes = async (site: EffectSite) => (await site.send('GET /admin/changes')).body.data;
const read = async (site: EffectSite, id: number, change?: string) =>
  (
    await site.ask(`GET /admin/pages/${id}`, {
      ...{ as: 'admin', headers: change === undefined ? {} : { 'Quire-Change': change } },
    })
  ).body.data;
/** The messages of the commits of a change, newest first. */
const messages = (site: EffectSite, branch: string): readonly string[] =>
  site
    .git('log', '--format=%an <%ae>%n%B%x00', branch)
    .split('\0')
    .map((one) => one.trim());
const nothingWaits = (site: EffectSite, name = 'tests'): Promise<unknown> =>
  until(async () => (await site.runs(name)).every(({ status }: { status: string }) => status !== 'pending'), 60_000);

it('writes into a change that is named after the title, as the extension', async () => {
  const site = await makeEffectSite(proposing(SUMMARY));
  await site.send('PUT /admin/pages/1', { title: 'One' });
  await nothingWaits(site);
  expect((await site.runs())[0]).toMatchObject({ status: 'delivered', response: 'name: summaries\n' });
  expect(await changes(site)).toMatchObject([{ name: 'summaries', title: 'Summaries', author: 'extension/tests' }]);
  expect((await read(site, 1, 'summaries')).fields.summary).toBe('About One');
  expect((await read(site, 1)).fields.summary).not.toBe('About One');
  const [last, begin] = messages(site, 'change/summaries');
  expect(last).toMatch(/^extension\/tests <tests@extensions\.quire\.invalid>\n/);
  expect(last).toMatch(
    /\n\nSummaries\n\nQuire-Action: page\.update\nQuire-Record: page\/1 en\/home\nQuire-Once: \w{40} summaries\nQuire-Cause: tests\nQuire-Actor: extension\/tests\n/,
  );
  expect(begin).toContain('Begin change "Summaries"');
  await site.send('PUT /admin/pages/2', { title: 'Dos' });
  await nothingWaits(site);
  expect(await changes(site)).toHaveLength(1);
  expect((await read(site, 2, 'summaries')).fields.summary).toBe('About Dos');
});

it('does not write into a change of the same title that somebody else has begun', async () => {
  const site = await makeEffectSite(proposing(SUMMARY));
  await site.send('POST /admin/changes', { title: 'Summaries' });
  await site.send('PUT /admin/pages/1', { title: 'One' });
  await nothingWaits(site);
  expect((await changes(site)).map(({ name }: { name: string }) => name).sort()).toEqual(['summaries', 'summaries-2']);
  expect((await read(site, 1, 'summaries')).fields.summary).not.toBe('About One');
});

it('writes once, however often it runs, even after the change was published', async () => {
  const site = await makeEffectSite(proposing("{ fields: { summary: 'About ' + Math.random() } }"));
  await site.send('PUT /admin/pages/1', { title: 'One' });
  await nothingWaits(site);
  const [{ messageId }] = await site.runs();
  const again = async (): Promise<void> => {
    await site.send(`POST /admin/extensions/tests/effects/deliveries/${messageId}/redeliver`);
    await nothingWaits(site);
  };
  const before = messages(site, 'change/summaries').length;
  await again();
  expect(messages(site, 'change/summaries')).toHaveLength(before);
  await site.send('POST /admin/changes/summaries/publish');
  await until(async () => (await site.runs()).length === 2);
  await nothingWaits(site);
  await again();
  expect(await changes(site)).toEqual([]);
  expect([...site.newCommits()].sort()).toEqual([
    'Begin change "Summaries"',
    'Publish change "Summaries"',
    ...['Update page "One" (en/home)', 'Update page "One" (en/home)'],
  ]);
});

it.each([
  ['what no such page may hold', "{ fields: { rating: 'many' } }", /^fields\.rating /],
  ['what an extension may not set', "{ status: 'draft' }", /^page\.1\.status cannot be proposed/],
  ['names that could reach prototypes', `JSON.parse('{"fields":{"__proto__":{"a":1}}}')`, /^page\.1\.fields/],
])('refuses %s, and leaves no empty change behind', async (_, values, message) => {
  const site = await makeEffectSite(
    extension(
      'tests',
      `needs: { ...needs, writes: 'live' }, after: [after('${EVENT}', {}, async ({ page, commit, propose, log }) => {
        await propose('Bad', (edit) => edit.page(page.id, ${values}), { once: commit }).catch((error) => log(error.message));
      })]`,
    ),
  );
  await site.send('PUT /admin/pages/1', { title: 'One' });
  await nothingWaits(site);
  expect((await site.runs())[0].response).toMatch(message);
  expect(await changes(site)).toEqual([]);
});

it('leaves no empty change behind if nothing differs, or the page is gone', async () => {
  const site = await makeEffectSite(proposing('{ title: page.title }'));
  await site.send('PUT /admin/pages/1', { title: 'One' });
  await nothingWaits(site);
  expect((await site.runs())[0].response).toBe('name: \n');
  expect(await changes(site)).toEqual([]);
});

it('is refused to an extension that does not say that it writes', async () => {
  const site = await makeEffectSite(proposing(SUMMARY, 'needs'));
  await site.send('PUT /admin/pages/1', { title: 'One' });
  await site.settled();
  const [run] = await site.runs();
  expect([run.error, run.response]).toEqual(['threw', expect.stringContaining('its `needs` name no `writes`')]);
  expect(await changes(site)).toEqual([]);
});

it('writes to what is live if the extension says so, once, and is not called for that', async () => {
  const site = await makeEffectSite(proposing(SUMMARY, "{ writes: 'live' }"));
  await site.send('PUT /admin/pages/1', { title: 'One' });
  await until(() => site.newCommits().length === 2);
  await until(async () => (await site.runs()).length === 2);
  await nothingWaits(site);
  expect((await read(site, 1)).fields.summary).toBe('About One');
  const [own, first] = await site.runs();
  expect([first.response, own.response]).toEqual([
    'name: live\n',
    'Not run: the extension has caused this event itself.',
  ]);
  await site.send(`POST /admin/extensions/tests/effects/deliveries/${first.messageId}/redeliver`);
  await nothingWaits(site);
  expect(site.newCommits()).toHaveLength(2);
});

it('is not called when its own change is published, but for what somebody else has put into it', async () => {
  const site = await makeEffectSite(proposing(SUMMARY));
  await site.send('PUT /admin/pages/1', { title: 'One' });
  await nothingWaits(site);
  await site.send('POST /admin/changes/summaries/publish');
  await until(async () => (await site.runs()).length === 2);
  await nothingWaits(site);
  expect((await site.runs())[0].response).toContain('Not run');
  await site.send('PUT /admin/pages/1', { title: 'Two' });
  await nothingWaits(site);
  await site.ask('PUT /admin/pages/2', {
    as: 'admin',
    body: { title: 'Dos' },
    headers: { 'Quire-Change': 'summaries' },
  });
  await site.send('POST /admin/changes/summaries/publish');
  await until(async () => (await site.runs()).some(({ record }: { record: string }) => record === 'page/2'));
  await nothingWaits(site);
  const responses = (await site.runs()).map(({ response }: { response: string }) => response);
  expect(responses.filter((one: string) => one.startsWith('Not run'))).toHaveLength(1);
});

it('ends a chain of extensions where it would come back', async () => {
  const naming = (name: string): string =>
    extension(
      name,
      `needs: { writes: 'live' }, after: [after('${EVENT}', { types: ['article'] }, async ({ page, commit, propose }) =>
        propose('Name', (edit) => edit.page(page.id, { fields: { ${name}: commit } }), { once: commit }),
      )]`,
    );
  const site = await makeEffectSite(`${naming('tests')}, ${naming('other')}`, {
    files: {
      'content-types/article.yaml':
        'id: 1\nname: Article\nfieldsSchema:\n  - { name: summary, type: text }\n  - { name: tests, type: text }\n  - { name: other, type: text }\nregions: [content, aside]\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
    },
  });
  await site.send('PUT /admin/pages/1', { title: 'One' });
  // Each of both is called for the save, and once for what the other has made of that.
  await until(() => site.newCommits().length === 5, 60_000);
  await until(async () => (await site.runs('tests')).length === 5 && (await site.runs('other')).length === 5);
  await nothingWaits(site);
  await nothingWaits(site, 'other');
  expect(site.newCommits()).toHaveLength(5);
  const causes = site
    .git('log', '-5', '--format=%(trailers:key=Quire-Cause,valueonly,separator=%x2C)')
    .trim()
    .split('\n');
  expect(causes.map((one) => one.split(',').sort().join()).sort()).toEqual([
    'other',
    'other,tests',
    'other,tests',
    'tests',
  ]);
});
