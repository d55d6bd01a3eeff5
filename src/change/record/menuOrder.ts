import { MultiMap } from '../../lib/list/MultiMap.ts';
import { parseId } from '../../lib/text/parseId.ts';
import type { Detail } from '../../model/errors.ts';
import type { Problems } from '../problems.ts';
import { flatten, type TreeNode } from './tree.ts';

/** Where one node is to stand. Siblings stand by `position`, then in the order they are named. */
export interface NodeOrder {
  readonly id: number | string;
  readonly parentId?: number | string | null;
  readonly position?: number | null;
}

type Parents = ReadonlyMap<number, number | null>;

/**
 * The same nodes arranged as `order` says, which must name each exactly once; what is wrong with it is noted below
 * `items`.
 */
export function arrangeNodes<T extends TreeNode<T>>(
  nodes: readonly T[],
  order: readonly NodeOrder[],
  problems: Problems,
): readonly T[] {
  const byId = new Map(flatten(nodes).map((node) => [node.id, node]));
  const parents = new Map(order.map((one) => [idOf(one), parentOf(one)]));
  const details = [...checkNames(order, byId, parents), ...checkCycles(order, parents)];
  problems.take(details, ['items']);
  if (details.length > 0) return nodes;

  const sorted = [...order].sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  const byParent = new MultiMap<number | null, NodeOrder>();
  for (const one of sorted) byParent.add(parentOf(one), one);
  const childrenOf = (parent: number | null): readonly T[] =>
    byParent.get(parent).map((one) => ({ ...byId.get(idOf(one))!, children: childrenOf(idOf(one)) }));
  return childrenOf(null);
}

/** 0 for what can be no id. */
const idOf = ({ id }: NodeOrder): number => parseId(id) ?? 0;
const parentOf = ({ parentId }: NodeOrder): number | null => (parentId == null ? null : (parseId(parentId) ?? 0));

function checkNames(
  order: readonly NodeOrder[],
  byId: ReadonlyMap<number, unknown>,
  parents: Parents,
): readonly Detail[] {
  const seen = new Set<number>();
  const details = order.flatMap((one, index): readonly Detail[] => {
    const id = idOf(one);
    const parent = parentOf(one);
    const isRepeated = seen.has(id);
    seen.add(id);
    return [
      ...(byId.has(id) ? [] : [{ path: [String(index), 'id'], message: 'There is no such item here' }]),
      ...(isRepeated ? [{ path: [String(index), 'id'], message: 'is named twice' }] : []),
      ...(parent === null || byId.has(parent)
        ? []
        : [{ path: [String(index), 'parentId'], message: 'There is no such parent here' }]),
    ];
  });
  const missing = [...byId.keys()].filter((id) => !parents.has(id));
  if (missing.length === 0) return details;
  return [...details, { path: [], message: `must name every item: ${missing.join(', ')} missing` }];
}

const checkCycles = (order: readonly NodeOrder[], parents: Parents): readonly Detail[] =>
  order.flatMap((one, index) =>
    isInsideItself(idOf(one), parents)
      ? [{ path: [String(index), 'parentId'], message: 'must not stand inside itself' }]
      : [],
  );

function isInsideItself(id: number, parents: Parents): boolean {
  let parent = parents.get(id);
  // No way up is longer than there are nodes, unless it goes round somewhere else.
  for (let steps = parents.size; parent != null && parent !== id && steps > 0; steps -= 1) parent = parents.get(parent);
  return parent === id;
}
