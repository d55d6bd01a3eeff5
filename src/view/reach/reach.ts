import { lazily } from '../../lib/list/lazily.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { hasAddress } from '../../model/page/pagePath.ts';
import { ANY_LANGUAGE, isBlankWord, translationsOf, type WordsByLocale } from '../../model/record/words.ts';
import { hasWordsIn } from '../inLanguages.ts';
import { staticLocales } from '../lists.ts';
import type { PublicContent } from '../publicContent.ts';
import { type AddressCollector, createAddresses } from './addressCollector.ts';
import { createListReach, type ListReach } from './lists.ts';

/** What a change reaches: the public addresses whose answers it may change. */
export interface Reach {
  readonly content: PublicContent;
  readonly addresses: AddressCollector;
  readonly lists: ListReach;
  /** The languages whose files may differ: those of the static site if words are, or were, translated. */
  locales(): Iterable<string>;
  /** The public records that mention a record by its key; null if finding them would block other requests. */
  mentions(...name: Parameters<Lookup['referring']>): readonly Entry[] | null;
}

interface ReachOptions {
  /** Whether mentions can be looked up at once. */
  readonly isKnown: boolean;
  /** Whether a record that has changed had translated words before. */
  readonly wasTranslated: boolean;
}

export function createReach(content: PublicContent, { isKnown, wasTranslated }: ReachOptions): Reach {
  const addresses = createAddresses();
  const locales = lazily(() => (wasTranslated || hasWordsIn(content, ANY_LANGUAGE) ? staticLocales(content) : []));
  return {
    content,
    addresses,
    locales,
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
} as const;

/** The page itself: its file, and its answer in any locale and shape. */
export function addPage({ data }: Entry<Page>, { addresses, content }: Reach): void {
  if (!hasAddress(data, content)) return;
  const { locale, slug } = data;
  addresses.add(`${FOLDER.pages}/${locale}/${slug}.json`);
  addresses.add(`${FOLDER.pages}/${slug}`);
}

/** The addresses of something with words: the plain one, that of its file, and those of its files in each language. */
export function addWorded(area: string, rest: string, { addresses, locales }: Reach): void {
  addresses.add(`api/content/${area}${rest}`);
  addresses.add(`api/content/${area}${rest}.json`);
  for (const locale of locales()) addresses.add(`api/content/${area}/${locale}${rest}.json`);
}

/** The addresses of something that exists once. */
export const addOne = (name: string, reach: Reach): void => addWorded(name, '', reach);

export const addMenu = (slug: string, reach: Reach): void => addWorded('menus', `/${slug}`, reach);

/** The translated words of a record in both versions. */
export const translationsIn = ({ kind, data }: Entry): readonly WordsByLocale[] =>
  Array.from(entityOf(kind).words?.parts(data) ?? [], ({ value }) => translationsOf(value)).filter(
    (one) => !isBlankWord(one),
  );

/** Everything on the site. */
export const addSite = ({ addresses }: Reach): void => addresses.addAll('');
