import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTeam, PAGE, TEXT, troubles } from './makeTeam.ts';

const MODULE = 'node_modules/@quire-cms/quire/node_modules/busboy/index.js';

it('SEC-6 a push cannot place what this machine runs, and the rest of it is served', async () => {
  const { site, sync, clone } = await makeTeam();
  const developer = clone();
  const ours = await site.ask('PUT /admin/pages/12', { as: 'editor', body: { fields: { summary: 'Ours' } } });
  expect(ours.status).toBe(200);
  const pushed = developer.push({
    [MODULE]: 'evil()\n',
    '.env': 'NODE_OPTIONS=--require=/tmp/evil.js\n',
    [PAGE]: TEXT.replace('About us', 'About them'),
    'README.md': 'Read me\n',
  });
  expect(await sync()).toMatchObject({ state: 'synced', error: null });
  const [closed, taken] = [[MODULE, '.env'], ['README.md']].map((paths) =>
    paths.map((path) => existsSync(join(site.contentDir, path))),
  );
  expect([closed, taken]).toEqual([[false, false], [true]]);
  const page = (await site.ask('GET /admin/pages/12', { as: 'editor' })).body.data;
  expect([page.title, page.fields.summary]).toEqual(['About them', 'Ours']);
  const problems = async (): Promise<readonly { readonly code: string }[]> =>
    (await site.ask('GET /admin/problems', { as: 'admin' })).body.data;
  await expect
    .poll(async () => (await problems()).filter(({ code }) => code !== 'NOT_STAMPED'))
    .toEqual([
      expect.objectContaining({ code: 'CLOSED_PATH', path: '.env' }),
      expect.objectContaining({ code: 'CLOSED_PATH', message: expect.stringContaining(MODULE) }),
    ]);
  expect(site.git('show', `HEAD:${MODULE}`).trim()).toBe('evil()');
  expect(site.git('merge-base', '--is-ancestor', pushed, 'HEAD')).toBe('');
  expect(troubles(site.git)).toEqual([]);
  developer.git('pull', '--quiet');
  expect(developer.read(MODULE)).toBe('evil()\n');
});
