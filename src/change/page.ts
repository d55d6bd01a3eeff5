import { parseId } from '../lib/parseId.ts';
import type { ContentType } from '../model/entities/contentType.ts';
import type { Page } from '../model/entities/page.ts';
import type { Entry } from '../model/entry.ts';
import { invalid, invalidAt } from '../model/errors.ts';
import { toStored } from '../model/fields/fields.ts';
import { FORMATS } from '../model/formats.ts';
import { toLocale } from '../model/locale.ts';
import { settingsOf } from '../model/siteSettings.ts';
import { isPageSlug, trimSlug } from '../model/slug.ts';
import { findTermById } from '../model/term.ts';
import { toTimestamp } from '../model/timestamp.ts';
import type { Action, PlanContext } from './action.ts';
import { makeSlug } from './input.ts';
import { mergeSeo, type PageInput } from './pageInput.ts';
import { placeDefaultBlocks, readRegionsInput } from './pageRegions.ts';
import { createDraft, removeRecord, type Target, updateDraft, updateRecord } from './records.ts';

type CreateInput = PageInput & { readonly title: string };

export const createPage = (input: CreateInput): Action => ({
  name: 'page.create',
  note: input.revisionNote ?? undefined,
  plan: (context) => [createDraft('page', context, () => newPage(input, context))],
});

/** Always makes a revision, also when only a note is sent. */
export const updatePage = (target: Target, input: PageInput): Action => ({
  ...updateRecord('page', target, (before, context) => mergePage(before, input, context)),
  note: input.revisionNote ?? undefined,
  alwaysCommits: true,
});

export const removePage = (target: Target): Action => removeRecord('page', target);

/** Creates or updates, matched by slug and locale. */
export const upsertPage = (input: CreateInput): Action => ({
  name: 'page.upsert',
  note: input.revisionNote ?? undefined,
  alwaysCommits: true,
  plan(context) {
    const present = findUpsertTarget(input, context);
    if (!present) return [createDraft('page', context, () => newPage(input, context))];
    return [updateDraft('page', present, mergePage(present, input, context))];
  },
});

function findUpsertTarget(input: CreateInput, context: PlanContext): Entry<Page> | undefined {
  const locale = readLocale(input, context);
  const slug = slugOf(input, readType(input, context) ?? typeBySlug(input, locale, context));
  return context.lookup.byKey('page', `${locale}/${slug}`);
}

/** An update may leave the type out: the page that has the slug as it stands gives it. */
function typeBySlug({ slug }: CreateInput, locale: string, { lookup }: PlanContext): Entry<ContentType> | undefined {
  const present = lookup.byKey('page', `${locale}/${trimSlug(slug ?? '')}`);
  return present && lookup.byKey('contentType', present.data.type);
}

function newPage(input: CreateInput, context: PlanContext): Page {
  const type = readType(input, context);
  if (!type) throw invalidAt(['typeId'], 'is required');
  const regions = placeDefaultBlocks(type.data, readRegionsInput(input.regions ?? {}, {}, context), context);
  const page = {
    locale: readLocale(input, context),
    slug: slugOf(input, type),
    type: type.data.slug,
    title: input.title,
    status: input.status ?? 'draft',
    slugOverride: input.slugOverride ?? false,
    terms: readTerms(input.terms ?? [], context),
    seo: mergeSeo({}, input),
    fields: storeFields(type.data, input.fields ?? {}, context),
    regions,
    ...(input.translationGroupId && { translationGroup: input.translationGroupId }),
    ...(input.publishedAt && { publishedAt: toTimestamp(input.publishedAt) }),
  } satisfies Page;
  return stampPublished(withTimes(page, input), context);
}

function mergePage(before: Entry<Page>, input: PageInput, context: PlanContext): Page {
  const present = before.data;
  const type = readType(input, context) ?? context.lookup.byKey('contentType', present.type);
  if (input.locale !== undefined && toLocale(input.locale) !== present.locale)
    throw invalidAt(['locale'], 'is set at creation and cannot change');
  const slugOverride = input.slugOverride ?? present.slugOverride;
  const page: Page = {
    ...present,
    type: type?.data.slug ?? present.type,
    title: input.title ?? present.title,
    status: input.status ?? present.status,
    slugOverride,
    slug: input.slug == null ? present.slug : slugOf({ slug: input.slug, slugOverride }, type),
    seo: mergeSeo(present.seo, input),
    ...(input.terms !== undefined && { terms: readTerms(input.terms ?? [], context) }),
    ...(input.fields !== undefined && {
      fields: type ? storeFields(type.data, input.fields ?? {}, context) : (input.fields ?? {}),
    }),
    ...(input.regions !== undefined && { regions: readRegionsInput(input.regions ?? {}, present.regions, context) }),
  };
  return stampPublished(withTimes(withGroup(page, input.translationGroupId), input), context);
}

