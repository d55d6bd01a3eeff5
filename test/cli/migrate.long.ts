import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makePlace, run } from './quire.ts';

const FILES = {
  'content-types/article.yaml': 'id: 1\nname: Article\nfieldsSchema: [{ name: price, type: text }]\n',
  'pages/en/one.yaml': 'id: 11\ntype: article\ntitle: One\nstatus: published\nfields: { price: "5" }\n',
  'pages/en/two.yaml': 'id: 12\ntype: article\ntitle: Two\nfields: { price: free }\n',
};

const CODE = `import { migration } from '@quire-cms/quire/extend';
export default migration({
  types: ['article'],
  title: 'Say prices in euros',
  migrate: ({ fields }, { lookup }) => ({ fields: { ...fields, price: fields.price + ' € of ' + [...lookup.byType('page', 'article')].length } }),
});
`;

it('migrates a type with its records, by operations and by code, and tells before what it would do', async () => {
  const { contentDir, folder, env } = makePlace({ withContent: false });
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(contentDir, name, '..'), { recursive: true });
    writeFileSync(join(contentDir, name), text);
  }
  const migrate = (...args: readonly string[]) => run(['migrate', ...args], env);
  const page = (name: string) => readFileSync(join(contentDir, `pages/en/${name}.yaml`), 'utf8');

  const seen = await migrate('article', 'rename', 'price', 'cost', '--dry-run');
  expect(seen).toMatchObject({ code: 0, stderr: '' });
  expect(seen.stdout).toContain('Changed records: contentType 1, page 2');
  expect(seen.stdout).toContain('- fields.price: "5"\n  + fields.cost: "5"');
  expect(page('one')).toContain('price');

  expect((await migrate('article', 'rename', 'price', 'cost', '--note', 'As we say')).stdout).toContain(
    'contentType 1, page 2',
  );
  expect(page('one')).toContain('fields: { cost: "5" }');
  expect(await migrate('article', 'convert', 'cost', 'number', '--dry-run')).toMatchObject({ code: 1, stderr: '' });
  expect((await migrate('article', 'rename', 'cost')).code).toBe(2);
  await migrate('article', 'rename', 'cost', 'price');

  const file = join(folder, 'prices.ts');
  writeFileSync(file, CODE);
  expect((await migrate(file, '--dry-run')).stdout).toContain('+ fields.price: "free € of 2"');
  expect((await migrate(file)).stdout).toContain('Changed records: page 2');
  expect(page('one')).toMatch(/fields: { price: "?5 € of 2"? }/);
  writeFileSync(join(contentDir, 'bad.ts'), CODE);
  expect((await migrate(join(contentDir, 'bad.ts'))).code).toBe(1);
});
