import { parseId } from '../../lib/text/parseId.ts';
import type { ContentType } from '../../model/entities/contentType.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { CmsError, conflict, type Detail } from '../../model/errors.ts';
import { toStored } from '../../model/fields/fields.ts';
import { singleSlugOf } from '../../model/page/pagePath.ts';
import { because } from '../../model/reason.ts';
import { FORMATS } from '../../model/schema/formats.ts';
import { siteSettings } from '../../model/siteSettings.ts';
import { toLocale } from '../../model/text/locale.ts';
import { trimSlug } from '../../model/text/slug.ts';
import { toTimestamp } from '../../model/text/timestamp.ts';
import { type Action, allRecordsIn, type PlanContext } from '../action.ts';
import { createInputReader, createProblems, type InputProblems } from '../problems.ts';
import { createDraft, type RecordTarget, removeRecord, requireRev, updateDraft, updateRecord } from '../records.ts';
import { noteUnknownFields } from '../validate/unknownFields.ts';
import { checkPage } from '../validate/validate.ts';
import { keepHiddenPlacements } from './hiddenContent.ts';
import { mergeSeo, type PageInput, pageCreateInput, pageUpdateInput } from './pageInput.ts';
import {
  addDefaultBlocks,
  forStatus,
  type PageReadContext,
  type ReadContext,
  readRegionsInput,
} from './pageRegions.ts';
import { isOutside, readPageSlug } from './pageSlug.ts';
import { preserveUnseenTerms, readPageTerms } from './pageTerms.ts';
import { dropSpentTimes, stampPublished, withTimes } from './pageTimes.ts';

type Json = Readonly<Record<string, unknown>>;

const readCreate = createInputReader(pageCreateInput);
const readUpdate = createInputReader(pageUpdateInput);

/** @param body as `pageCreateInput` describes it; its problems are reported together with all others */
export const createPage = (body: Json): Action => ({
  name: 'page.create',
  note: readRevisionNote(body),
  plan: (context) => [createDraft('page', context, () => newPage(body, context))],
});

/** Always makes a revision, even if only a note is sent. @param body as `pageUpdateInput` describes it */
export const updatePage = (target: RecordTarget, body: Json): Action => ({
  ...updateRecord('page', target, (before, context) =>
    mergePage(before, context, (problems) => readUpdate(body, problems)),
  ),
  note: readRevisionNote(body),
  alwaysCommits: true,
  leavesRedirects: body['redirect'] !== false,
});

export const removePage = (target: RecordTarget): Action => removeRecord('page', target);

/** Creates or updates, matched by slug and locale. @param body as `pageCreateInput` describes it */
export const upsertPage = (body: Json, ifMatch?: string): Action => ({
  name: 'page.upsert',
  note: readRevisionNote(body),
  alwaysCommits: true,
  plan(context) {
    const present = findUpsertTarget(body, context);
    if (present) requireRev(present, ifMatch);
    else if (ifMatch !== undefined) throw new CmsError('PRECONDITION_FAILED', 'The page no longer exists');
    if (!present) return [createDraft('page', context, () => newPage(body, context))];
    return [
      updateDraft(
        'page',
        present,
        mergePage(present, context, (problems) => readCreate(body, problems)),
      ),
    ];
  },
});

const readRevisionNote = ({ revisionNote }: Json): string | undefined =>
  typeof revisionNote === 'string' ? revisionNote : undefined;

/**
 * Reads a body into a page.
 *
 * @throws CmsError VALIDATION with the problems of all its parts and those of the page itself; CONFLICT if the
 * translation group that it joins already has its locale
 */
function readPageBody(context: PlanContext, read: (context: ReadContext) => Page, before?: Entry<Page>): Page {
  const problems = createProblems();
  const page = read({ ...context, problems });
  const check = (): readonly Detail[] => checkPage(page, context, before);
  problems.throwIfAny(check);
  const other = findOther(page, allRecordsIn(context), before?.data);
  if (!other) return page;
  problems.take(check());
  problems.throwIfAny(() => []);
  throw conflict(because('translated', explainTranslated(other, context), { locale: page.locale }), [
    'translationGroupId',
  ]);
}

function explainTranslated({ id, key, data: { locale } }: Entry<Page>, { lookup }: PlanContext): string {
  const name = lookup.get('page', id) ? `: ${key}` : '';
  return `The group already has a page in "${locale}"${name}`;
}

