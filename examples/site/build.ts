import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '@quire-cms/quire/client';
import { build } from 'esbuild';
import { renderPage } from './page.ts';
import { openSite } from './site.ts';

/** Reads files of an export the way a host would answer them. */
const readFolder = (folder: string) => async (address: string) => {
  const file = join(folder, decodeURIComponent(address));
  return existsSync(file) ? new Response(readFileSync(file)) : new Response('', { status: 404 });
};

const { values } = parseArgs({ options: { from: { type: 'string' }, out: { type: 'string' }, editor: { type: 'string' } } });
const { from = 'http://127.0.0.1:3000', out = 'dist-example' } = values;
const isServer = /^https?:/.test(from);
const read = isServer ? (address: string) => fetch(from + address) : readFolder(from);
const quire = isServer ? createClient({ url: from }) : createClient({ url: '', static: true, fetch: readFolder(from) });

const site = await openSite(quire);

const write = (path: string, bytes: string | Uint8Array): void => {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), bytes);
};

const files = new Set<string>();
for (const { slug, locale } of site.pages.values()) {
  const page = await quire.page(slug, { locale });
  if (!page) continue;
  const html = await renderPage(page, site);
  write(join(site.pathOf(page), 'index.html'), html);
  for (const [address] of html.matchAll(/\/api\/content\/media\/\d+\/[\w.]+/g)) files.add(address);
}
// Copies the files that pages show, so that the site needs no server.
for (const address of files) write(address, new Uint8Array(await (await read(address)).arrayBuffer()));
if (values.editor) {
  // The preview page runs in the editor's frame and reads what it needs from the editor's server.
  const define = { EDITOR: JSON.stringify(values.editor) };
  const { outputFiles } = await build({ entryPoints: [join(import.meta.dirname, 'preview.ts')], bundle: true, minify: true, format: 'esm', write: false, define });
  write('preview.js', outputFiles[0]!.contents);
  write('preview/index.html', '<!doctype html><meta charset="utf-8"><title>Preview</title><link rel="stylesheet" href="/style.css"><script type="module" src="/preview.js"></script>');
}
cpSync(join(import.meta.dirname, 'style.css'), join(out, 'style.css'));
process.stdout.write(`${site.pages.size} pages, ${files.size} pictures and files in ${out}\n`);
