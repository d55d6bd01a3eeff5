import type { Detail } from '../errors.ts';
import { allOf, checkEachItem, NO_PROBLEMS, problem, within } from '../fields/problem.ts';
import { isMapping, isMissing, ownValue } from '../fields/values.ts';
import { because } from '../reason.ts';
import { acceptsStored } from './acceptsStored.ts';
import { attributesOf, isNode, MAX_DEPTH, type RichTextNode, walkNodes } from './node.ts';
import { type AttributeForm, type AttributeRule, type AttributeRules, MARKS, NODES, type NodeRule } from './rules.ts';

/** The most nodes in a document. */
const MAX_NODES = 50_000;

type DocumentDetails = readonly Detail[];

/** The problems of a document as files hold it, node by node; paths are relative to the document. */
export function checkRichText(value: unknown): DocumentDetails {
  if (!isMapping(value)) return problem('must be a rich text document');
  const rule = NODES.get('doc');
  if (!isNode(value) || value.type !== 'doc' || rule === undefined) return problem('must be "doc"', ['type']);
  if (countNodes(value) > MAX_NODES) return problem(`must have at most ${MAX_NODES} nodes`);
  return checkNode(value, rule, 0);
}

function countNodes(doc: unknown): number {
  let count = 0;
  walkNodes(doc, () => {
    count++;
  });
  return count;
}

const checkNode = (node: RichTextNode, rule: NodeRule, depth: number): DocumentDetails =>
  allOf(
    checkAttributes(node, rule.attributes ?? {}),
    within(['text'], checkText(node)),
    within(['marks'], checkMarks(node, rule)),
    within(['content'], checkNodeContent(node, rule, depth)),
  );

/** ProseMirror rejects empty text, so an editor could not open the document. */
const checkText = ({ type, text }: RichTextNode): DocumentDetails =>
  type !== 'text' || (typeof text === 'string' && text !== '')
    ? NO_PROBLEMS
    : problem('must be text that is not empty');

function checkAttributes(owner: { readonly attrs?: unknown }, rules: AttributeRules): DocumentDetails {
  if (!isMissing(owner.attrs) && !isMapping(owner.attrs)) return problem('must be an object', ['attrs']);
  const values = attributesOf(owner);
  return Object.entries(rules).flatMap(([name, rule]) =>
    isRight(ownValue(values, name), rule) ? NO_PROBLEMS : problem(`must be ${describeRule(rule)}`, ['attrs', name]),
  );
}

const FORMS: Readonly<Partial<Record<AttributeForm, string>>> = {
  line: 'text',
  href: 'an http, https, mailto, tel or relative URL, or page:<locale>/<slug>',
  source: 'an http, https or relative URL',
  window: 'a link target such as _blank',
  length: 'a length such as 320 or "50%"',
};

/** Completes "must be …". */
function describeRule({ form, range, choices }: AttributeRule): string {
  if (range) return `a whole number from ${range[0]} to ${range[1]}`;
  return choices ? `one of ${choices.join(', ')}` : FORMS[form]!;
}

const isRight = (value: unknown, rule: AttributeRule): boolean =>
  isMissing(value) ? rule.required !== true : acceptsStored(rule, value);

function checkMarks({ type, marks }: RichTextNode, rule: NodeRule): DocumentDetails {
  if (isMissing(marks)) return NO_PROBLEMS;
  if (!Array.isArray(marks)) return problem(because('list', 'must be a list', {}));
  if (marks.length > 0 && !rule.isMarked) return problem(`must be empty: ${quoteType(type)} cannot have marks here`);
  if (marks.length > MARKS.size) return problem(`must have at most ${MARKS.size} marks`);
  const types = marks.map((mark) => (isNode(mark) ? mark.type : undefined));
  const isRepeated = types.some((one, index) => one !== undefined && types.indexOf(one) !== index);
  return isRepeated ? problem('must not repeat a mark') : checkEachItem(marks, checkMark);
}

function checkMark(mark: unknown): DocumentDetails {
  if (!isNode(mark)) return problem('must be a mark: an object with a type');
  const rules = MARKS.get(mark.type);
  return rules ? checkAttributes(mark, rules) : problem(`${quoteType(mark.type)} is not a known mark`, ['type']);
}

function checkNodeContent(parent: RichTextNode, rule: NodeRule, depth: number): DocumentDetails {
  if (isMissing(parent.content)) return NO_PROBLEMS;
  if (!Array.isArray(parent.content)) return problem(because('list', 'must be a list', {}));
  if (depth >= MAX_DEPTH) return problem(`must not be nested more than ${MAX_DEPTH} levels deep`);
  return checkEachItem(parent.content, (child) => checkChild(child, parent, rule, depth + 1));
}

function checkChild(child: unknown, parent: RichTextNode, parentRule: NodeRule, depth: number): DocumentDetails {
  if (!isNode(child)) return problem('must be a node: an object with a type');
  const rule = NODES.get(child.type);
  if (rule === undefined) return problem(`${quoteType(child.type)} is not a known node`, ['type']);
  if (!parentRule.content.includes(child.type)) {
    return problem(`${quoteType(child.type)} is not allowed in ${quoteType(parent.type)}`, ['type']);
  }
  return checkNode(child, parentRule.isPlain ? { ...rule, isMarked: false } : rule, depth);
}

const quoteType = (type: string): string => `"${type.length > 50 ? `${type.slice(0, 50)}…` : type}"`;
