import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { publishedAtOf } from '../../store/page/pageOrder.ts';
import type { PublicContent } from '../publicContent.ts';
import { showRegions } from './regions.ts';
import { type PageView, showFields, showPageTimes, showSeo, showTranslations } from './showPage.ts';
import { showTerms } from './terms.ts';

/** Everything public about a page. Parts that take work are functions, called only if they are asked for. */
export function showPageParts(page: Entry<Page>, content: PublicContent): object {
  const { id, createdAt, updatedAt, data } = page;
  const { type, title, slug, status, locale, translationGroup = null } = data;
  const view: PageView = { lookup: content };
  return {
    id,
    type,
    title,
    slug,
    status,
    locale,
    createdAt,
    updatedAt,
    publishedAt: publishedAtOf(page) ?? null,
    translationGroupId: translationGroup,
    fields: () => showFields(page, view),
    terms: () => showTerms(data, content),
    meta: () => showPageTimes(page),
    translations: () => showTranslations(content.translationsOf(page)),
    seo: () => showSeo(data, content),
    regions: () => showRegions(data, view),
  };
}