/** The page of the same locale in the translation group that a page joins. */
function findOther({ translationGroup, locale }: Page, lookup: Lookup, before?: Page): Entry<Page> | undefined {
  if (translationGroup === undefined || translationGroup === before?.translationGroup) return undefined;
  return lookup.find('page', 'byTranslationGroup', translationGroup).find(({ data }) => data.locale === locale);
}

/** The page with the slug and locale of the body, as far as the body gives them. */
function findUpsertTarget(body: Json, context: PlanContext): Entry<Page> | undefined {
  const reading = { ...context, problems: createProblems() };
  const input = readCreate(body, reading.problems);
  const locale = readPageLocale(input, reading);
  const slug = readPageSlug(input, readContentType(input, reading) ?? typeBySlug(input, locale, context), reading);
  return context.lookup.byKey('page', `${locale}/${slug}`);
}

/** An upsert may leave the type out: it is then that of the page with exactly this slug. */
function typeBySlug({ slug }: PageInput, locale: string, { lookup }: PlanContext): Entry<ContentType> | undefined {
  const present = lookup.byKey('page', `${locale}/${trimSlug(slug ?? '')}`);
  return present && lookup.byKey('contentType', present.data.type);
}

const newPage = (body: Json, planning: PlanContext): Page =>
  readPageBody(planning, (reading) => {
    const input = readCreate(body, reading.problems);
    const context = forStatus(reading, input.status);
    const type = readContentType(input, context);
    if (!type) context.problems.add(['typeId'], because('required', 'is required', {}));
    const regions = readRegionsInput(input.regions ?? {}, { type: type?.data, before: {} }, context);
    const page = {
      locale: readPageLocale(input, context),
      slug: readPageSlug(input, type, context),
      type: type?.data.slug ?? '',
      title: input.title ?? '',
      status: input.status ?? 'draft',
      slugOverride: input.slugOverride ?? false,
      terms: readPageTerms(input.terms ?? [], ['terms'], context),
      seo: mergeSeo({}, input),
      fields: storePageFields(type?.data, { given: input.fields }, context),
      regions: type ? addDefaultBlocks(type.data, regions, context) : regions,
      ...(input.translationGroupId && { translationGroup: input.translationGroupId }),
      ...readTranslation(input, { translationGroup: input.translationGroupId ?? undefined }, context),
      ...(input.publishedAt && { publishedAt: toTimestamp(input.publishedAt) }),
    } satisfies Page;
    return stampPublished(withTimes(page, input, context), null, context);
  });

/**
 * The page as saving the body would make it. Invalid values are left out instead of refused, because somebody is still
 * typing.
 *
 * @param body as `pageUpdateInput` describes it
 */
export function sketchPage(before: Entry<Page>, body: Json, planning: PlanContext): Page {
  const problems = createProblems();
  return mergePageInput(before, readUpdate(body, problems), { ...planning, problems });
}

const mergePage = (
  before: Entry<Page>,
  planning: PlanContext,
  readInput: (problems: InputProblems) => PageInput,
): Page => readPageBody(planning, (context) => mergePageInput(before, readInput(context.problems), context), before);

function mergePageInput(before: Entry<Page>, input: PageInput, reading: ReadContext): Page {
  const present = before.data;
  const context = forStatus(reading, input.status ?? present.status);
  const type = readContentType(input, context, present.type) ?? context.lookup.byKey('contentType', present.type);
  if (input.locale !== undefined && readPageLocale(input, context) !== present.locale)
    context.problems.add(['locale'], because('fixed', 'is set at creation and cannot change', {}));
  const slugOverride = input.slugOverride === undefined ? present.slugOverride : (input.slugOverride ?? false);
  const isReleased = present.slugOverride && !slugOverride;
  const isRetyped = type?.data.slug !== present.type;
  const becomesSingle = isRetyped && singleSlugOf(type?.data) !== null;
  const keepsSlug = isSlugUnchanged(input.slug, present.slug) && !isReleased && !becomesSingle;
  const title = input.title ?? present.title;
  const page: Page = {
    ...present,
    type: type?.data.slug ?? present.type,
    title,
    status: input.status ?? present.status,
    slugOverride: slugOverride || (keepsSlug && isRetyped && isOutside(present.slug, type?.data)),
    slug: keepsSlug
      ? present.slug
      : readPageSlug({ slug: input.slug ?? (becomesSingle ? null : present.slug), title, slugOverride }, type, context),
    seo: mergeSeo(present.seo, input),
    ...(input.terms !== undefined && {
      terms: preserveUnseenTerms(present.terms, readPageTerms(input.terms ?? [], ['terms'], context), context),
    }),
    ...(input.fields !== undefined && {
      fields: storePageFields(type?.data, { given: input.fields, present: present.fields }, context),
    }),
    ...(input.regions !== undefined && {
      regions: keepHiddenPlacements(
        present.regions,
        readRegionsInput(input.regions ?? {}, { type: type?.data, before: present.regions }, context),
        context,
      ),
    }),
  };
  const grouped = withSource(withGroup(page, input.translationGroupId), input, context);
  return stampPublished(withTimes(dropSpentTimes(grouped, present, context), input, context), before, context);
}

