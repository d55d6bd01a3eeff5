import { type CSSProperties, createElement, Fragment, type ReactNode } from 'react';
import codeClasses from '../code/CodeBlockView.module.css';
import { attributesOf, isJsonNode, type JsonAttributes, type JsonNode } from '../document/json.ts';
import pictureClasses from '../picture/PictureView.module.css';
import { sizeOf } from '../picture/sizeOf.ts';

/** A document as the editor shows it, without the editor: as high, and with the same looks. */
export const StaticDocument = ({ document }: { readonly document: JsonNode }) => <>{showAll(document)}</>;

const childrenIn = ({ content }: JsonNode): readonly JsonNode[] =>
  Array.isArray(content) ? content.filter(isJsonNode) : [];

/** As arguments, so that they need no keys: what is shown is made anew with each value. */
const showAll = (node: JsonNode): ReactNode => createElement(Fragment, null, ...childrenIn(node).map(show));

const show = (node: JsonNode): ReactNode => {
  const known = Object.hasOwn(NODES, node.type) ? NODES[node.type] : undefined;
  return known ? known(node, attributesOf(node)) : <div data-unknown="">{node.type}</div>;
};

type Show = (node: JsonNode, attrs: JsonAttributes) => ReactNode;

const element =
  (tag: string): Show =>
  (node) =>
    createElement(tag, null, showAll(node));

/** An empty line is as high as one with text. */
const line = (tag: string, node: JsonNode): ReactNode =>
  createElement(tag, null, childrenIn(node).length > 0 ? showAll(node) : <br />);

const cell =
  (tag: 'td' | 'th'): Show =>
  (node, { colspan, rowspan, align }) => {
    const span = (value: unknown): number => (typeof value === 'number' ? value : 1);
    return createElement(
      tag,
      { colSpan: span(colspan), rowSpan: span(rowspan), ...(typeof align === 'string' && { align }) },
      showAll(node),
    );
  };

const LEVELS = [2, 3, 4, 5, 6];

const NODES: Readonly<Record<string, Show>> = {
  text: (node) => showMarked(String(node.text ?? ''), Array.isArray(node.marks) ? node.marks.filter(isJsonNode) : []),
  paragraph: (node) => line('p', node),
  heading: (node, { level }) => line(`h${LEVELS.find((one) => one === level) ?? 2}`, node),
  bulletList: element('ul'),
  orderedList: (node, { start }) => <ol start={typeof start === 'number' ? start : 1}>{showAll(node)}</ol>,
  listItem: element('li'),
  blockquote: element('blockquote'),
  codeBlock: (node) => (
    <div className={codeClasses.block}>
      <pre dir="ltr">
        <code>{showAll(node)}</code>
      </pre>
    </div>
  ),
  image: (_, attrs) => <StaticPicture {...attrs} />,
  table: (node) => (
    <table>
      <tbody>{showAll(node)}</tbody>
    </table>
  ),
  tableRow: element('tr'),
  tableHeader: cell('th'),
  tableCell: cell('td'),
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
  const style: CSSProperties = { width: sizeOf(typeof width === 'string' ? width : null) };
  return (
    <figure className={pictureClasses.picture} data-float={String(float ?? 'none')} style={style}>
      {typeof src === 'string' && <img src={src} alt={String(alt ?? '')} />}
      {typeof caption === 'string' && caption !== '' && <figcaption dir="auto">{caption}</figcaption>}
    </figure>
  );
}
