import type { AssignId, IdCounter } from '../entity.ts';

interface NestedRecord<T> {
  readonly id: number;
  readonly children: readonly T[];
}

/** The same tree, with the id of every node given by `assign`. */
export const withNestedIds = <T extends NestedRecord<T>>(
  nodes: readonly T[],
  counter: IdCounter,
  pointer: string,
  assign: AssignId,
): readonly T[] =>
  nodes.map((node, index) => {
    const here = `${pointer}/${index}`;
    // A node comes before its children: if two nodes share an id, the first keeps it.
    const id = assign(counter, here, node.id || undefined);
    return { ...node, id, children: withNestedIds(node.children, counter, `${here}/children`, assign) };
  });
