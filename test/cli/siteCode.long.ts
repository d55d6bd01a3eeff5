import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makePlace, type Place, run, runIn, serve, stop } from './quire.ts';
import { exportTo, makeSampleRepository } from './sampleRepository.ts';

const CODE = `import { defineConfig, defineExtension } from '@quire-cms/quire/extend';
export default defineConfig({ extensions: [defineExtension({ name: 'maps', version: '1.2.0' })] });
`;

/** Puts the code of a site beside its content. */
function addCode<T extends Pick<Place, 'folder' | 'env'>>(place: T, code = CODE): T & { readonly configFile: string } {
  const configFile = join(place.folder, 'quire.config.ts');
  writeFileSync(configFile, code);
  return { ...place, configFile, env: { ...place.env, QUIRE_CONFIG: configFile } };
}

it('checks with the code of the site, and says which', async () => {
  const { env } = addCode(makePlace());
  const { code, stdout, stderr } = await run(['check', '--format', 'json'], env);
  expect([code, Array.isArray(JSON.parse(stdout))]).toEqual([0, true]);
  expect(stderr).toMatch(/^extension maps 1\.2\.0 \(sha256 [0-9a-f]{12}\)\n$/);
});

it.each(['check', 'types', 'user list', 'export'])(
  'refuses to %s with code that cannot be used, unless it is left out',
  async (line) => {
    const isExport = line === 'export';
    const { env, out } = addCode(
      isExport ? makeSampleRepository() : { ...makePlace(), out: '' },
      'export default { extensions: [{}] };',
    );
    const args = isExport ? [line, '--out', out, '--no-images'] : line.split(' ');
    const refused = await run(args, env);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^The site's own code \(QUIRE_CONFIG\) cannot be used:\n {2}extensions\[0\]\.name must be/),
    ]);
    expect((await run([...args, '--no-config'], env)).stderr).not.toContain('QUIRE_CONFIG');
  },
);

it('refuses to check with endpoints that a server would not start with', async () => {
  const endpoints = "endpoints: [{ method: 'GET', path: '/near/:id/:id', access: 'public', handle: () => null }]";
  const { env } = addCode(makePlace(), CODE.replace("version: '1.2.0'", `version: '1.2.0', ${endpoints}`));
  const { code, stderr } = await run(['check'], env);
  expect([code, stderr]).toEqual([1, expect.stringContaining('path must name each parameter once')]);
});

it('tells in its help that the code can be left out', async () => {
  expect((await run(['check', '--help'])).stdout).toContain('--no-config leaves it out');
  expect((await run(['mcp', '--help'])).stdout).not.toContain('--no-config');
});

it('serves with the code of the site, built as it is installed', async () => {
  const { env, privateDir } = addCode(makePlace());
  expect((await stop(await serve(env))).code).toBe(0);
  expect(existsSync(privateDir)).toBe(true);
  const wrong = { ...env, QUIRE_CONFIG: join(env['CONTENT_DIR'] ?? '', 'site.yaml') };
  const refused = await run(['serve'], wrong);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('cannot be used')]);
});

it('notes in a static site which code took part, and only then', async () => {
  const { out, ...site } = addCode(makeSampleRepository());
  const exportSite = async (...more: readonly string[]): Promise<string> => {
    const { code, stderr, stdout } = await exportTo(site, out, ...more);
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  };
  const head = (): Record<string, unknown> =>
    JSON.parse(`${readFileSync(join(out, 'manifest.json'), 'utf8').split(',\n"records"')[0]}}`);
  await exportSite();
  expect(head()['extensions']).toEqual([{ name: 'maps', version: '1.2.0', hash: expect.stringMatching(/^.{64}$/) }]);
  const { recipe } = head();
  const since = ['--since', join(out, 'manifest.json')];
  expect(await exportSite(...since)).toContain('0 made');
  writeFileSync(site.configFile, `${CODE}\n`);
  expect(await exportSite(...since)).not.toContain('(0 made');
  expect(head()['recipe']).not.toBe(recipe);
  await exportSite('--no-config');
  expect(Object.keys(head())).toEqual(['quire', 'commit', 'at', 'isDirty', 'recipe']);
});

