import { isSameValue } from '../../../../form/values.ts';
import type { TreeNode } from '../../../../parts/tree/moves.ts';
import { findFreeName } from '../../names.ts';
import { type FieldDraft, readFieldDrafts, writeFieldDrafts } from '../fieldDraft.ts';
import { nestsFields } from '../fieldKinds.ts';

/** A field in the tree of a type's fields. */
export interface FieldNode extends TreeNode {
  /** As written, but for its nested fields, which are its children. */
  readonly field: FieldDraft;
  readonly children: readonly FieldNode[];
  /** Whether its name is made from its label. */
  readonly isNamedByLabel?: boolean;
}

let last = 0;

export const newNode = (field: FieldDraft, children: readonly FieldNode[] = []): FieldNode =>
  withLeaf({ id: ++last, field, children });

/** The fields of a schema as a tree; null if they are only edited as JSON. */
export const readFieldNodes = (schema: unknown): readonly FieldNode[] | null =>
  readFieldDrafts(schema)?.map((field) => newNode(field, readFieldNodes(field['fields']) ?? [])) ?? null;

/** The schema of a tree, in the form that it had. What the tree does not know stays as it is. */
export const schemaOfNodes = (nodes: readonly FieldNode[], before: unknown): unknown =>
  writeFieldDrafts(nodes.map(toFieldDraft), before);

/** The definition of a field with its nested fields. */
export function toFieldDraft({ field, children }: FieldNode): FieldDraft {
  const { fields: before, ...own } = field;
  if (children.length === 0 && !readFieldDrafts(before)?.length) return field;
  const fields = schemaOfNodes(children, before);
  // A group that has lost its last field has an empty list.
  return isSameValue(fields, before) ? field : { ...(before === undefined ? own : field), fields };
}

/** Only fields that hold others are places to put a field. */
function withLeaf<T extends FieldNode>(node: T): T {
  return { ...node, isLeaf: !nestsFields(node.field.type) || isWrittenElse(node) };
}

/** Whether the fields inside are written in a form that is only edited as JSON. */
export const isWrittenElse = ({ field }: Pick<FieldNode, 'field'>): boolean =>
  field['fields'] !== undefined && field['fields'] !== null && readFieldDrafts(field['fields']) === null;

/** The tree with one field edited. The conditions of its neighbours follow its name. */
export function withField(nodes: readonly FieldNode[], id: number, edit: Partial<FieldNode>): readonly FieldNode[] {
  const before = nodes.find((node) => node.id === id);
  if (!before) return nodes.map((node) => ({ ...node, children: withField(node.children, id, edit) }));
  const after = withLeaf({ ...before, ...edit });
  const next = nodes.map((node) => (node.id === id ? after : node));
  const isRenamed = before.field.name !== after.field.name && isUnique(nodes, before.field.name);
  return isRenamed ? next.map((node) => renameConditionField(node, before.field.name, after.field.name)) : next;
}

const isUnique = (nodes: readonly FieldNode[], name: string): boolean =>
  name !== '' && nodes.filter(({ field }) => field.name === name).length === 1;

function renameConditionField(node: FieldNode, before: string, name: string): FieldNode {
  const condition = node.field['condition'] as { readonly field?: unknown } | null | undefined;
  if (condition?.field !== before) return node;
  return { ...node, field: { ...node.field, condition: { ...condition, field: name } } };
}

/** The tree without a field and those inside it. */
export const removeFieldNode = (nodes: readonly FieldNode[], id: number): readonly FieldNode[] =>
  nodes.filter((node) => node.id !== id).map((node) => ({ ...node, children: removeFieldNode(node.children, id) }));

/** The tree with a field added at the end of another one's, or of all. */
export const withAdded = (
  nodes: readonly FieldNode[],
  added: FieldNode,
  parentId: number | null,
): readonly FieldNode[] =>
  parentId === null
    ? [...nodes, added]
    : nodes.map((node) => ({
        ...node,
        children: node.id === parentId ? [...node.children, added] : withAdded(node.children, added, parentId),
      }));

/** The fields beside a field, itself included. */
export function findSiblingFields(nodes: readonly FieldNode[], id: number): readonly FieldNode[] {
  if (nodes.some((node) => node.id === id)) return nodes;
  for (const { children } of nodes) {
    const found = findSiblingFields(children, id);
    if (found.length > 0) return found;
  }
  return [];
}

/** The field that a path below the schema leads into, and the rest of the path. */
export function nodeAt(
  nodes: readonly FieldNode[],
  [first, ...rest]: readonly string[],
): { readonly node: FieldNode; readonly rest: readonly string[] } | undefined {
  const node = nodes.find(({ field }, index) => field.name === first || String(index) === first);
  if (!node) return undefined;
  return (rest[0] === 'fields' && nodeAt(node.children, rest.slice(1))) || { node, rest };
}

/** A copy of a field, with those inside it. Its name has to be another. */
export const copyFieldNode = ({ field, children }: FieldNode): FieldNode => ({
  ...newNode(field, children.map(copyInside)),
  isNamedByLabel: false,
});

const copyInside = ({ field, children }: FieldNode): FieldNode => newNode(field, children.map(copyInside));

/** The tree with a copy after the field that it was made from, under a name of its own. */
export function withCopy(nodes: readonly FieldNode[], copy: FieldNode, after: number): readonly FieldNode[] {
  const at = nodes.findIndex(({ id }) => id === after);
  if (at < 0) return nodes.map((node) => ({ ...node, children: withCopy(node.children, copy, after) }));
  const taken = nodes.map(({ field }) => field.name);
  return nodes.toSpliced(at + 1, 0, { ...copy, field: { ...copy.field, name: findFreeName(copy.field.name, taken) } });
}
