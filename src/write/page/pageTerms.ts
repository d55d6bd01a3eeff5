import { isDeepStrictEqual } from 'node:util';
import { parseId } from '../../lib/text/parseId.ts';
import type { Page } from '../../model/entities/page.ts';
import { notFound } from '../../model/errors.ts';
import { findTermById, findTermBySlug } from '../../model/page/term.ts';
import { because } from '../../model/reason.ts';
import { idInput, list, object } from '../../model/schema/schema.ts';
import type { Action, PlanContext } from '../action.ts';
import { createInputReader } from '../problems.ts';
import type { RecordTarget } from '../records.ts';
import { changePage } from './changePage.ts';
import { keepHiddenTerms } from './hiddenContent.ts';
import { type TermRefInput, termInput } from './pageInput.ts';
import type { ReadContext } from './pageRegions.ts';

type Json = Readonly<Record<string, unknown>>;

export const pageTermsInput = object({ termIds: list(termInput, { maxItems: 1000 }) });
export const pageTermInput = object({ termId: idInput() });

const readTermsInput = createInputReader(pageTermsInput);
const readTermInput = createInputReader(pageTermInput);

/** Converts term ids to what a page's file holds: slugs by vocabulary, each once. Unknown ids are noted below `path`. */
export function readPageTerms(
  given: readonly TermRefInput[],
  path: readonly string[],
  { lookup, problems }: ReadContext,
): Page['terms'] {
  const terms = new Map<string, Set<string>>();
  for (const [index, one] of given.entries()) {
    const found = findTermById(lookup, parseId(typeof one === 'object' ? one.termId : one) ?? 0);
    if (!found) problems.add([...path, String(index)], because('gone', 'There is no such term', {}));
    else addTermTo(terms, found.taxonomy.data.slug, found.term.slug);
  }
  return toPageTerms(terms);
}

/**
 * The terms for a page after a write. If the body only sends back the shown ones, the page also keeps those whose term is
 * gone: they show nowhere now, but again if the term comes back.
 */
export function preserveUnseenTerms(
  present: Page['terms'],
  wanted: Page['terms'],
  context: Pick<PlanContext, 'lookup' | 'everything'>,
): Page['terms'] {
  const { lookup } = context;
  const shown = toPageTerms(
    new Map(
      Object.entries(present).map(([vocabulary, slugs]) => [
        vocabulary,
        new Set(slugs.filter((slug) => findTermBySlug(lookup, vocabulary, slug))),
      ]),
    ),
  );
  return isDeepStrictEqual(shown, wanted) ? present : keepHiddenTerms(present, wanted, context);
}

type TermSets = Map<string, Set<string>>;

const addTermTo = (terms: TermSets, vocabulary: string, term: string): void => {
  terms.set(vocabulary, (terms.get(vocabulary) ?? new Set()).add(term));
};
const toSets = (terms: Page['terms']): TermSets =>
  new Map(Object.entries(terms).map(([vocabulary, slugs]) => [vocabulary, new Set(slugs)]));
const toPageTerms = (terms: TermSets): Page['terms'] =>
  Object.fromEntries([...terms].filter(([, slugs]) => slugs.size > 0).map(([name, slugs]) => [name, [...slugs]]));

/** Gives a page these terms and no others. @param body as `pageTermsInput` describes it */
export const setPageTerms = (target: RecordTarget, body: Json): Action =>
  changePage(target, ({ data }, context) => {
    const { termIds = [] } = readTermsInput(body, context.problems);
    return { ...data, terms: keepHiddenTerms(data.terms, readPageTerms(termIds, ['termIds'], context), context) };
  });

/** Adds a term; the page may already have it. @param body as `pageTermInput` describes it */
export const addPageTerm = (target: RecordTarget, body: Json): Action =>
  changePage(target, ({ data }, { lookup, problems }) => {
    const { termId } = readTermInput(body, problems);
    const found = findTermById(lookup, parseId(termId) ?? 0);
    if (!found) problems.add(['termId'], because('gone', 'There is no such term', {}));
    const terms = toSets(data.terms);
    if (found) addTermTo(terms, found.taxonomy.data.slug, found.term.slug);
    return { ...data, terms: toPageTerms(terms) };
  });

/** @throws CmsError NOT_FOUND when planned, if the page does not have the term */
export const removePageTerm = (target: RecordTarget, termId: number): Action =>
  changePage(target, ({ data }, { lookup }) => {
    const found = findTermById(lookup, termId);
    const terms = toSets(data.terms);
    if (!found || !terms.get(found.taxonomy.data.slug)?.delete(found.term.slug)) throw notFound('Term');
    return { ...data, terms: toPageTerms(terms) };
  });