function withGroup({ translationGroup, ...page }: Page, group: string | null | undefined): Page {
  const kept = group === undefined ? translationGroup : group;
  return { ...page, ...(kept && { translationGroup: kept }) };
}

function withTimes({ scheduledAt, unpublishAt, ...page }: Page, input: PageInput): Page {
  const times = {
    scheduledAt: given(scheduledAt, input.scheduledAt),
    unpublishAt: given(unpublishAt, input.unpublishAt),
  };
  if (times.scheduledAt && times.unpublishAt && times.unpublishAt <= times.scheduledAt)
    throw invalidAt(['unpublishAt'], 'must be after scheduledAt');
  return {
    ...page,
    ...(times.scheduledAt && { scheduledAt: times.scheduledAt }),
    ...(times.unpublishAt && { unpublishAt: times.unpublishAt }),
  };
}

const given = (present: string | undefined, input: string | null | undefined): string | null | undefined =>
  typeof input === 'string' ? toTimestamp(input) : input === null ? null : present;

/** `publishedAt` is set when a page is first published and kept afterwards. */
const stampPublished = (page: Page, { now }: PlanContext): Page =>
  page.status === 'published' && page.publishedAt === undefined ? { ...page, publishedAt: now.toISOString() } : page;

/** The content type a body names by id or slug; undefined when it names none. */
function readType({ typeId, type }: PageInput, { lookup }: PlanContext): Entry<ContentType> | undefined {
  if (typeId === undefined && type === undefined) return undefined;
  const found =
    typeId === undefined ? lookup.byKey('contentType', type ?? '') : lookup.get('contentType', parseId(typeId) ?? 0);
  if (found) return found;
  throw invalidAt(['typeId'], 'There is no such content type');
}

function readLocale({ locale }: PageInput, { lookup }: PlanContext): string {
  const read = locale === undefined ? settingsOf(lookup).defaultLocale : toLocale(locale);
  if (read === null) throw invalidAt(['locale'], `must be ${FORMATS['locale']?.expected}`);
  return read;
}

/** The slug a body asks for, or one made from the title, under the type's prefix. */
function slugOf({ slug, title = '', slugOverride }: PageInput, type: Entry<ContentType> | undefined): string {
  const asked = slug == null || trimSlug(slug) === '' ? makeSlug(title) : trimSlug(slug);
  const full = slugOverride ? asked : withPrefix(asked, type?.data);
  if (!isPageSlug(full)) throw invalidAt(['slug'], `must be ${FORMATS['pageSlug']?.expected}`);
  return full;
}

/** A bare slug gets the type's prefix, one already under it is kept (contract, "fieldsSchema and regions"). */
function withPrefix(slug: string, type: ContentType | undefined): string {
  const prefix = trimSlug(String(type?.settings?.['slugPrefix'] ?? ''));
  if (prefix === '' || slug.startsWith(`${prefix}/`)) return slug;
  if (slug.includes('/')) throw invalidAt(['slug'], `must be under "${prefix}/"`);
  return `${prefix}/${slug}`;
}

function storeFields(type: ContentType, fields: Page['fields'], { lookup }: PlanContext): Page['fields'] {
  const stored = toStored(type.fieldsSchema, fields, { lookup });
  if ('values' in stored) return stored.values;
  throw invalid(stored.details.map((detail) => ({ ...detail, path: ['fields', ...detail.path] })));
}

/** Term ids as the page's file holds them: slugs by vocabulary. */
function readTerms(ids: readonly (number | string)[], { lookup }: PlanContext): Page['terms'] {
  const terms: Record<string, string[]> = {};
  ids.forEach((id, index) => {
    const found = findTermById(lookup, parseId(id) ?? 0);
    if (!found) throw invalidAt(['terms', String(index)], 'There is no such term');
    const vocabulary = found.taxonomy.data.slug;
    terms[vocabulary] = [...new Set([...(terms[vocabulary] ?? []), found.term.slug])];
  });
  return terms;
}
