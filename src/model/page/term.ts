import type { Entry, Lookup } from '../entry.ts';
import type { Records } from '../records.ts';

type TaggedPage = Records['page'];
type TaxonomyData = Records['taxonomy'];
type VocabularyTerm = TaxonomyData['terms'][number];

/** The terms of a page from one vocabulary. A vocabulary called `toString` must not find the inherited function. */
export const slugsIn = ({ terms }: Pick<TaggedPage, 'terms'>, vocabulary: string): readonly string[] =>
  (Object.hasOwn(terms, vocabulary) && terms[vocabulary]) || [];

/** A term with its vocabulary. */
export interface FoundTerm {
  readonly taxonomy: Entry<TaxonomyData>;
  readonly term: VocabularyTerm;
  /** The key by which files mention it: `topics/news`. */
  readonly key: string;
}

function findNestedTerm(
  terms: readonly VocabularyTerm[],
  matches: (term: VocabularyTerm) => boolean,
): VocabularyTerm | undefined {
  for (const term of terms) {
    const match = matches(term) ? term : findNestedTerm(term.children, matches);
    if (match) return match;
  }
  return undefined;
}

const found = (taxonomy: Entry<TaxonomyData>, matches: (term: VocabularyTerm) => boolean): FoundTerm | undefined => {
  const term = findNestedTerm(taxonomy.data.terms, matches);
  return term && { taxonomy, term, key: `${taxonomy.data.slug}/${term.slug}` };
};

export function findTermById(lookup: Lookup, id: number): FoundTerm | undefined {
  const [taxonomy] = lookup.find('taxonomy', 'byTerm', String(id));
  return taxonomy && found(taxonomy, (term) => term.id === id);
}

/** @param key the slugs of the vocabulary and the term: `topics/news` */
export function findTermByKey(lookup: Lookup, key: string): FoundTerm | undefined {
  const slash = key.indexOf('/');
  return findTermBySlug(lookup, key.slice(0, Math.max(slash, 0)), key.slice(slash + 1));
}

export function findTermBySlug(lookup: Lookup, vocabulary: string, slug: string): FoundTerm | undefined {
  return findTerms(lookup, vocabulary).get(slug);
}

/** The terms of a vocabulary by slug; none if there is no such vocabulary. */
export function findTerms(lookup: Lookup, vocabulary: string): ReadonlyMap<string, FoundTerm> {
  const taxonomy = lookup.byKey('taxonomy', vocabulary);
  return taxonomy ? termsBySlug(taxonomy) : NO_TERMS;
}

const NO_TERMS: ReadonlyMap<string, FoundTerm> = new Map();

const known = new WeakMap<Entry<TaxonomyData>, ReadonlyMap<string, FoundTerm>>();

/** The terms of a vocabulary by slug, read once: every page in a list looks some up. */
function termsBySlug(taxonomy: Entry<TaxonomyData>): ReadonlyMap<string, FoundTerm> {
  const read = known.get(taxonomy);
  if (read) return read;
  const terms = collectTerms(taxonomy);
  known.set(taxonomy, terms);
  return terms;
}

function collectTerms(taxonomy: Entry<TaxonomyData>): ReadonlyMap<string, FoundTerm> {
  const terms = new Map<string, FoundTerm>();
  const add = (term: VocabularyTerm): void => {
    const { slug, children } = term;
    // If a slug is repeated in an unchecked file, its first term counts.
    if (!terms.has(slug)) terms.set(slug, { taxonomy, term, key: `${taxonomy.data.slug}/${slug}` });
    children.forEach(add);
  };
  taxonomy.data.terms.forEach(add);
  return terms;
}
