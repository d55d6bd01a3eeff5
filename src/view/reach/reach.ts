import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import type { PublicContent } from '../publicContent.ts';
import { MAX_URLS } from '../site/sitemap.ts';
import { type Addresses, createAddresses } from './addresses.ts';
import { createListReach, type ListReach } from './lists.ts';

/** What a change reaches: the public addresses whose answers it has a part in. */
export interface Reach {
  readonly content: PublicContent;
  readonly addresses: Addresses;
  readonly lists: ListReach;
  /** The public records that mention one by its key; null where finding them out would hold up others. */
  mentions(...name: Parameters<Lookup['referring']>): readonly Entry[] | null;
}

/** @param isKnown whether what mentions what can be answered at once */
export function createReach(content: PublicContent, isKnown: boolean): Reach {
  const addresses = createAddresses();
  return {
    content,
    addresses,
    lists: createListReach(content, addresses),
    mentions: (kind, key) => (isKnown ? content.referring(kind, key) : null),
  };
}

/** The folders of the content interface in which many addresses may be told. */
export const FOLDER = {
  pages: 'api/content/pages',
  lists: 'api/content/lists',
  menus: 'api/content/menus',
  media: 'api/content/media',
  og: 'api/content/og',
} as const;

/** What is true of a page by itself: its file, and its answer in any language and shape. */
export function tellPage({ data: { locale, slug } }: Entry<Page>, { addresses }: Reach): void {
  addresses.tell(`${FOLDER.pages}/${locale}/${slug}.json`);
  addresses.tell(`${FOLDER.pages}/${slug}`);
}

/** The picture that stands for a page where it is shared. */
export function tellPicture({ data: { locale, slug } }: Entry<Page>, { addresses }: Reach): void {
  addresses.tell(`${FOLDER.og}/${locale}/${slug}.png`);
  addresses.tell(`${FOLDER.og}/${slug}.png`);
  addresses.tell(`${FOLDER.og}/${slug}`);
}

/** The same of many, until there is nothing more to tell. */
export function tellPictures(filter: { readonly type?: string }, reach: Reach): void {
  for (const one of reach.content.pages(filter, 'published_at', 'desc')) {
    if (reach.addresses.isWhole(FOLDER.og)) return;
    tellPicture(one, reach);
  }
}

/** The scripts of pages with these slugs. */
export function tellScripts(slugs: readonly string[], { addresses }: Reach): void {
  if (slugs.length > 0) addresses.tell('api/content/tracking-scripts');
  for (const slug of slugs) addresses.tell(`api/content/tracking-scripts/${slug}.json`);
}

export function tellSitemap({ addresses, content }: Reach): void {
  for (const path of ['sitemap.xml', 'api/content/sitemap.xml', 'api/content/sitemap']) addresses.tell(path);
  const { length } = content.pages({}, 'slug', 'asc');
  // One part more than there are: the last may just have gone.
  if (length >= MAX_URLS)
    for (let part = 1; part <= Math.ceil(length / MAX_URLS) + 1; part += 1) addresses.tell(`sitemap-${part}.xml`);
}

/** The two addresses of something there is once: the plain one and that of its file. */
export function tellOne(name: 'config' | 'schemas' | 'redirects' | 'tracking-scripts', { addresses }: Reach): void {
  addresses.tell(`api/content/${name}`);
  addresses.tell(`api/content/${name}.json`);
}

export function tellMenu(slug: string, { addresses }: Reach): void {
  addresses.tell(`${FOLDER.menus}/${slug}`);
  addresses.tell(`${FOLDER.menus}/${slug}.json`);
}

/** Everything the site answers. */
export const tellSite = ({ addresses }: Reach): void => addresses.tellAll('');
