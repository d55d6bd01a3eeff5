import type { Page } from '../model/entities/page.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import { toWire, withDefaults } from '../model/fields/fields.ts';
import { publishedAtOf } from '../store/pageOrder.ts';
import { showRegions } from './regions.ts';
import { showTerms } from './terms.ts';

type PageEntry = Entry<Page>;

/** `published_at` is null for a page that was never published. */
export const showPageTimes = (page: PageEntry): object => ({
  created_at: page.createdAt,
  updated_at: page.updatedAt,
  published_at: publishedAtOf(page) ?? null,
});

function showFields({ data }: PageEntry, lookup: Lookup): object {
  const schema = lookup.byKey('contentType', data.type)?.data.fieldsSchema ?? [];
  return toWire(schema, withDefaults(schema, data.fields), { lookup });
}

/** A page in a public list. */
export const showPageItem = (page: PageEntry, lookup: Lookup): object => ({
  id: page.id,
  type: page.data.type,
  title: page.data.title,
  slug: page.data.slug,
  status: page.data.status,
  locale: page.data.locale,
  fields: showFields(page, lookup),
  terms: showTerms(page.data, lookup),
  meta: showPageTimes(page),
});

/** A page by itself. `translations` are the public ones, the page left out. */
export const showPage = (page: PageEntry, translations: readonly PageEntry[], lookup: Lookup): object => ({
  ...showPageItem(page, lookup),
  translationGroupId: page.data.translationGroup ?? null,
  translations: translations.map(({ id, data }) => ({ id, locale: data.locale, slug: data.slug, title: data.title })),
  seo: showSeo(page.data),
  regions: showRegions(page.data.regions, lookup),
});

const showSeo = ({ seo }: Page): object => ({
  meta_title: seo.metaTitle ?? null,
  meta_description: seo.metaDescription ?? null,
  og_image: seo.ogImage ?? null,
  canonical_url: seo.canonicalUrl ?? null,
  robots: seo.robots ?? null,
});
