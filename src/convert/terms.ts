import { isMapping } from '../model/fields/values.ts';
import { MAX_TREE_LEVELS } from '../model/record/treeLevels.ts';
import type { ImportTarget, Json } from './foundSite.ts';
import type { Notes } from './notes.ts';
import { toLabel } from './proposeFields.ts';
import { createUnique, nameToSlug, toSlug } from './slugs.ts';

/** A term, mutable while its children are collected. */
interface TermDraft {
  readonly slug: string;
  readonly name: string;
  readonly children: TermDraft[];
}

/** Collects vocabularies with the terms of pages; those that the site has keep their terms. */
export interface Terms {
  /** Finds or adds a term and returns its slug in the vocabulary; undefined without a usable name. */
  take(vocabulary: string, name: string, place: string, options?: TermOptions): string | undefined;
  /** The vocabularies that are new or have new terms. */
  taxonomies(): readonly Json[];
}

interface TermOptions {
  readonly slug?: string;
  /** The slug of its parent term. */
  readonly parent?: string | undefined;
}

interface Vocabulary {
  readonly record: Json;
  readonly terms: TermDraft[];
  readonly bySlug: Map<string, TermDraft>;
  /** How many levels down each term is, those at the top 1. */
  readonly levels: Map<TermDraft, number>;
  readonly byName: Map<string, string>;
  /** The slugs here of terms that came with a slug, by that slug. */
  readonly byWanted: Map<string, string>;
  /** Gives each slug to one of these terms. One that the site has already is that term, imported before. */
  readonly unique: (slug: string) => string;
  hasNew: boolean;
}

const MAX_NAME = 200;

export function createTerms(
  target: Pick<ImportTarget, 'taxonomy'>,
  notes: Notes,
  trees: readonly string[] = [],
): Terms {
  const vocabularies = new Map<string, Vocabulary>();

  function open(slug: string): Vocabulary {
    const known = vocabularies.get(slug);
    if (known) return known;
    const present = target.taxonomy(slug);
    const opened: Vocabulary = {
      record: present ?? { slug, name: toLabel(slug), hierarchical: trees.includes(slug) },
      terms: structuredClone(Array.isArray(present?.['terms']) ? present['terms'] : []) as TermDraft[],
      ...{ bySlug: new Map(), levels: new Map(), byName: new Map(), byWanted: new Map(), unique: createUnique() },
      hasNew: present === undefined,
    };
    indexVocabulary(opened, opened.terms, 1);
    vocabularies.set(slug, opened);
    return opened;
  }

  /** Adds a term below its parent; at the top, if that is down too far. */
  function add({ terms, bySlug, byWanted, levels }: Vocabulary, term: TermDraft, wanted: string | undefined): void {
    const parent = bySlug.get(byWanted.get(wanted ?? '') ?? '');
    const above = parent ? levels.get(parent)! : 0;
    const isTooDeep = above >= MAX_TREE_LEVELS;
    if (isTooDeep) notes.add('A term was nested too deeply, and is at the top now', term.name);
    bySlug.set(term.slug, term);
    levels.set(term, isTooDeep ? 1 : above + 1);
    (parent && !isTooDeep ? parent.children : terms).push(term);
  }

  return {
    take(vocabulary, given, place, { slug: wanted, parent } = {}) {
      const name = given.trim().slice(0, MAX_NAME);
      const known = open(vocabulary);
      const before = wanted === undefined ? known.byName.get(name.toLowerCase()) : known.byWanted.get(wanted);
      if (before !== undefined || name === '') return before;
      const made = wanted === undefined ? nameToSlug(name, '') : toSlug(wanted, '');
      if (made === '') {
        notes.add(`No slug can be made from the name of a term in "${vocabulary}"`, `${place}: ${name}`);
        return undefined;
      }
      const slug = wanted === undefined ? made : known.unique(made);
      if (wanted === undefined) known.byName.set(name.toLowerCase(), slug);
      else known.byWanted.set(wanted, slug);
      const other = known.bySlug.get(slug);
      if (other && wanted === undefined && normalizeTermName(other.name) !== normalizeTermName(name))
        notes.add(
          `Terms in "${vocabulary}" became one, because their names make the same slug`,
          `${name}, ${other.name}`,
        );
      if (other) return slug;
      add(known, { slug, name, children: [] }, parent);
      known.hasNew = true;
      return slug;
    },
    taxonomies: () =>
      [...vocabularies.values()].filter(({ hasNew }) => hasNew).map(({ record, terms }) => ({ ...record, terms })),
  };
}

/** `Moon phases` and `moon-phases` are one name. */
const normalizeTermName = (name: string): string => name.toLowerCase().replace(/[-_\s]+/g, ' ');

function indexVocabulary(vocabulary: Vocabulary, terms: readonly TermDraft[], level: number): void {
  for (const term of terms.filter(isMapping) as unknown as readonly TermDraft[]) {
    vocabulary.bySlug.set(term.slug, term);
    vocabulary.levels.set(term, level);
    vocabulary.byName.set(term.name.toLowerCase(), term.slug);
    indexVocabulary(vocabulary, term.children ?? [], level + 1);
  }
}
