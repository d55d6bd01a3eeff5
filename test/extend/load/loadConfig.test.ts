import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadFrom, makeCodeFolder, problemsOf } from './makeCodeFolder.ts';

const IMPORT = "import { defineConfig, defineExtension, rule } from '@quire-cms/quire/extend';";
const one = (more = ''): string => `${IMPORT}
export default defineConfig({ extensions: [defineExtension({ name: 'maps', version: '1.0.0', ${more} })] });
`;

describe('a configuration', () => {
  it('is TypeScript or JavaScript that imports the interface of the running Quire', async () => {
    const folder = makeCodeFolder({
      'quire.config.ts': `${IMPORT}
enum Word { Begin = 'begin' }
const later: string = await Promise.resolve('1.0.0');
export default defineConfig({
  extensions: [defineExtension({ name: 'maps', version: later, rules: [rule({ id: Word.Begin, check: () => [] })] })],
});
`,
      'plain.mjs': one(),
      'package.json': '{"type":"module"}',
      'plain.js': one(),
    });
    const { extensions } = await loadFrom(folder);
    expect(extensions.map(({ definition }) => [definition.name, definition.rules?.[0]?.id])).toEqual([
      ['maps', 'begin'],
    ]);
    for (const QUIRE_CONFIG of ['plain.mjs', 'plain.js'])
      expect((await loadFrom(folder, { QUIRE_CONFIG })).extensions).toHaveLength(1);
  });

  it('is optional', async () => {
    const folder = makeCodeFolder({});
    expect(await loadFrom(folder, { QUIRE_CONFIG: '' })).toEqual({
      ...{ extensions: [], configuredRoles: [], closedPaths: [] },
    });
  });

  it('may have no extensions', async () => {
    expect(await problemsOf('export default {};')).toEqual([]);
  });

  it('gives each extension its folder, and the hash of the file that declares it', async () => {
    const folder = makeCodeFolder({
      'quire.config.ts': `import maps from './extensions/maps/index.ts';
import { defineConfig } from '@quire-cms/quire/extend';
export default defineConfig({ extensions: [maps, { name: 'plain', version: '1' }] });
`,
      'extensions/maps/index.ts': `import { defineExtension, panel } from '@quire-cms/quire/extend';
export default defineExtension({ name: 'maps', version: '1', from: import.meta.url,
  panels: [panel({ at: 'home', title: 'Map', frame: './panels/map.html' })] });
`,
      'extensions/maps/panels/map.html': '<p>Map</p>',
    });
    const { extensions } = await loadFrom(folder);
    const sha256 = (path: string) =>
      createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex');
    expect(extensions.map(({ folder: own, hash }) => [own, hash])).toEqual([
      [join(folder, 'extensions/maps'), sha256('extensions/maps/index.ts')],
      [folder, expect.stringMatching(/^[0-9a-f]{64}$/)],
    ]);
  });

  it('changes the hash with any file that the extension imports in its folder', async () => {
    const files = (near: string, far: string) => ({
      'quire.config.ts': "import maps from './maps/index.ts';\nexport default { extensions: [maps] };",
      'maps/index.ts': `import { a } from './near';\nimport { b } from '../far.ts';
export default { name: 'maps', version: String(a + b), from: import.meta.url };`,
      'maps/near.ts': near,
      'far.ts': far,
    });
    const hashOf = async (near: string, far: string) =>
      (await loadFrom(makeCodeFolder(files(near, far)))).extensions[0]?.hash;
    const first = await hashOf('export const a = 1;', 'export const b = 1;');
    expect(await hashOf('export const a = 1;', 'export const b = 2;')).toBe(first);
    expect(await hashOf('export const a = 2;', 'export const b = 1;')).not.toBe(first);
  });
});

describe('a configuration that fails', () => {
  it.each([
    [
      'throws',
      'type A = { b: string };\nconst list: A[] = [];\n\nexport default list[0].b;',
      /^\/quire\.config\.ts:4:\d+: TypeError: Cannot read/,
    ],
    ['has a wrong syntax', 'const a = 1;\nconst b = {{;', /^\/quire\.config\.ts: .*\/quire\.config\.ts:2:11/s],
    ['imports what is not there', "import './none';", /^\/quire\.config\.ts.*Cannot find module '\.\/none'/s],
    ['throws something else', 'throw { secret: 1 };', /^\/quire\.config\.ts: it threw object, not an Error$/],
    ['exports nothing by default', 'export const extensions = [];', /^The default export is missing/],
    ['exports something else', 'export default [];', /^The default export must be an object$/],
  ])('names the file and the line if it %s', async (_, text, expected) => {
    const [problem, ...others] = await problemsOf(text);
    expect(problem).toMatch(expected);
    expect(others).toEqual([]);
  });

  it('names the file that failed if it is another one', async () => {
    const text = "import './lib/broken.ts';\nexport default {};";
    const [problem] = await problemsOf(text, { 'lib/broken.ts': '\n\nthrow new Error("too early");' });
    expect(problem).toMatch(/^\/lib\/broken\.ts:3:\d+: too early$/);
  });

  it('is not there, or is no code', async () => {
    expect(await problemsOf('', {}, { QUIRE_CONFIG: 'none.ts' })).toEqual(['There is no file /none.ts']);
    expect(await problemsOf('', { 'a.json': '{}' }, { QUIRE_CONFIG: 'a.json' })).toEqual([
      '/a.json must end in .ts, .js or .mjs',
    ]);
  });

  it('shows no secret that it prints', async () => {
    const secrets = { OSM_KEY: 'very-secret-key', JWT_SECRET: 'another secret of thirty-two bytes' };
    const text = "throw new Error('with ' + process.env['OSM_KEY'] + ' and ' + process.env['JWT_SECRET']);";
    const before = { ...process.env };
    Object.assign(process.env, secrets);
    try {
      const [problem] = await problemsOf(text, {}, secrets);
      expect(problem).toMatch(/: with \[OSM_KEY\] and \[JWT_SECRET\]$/);
    } finally {
      process.env = before;
    }
  });
});
