import { entityOf } from '../../model/entities/index.ts';
import { flattenTerms, type Taxonomy, type Term, taxonomy, termTranslations } from '../../model/entities/taxonomy.ts';
import { conflict, notFound } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { withCleanTranslations } from '../../model/record/words.ts';
import {
  anyObject,
  type Infer,
  idInput,
  integer,
  label,
  list,
  nullable,
  object,
  slug as slugSchema,
} from '../../model/schema/schema.ts';
import type { Action } from '../action.ts';
import type { ReadContext } from '../page/pageRegions.ts';
import { createInputReader, createProblems } from '../problems.ts';
import { createRecord, type RecordTarget, updateRecord } from '../records.ts';
import { inputSchemas, withSlug } from './input.ts';
import { arrangeNodes } from './menu.ts';
import { type Complete, createRecordReader } from './recordInput.ts';
import { checkDepth, checkParent, findNestedNode, positionNode, replaceNode } from './tree.ts';

type Json = Readonly<Record<string, unknown>>;

/** Bodies of taxonomies; a slug that is left out is made from the name. Terms have endpoints of their own. */
export const taxonomyInput = inputSchemas(entityOf('taxonomy'), { omit: ['terms'], made: ['slug'] });

const readTaxonomy = createRecordReader<Taxonomy>(taxonomy, taxonomyInput);

/** @param body as `taxonomyInput` describes it; all its problems are reported at once */
export const createTaxonomy = (body: Json): Action =>
  createRecord('taxonomy', () => readTaxonomy(null, body, withSlug));

/** Every mention of the terms follows a new slug. */
export const updateTaxonomy = (target: RecordTarget, body: Json): Action =>
  updateRecord('taxonomy', target, ({ data }) => readTaxonomy(data, body, requireHierarchical(data)));

/** A vocabulary whose terms are nested stays hierarchical. */
const requireHierarchical =
  ({ terms }: Taxonomy): Complete =>
  (input, problems) => {
    const { hierarchical } = input;
    const isNested = terms.some(({ children }) => children.length > 0);
    if (hierarchical !== undefined && hierarchical !== true && isNested)
      problems.add(['hierarchical'], because('nestedTerms', 'must be true while terms are nested', {}));
    return input;
  };

const name = label(200);
const id = idInput();
const optional = {
  slug: nullable(slugSchema()),
  parentId: nullable(id),
  weight: nullable(integer({ minimum: -1_000_000, maximum: 1_000_000 })),
  fields: nullable(anyObject()),
  translations: nullable(termTranslations()),
};
export const termCreateInput = object({ name }, optional);
export const termUpdateInput = object({}, { name, ...optional });
type TermBodyInput = Infer<typeof termUpdateInput>;

const readTermCreate = createInputReader(termCreateInput);
const readTermUpdate = createInputReader(termUpdateInput);

/** @param blamed the key of the body that is to blame if terms nest too deep */
const changeTerms = (
  target: RecordTarget,
  blamed: 'parentId' | 'items',
  change: (taxonomy: Taxonomy, context: ReadContext) => readonly Term[],
): Action =>
  updateRecord('taxonomy', target, ({ data }, context) => {
    const problems = createProblems();
    const terms = change(data, { ...context, problems });
    checkDepth(terms, data.terms, { path: blamed, problems });
    problems.throwIfAny(() => []);
    return { ...data, terms };
  });

/** @param body as `termCreateInput` describes it; all its problems are reported at once */
export const createTerm = (target: RecordTarget, body: Json): Action =>
  changeTerms(target, 'parentId', (vocabulary, context) => {
    const input = withSlug(
      readTermCreate(withCleanTranslations(body), context.problems),
      context.problems,
    ) as TermBodyInput;
    const term = mergeTerm({ id: 0, slug: '', name: '', weight: 0, children: [] }, input);
    checkTerm(vocabulary, term, { input, context });
    return positionNode(vocabulary.terms, { ...term, id: context.nextId('term') }, input);
  });

/** Every mention of the term follows a new slug. @param body as `termUpdateInput` describes it */
export const updateTerm = (target: RecordTarget, termId: number, body: Json): Action =>
  changeTerms(target, 'parentId', (vocabulary, context) => {
    const before = getTerm(vocabulary, termId);
    const input = readTermUpdate(withCleanTranslations(body), context.problems);
    const term = mergeTerm(before, input);
    checkTerm(vocabulary, term, { input, context, moving: before });
    return positionNode(vocabulary.terms, term, input);
  });

export const termOrderInput = object({
  items: list(object({ id }, { parentId: nullable(id), position: nullable(integer({ minimum: 0 })) })),
});
const readOrder = createInputReader(termOrderInput);

/** Rearranges all terms and sets their weights to match. @param body as `termOrderInput` describes it: names every term exactly once */
export const orderTerms = (target: RecordTarget, body: Json): Action =>
  changeTerms(target, 'items', ({ hierarchical, terms }, { problems }) => {
    const order = readOrder(body, problems).items ?? [];
    if (problems.has(['items'])) return terms;
    if (!hierarchical)
      for (const [index, { parentId }] of order.entries())
        if (parentId != null) problems.add(['items', String(index), 'parentId'], NOT_HIERARCHICAL);
    return weighed(arrangeNodes(terms, order, problems));
  });

const weighed = (terms: readonly Term[]): readonly Term[] =>
  terms.map((term, weight) => ({ ...term, weight, children: [...weighed(term.children)] }));

/** Removes a term, also from the pages that have it; the terms below it take its place. */
export const removeTerm = (target: RecordTarget, termId: number): Action =>
  changeTerms(target, 'parentId', (vocabulary) => {
    getTerm(vocabulary, termId);
    return replaceNode(vocabulary.terms, termId, ({ children }) => children);
  });

function getTerm({ terms }: Taxonomy, id: number): Term {
  const place = findNestedNode(terms, id);
  if (!place) throw notFound('Term');
  return place.node;
}

function mergeTerm({ fields: before, translations: oldWords, ...kept }: Term, input: TermBodyInput): Term {
  const fields = input.fields === undefined ? before : input.fields;
  const translations = input.translations === undefined ? oldWords : input.translations;
  return {
    ...kept,
    name: input.name ?? kept.name,
    ...(translations && { translations }),
    slug: input.slug ?? kept.slug,
    weight: input.weight === undefined ? kept.weight : (input.weight ?? 0),
    ...(fields && { fields }),
  };
}

const NOT_HIERARCHICAL = because('notHierarchical', 'cannot be set: the vocabulary is not hierarchical', {});

interface TermCheck {
  readonly input: TermBodyInput;
  readonly context: ReadContext;
  readonly moving?: Term;
}

/** @throws CmsError VALIDATION with all problems of the body, or CONFLICT if another term has the slug */
function checkTerm({ hierarchical, terms }: Taxonomy, term: Term, { input, context, moving }: TermCheck): void {
  const { problems } = context;
  if (!hierarchical && input.parentId != null) problems.add(['parentId'], NOT_HIERARCHICAL);
  checkParent(terms, input, { problems, ...(moving && { moving }) });
  problems.throwIfAny(() => []);
  if (flattenTerms(terms).some((other) => other.slug === term.slug && other.id !== term.id))
    throw conflict(because('taken', `"${term.slug}" is taken`, { value: term.slug }), ['slug']);
}
