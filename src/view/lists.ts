import { flattenTerms } from '../model/entities/taxonomy.ts';
import type { PageFilter } from '../store/page/sortedPages.ts';
import type { PublicContent } from './publicContent.ts';

/** The pages in one file of a list (contract, section 12), as many as a request gets at most. */
export const PER_FILE = 50;

/** A list of the static site, in any locale. */
export interface StaticList {
  readonly folder: string;
  readonly filter: PageFilter;
}

export const ALL_PAGES: StaticList = { folder: 'all', filter: {} };

export const listOfType = (type: string): StaticList => ({ folder: `type/${type}`, filter: { type } });

export const listOfTerm = (vocabulary: string, slug: string): StaticList => ({
  folder: `term/${vocabulary}/${slug}`,
  filter: { term: `${vocabulary}/${slug}` },
});

/** One file of a list; `number` counts from 1. */
export const listFile = (locale: string, folder: string, number: number): string =>
  `api/content/lists/${locale}/${folder}/${number}.json`;

/** The number of files of a list of this length; an empty list has one file. */
export const filesOfList = (length: number): number => Math.max(Math.ceil(length / PER_FILE), 1);

/** Every list that the static site has in each locale. */
export function staticLists(content: PublicContent): readonly StaticList[] {
  const types = [...content.all('contentType')].map(({ key }) => listOfType(key));
  const terms = [...content.all('taxonomy')].flatMap(({ key, data }) =>
    flattenTerms(data.terms).map(({ slug }) => listOfTerm(key, slug)),
  );
  return [ALL_PAGES, ...types, ...terms];
}

/** The locales of the static site: those of the settings and of public pages. */
export function staticLocales(content: PublicContent): ReadonlySet<string> {
  const { defaultLocale, supportedLocales } = content.settings();
  const inUse = content.pages({}, 'slug', 'asc').map(({ data }) => data.locale);
  return new Set([defaultLocale, ...supportedLocales, ...inUse]);
}
