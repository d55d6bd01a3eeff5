import { isPlainObject } from '../../../lib/json/isPlainObject.ts';
import { sameJson } from '../../../lib/json/sameJson.ts';
import { childrenOf, contentOf, isNode, type RichTextNode } from '../../richText/node.ts';
import { NODES } from '../../richText/rules.ts';
import { mergeItems } from '../list/mergeItems.ts';
import { mergeJson } from '../mergeJson.ts';
import { mergeObject } from '../mergeObject.ts';
import {
  allAre,
  type CompleteVersions,
  clash,
  type MergeRule,
  type MergeScope,
  mergeVersions,
  nestedScope,
  type ValueClash,
} from '../threeVersions.ts';
import { mergeInline } from './mergeInline.ts';

/** Merges documents block by block at every level, and the text of a block word by word with its marks. */
export const mergeRichText: MergeRule = (versions, scope) => {
  const nodes = allAre(versions, isNode);
  if (!nodes || !sameKind(nodes)) return clash(versions, scope);
  const found: ValueClash[] = [];
  const merged = mergeNode(nodes, { path: scope.path, clashes: found });
  // No smaller value explains the clash, so the node as a whole clashes.
  if (merged === undefined) return clash(versions, scope);
  if (found.length === 0 && isEmptiedByBoth(merged, nodes)) return undefined;
  scope.clashes.push(...found);
  return merged;
};

/** Whether the sides together have removed everything that a node is there for: each has removed a part of it. */
const isEmptiedByBoth = ({ type, content }: RichTextNode, { ours, theirs }: Nodes): boolean =>
  content === undefined && IS_ITS_CONTENT.has(type) && [ours, theirs].every((side) => contentOf(side).length > 0);

/** Nodes that mean nothing without content, unlike an empty paragraph or an empty cell. */
const IS_ITS_CONTENT = new Set(['bulletList', 'orderedList', 'listItem', 'blockquote', 'table', 'tableRow']);

type Nodes = CompleteVersions<RichTextNode>;

/** Undefined if the node clashes as a whole. */
function mergeNode(nodes: Nodes, scope: MergeScope): RichTextNode | undefined {
  const { base, ours, theirs } = nodes;
  const shell = mergeVersions({ base: shellOf(base), ours: shellOf(ours), theirs: shellOf(theirs) }, scope, mergeShell);
  const contents = { base: contentOf(base), ours: contentOf(ours), theirs: contentOf(theirs) };
  const content = mergeContent(nodes, contents, scope);
  if (content === undefined || !isNode(shell)) return undefined;
  // An empty list is one that a side has.
  return content.length > 0 || [ours, theirs].some(hasEmptyContent) ? { ...shell, content } : shell;
}

const hasEmptyContent = ({ content }: RichTextNode): boolean => Array.isArray(content) && content.length === 0;

/** A node without its content. */
const shellOf = ({ content: _, ...shell }: RichTextNode): RichTextNode => shell;

/** Attributes are merged only between nodes of the same type. */
const mergeShell: MergeRule = (versions, scope) => {
  const { base, ours, theirs } = versions;
  const types = [base, ours, theirs].map((node) => isNode(node) && node.type);
  return new Set(types).size === 1 ? byKey(versions, scope) : undefined;
};
const byKey = mergeObject({
  at: () => (versions, scope) => (isPlainObject(versions.ours) ? mergeJson : clash)(versions, scope),
});

function mergeContent(
  nodes: Nodes,
  contents: CompleteVersions<readonly unknown[]>,
  scope: MergeScope,
): readonly unknown[] | undefined {
  const { base, ours, theirs } = contents;
  if (sameJson(theirs, base) || sameJson(ours, theirs)) return ours;
  if (sameJson(ours, base)) return theirs;
  if (!sameKind(nodes)) return undefined;
  if (hasTextContent(nodes.ours)) return mergeInline(contents);
  if (nodes.ours.type === 'table' && isResized(nodes)) return undefined;
  return mergeBlocks(contents, nestedScope(scope, 'content')) as readonly unknown[];
}

const mergeBlocks: MergeRule = (versions, scope) => mergeItems({ merge: mergeRichText })(versions, scope);

/** Whether the versions hold the same sort of content: text with marks, or the content of one node type. */
function sameKind({ base, ours, theirs }: Nodes): boolean {
  const sorts = [base, ours, theirs].map((node) => (hasTextContent(node) && !hasPlainText(node) ? 'text' : node.type));
  return new Set(sorts).size === 1;
}

const hasPlainText = ({ type }: RichTextNode): boolean => NODES.get(type)?.isPlain === true;

const hasTextContent = (node: RichTextNode): boolean =>
  NODES.get(node.type)?.content.includes('text') ?? childrenOf(node).some(({ type }) => type === 'text');

/** Whether the sides have resized a table differently: the rows of one would lack the cells of the other. */
function isResized({ base, ours, theirs }: Nodes): boolean {
  const isChanged = (node: RichTextNode): boolean => !sameJson(tableRowLengths(base), tableRowLengths(node));
  return isChanged(ours) && isChanged(theirs) && !sameJson(tableRowLengths(ours), tableRowLengths(theirs));
}

const tableRowLengths = (table: RichTextNode): readonly number[] =>
  childrenOf(table).map((row) => contentOf(row).length);
