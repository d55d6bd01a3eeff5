import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defineExtension, type ExtensionDefinition } from '../../../src/extend/extension.ts';
import { noteExtensions } from '../../../src/extend/load/noteExtensions.ts';
import type { LoadedExtension } from '../../../src/extend/loaded.ts';
import { rule } from '../../../src/extend/rule.ts';
import { createLog } from '../../../src/http/log/log.ts';
import { preparePrivateFolder } from '../../../src/store/privateFolder.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const maps = defineExtension({ name: 'maps', version: '1.0.0', needs: { hosts: ['b.test', 'a.test'] } });
const checks = defineExtension({
  name: 'checks',
  version: '2.0.0',
  rules: [
    rule({
      id: 'broken',
      types: ['page'],
      check: () => {
        throw new Error('it never works');
      },
    }),
  ],
});

/** What the audit log says about extensions, oldest first. */
async function linesOf(site: Site): Promise<readonly string[]> {
  const { body } = await site.ask('GET /admin/audit-logs?action=extension', { as: 'admin' });
  const entries: readonly { actor: string; activity: { verb: string; name: string }; record: string }[] = body.data;
  return entries.map(({ actor, activity, record }) => `${actor} ${activity.verb} ${activity.name} ${record}`).reverse();
}

it('lists what each extension is, needs and has failed at, for admins alone', async () => {
  const site = await makeSite(SMALL_SITE, { extensions: () => [maps, checks] });
  const { status, body } = await site.ask('GET /admin/extensions', { as: 'admin' });
  expect([status, body.meta]).toEqual([200, { total: 2 }]);
  expect(body.data[0]).toEqual({
    ...{ name: 'maps', version: '1.0.0', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ...{
      needs: { hosts: ['a.test', 'b.test'], secrets: [], writes: null },
      failing: [],
      hasEffects: false,
      stopped: null,
    },
  });
  expect((await site.ask('GET /admin/extensions', { as: 'editor' })).status).toBe(403);
});

it('lists in the log what each one is, its fingerprint among it', async () => {
  const lines: string[] = [];
  await noteExtensions({
    ...{ extensions: [{ definition: maps, folder: null, hash: 'f'.repeat(64) } as LoadedExtension] },
    privateDir: await preparePrivateFolder(mkdtempSync(join(tmpdir(), 'quire-note-'))),
    audit: { append: async () => undefined },
    log: createLog('info', { write: (line: string) => void lines.push(line) }),
    onError: (error) => expect.fail(String(error)),
  });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: 'maps', version: '1.0.0', fingerprint: 'f'.repeat(64) });
});

it('writes into the audit log what has changed since the last start, once', async () => {
  const state: { extensions: readonly ExtensionDefinition[] } = { extensions: [maps] };
  const site = await makeSite(SMALL_SITE, { extensions: () => state.extensions });
  const added = 'system addExtension maps extension/maps 1.0.0 e3b0c44298fc';
  await expect.poll(() => linesOf(site)).toEqual([added]);

  // The order of what it needs is none of its own.
  state.extensions = [{ ...maps, needs: { hosts: ['a.test', 'b.test'] } }];
  await site.restart();
  state.extensions = [{ ...maps, needs: { hosts: ['a.test'] } }, checks];
  await site.restart();
  await expect.poll(() => linesOf(site)).toHaveLength(3);
  state.extensions = [];
  await site.restart();
  await expect
    .poll(() => linesOf(site))
    .toEqual([
      added,
      'system addExtension checks extension/checks 2.0.0 e3b0c44298fc',
      'system updateExtension maps extension/maps 1.0.0 e3b0c44298fc',
      'system removeExtension checks extension/checks',
      'system removeExtension maps extension/maps',
    ]);
});

it('writes nothing for a site without extensions', async () => {
  const site = await makeSite(SMALL_SITE);
  await site.restart();
  expect(await linesOf(site)).toEqual([]);
  expect(existsSync(join(site.privateDir, 'state', 'extensions.json'))).toBe(false);
});
