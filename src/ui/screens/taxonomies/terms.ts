import type { AdminTerm } from '../../wire/interface.ts';

/** A term as a node of a tree. In flat vocabularies, the server leaves out `children`. */
export interface Term extends Omit<AdminTerm, 'children'> {
  readonly children: readonly Term[];
}

export const toTerms = (terms: readonly AdminTerm[]): readonly Term[] =>
  terms.map((term) => ({ ...term, children: toTerms(term.children ?? []) }));
