import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { hasAddress } from '../../model/page/pagePath.ts';
import type { PublicContent } from '../publicContent.ts';
import { type AddressCollector, createAddresses } from './addressCollector.ts';
import { createListReach, type ListReach } from './lists.ts';

/** What a change reaches: the public addresses whose answers it may change. */
export interface Reach {
  readonly content: PublicContent;
  readonly addresses: AddressCollector;
  readonly lists: ListReach;
  /** The public records that mention a record by its key; null if finding them would block other requests. */
  mentions(...name: Parameters<Lookup['referring']>): readonly Entry[] | null;
}

/** @param isKnown whether mentions can be looked up at once */
export function createReach(content: PublicContent, isKnown: boolean): Reach {
  const addresses = createAddresses();
  return {
    content,
    addresses,
    lists: createListReach(content, addresses),
    mentions: (kind, key) => (isKnown ? content.referring(kind, key) : null),
  };
}

/** The folders of the content interface that may get many addresses. */
export const FOLDER = {
  pages: 'api/content/pages',
  lists: 'api/content/lists',
  menus: 'api/content/menus',
  media: 'api/content/media',
  og: 'api/content/og',
} as const;

/** The page itself: its file, and its answer in any locale and shape. */
export function addPage({ data }: Entry<Page>, { addresses, content }: Reach): void {
  if (!hasAddress(data, content)) return;
  const { locale, slug } = data;
  addresses.add(`${FOLDER.pages}/${locale}/${slug}.json`);
  addresses.add(`${FOLDER.pages}/${slug}`);
}

/** The picture of a page for sharing. */
export function addPicture({ data }: Entry<Page>, { addresses, content }: Reach): void {
  if (!hasAddress(data, content)) return;
  const { locale, slug } = data;
  addresses.add(`${FOLDER.og}/${locale}/${slug}.png`);
  addresses.add(`${FOLDER.og}/${slug}.png`);
  addresses.add(`${FOLDER.og}/${slug}`);
}

/** The same for many pages, until the whole folder is added. */
export function addPictures(filter: { readonly type?: string }, reach: Reach): void {
  for (const one of reach.content.pages(filter, 'published_at', 'desc')) {
    if (reach.addresses.isWhole(FOLDER.og)) return;
    addPicture(one, reach);
  }
}

/** The two addresses of something that exists once: the plain one and that of its file. */
export function addOne(name: string, { addresses }: Reach): void {
  addresses.add(`api/content/${name}`);
  addresses.add(`api/content/${name}.json`);
}

export function addMenu(slug: string, { addresses }: Reach): void {
  addresses.add(`${FOLDER.menus}/${slug}`);
  addresses.add(`${FOLDER.menus}/${slug}.json`);
}

/** Everything on the site. */
export const addSite = ({ addresses }: Reach): void => addresses.addAll('');
