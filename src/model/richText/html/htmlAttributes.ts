import { escapeHtml } from '../../../lib/text/escapeHtml.ts';
import { attributesOf, type RichTextNode } from '../node.ts';
import { type AttributeRules, NODES } from '../rules.ts';

/** The attributes of a node or mark that `rules` name and accept. */
export function validAttributes(owner: RichTextNode, rules: AttributeRules = {}): Readonly<Record<string, unknown>> {
  const values = attributesOf(owner);
  const valid = Object.entries(rules).filter(([name, rule]) => Object.hasOwn(values, name) && rule.test(values[name]));
  return Object.fromEntries(valid.map(([name]) => [name, values[name]]));
}

/** One attribute of a node, if its rule accepts it. */
export const attribute = (node: RichTextNode, name: string): unknown =>
  validAttributes(node, NODES.get(node.type)?.attributes)[name];

/** The attributes of a tag as HTML, each with a space before it; undefined values are left out. */
export const htmlAttributes = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
    .join('');
