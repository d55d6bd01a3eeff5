import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeCodeFolder } from './load/makeCodeFolder.ts';

const ROOT = join(import.meta.dirname, '../..');

const CONFIG = `import {
  after, defineConfig, defineExtension, derive, endpoint, field, invalid, panel, rule, screen,
} from '@quire-cms/quire/extend';

const maps = defineExtension({
  name: 'maps',
  version: '1.2.0',
  needs: { hosts: ['api.osm.test'], secrets: ['OSM_KEY'], writes: 'changes' },
  from: import.meta.url,
  fields: {
    place: field<{ lat: number; lng: number }>({
      base: 'object',
      fields: [{ name: 'lat', type: 'number' }, { name: 'lng', type: 'number' }],
      check: (value) => (Math.abs(value.lat) > 90 ? [{ path: ['lat'], message: 'must be within ±90' }] : []),
      toPublic: (value) => ({ ...value, geo: \`geo:\${value.lat},\${value.lng}\` }),
      input: { frame: './inputs/place.html', height: 320 },
      summary: (value) => \`\${value.lat}, \${value.lng}\`,
    }),
  },
  rules: [
    rule({ id: 'ends', types: ['event'], severity: 'error',
      check: ({ fields, at }) => (String(fields['ends']) < String(fields['begins']) ? [at('ends', 'must be later')] : []) }),
  ],
  derives: [derive({ types: ['event'], field: 'days', from: ({ fields }) => Object.keys(fields).length })],
  panels: [panel({ at: 'page.aside', types: ['event'], title: 'Map', frame: './panels/map.html' })],
  screens: [screen({ path: 'map', title: 'Map of events', icon: 'map', role: 'editor', frame: './screens/map.html' })],
  after: [
    after('page.published', { types: ['event'] }, async ({ page, commit, fetch, secret, propose }) => {
      if (!page) return;
      const found = await fetch('https://api.osm.test/', { headers: { authorization: secret('OSM_KEY') } });
      const place: unknown = await found.json();
      await propose('Places found', (edit) => edit.page(page.id, { fields: { place } }), { once: commit });
    }),
  ],
  endpoints: [
    endpoint('GET', '/near', { access: 'public', query: { lat: 'number' }, answer: { type: 'array' } }, ({ query }) => {
      if (query['lat'] === 0) throw invalid([{ path: ['lat'], message: 'must not be 0' }]);
      return [];
    }),
  ],
});
`;

/** What the compiler says about a configuration in a site that has installed Quire. */
function complaintsOf(text: string): string {
  const folder = makeCodeFolder({ 'quire.config.ts': text, 'package.json': '{"type":"module"}' });
  mkdirSync(join(folder, 'node_modules/@quire-cms'), { recursive: true });
  symlinkSync(ROOT, join(folder, 'node_modules/@quire-cms/quire'), 'junction');
  symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'), 'junction');
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false', '--types', 'node'];
  const options = ['--noEmit', '--module', 'nodenext', '--target', 'es2023', ...strict];
  return spawnSync(process.execPath, [compiler, ...options, 'quire.config.ts'], { cwd: folder, encoding: 'utf8' })
    .stdout;
}

it('declares to sites what their code is made of, and refuses what is not', () => {
  expect(complaintsOf(`${CONFIG}export default defineConfig({ extensions: [maps] });`)).toBe('');
  const wrong = complaintsOf(`${CONFIG}export default defineConfig({ extension: [maps] });`);
  expect(wrong).toContain("'extension' does not exist in type 'QuireConfig'");
});
