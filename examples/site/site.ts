import type { Client } from '@quire-cms/quire/client';
import type { Item, Site } from './page.ts';

async function readPages(quire: Client, locale: string): Promise<Item[]> {
  const pages: Item[] = [];
  for (;;) {
    const { data, meta } = await quire.pages({ locale, limit: 50, offset: pages.length, sort: 'title:asc' });
    pages.push(...data);
    if (data.length === 0 || pages.length >= meta.total) return pages;
  }
}

/** The address of a page on the site: `/`, `/about`, `/es/sobre`. */
function pathOf({ slug, locale }: Pick<Item, 'slug' | 'locale'>, { config }: Pick<Site, 'config'>): string {
  const parts = [locale === config.defaultLocale ? '' : locale, slug === config.homeSlug ? '' : slug];
  return `/${parts.filter(Boolean).join('/')}`;
}

/** Reads what every page needs: all other pages, the menus, the settings. */
export async function openSite(quire: Client): Promise<Site> {
  const config = await quire.config();
  const all = (await Promise.all(config.supportedLocales.map((locale) => readPages(quire, locale)))).flat();
  return {
    quire,
    config,
    pages: new Map(all.map((page) => [page.id, page])),
    menus: { main: (await quire.menu('main'))?.items ?? [], footer: (await quire.menu('footer'))?.items ?? [] },
    pathOf: (page) => pathOf(page, { config }),
  };
}
