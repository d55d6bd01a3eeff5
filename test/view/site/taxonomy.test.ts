import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Taxonomy, Term } from '../../../src/model/entities/taxonomy.ts';
import { showOneTerm, showTaxonomyWhole } from '../../../src/view/admin/record/taxonomy.ts';
import { arrangeTerms, showTaxonomyParts, showTermTree } from '../../../src/view/site/taxonomy.ts';
import { siteInMemory } from '../siteInMemory.ts';

const term = (id: number, name: string, more: Partial<Term> = {}): Term => ({
  ...{ id, slug: name.toLowerCase(), name, weight: 0, children: [] },
  ...more,
});
const vocabulary = (terms: readonly Term[], hierarchical: boolean): Taxonomy => ({
  ...{ slug: 'topics', name: 'Topics', hierarchical, terms },
});
const nameOf = ({ name }: Term, parent: Term | null) => ({ is: parent ? `${parent.name}/${name}` : name });

const TERMS = [
  term(1, 'Sea', { weight: 2 }),
  term(2, 'air', { weight: 1, children: [term(3, 'wind', { weight: 9 }), term(4, 'Cloud', { weight: 9 })] }),
  term(5, 'Land', { weight: 1 }),
];

describe('the terms of a vocabulary', () => {
  it('are nested by weight, then by name whatever its case', () => {
    expect(arrangeTerms(vocabulary(TERMS, true), nameOf)).toEqual([
      {
        is: 'air',
        children: [
          { is: 'air/Cloud', children: [] },
          { is: 'air/wind', children: [] },
        ],
      },
      { is: 'Land', children: [] },
      { is: 'Sea', children: [] },
    ]);
  });

  it('are one list without parents where the vocabulary is flat', () => {
    expect(arrangeTerms(vocabulary(TERMS, false), nameOf)).toEqual(
      ['air', 'Land', 'Sea', 'Cloud', 'wind'].map((is) => ({ is })),
    );
  });

  it('are arranged the same in whatever order the file has them, and stay in the file as they are', () => {
    const named = fc.uniqueArray(
      fc.record({ name: fc.constantFrom(...'abcdefgh'), weight: fc.integer({ min: -2, max: 2 }) }),
      {
        selector: ({ name }) => name,
      },
    );
    fc.assert(
      fc.property(named, fc.boolean(), (all, hierarchical) => {
        const terms = all.map(({ name, weight }, id) => Object.freeze(term(id, name, { weight })));
        const one = arrangeTerms(vocabulary(Object.freeze(terms), hierarchical), nameOf);
        expect(arrangeTerms(vocabulary(terms.toReversed(), hierarchical), nameOf)).toEqual(one);
        expect(one).toHaveLength(terms.length);
      }),
    );
  });
});

describe('a vocabulary', () => {
  const entryOf = (values: object) => {
    const terms = [
      { id: 6, slug: 'b', name: 'B', weight: 1, children: [{ id: 7, slug: 'c', name: 'C', fields: { a: 1 } }] },
    ];
    const file = { id: 5, name: 'Topics', hierarchical: true, terms, ...values };
    return siteInMemory({ 'taxonomies/topics.yaml': file }).store.get('taxonomy', 5)!;
  };

  it('is shown to everybody without its settings, and its terms only when asked for', () => {
    const { terms, ...facts } = showTaxonomyParts(entryOf({ settings: { secret: 1 } })) as { terms(): unknown };
    expect(facts).toEqual({ id: 5, name: 'Topics', slug: 'topics', description: null, hierarchical: true });
    expect(terms()).toEqual([
      {
        id: 6,
        name: 'B',
        slug: 'b',
        weight: 1,
        fields: null,
        children: [{ id: 7, name: 'C', slug: 'c', weight: 0, fields: { a: 1 }, children: [] }],
      },
    ]);
  });

  it('is arranged once for each of its versions', () => {
    const entry = entryOf({});
    expect(showTermTree(entry)).toBe(showTermTree(entry));
    expect(showTermTree({ ...entry, data: { ...entry.data, terms: [] } })).toEqual([]);
  });

  it('is shown to people who write with its settings, and each term with its parent', () => {
    const child = { id: 7, taxonomyId: 5, parentId: 6, name: 'C', slug: 'c', weight: 0, fields: { a: 1 } };
    const parent = { id: 6, taxonomyId: 5, parentId: null, name: 'B', slug: 'b', weight: 1, fields: null };
    const facts = { id: 5, name: 'Topics', slug: 'topics', description: 'All', hierarchical: true, settings: { a: 1 } };
    const entry = entryOf({ description: 'All', settings: { a: 1 } });
    expect(showTaxonomyWhole(entry)).toEqual({
      ...facts,
      terms: [{ ...parent, children: [{ ...child, children: [] }] }],
    });
    expect([5, 6, 7, 8].map((id) => showOneTerm(entry, id))).toEqual([undefined, parent, child, undefined]);
  });
});
