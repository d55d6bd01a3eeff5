import type { AdminTerm } from '../../wire/interface.ts';

/** A term as a node of a tree. In flat vocabularies, the server leaves out `children`. */
export interface TermNode extends Omit<AdminTerm, 'children'> {
  readonly children: readonly TermNode[];
}

export const toTermNodes = (terms: readonly AdminTerm[]): readonly TermNode[] =>
  terms.map((term) => ({ ...term, children: toTermNodes(term.children ?? []) }));
