import { type CSSProperties, createElement, Fragment, type ReactNode } from 'react';
import codeClasses from '../code/CodeBlockView.module.css';
import { isJsonNode, type JsonAttributes, type JsonNode, readNodeAttributes } from '../document/json.ts';
import pictureClasses from '../picture/PictureView.module.css';
import { toCssWidth } from '../picture/toCssWidth.ts';

/** A document as the editor shows it, without the editor: as high, and with the same looks. */
export const StaticDocument = ({ document }: { readonly document: JsonNode }) => <>{renderStaticChildren(document)}</>;

const childrenIn = ({ content }: JsonNode): readonly JsonNode[] =>
  Array.isArray(content) ? content.filter(isJsonNode) : [];

/** As arguments, so that they need no keys: what is shown is made anew with each value. */
const renderStaticChildren = (node: JsonNode): ReactNode =>
  createElement(Fragment, null, ...childrenIn(node).map(renderStaticNode));

const renderStaticNode = (node: JsonNode): ReactNode => {
  const known = Object.hasOwn(NODES, node.type) ? NODES[node.type] : undefined;
  return known ? known(node, readNodeAttributes(node)) : <div data-unknown="">{node.type}</div>;
};

type StaticRenderer = (node: JsonNode, attrs: JsonAttributes) => ReactNode;

const staticElement =
  (tag: string): StaticRenderer =>
  (node) =>
    createElement(tag, null, renderStaticChildren(node));

/** An empty line is as high as one with text. */
const renderStaticLine = (tag: string, node: JsonNode): ReactNode =>
  createElement(tag, null, childrenIn(node).length > 0 ? renderStaticChildren(node) : <br />);

const staticCell =
  (tag: 'td' | 'th'): StaticRenderer =>
  (node, { colspan, rowspan, align }) => {
    const span = (value: unknown): number => (typeof value === 'number' ? value : 1);
    return createElement(
      tag,
      { colSpan: span(colspan), rowSpan: span(rowspan), ...(typeof align === 'string' && { align }) },
      renderStaticChildren(node),
    );
  };

const LEVELS = [2, 3, 4, 5, 6];

const NODES: Readonly<Record<string, StaticRenderer>> = {
  text: (node) => showMarked(String(node.text ?? ''), Array.isArray(node.marks) ? node.marks.filter(isJsonNode) : []),
  paragraph: (node) => renderStaticLine('p', node),
  heading: (node, { level }) => renderStaticLine(`h${LEVELS.find((one) => one === level) ?? 2}`, node),
  bulletList: staticElement('ul'),
  orderedList: (node, { start }) => <ol start={typeof start === 'number' ? start : 1}>{renderStaticChildren(node)}</ol>,
  listItem: staticElement('li'),
  blockquote: staticElement('blockquote'),
  codeBlock: (node) => (
    <div className={codeClasses.block}>
      <pre dir="ltr">
        <code>{renderStaticChildren(node)}</code>
      </pre>
    </div>
  ),
  image: (_, attrs) => <StaticPicture {...attrs} />,
  table: (node) => (
    <table>
      <tbody>{renderStaticChildren(node)}</tbody>
    </table>
  ),
  tableRow: staticElement('tr'),
  tableHeader: staticCell('th'),
  tableCell: staticCell('td'),
  horizontalRule: () => <hr />,
  hardBreak: () => <br />,
};

const MARKS: Readonly<Record<string, string>> = {
  ...{ bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code' },
  ...{ subscript: 'sub', superscript: 'sup', link: 'a' },
};

const showMarked = (text: string, marks: readonly JsonNode[]): ReactNode =>
  marks.reduceRight<ReactNode>(
    (inner, { type }) => (Object.hasOwn(MARKS, type) ? createElement(MARKS[type]!, null, inner) : inner),
    text,
  );

function StaticPicture({ src, alt, caption, width, float }: JsonAttributes) {
  const style: CSSProperties = { width: toCssWidth(typeof width === 'string' ? width : null) };
  return (
    <figure className={pictureClasses.picture} data-float={String(float ?? 'none')} style={style}>
      {typeof src === 'string' && <img src={src} alt={String(alt ?? '')} />}
      {typeof caption === 'string' && caption !== '' && <figcaption dir="auto">{caption}</figcaption>}
    </figure>
  );
}
