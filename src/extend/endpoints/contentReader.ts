import type { PageItemOf, PageOf } from '../../client/content.ts';
import { withKnownTerms } from '../../http/content/pages.ts';
import { readContentLocale } from '../../http/content/query.ts';
import { toTermKey } from '../../http/request/pageQuery.ts';
import { deepFreeze } from '../../lib/json/deepFreeze.ts';
import type { Page } from '../../model/entities/page.ts';
import { compareEntryIds, type Entry } from '../../model/entry.ts';
import { cropRules } from '../../model/siteSettings.ts';
import { trimSlug } from '../../model/text/slug.ts';
import type { PageSearchIndexes } from '../../store/search/search.ts';
import { showMediaInfo } from '../../view/media.ts';
import { shapedView } from '../../view/page/expand.ts';
import { showReusableBlock } from '../../view/page/regions.ts';
import { createWritingTime, type TextOpening } from '../../view/page/richText.ts';
import { type PageView, showPage, showPageItem } from '../../view/page/showPage.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { showSearch } from '../../view/search.ts';
import { showMenu } from '../../view/site/menu.ts';
import { showSite } from '../../view/site/site.ts';
import { showTermTree } from '../../view/site/taxonomy.ts';
import type { ContentReader, ShownShape } from '../endpoint.ts';

/** The version of the site that endpoints read. */
export interface ReadableContent {
  readonly content: PublicContent;
  /** Made on first use. */
  readonly search: () => PageSearchIndexes;
}

/**
 * Makes the reader of a version of the site. It shows everything as front ends get it.
 *
 * @param opening opens the addresses of files in rich text, where they need more to be answered
 */
export function createContentReader(
  { content, search }: ReadableContent,
  opening?: TextOpening | undefined,
): ContentReader {
  const viewOf = ({ expand = [], richText = 'json' }: ShownShape): PageView =>
    shapedView({ expand, richText, time: createWritingTime(Number.POSITIVE_INFINITY), opening }, { lookup: content });
  return {
    pages(selection = {}) {
      const { type, term, locale, limit = Number.POSITIVE_INFINITY, offset = 0 } = selection;
      const filter = {
        locale: readContentLocale(locale, content),
        ...(type !== undefined && { type }),
        ...(term !== undefined && { term: toTermKey(term) }),
      };
      const pages = withKnownTerms(content.pages(filter, 'published_at', 'desc'), filter, content);
      const view = viewOf(selection);
      return showFrozen<PageItemOf<string, never>[]>(
        pages.slice(offset, offset + limit).map((page) => showPageItem(page, view)),
      );
    },
    page(slug, { locale, ...shape } = {}) {
      const page = content.page(readContentLocale(locale, content), trimSlug(slug));
      return page ? showFrozen<PageOf<string, never, never>>(showWhole(page, viewOf(shape), content)) : null;
    },
    blocks(type) {
      const blocks = [...content.all('block')].filter(({ data }) => type === undefined || data.type === type);
      return showFrozen(blocks.sort(compareEntryIds).map((block) => showReusableBlock(block, { lookup: content })));
    },
    media(id) {
      const media = content.get('media', id);
      return media ? showFrozen(showMediaInfo(media, cropRules(content))) : null;
    },
    menu(slug) {
      const menu = content.byKey('menu', slug);
      return menu ? showFrozen(showMenu(menu, content)) : null;
    },
    terms(vocabulary) {
      const taxonomy = content.byKey('taxonomy', vocabulary);
      return taxonomy ? showFrozen(showTermTree(taxonomy)) : [];
    },
    async search(query, { type, locale, limit = 20, in: where = 'names' } = {}) {
      const inLocale = locale === undefined ? undefined : readContentLocale(locale, content);
      const index = search()[where];
      await index.ready();
      return showFrozen(showSearch({ query, type, locale: inLocale, limit }, index, content).data);
    },
    settings: () => showFrozen(showSite(content.settings(), content)),
  };
}

const showWhole = (page: Entry<Page>, view: PageView, content: PublicContent): object =>
  showPage(page, content.translationsOf(page), view);

/**
 * What a view has shown, which other answers may share. Views return plain objects; their types are those that front ends
 * have of the same answers.
 */
const showFrozen = <T>(shown: object): T => deepFreeze(shown as T);
