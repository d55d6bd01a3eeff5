/** A record with its children. */
export interface TreeNode {
  readonly id: number;
  readonly children: readonly TreeNode[];
  /** Whether nothing can be put under it. */
  readonly isLeaf?: boolean;
}

/** A node as a line of the rendered tree. */
export interface FlatTreeNode<T extends TreeNode> {
  readonly node: T;
  readonly depth: number;
  readonly parentId: number | null;
}

/** A target position: the parent, and the index among its children. */
export interface Spot {
  readonly parentId: number | null;
  readonly index: number;
}

export type TreeStep = 'up' | 'down' | 'in' | 'out';

/** All nodes as lines, parents before their children; the children of `folded` nodes are left out. */
export function flattenTree<T extends TreeNode>(
  nodes: readonly T[],
  folded: (id: number) => boolean = () => false,
  { depth = 0, parentId = null }: { readonly depth?: number; readonly parentId?: number | null } = {},
): readonly FlatTreeNode<T>[] {
  return nodes.flatMap((node) => [
    { node, depth, parentId },
    // The children of a node are of its own kind.
    ...(folded(node.id)
      ? []
      : flattenTree(node.children as readonly T[], folded, { depth: depth + 1, parentId: node.id })),
  ]);
}

/** The nodes that match, with their ancestors. */
export const matching = <T extends TreeNode>(nodes: readonly T[], fits: (node: T) => boolean): readonly T[] =>
  nodes.flatMap((node) => {
    // The children of a node are of its own kind.
    const children = matching(node.children as readonly T[], fits);
    return children.length > 0 || fits(node) ? [{ ...node, children }] : [];
  });

export const findNode = <T extends TreeNode>(nodes: readonly T[], id: number): T | undefined =>
  flattenTree(nodes).find(({ node }) => node.id === id)?.node;

const findSiblingNodes = <T extends TreeNode>(nodes: readonly T[], parentId: number | null): readonly TreeNode[] =>
  parentId === null ? nodes : (findNode(nodes, parentId)?.children ?? []);

/** The spot one step away from a node; undefined if that step is not possible. */
export function stepFrom<T extends TreeNode>(nodes: readonly T[], id: number, step: TreeStep): Spot | undefined {
  const line = flattenTree(nodes).find(({ node }) => node.id === id);
  if (!line) return undefined;
  const { parentId } = line;
  const siblings = findSiblingNodes(nodes, parentId);
  const index = siblings.findIndex((node) => node.id === id);
  if (step === 'up') return index > 0 ? { parentId, index: index - 1 } : undefined;
  if (step === 'down') return index < siblings.length - 1 ? { parentId, index: index + 1 } : undefined;
  if (step === 'in') {
    const before = siblings[index - 1];
    return before && !before.isLeaf ? { parentId: before.id, index: before.children.length } : undefined;
  }
  if (parentId === null) return undefined;
  const parent = flattenTree(nodes).find(({ node }) => node.id === parentId)!;
  const above = findSiblingNodes(nodes, parent.parentId);
  return { parentId: parent.parentId, index: above.findIndex((node) => node.id === parentId) + 1 };
}

/** The tree with a node and its descendants moved to another spot. */
export function moveNode<T extends TreeNode>(nodes: readonly T[], id: number, { parentId, index }: Spot): readonly T[] {
  const moved = findNode(nodes, id);
  if (!moved) return nodes;
  return insertTreeNode(removeTreeNode(nodes, id), moved, { parentId, index });
}

const removeTreeNode = <T extends TreeNode>(nodes: readonly T[], id: number): readonly T[] =>
  nodes.filter((node) => node.id !== id).map((node) => ({ ...node, children: removeTreeNode(node.children, id) }));

function insertTreeNode<T extends TreeNode>(nodes: readonly T[], moved: T, spot: Spot): readonly T[] {
  if (spot.parentId === null) return nodes.toSpliced(spot.index, 0, moved);
  return nodes.map((node) =>
    node.id === spot.parentId
      ? { ...node, children: node.children.toSpliced(spot.index, 0, moved) }
      : { ...node, children: insertTreeNode(node.children, moved, spot) },
  );
}

/** The position of every node, in the form that the server expects. */
export const toOrder = <T extends TreeNode>(
  nodes: readonly T[],
  parentId: number | null = null,
): readonly TreeOrderEntry[] =>
  nodes.flatMap((node, position) => [{ id: node.id, parentId, position }, ...toOrder(node.children, node.id)]);

interface TreeOrderEntry {
  readonly id: number;
  readonly parentId: number | null;
  readonly position: number;
}

interface Drop {
  /** The node that is dragged. */
  readonly id: number;
  /** The node that it is held over. */
  readonly overId: number;
  /** How many levels it has been dragged inwards; negative means outwards. */
  readonly steps: number;
  readonly maxDepth: number;
}

/** Where a dragged node would land: as deep as it is dragged, within what its neighbours allow. */
export function spotOfDrop<T extends TreeNode>(
  lines: readonly FlatTreeNode<T>[],
  drop: Drop,
): (Spot & { readonly depth: number }) | undefined {
  const { id, overId, steps, maxDepth } = drop;
  const from = lines.findIndex(({ node }) => node.id === id);
  const to = lines.findIndex(({ node }) => node.id === overId);
  const dragged = lines[from];
  if (!dragged || to < 0) return undefined;
  const others = lines.toSpliced(from, 1);
  const [before, after] = [others[to - 1], others[to]];
  const deepest = Math.min(maxDepth, before ? before.depth + (before.node.isLeaf ? 0 : 1) : 0);
  const depth = Math.max(Math.min(dragged.depth + steps, deepest), Math.min(after?.depth ?? 0, deepest));
  const parentId = parentAt(others.slice(0, to), depth);
  const index = others.slice(0, to).filter((line) => line.parentId === parentId).length;
  return { parentId, index, depth };
}

/** The parent of a node at `depth` that follows these lines. */
function parentAt<T extends TreeNode>(lines: readonly FlatTreeNode<T>[], depth: number): number | null {
  return depth === 0 ? null : (lines.findLast((line) => line.depth === depth - 1)?.node.id ?? null);
}
