import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { makeSite } from '../makeSite.ts';
import { copySources, type FeatureCopy } from './featureCopy.ts';

const FILES = join(import.meta.dirname, 'greetings');

let copy: FeatureCopy;

beforeAll(() => {
  copy = copySources();
});

afterAll(() => copy.remove());

const files = readdirSync(FILES, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.txt'));

it('is added by one folder of ten files and one line, and removed again', { timeout: 300_000 }, async () => {
  expect(files.length).toBeLessThanOrEqual(10);
  for (const path of files)
    cpSync(join(FILES, path), join(copy.folder, 'src/features/greetings', path.replace(/\.txt$/, '')));
  await copy.list((names) => [...names, 'greetings']);
  expect(await copy.findBroken()).toEqual([]);

  const { en } = await import(join(copy.folder, 'src/ui/i18n/en/index.ts'));
  expect(en).toMatchObject({ greetings: { title: 'Greetings' }, kinds: { greeting: { one: 'Greeting' }, page: {} } });

  const copied = (await import(join(copy.folder, 'test/makeSite.ts'))) as { readonly makeSite: typeof makeSite };
  const site = await copied.makeSite({ 'site.yaml': 'siteName: A\n' });
  const made = await site.ask('POST /admin/greetings', {
    as: 'editor',
    body: { author: 'Bo', text: 'Well done.\n', isShown: true },
  });
  expect(made.status).toBe(201);
  await site.ask('POST /admin/greetings', { as: 'editor', body: { author: 'Cy', text: 'Hm.' } });
  expect(site.newCommits()).toEqual(['Create greeting "Cy" (cy)', 'Create greeting "Bo" (bo)']);
  expect(site.read('greetings/bo.yaml')).toContain('author: Bo\nisShown: true\n');
  expect((await site.ask('GET /content/greetings')).body.data).toEqual([
    { id: made.body.data.id, author: 'Bo', text: 'Well done.\n' },
  ]);
  const told = await site.ask('GET /admin/audit-logs', { as: 'admin' });
  expect(told.body.data[0].activity).toEqual({ verb: 'create', kind: 'greeting', name: 'Cy', count: 1 });
  const refused = await site.ask('POST /admin/greetings', { as: 'editor', body: { author: 'Di' } });
  expect(refused.status).toBe(400);
  expect((await site.ask('POST /admin/greetings', { as: 'viewer', body: {} })).status).toBe(403);

  rmSync(join(copy.folder, 'src/features/greetings'), { recursive: true });
  await copy.list((names) => names.filter((name) => name !== 'greetings'));
  expect(await copy.findBroken()).toEqual([]);
});
