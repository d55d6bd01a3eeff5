import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Client, createClient } from '@quire-cms/quire/client';
import { type Item, renderPage, type Site } from './page.ts';

/** Files of an export as a host would answer them. */
const readFolder = (folder: string) => async (address: string) => {
  const file = join(folder, decodeURIComponent(address));
  return existsSync(file) ? new Response(readFileSync(file)) : new Response('', { status: 404 });
};

async function readPages(quire: Client, locale: string): Promise<Item[]> {
  const pages: Item[] = [];
  for (;;) {
    const { data, meta } = await quire.pages({ locale, limit: 50, offset: pages.length, sort: 'title:asc' });
    pages.push(...data);
    if (data.length === 0 || pages.length >= meta.total) return pages;
  }
}

/** Where a page of the site stands: `/`, `/about`, `/es/sobre`. */
function pathOf({ slug, locale }: Pick<Item, 'slug' | 'locale'>, { config }: Pick<Site, 'config'>): string {
  const parts = [locale === config.defaultLocale ? '' : locale, slug === config.homeSlug ? '' : slug];
  return `/${parts.filter(Boolean).join('/')}`;
}

const { values } = parseArgs({ options: { from: { type: 'string' }, out: { type: 'string' } } });
const { from = 'http://127.0.0.1:3000', out = 'dist-example' } = values;
const isServer = /^https?:/.test(from);
const read = isServer ? (address: string) => fetch(from + address) : readFolder(from);
const quire = isServer ? createClient({ url: from }) : createClient({ url: '', static: true, fetch: readFolder(from) });

const config = await quire.config();
const all = (await Promise.all(config.supportedLocales.map((locale) => readPages(quire, locale)))).flat();
const site: Site = {
  ...{ quire, config },
  pages: new Map(all.map((page) => [page.id, page])),
  menus: { main: (await quire.menu('main'))?.items ?? [], footer: (await quire.menu('footer'))?.items ?? [] },
  pathOf: (page) => pathOf(page, { config }),
};

const write = (path: string, bytes: string | Uint8Array): void => {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), bytes);
};

const files = new Set<string>();
for (const { slug, locale } of all) {
  const page = await quire.page(slug, { locale });
  if (!page) continue;
  const html = await renderPage(page, site);
  write(join(site.pathOf(page), 'index.html'), html);
  for (const [address] of html.matchAll(/\/api\/content\/media\/\d+\/[\w.]+/g)) files.add(address);
}
// The site stands by itself: what it shows is beside it.
for (const address of files) write(address, new Uint8Array(await (await read(address)).arrayBuffer()));
cpSync(join(import.meta.dirname, 'style.css'), join(out, 'style.css'));
process.stdout.write(`${all.length} pages, ${files.size} pictures and files in ${out}\n`);
