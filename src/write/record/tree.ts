import { parseId } from '../../lib/text/parseId.ts';
import type { Entry, EntryChange } from '../../model/entry.ts';
import { because } from '../../model/reason.ts';
import { MAX_TREE_LEVELS } from '../../model/record/treeLevels.ts';
import type { InputProblems } from '../problems.ts';

/** A node of a tree: a nested record and those nested in it. */
export interface NestedNode<T> {
  readonly id: number;
  readonly children: readonly T[];
}

/** The place of a node; `parent` is null at the top. */
export interface NestedPosition<T> {
  readonly node: T;
  readonly parent: T | null;
  readonly index: number;
}

/** All nodes, each before those nested in it. */
export const flatten = <T extends NestedNode<T>>(nodes: readonly T[]): readonly T[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)]);

export function findNestedNode<T extends NestedNode<T>>(
  nodes: readonly T[],
  id: number,
  parent: T | null = null,
): NestedPosition<T> | undefined {
  for (const [index, node] of nodes.entries()) {
    const found = node.id === id ? { node, parent, index } : findNestedNode(node.children, id, node);
    if (found) return found;
  }
  return undefined;
}

/** Replaces a node by others. With none the node and its subtree go; with its children these take its place. */
export const replaceNode = <T extends NestedNode<T>>(
  nodes: readonly T[],
  id: number,
  replace: (node: T) => readonly T[],
): readonly T[] =>
  nodes.flatMap((node) =>
    node.id === id ? replace(node) : [{ ...node, children: replaceNode(node.children, id, replace) }],
  );

/** Inserts a node at `index` among the children of its parent, or at their end if there are fewer. */
export function insertNode<T extends NestedNode<T>>(
  nodes: readonly T[],
  node: T,
  { parentId, index }: { parentId: number | null; index: number },
): readonly T[] {
  if (parentId === null) return nodes.toSpliced(index, 0, node);
  return replaceNode(nodes, parentId, (parent) => [{ ...parent, children: parent.children.toSpliced(index, 0, node) }]);
}

/** The place that a body gives a node. */
export interface NodePositionInput {
  readonly parentId?: number | string | null;
  readonly position?: number | null;
}

/**
 * Puts a new or changed node where `input` says. Without a parent and position it stays where it is; without a position
 * it goes to the end of a new parent's children.
 */
export function positionNode<T extends NestedNode<T>>(
  nodes: readonly T[],
  node: T,
  { parentId, position }: NodePositionInput,
): readonly T[] {
  const present = findNestedNode(nodes, node.id);
  const presentParent = present ? (present.parent?.id ?? null) : undefined;
  const parent = parentId === undefined ? (presentParent ?? null) : parseId(parentId);
  if (present && parent === presentParent && position == null) return replaceNode(nodes, node.id, () => [node]);
  const others = replaceNode(nodes, node.id, () => []);
  return insertNode(others, node, { parentId: parent, index: position ?? Number.POSITIVE_INFINITY });
}

/** Notes a problem at `parentId` if the parent does not exist, or is inside the node that moves. */
export function checkParent<T extends NestedNode<T>>(
  nodes: readonly T[],
  { parentId }: NodePositionInput,
  { problems, moving }: { readonly problems: InputProblems; readonly moving?: T },
): void {
  if (parentId == null) return;
  const id = parseId(parentId) ?? 0;
  if (!findNestedNode(nodes, id)) problems.add(['parentId'], because('gone', 'There is no such parent here', {}));
  else if (moving && findNestedNode([moving], id))
    problems.add(['parentId'], because('insideItself', 'cannot be inside itself', {}));
}

const depthOf = <T extends NestedNode<T>>(nodes: readonly T[]): number =>
  nodes.reduce((depth, { children }) => Math.max(depth, 1 + depthOf(children)), 0);

/** Notes a problem at `path` if a tree becomes deeper than its file may be. */
export function checkDepth<T extends NestedNode<T>>(
  nodes: readonly T[],
  before: readonly T[],
  { path, problems }: { readonly path: string; readonly problems: InputProblems },
): void {
  const isTooDeep = depthOf(nodes) > Math.max(MAX_TREE_LEVELS, depthOf(before));
  if (isTooDeep)
    problems.add(
      [path],
      because('mostLevels', `cannot nest more than ${MAX_TREE_LEVELS} levels`, { count: MAX_TREE_LEVELS }),
    );
}

/** The id of the node that a write has added to the tree of a record. */
export function addedId<T extends NestedNode<T>>(
  { changes }: { readonly changes: readonly EntryChange[] },
  entry: Entry,
  nodesOf: (data: unknown) => readonly T[],
): number {
  const change = changes.find(({ after }) => after === entry);
  const before = new Set(flatten(nodesOf(change?.before?.data)).map(({ id }) => id));
  const added = flatten(nodesOf(change?.after?.data)).find(({ id }) => !before.has(id));
  if (!added) throw new Error('The write added nothing');
  return added.id;
}
