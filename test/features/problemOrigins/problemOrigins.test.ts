import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../http/makeServer.ts';
import { makeSite, type Site } from '../../makeSite.ts';

const page = (id: number, more: string): string =>
  `id: ${id}\ntype: article\ntitle: Page ${id}\nstatus: published\n${more}`;
const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/article.yaml': [
    'id: 1',
    'name: Article',
    'fieldsSchema:',
    '  - { name: intro, type: text }',
    '  - { name: see, type: page }',
    '',
  ].join('\n'),
  'pages/en/one.yaml': page(1, 'fields: { see: en/two }\n'),
  'pages/en/two.yaml': page(2, ''),
  'pages/en/three.yaml': page(3, 'fields: { intro: Three, see: en/lost }\n'),
};

let site: Site;
const ask = (call: string, body?: unknown) => site.ask(call, { as: 'admin', ...(body !== undefined && { body }) });

interface Origin {
  readonly problem: { readonly path: string; readonly code: string };
  readonly origin: { readonly commit: string; readonly message: string | null; readonly author: object } | null;
}
async function origins(): Promise<readonly Origin[]> {
  let data: readonly Origin[] = [];
  await until(async () => {
    const { body } = await ask('GET /admin/problems/origins');
    data = body.data;
    return body.meta.searching === 0;
  });
  return data;
}
const originOf = async (path: string, code: string) =>
  (await origins()).find(({ problem }) => problem.path === path && problem.code === code)?.origin;

beforeAll(async () => {
  site = await makeSite(FILES, { whenDone: afterAll });
  for (let count = 0; count < 5; count += 1) await ask('PUT /admin/pages/1', { title: `Page 1, ${count}` });
  await ask('DELETE /admin/pages/2');
  for (let count = 0; count < 5; count += 1) await ask('PUT /admin/pages/1', { title: `Page 1, again ${count}` });
  site.write('pages/en/three.yaml', `${FILES['pages/en/three.yaml']}colour: red\n`);
  site.git('commit', '-qam', 'Colour the third page');
  await ask('PUT /admin/pages/1', { title: 'Page 1' });
});

it('finds the commit that brought each problem, also where another record brought it', async () => {
  expect(await originOf('pages/en/one.yaml', 'DANGLING_REFERENCE')).toMatchObject({
    message: 'Delete page "Page 2" (en/two)',
    author: { name: expect.any(String) },
  });
  expect(await originOf('pages/en/three.yaml', 'UNKNOWN_KEY')).toMatchObject({ message: 'Colour the third page' });
  expect(await originOf('pages/en/three.yaml', 'DANGLING_REFERENCE')).toMatchObject({ message: 'Begin' });
});

it('lets it be undone, and knows of no commit for what is not committed', async () => {
  const { commit } = (await originOf('pages/en/one.yaml', 'DANGLING_REFERENCE'))!;
  expect((await ask(`POST /admin/commits/${commit}/revert`, {})).status).toBe(200);
  expect(await originOf('pages/en/one.yaml', 'DANGLING_REFERENCE')).toBeUndefined();
  site.write('pages/en/one.yaml', page(1, 'fields: { see: en/nowhere }\n'));
  await until(async () => (await originOf('pages/en/one.yaml', 'DANGLING_REFERENCE')) === null);
});