it('takes the code from an option in place of the variable', async () => {
  const { env, configFile } = addCode(makePlace());
  const { QUIRE_CONFIG: _, ...plain } = env;
  expect((await run(['check', '--config', configFile], plain)).stderr).toContain('extension maps 1.2.0');
  expect((await run(['check', '--config', configFile, '--no-config'], plain)).stderr).toBe('');
  expect(await run(['check', '--config'], plain)).toMatchObject({ code: 1, stderr: '--config needs a file\n' });
});

const FIELDS_CODE = `import { defineConfig, defineExtension, derive, field } from '@quire-cms/quire/extend';
const stock = field({
  base: 'integer',
  type: '{ count: number }',
  merge: (before, ours, theirs) => ours + theirs - (before ?? 0),
});
const label = derive({ types: ['shop'], field: 'label', from: ({ fields }) => 'Stock ' + fields.stock });
export default defineConfig({ extensions: [defineExtension({ name: 'shop', version: '1.0.0', fields: { stock }, derives: [label] })] });
`;
const SHOP_TYPE =
  'id: 4711\nname: Shop\nfieldsSchema:\n  - { name: stock, type: stock }\n  - { name: label, type: text }\n';
const shop = (stock: number): string =>
  `id: 4712\ntype: shop\ntitle: A\nfields:\n  stock: ${stock}\n  label: Stock ${stock}\n`;

it('writes types, checks, mends and merges by the code of the site', async () => {
  const place = addCode(makePlace(), FIELDS_CODE);
  const write = (path: string, text: string): void => writeFileSync(join(place.contentDir, path), text);
  write('content-types/shop.yaml', SHOP_TYPE);
  write('pages/en/shelf.yaml', shop(5).replace('Stock 5', 'Stock 4'));
  expect((await run(['types'], place.env)).stdout).toContain('stock?: { count: number } | null;');
  expect((await run(['check'], place.env)).stdout).toContain(
    'pages/en/shelf.yaml:6:3: warning differs from what is derived from the other values',
  );
  expect((await run(['check', '--fix'], place.env)).stderr).toContain('pages/en/shelf.yaml: ');
  expect(readFileSync(join(place.contentDir, 'pages/en/shelf.yaml'), 'utf8')).toContain('label: Stock 5\n');
  const files = [5, 7, 4].map((stock, index) => {
    const file = join(place.folder, `side-${index}.yaml`);
    writeFileSync(file, shop(stock));
    return file;
  });
  const merged = await runIn(place.folder, ['merge-driver', ...files, 'content/pages/en/shelf.yaml'], place.env);
  expect([merged.code, readFileSync(files[1]!, 'utf8')]).toEqual([0, shop(6)]);
});

it('shows values in a static site as the code of the site does', async () => {
  const { out, git, ...site } = addCode(
    makeSampleRepository(),
    FIELDS_CODE.replace("base: 'integer',", "base: 'integer',\n  toPublic: (count) => ({ count }),"),
  );
  writeFileSync(join(site.contentDir, 'content-types/shop.yaml'), SHOP_TYPE);
  writeFileSync(
    join(site.contentDir, 'pages/en/shelf.yaml'),
    shop(5).replace('title: A\n', 'title: A\nstatus: published\n'),
  );
  git('add', '--all');
  git('commit', '--quiet', '--message=Shop');
  expect((await exportTo(site, out)).code).toBe(0);
  const page = JSON.parse(readFileSync(join(out, 'api/content/pages/en/shelf.json'), 'utf8'));
  expect(page.data.fields).toEqual({ stock: { count: 5 }, label: 'Stock 5' });
});
