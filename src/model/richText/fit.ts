import { ownValue } from '../fields/values.ts';
import { acceptsStored } from './acceptsStored.ts';
import { checkRichText } from './check.ts';
import { attributesOf, childrenOf, isNode, MAX_DEPTH, type RichTextNode } from './node.ts';
import { type AttributeRules, MARKS, NODES, type NodeRule } from './rules.ts';

/** The fitting part of each document. Documents are frozen with their record, so an entry never becomes stale. */
const known = new WeakMap<object, RichTextNode>();

/**
 * A document without the nodes, marks and attributes that the rules forbid, such as a link that runs a script. Returns the
 * document itself if it has no problems, and undefined for a value that is not a document.
 */
export function fitRichText(value: unknown): RichTextNode | undefined {
  if (!isNode(value) || value.type !== 'doc') return undefined;
  const found = known.get(value) ?? (checkRichText(value).length === 0 ? value : fitNode(value, NODES.get('doc')!, 0));
  known.set(value, found);
  return found;
}

function fitNode(node: RichTextNode, rule: NodeRule, depth: number): RichTextNode {
  const attrs = fitAttributes(node, rule.attributes);
  const marks = rule.isMarked && Array.isArray(node.marks) ? node.marks.flatMap(fitMark) : [];
  const content = depth < MAX_DEPTH ? fitContent(node, rule, depth + 1) : [];
  return {
    type: node.type,
    ...(Object.keys(attrs).length > 0 && { attrs }),
    ...(marks.length > 0 && { marks }),
    ...(content.length > 0 && { content }),
    ...(node.type === 'text' && { text: node.text }),
  };
}

const fitContent = (node: RichTextNode, rule: NodeRule, depth: number): readonly RichTextNode[] =>
  childrenOf(node).flatMap((child) => {
    const own = rule.content.includes(child.type) ? NODES.get(child.type) : undefined;
    if (own === undefined || (child.type === 'text' && (typeof child.text !== 'string' || child.text === '')))
      return [];
    const fit = fitNode(child, rule.isPlain ? { ...own, isMarked: false } : own, depth);
    return hasAll(fit, own.attributes) ? [fit] : [];
  });

function fitMark(mark: unknown): readonly RichTextNode[] {
  const rules = isNode(mark) ? MARKS.get(mark.type) : undefined;
  if (!isNode(mark) || rules === undefined) return [];
  const attrs = fitAttributes(mark, rules);
  const fit = { type: mark.type, ...(Object.keys(attrs).length > 0 && { attrs }) };
  return hasAll(fit, rules) ? [fit] : [];
}

const fitAttributes = (owner: RichTextNode, rules: AttributeRules = {}): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(attributesOf(owner)).filter(
      ([name, value]) => Object.hasOwn(rules, name) && acceptsStored(rules[name]!, value),
    ),
  );

const hasAll = (owner: RichTextNode, rules: AttributeRules = {}): boolean =>
  Object.entries(rules).every(
    ([name, { required }]) => required !== true || ownValue(attributesOf(owner), name) !== undefined,
  );
