import type { Page, PageEntry } from '../../model/entities/page.ts';
import type { Lookup } from '../../model/entry.ts';
import { toPublic } from '../../model/fields/fields.ts';
import type { ShownAs } from '../../model/fields/kind.ts';
import { shownText } from '../../model/page/shownValues.ts';
import { publishedAtOf } from '../../store/page/pageOrder.ts';
import { showImage } from '../media.ts';
import { type ExpandValues, showRegions } from './regions.ts';
import { showTerms } from './terms.ts';

/** What readers of pages may see, and in which form. */
export interface PageView {
  readonly lookup: Lookup;
  readonly shownAs?: ShownAs;
  /** The content fields to show; all of them if absent. */
  readonly only?: readonly string[];
  /** Shows records in place of their ids in values of a schema. */
  readonly expandValues?: ExpandValues;
}

/** `published_at` is null for a page that was never published. */
export const showPageTimes = (page: PageEntry): object => ({
  created_at: page.createdAt,
  updated_at: page.updatedAt,
  published_at: publishedAtOf(page) ?? null,
});

/** The content fields of a page as everybody gets them; none if its type, which describes them, is gone. */
export function showFields(
  { data }: PageEntry,
  { lookup, shownAs, only, expandValues }: PageView,
): Readonly<Record<string, unknown>> {
  const schema = lookup.byKey('contentType', data.type)?.data.fieldsSchema;
  const values = toPublic(schema, data.fields, { lookup, names: only, ...(shownAs && { shownAs }) });
  return expandValues ? expandValues(schema, values) : values;
}

/** A page in a public list. */
export const showPageItem = (page: PageEntry, view: PageView): object => ({
  id: page.id,
  type: page.data.type,
  title: page.data.title,
  slug: page.data.slug,
  status: page.data.status,
  locale: page.data.locale,
  fields: showFields(page, view),
  terms: showTerms(page.data, view.lookup),
  meta: showPageTimes(page),
});

/** A page by itself. `translations` are the other pages of its group that the reader may see. */
export const showPage = (page: PageEntry, translations: readonly PageEntry[], view: PageView): object =>
  // Not `{ ...item, seo, … }`: V8 11 gives every such object a hidden class of its own, which costs 2 µs.
  Object.assign(showPageItem(page, view), {
    translationGroupId: page.data.translationGroup ?? null,
    translations: showTranslations(translations),
    seo: showSeo(page.data, view.lookup),
    regions: showRegions(page.data, view),
  });

export const showTranslations = (pages: readonly PageEntry[]): readonly object[] =>
  pages.map(({ id, data }) => ({ id, locale: data.locale, slug: data.slug, title: data.title }));

export const showSeo = ({ seo }: Page, lookup: Lookup): object => ({
  meta_title: seo.metaTitle ?? null,
  meta_description: seo.metaDescription ?? null,
  og_image: showImage(seo.ogImage, lookup),
  canonical_url: shownText(seo.canonicalUrl, 'canonicalUrl'),
  robots: shownText(seo.robots, 'robots'),
});
