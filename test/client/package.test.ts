import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import * as source from '../../src/client/index.ts';
import { compile } from '../view/typescript/compile.ts';

const DIST = join(import.meta.dirname, '../../dist/client');
const INDEX = join(import.meta.dirname, '../../src/client/index.ts');

it('takes less than 5 kB, plus at most 3.5 kB for reading an export, and has no dependencies', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [INDEX],
    ...{ bundle: true, splitting: true, minify: true, format: 'esm', write: false, metafile: true, outdir: 'out' },
    ...{ target: 'es2022', platform: 'browser' },
  });
  expect(Object.keys(metafile.inputs).filter((path) => !/(^|\/)src\/(client|lib|model)\//.test(path))).toEqual([]);
  const sizeOf = (path: string): number =>
    gzipSync(outputFiles.find((file) => file.path.endsWith(path))!.contents, { level: 9 }).length;
  const atOnce = [
    'out/index.js',
    ...metafile.outputs['out/index.js']!.imports.flatMap(({ path, kind }) =>
      kind === 'import-statement' ? [path] : [],
    ),
  ];
  expect(atOnce.reduce((sum, path) => sum + sizeOf(path), 0)).toBeLessThan(5000);
  expect(Object.keys(metafile.outputs).reduce((sum, path) => sum + sizeOf(path), 0)).toBeLessThan(8500);
});

it('is exported by the package and matches its types', async () => {
  const { exports } = JSON.parse(readFileSync(join(DIST, '../../package.json'), 'utf8'));
  expect(exports['./client']).toEqual({ types: './dist/client/index.d.ts', default: './dist/client/index.js' });
  const built = await import(join(DIST, 'index.js'));
  expect(Object.keys(built).sort()).toEqual(Object.keys(source).sort());
  const declared = readFileSync(join(DIST, 'index.d.ts'), 'utf8').matchAll(/declare const (\w+)/g);
  expect([...declared].map(([, name]) => name).sort()).toEqual(Object.keys(source).sort());
});

const USES = `
import { createClient, QuireError, renderRichText, srcset } from './client/index.js';

const client = createClient({ url: 'https://cms.example.org', static: true });
export async function use(): Promise<string> {
  const page = await client.page('home', { locale: 'en', expand: ['media'], richtext: 'html' });
  // @ts-expect-error It may be null.
  page.title;
  const { data, meta } = await client.pages({ type: 'note', filter: { count: { gte: 3 } }, sort: 'title:asc' });
  // @ts-expect-error No such expansion.
  await client.pages({ expand: ['author'] });
  const media = await client.media(3);
  try {
    return srcset(media ?? { srcset: null }) + renderRichText(null, { link: (_, inner) => inner }) + data[0]?.title + meta.total;
  } catch (error) {
    return error instanceof QuireError ? String(error.status) : '';
  }
}
`;

it('has types that compile in a strict project', async () => {
  const files = ['index', 'types', 'content'].map((name) => [
    `client/${name}.d.ts`,
    readFileSync(join(DIST, `${name}.d.ts`), 'utf8'),
  ]);
  expect(await compile('', { ...Object.fromEntries(files), 'use.ts': USES })).toBe('');
});
