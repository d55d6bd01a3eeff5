import { randomUUID } from 'node:crypto';
import { foldCase } from '../../lib/text/foldCase.ts';
import type { Page, Placement } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { conflict } from '../../model/errors.ts';
import { findTermByKey } from '../../model/page/term.ts';
import { because } from '../../model/reason.ts';
import { FORMATS } from '../../model/schema/formats.ts';
import { object, text } from '../../model/schema/schema.ts';
import { toLocale } from '../../model/text/locale.ts';
import { isPageSlug } from '../../model/text/slug.ts';
import { type Action, allRecordsIn, type PlanContext, type RecordDraft } from '../action.ts';
import { createInputReader, createProblems } from '../problems.ts';
import { createDraft, getRecord, type RecordTarget, requireRev, updateDraft } from '../records.ts';
import { isOutside } from './pageSlug.ts';

type Json = Readonly<Record<string, unknown>>;

export const pageTranslateInput = object({ locale: text({ maxLength: 35 }) });

const readTranslate = createInputReader(pageTranslateInput);

/** Copies a page into another locale, in the group of its translations. @param body as `pageTranslateInput` describes it */
export function translatePage(target: RecordTarget, body: Json): Action {
  const newGroup = randomUUID();
  return {
    name: 'page.translate',
    plan(context) {
      const source = getSource(target, context);
      const locale = readTargetLocale(body);
      if (listTranslations(source, allRecordsIn(context)).some(({ data }) => data.locale === locale))
        throw conflict(because('translated', `The page has a translation into "${locale}"`, { locale }), ['locale']);
      return draftTranslation(source, { locale, newGroup, context });
    },
  };
}

interface NewTranslation {
  readonly locale: string;
  /** The group of a page that has none yet. */
  readonly newGroup: string;
  readonly context: PlanContext;
  /** What becomes of the copy; by default it stays as it is. */
  translate?(copy: Page): Page;
}

/** A copy of a page in another locale, and the page itself where it joins a group with it. */
export function draftTranslation(
  source: Entry<Page>,
  { locale, newGroup, context, translate = (copy) => copy }: NewTranslation,
): readonly RecordDraft[] {
  const { translationGroup = newGroup } = source.data;
  const copy = createDraft('page', context, () =>
    translate({
      ...copyPageData(source, context),
      ...{ locale, translationGroup, translation: { of: source.data.locale, rev: source.rev } },
    }),
  );
  return [copy, ...joinGroup(source, translationGroup)];
}

function readTargetLocale(body: Json): string {
  const problems = createProblems();
  const { locale = '' } = readTranslate(body, problems);
  const read = toLocale(locale);
  if (read === null) problems.add(['locale'], because('locale', `must be ${FORMATS['locale']?.expected}`, {}));
  problems.throwIfAny(() => []);
  return read ?? '';
}

/** The translations of a page, itself included. */
export const listTranslations = (page: Entry<Page>, lookup: Lookup): readonly Entry<Page>[] =>
  page.data.translationGroup === undefined
    ? [page]
    : lookup.find('page', 'byTranslationGroup', page.data.translationGroup);

const joinGroup = (source: Entry<Page>, translationGroup: string): readonly RecordDraft[] =>
  source.data.translationGroup === translationGroup
    ? []
    : [{ ...updateDraft('page', source, { ...source.data, translationGroup }), follows: true }];

/** Copies a page beside itself, as a draft with a title and a slug of its own. */
export const duplicatePage = (target: RecordTarget): Action => ({
  name: 'page.duplicate',
  plan(context) {
    const source = getSource(target, context);
    const { translationGroup: _group, translation: _source, ...copy } = copyPageData(source, context);
    const title = `${[...copy.title].slice(0, MAX_TITLE - COPY.length).join('')}${COPY}`;
    return [createDraft('page', context, () => ({ ...copy, title, slug: freeSlug(copy, allRecordsIn(context)) }))];
  },
});

const COPY = ' (Copy)';
const MAX_TITLE = 500;

function getSource({ id, ifMatch }: RecordTarget, { lookup }: PlanContext): Entry<Page> {
  const source = getRecord(lookup, 'page', id);
  requireRev(source, ifMatch);
  return source;
}

/** A draft with everything the page shows, its blocks with new ids. Blocks and terms that no longer exist are left out. */
function copyPageData({ data }: Entry<Page>, context: PlanContext): Page {
  const { nextId } = context;
  const lookup = allRecordsIn(context);
  const { publishedAt: _published, scheduledAt: _scheduled, unpublishAt: _unpublish, ...kept } = data;
  const isThere = ({ block }: Placement): boolean => block === undefined || lookup.byKey('block', block) !== undefined;
  const terms = Object.entries(data.terms).flatMap(([vocabulary, slugs]) => {
    const present = slugs.filter((slug) => findTermByKey(lookup, `${vocabulary}/${slug}`));
    return present.length > 0 ? [[vocabulary, present]] : [];
  });
  const regions = Object.entries(data.regions).map(([name, placements]) => [
    name,
    placements.filter(isThere).map((placement) => ({ ...placement, id: nextId('block') })),
  ]);
  const type = lookup.byKey('contentType', data.type);
  return {
    ...kept,
    slugOverride: data.slugOverride || isOutside(data.slug, type?.data),
    status: 'draft',
    terms: Object.fromEntries(terms),
    regions: Object.fromEntries(regions),
  };
}

/** The slug with the first free suffix of `-copy`, `-copy-2`, …, shortened if it would be too long. */
function freeSlug({ locale, slug }: Page, lookup: Lookup): string {
  const taken = new Set<string>();
  for (const { data } of lookup.all('page')) if (data.locale === locale) taken.add(foldCase(data.slug));
  for (let count = 1; ; count += 1) {
    const candidate = withSuffix(slug, count === 1 ? '-copy' : `-copy-${count}`);
    if (!taken.has(foldCase(candidate))) return candidate;
  }
}

function withSuffix(slug: string, suffix: string): string {
  let characters = [...slug];
  while (!isPageSlug(characters.join('') + suffix)) characters = characters.slice(0, -1);
  return characters.join('') + suffix;
}