/** Whether a body leaves the slug as it is: an unchanged slug stays, even if the type would put a new one elsewhere. */
const isSlugUnchanged = (asked: string | null | undefined, present: string): boolean =>
  asked == null || trimSlug(asked) === present;

function withGroup({ translationGroup, ...page }: Page, group: string | null | undefined): Page {
  const kept = group === undefined ? translationGroup : group;
  return { ...page, ...(kept && { translationGroup: kept }) };
}

/** A page that leaves its group has no source any more. */
function withSource({ translation: present, ...page }: Page, input: PageInput, context: ReadContext): Page {
  return { ...page, ...readTranslation(input, { ...page, ...(present && { translation: present }) }, context) };
}

/** What a page is a translation of: as the body says it, or as it is; by default from the present version of the source. */
function readTranslation(
  { translation: given }: PageInput,
  present: { readonly [K in 'translation' | 'translationGroup']?: Page[K] | undefined },
  context: ReadContext,
): Pick<Page, 'translation'> {
  const { translation, translationGroup = '' } = present;
  if (given === null || translationGroup === '') return {};
  if (given === undefined) return translation ? { translation } : {};
  if (given.rev !== undefined) return { translation: { of: given.of, rev: given.rev } };
  const source = allRecordsIn(context)
    .find('page', 'byTranslationGroup', translationGroup)
    .find(({ data }) => data.locale === given.of);
  if (source) return { translation: { of: given.of, rev: source.rev } };
  const message = `There is no page in "${given.of}" that it is a translation of`;
  context.problems.add(['translation', 'of'], because('gone', message, {}));
  return {};
}

/**
 * The content type that a body names by id or slug; undefined if it names none. A page is read with both, so if only the
 * slug differs from the present type, the slug counts.
 */
function readContentType(
  { typeId, type }: PageInput,
  { lookup, problems }: ReadContext,
  present?: string,
): Entry<ContentType> | undefined {
  if (typeId === undefined && type === undefined) return undefined;
  const byId = typeId === undefined ? undefined : lookup.get('contentType', parseId(typeId) ?? 0);
  const isBySlug = type !== undefined && (typeId === undefined || (byId && byId.key === present));
  const found = isBySlug ? lookup.byKey('contentType', type) : byId;
  if (!found)
    problems.add(
      [typeId !== undefined && isBySlug ? 'type' : 'typeId'],
      because('gone', 'There is no such content type', {}),
    );
  return found;
}

function readPageLocale({ locale }: PageInput, { lookup, problems }: ReadContext): string {
  const { defaultLocale } = siteSettings(lookup);
  const read = locale === undefined ? defaultLocale : toLocale(locale);
  if (read === null) problems.add(['locale'], because('locale', `must be ${FORMATS['locale']?.expected}`, {}));
  return read ?? defaultLocale;
}

function storePageFields(
  type: ContentType | undefined,
  { given, present }: { readonly given: PageInput['fields']; readonly present?: Page['fields'] },
  context: PageReadContext,
): Page['fields'] {
  const { lookup, problems } = context;
  const { values, details } = toStored(type?.fieldsSchema ?? [], given ?? {}, { lookup, present });
  if (context.isPublished) problems.take(details, ['fields']);
  noteUnknownFields({ schema: type?.fieldsSchema, values: given ?? {}, path: ['fields'] }, context);
  return values;
}
