import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup, RecordRef } from '../../model/entry.ts';
import type { FieldsSchema } from '../../model/fields/field.ts';
import { toFieldSet } from '../../model/fields/fieldSet.ts';
import { toWire } from '../../model/fields/fields.ts';
import { readFields } from '../../model/fields/readFields.ts';
import { type FieldValues, isMissing, ownValue } from '../../model/fields/values.ts';
import type { BlockPlace } from '../../model/page/blockPlace.ts';
import { publishedAtOf } from '../../store/page/pageOrder.ts';
import { showAdminRegions } from '../page/regions.ts';
import { showPageTimes } from '../page/showPage.ts';
import { showAdminTerms } from '../page/terms.ts';
import type { TranslationState, TranslationStates } from './translationState.ts';

/** Finds the creator of a file: the author of its first commit. */
export type AuthorOf = (path: string) => string | undefined;

export interface AdminView {
  readonly lookup: Lookup;
  readonly authorOf: AuthorOf;
  /** Whether a record has a draft beside its live version: a change of its own. */
  hasDraft(record: RecordRef): boolean;
  /** Who began that draft. */
  draftAuthorOf(record: RecordRef): string | undefined;
  /** Whether the sources of translations have changed since. */
  readonly translations: TranslationStates;
}

function showAdminPage(page: Entry<Page>, { lookup, authorOf, hasDraft, translations }: AdminView): object {
  const { data } = page;
  const type = lookup.byKey('contentType', data.type);
  const schema = type?.data.fieldsSchema ?? [];
  const summaries = summarizeValues(schema, data.fields, lookup);
  return {
    id: page.id,
    typeId: type?.id ?? null,
    type: data.type,
    title: data.title,
    slug: data.slug,
    slugOverride: data.slugOverride,
    status: data.status,
    locale: data.locale,
    translationGroupId: data.translationGroup ?? null,
    ...(data.translation && { translation: data.translation, ...showState(page, translations) }),
    fields: toWire(schema, data.fields, { lookup }),
    ...(summaries && { summaries }),
    metaTitle: data.seo.metaTitle ?? null,
    metaDescription: data.seo.metaDescription ?? null,
    ogImage: data.seo.ogImage ?? null,
    canonicalUrl: data.seo.canonicalUrl ?? null,
    robots: data.seo.robots ?? null,
    scheduledAt: data.scheduledAt ?? null,
    unpublishAt: data.unpublishAt ?? null,
    publishedAt: publishedAtOf(page) ?? null,
    createdAt: page.createdAt,
    updatedAt: page.updatedAt,
    createdBy: authorOf(page.path) ?? null,
    hasDraft: hasDraft(page),
    meta: showPageTimes(page),
  };
}

/** A page in an admin list. */
export const showAdminPageItem = (page: Entry<Page>, view: AdminView): object => ({
  ...showAdminPage(page, view),
  translations: findOtherTranslations(page, view.lookup).map((other) => ({
    ...{ id: other.id, locale: other.data.locale, status: other.data.status },
    ...showState(other, view.translations),
  })),
});

/** The state of a page that knows its source. */
export function showState(
  page: Entry<Page>,
  { stateOf }: TranslationStates,
): { readonly translationState?: TranslationState } {
  const state = stateOf(page);
  return state === undefined ? {} : { translationState: state };
}

/** The other pages of a page's translation group. */
export const findOtherTranslations = (page: Entry<Page>, lookup: Lookup): readonly Entry<Page>[] =>
  page.data.translationGroup === undefined
    ? []
    : lookup.find('page', 'byTranslationGroup', page.data.translationGroup).filter(({ id }) => id !== page.id);

/** A page of any status as a translation of another. */
export const showTranslation = ({ id, data }: Entry<Page>): object => ({
  id,
  locale: data.locale,
  title: data.title,
  slug: data.slug,
  status: data.status,
});

/** The placement of a block on a page, in the answer to the request that made it. */
export const showPlacement = (
  page: Entry<Page>,
  { region, index, placement }: BlockPlace,
  { lookup }: AdminView,
): object => {
  const { id, block, overrides, hidden } = placement;
  const shared = block === undefined ? undefined : lookup.byKey('block', block);
  const schema = shared && lookup.byKey('blockType', shared.data.type)?.data.fieldsSchema;
  return {
    id,
    pageId: page.id,
    blockId: block === undefined ? id : (shared?.id ?? null),
    region,
    position: index,
    isShared: block !== undefined,
    overrides: overrides === undefined ? null : toWire(schema ?? [], overrides, { lookup }),
    ...(hidden && { hidden }),
  };
};

/** A page by itself, with its blocks resolved. */
export const showAdminPageWhole = (page: Entry<Page>, view: AdminView): object => ({
  ...showAdminPage(page, view),
  regions: showAdminRegions(page.data.regions, view.lookup),
  terms: showAdminTerms(page.data, view.lookup),
});

/** The values that extensions say in a line, by the name of the field; null if there are none. */
function summarizeValues(
  schema: FieldsSchema,
  values: FieldValues,
  { code }: Pick<Lookup, 'code'>,
): Readonly<Record<string, string>> | null {
  const found = toFieldSet(readFields(schema), code.kinds).extended.flatMap(({ field: { name }, kind }) => {
    const value = ownValue(values, name);
    const result = isMissing(value) ? undefined : kind.added?.summarize?.(value);
    return result && 'value' in result ? [[name, result.value] as const] : [];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}
