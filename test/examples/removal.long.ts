import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sampleSite } from '../sampleSite.ts';
import { EXAMPLES, exampleFolder, makeExampleSite } from './exampleSite.ts';

const LISTED: Readonly<Record<(typeof EXAMPLES)[number], string>> = {
  maps: 'maps',
  assist: "assist({ url: 'https://models.test/v1', model: 'tiny', key: 'ASSIST_KEY', site: 'https://harbour.test' })",
  checks: "checks({ links: { types: ['event'], hosts: ['example.org'], field: 'deadLinks' } })",
  deploy: "deploy({ hook: 'DEPLOY_HOOK', host: 'api.netlify.com' })",
};
const listWithout = (left?: string): string =>
  EXAMPLES.filter((name) => name !== left)
    .map((name) => LISTED[name])
    .join(', ');

const PLACE = { lat: 47.3769, lng: 8.5417 };
const PUBLIC = [
  'pages?limit=50',
  'pages?type=article&expand=media,page',
  'schemas',
  'config',
  'search?q=the',
  'lists/en/all/1.json',
];

it.each(EXAMPLES)(
  '%s can be taken out of a full site and put back: no value is lost, and answers are equal',
  async (name) => {
    const fields = ['{ name: where, type: place }', '{ name: deadLinks, type: textarea }'];
    const site = await makeExampleSite(listWithout(), { base: sampleSite(), fields });
    const { data: pages } = (await site.ask('GET /content/pages?type=article')).body;
    const { id, slug } = pages[0];
    const { status } = await site.ask(`PATCH /admin/pages/${id}`, {
      as: 'editor',
      body: { fields: { where: PLACE, deadLinks: 'https://example.org/gone' } },
    });
    expect(status).toBe(200);
    const read = async () => {
      const answers = await Promise.all(
        [...PUBLIC, `pages/${slug}`].map(async (path) => [path, (await site.ask(`GET /content/${path}`)).body]),
      );
      const near = await site.ask('GET /x/maps/near?lat=47&lng=8&km=500');
      return { answers, near: near.body, problems: (await site.ask('GET /admin/problems', { as: 'admin' })).body };
    };
    const head = () => site.git('rev-parse', 'HEAD');
    const [before, commit] = [await read(), head()];
    expect(before.near.data).toMatchObject([{ slug, place: PLACE }]);

    await site.configure(listWithout(name));
    expect((await site.ask(`GET /content/pages/${slug}`)).body.data.fields.where).toMatchObject(PLACE);
    expect((await site.ask(`GET /admin/pages/${id}`, { as: 'editor' })).body.data.fields.where).toEqual(PLACE);
    expect(site.git('status', '--porcelain')).toBe('');

    await site.configure(listWithout());
    expect(await read()).toEqual(before);
    expect([site.git('status', '--porcelain'), head()]).toEqual(['', commit]);
  },
);

it.each(EXAMPLES)('%s is read at one sitting', (name) => {
  const lines = readFileSync(join(exampleFolder(name), 'index.ts'), 'utf8')
    .trimEnd()
    .split('\n').length;
  expect(lines).toBeLessThanOrEqual(150);
});
