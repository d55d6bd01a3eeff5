import { flattenTerms } from '../../model/entities/taxonomy.ts';
import type { PageFilter } from '../../store/pageLists.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import type { ExportedFile } from '../endpoint.ts';

/** Pages of a list in one file (contract, section 12): the most that a request gets. */
const PER_FILE = 50;

interface List {
  readonly folder: string;
  readonly query: Readonly<Record<string, string>>;
  readonly filter: PageFilter;
}

/** Every list of the static site, in files of fifty; one without pages has one file that says so. */
export function* listFiles(content: PublicContent): Generator<ExportedFile<'/api/content/pages'>> {
  const lists = listsOf(content);
  for (const locale of localesOf(content)) {
    for (const { folder, query, filter } of lists) {
      const { length } = content.pages({ ...filter, locale }, 'published_at', 'desc');
      for (let offset = 0; offset < Math.max(length, 1); offset += PER_FILE) {
        yield {
          file: `api/content/lists/${locale}/${folder}/${offset / PER_FILE + 1}.json`,
          params: {},
          query: { ...query, locale, limit: String(PER_FILE), offset: String(offset) },
        };
      }
    }
  }
}

function listsOf(content: PublicContent): readonly List[] {
  const types = [...content.all('contentType')].map(({ key: type }) => ({
    folder: `type/${type}`,
    query: { type },
    filter: { type },
  }));
  const terms = [...content.all('taxonomy')].flatMap(({ key: vocabulary, data }) =>
    flattenTerms(data.terms).map(({ slug }) => ({
      folder: `term/${vocabulary}/${slug}`,
      query: { taxonomy: `${vocabulary}:${slug}` },
      filter: { term: `${vocabulary}/${slug}` },
    })),
  );
  return [{ folder: 'all', query: {}, filter: {} }, ...types, ...terms];
}

/** The locales that a reader may ask for: those of the settings and of public pages. */
function localesOf(content: PublicContent): ReadonlySet<string> {
  const { defaultLocale, supportedLocales } = content.settings();
  const inUse = content.pages({}, 'slug', 'asc').map(({ data }) => data.locale);
  return new Set([defaultLocale, ...supportedLocales, ...inUse]);
}
