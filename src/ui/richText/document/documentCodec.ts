import { Fragment, type Mark, type Node, type NodeType, type Schema } from '@tiptap/pm/model';
import { readEditorAttributes, unknownAttributes, writeAttributes } from './attributes.ts';
import { UNKNOWN } from './extensions.ts';
import { isJsonNode, type JsonNode, readNodeAttributes } from './json.ts';
import { PICTURES } from './pictures.ts';

/**
 * Converts between stored documents and the editor's nodes. A node that stays unchanged in the editor is written as the
 * very value it was read from. A changed node is written in its shortest form, together with everything in it that the
 * editor does not know.
 */
export interface DocumentCodec {
  read(document: JsonNode): Node;
  write(node: Node): JsonNode;
}

export function createDocumentCodec(schema: Schema): DocumentCodec {
  const reader: DocumentReadContext = { schema, origins: new WeakMap() };
  return {
    read: (document) => readDocumentNode(reader, document),
    write: (node) => writeNode(reader.origins, node) as JsonNode,
  };
}

/** The value that each node was read from. */
type Origins = WeakMap<Node, unknown>;

interface DocumentReadContext {
  readonly schema: Schema;
  readonly origins: Origins;
}

/** Node types that exist only in the editor. */
const OF_EDITOR: readonly string[] = [UNKNOWN.block, UNKNOWN.inline, PICTURES.inline];

/** The editor's node type for a stored node; undefined if its parent does not allow it. */
function findNodeType({ schema }: DocumentReadContext, { type }: JsonNode, parent: NodeType): NodeType | undefined {
  if (OF_EDITOR.includes(type)) return undefined;
  const name = type === PICTURES.block && parent.inlineContent ? PICTURES.inline : type;
  const found = findOwnType(schema.nodes, name);
  return found && parent.contentMatch.matchType(found) ? found : undefined;
}

function readDocumentNode(reader: DocumentReadContext, document: JsonNode): Node {
  const type = reader.schema.topNodeType;
  const content = filled(type, readChildNodes(reader, document.content, type));
  return noted(reader, type.create({ own: ownOf(document) }, content), document);
}

function noted(reader: DocumentReadContext, node: Node, origin: unknown): Node {
  reader.origins.set(node, origin);
  return node;
}

const readChildNodes = (reader: DocumentReadContext, content: unknown, parent: NodeType): readonly Node[] =>
  (Array.isArray(content) ? content : []).map((child: unknown) => readNode(reader, child, parent));

function readNode(reader: DocumentReadContext, value: unknown, parent: NodeType): Node {
  const known = isJsonNode(value) ? readKnown(reader, value, parent) : undefined;
  const stranger = reader.schema.nodes[parent.inlineContent ? UNKNOWN.inline : UNKNOWN.block]!;
  return noted(reader, known ?? stranger.create({ own: value }), value);
}

/** Reads a node; undefined if the editor could not represent it faithfully. */
function readKnown(reader: DocumentReadContext, json: JsonNode, parent: NodeType): Node | undefined {
  const type = findNodeType(reader, json, parent);
  if (type === undefined || !isListOrNothing(json.content)) return undefined;
  const marks = type.isInline ? readEditorMarks(reader, json.marks) : [];
  if (type.isText) {
    return typeof json.text === 'string' && json.text !== '' ? reader.schema.text(json.text, marks) : undefined;
  }
  const content = filled(type, readChildNodes(reader, json.content, type));
  if (content === undefined || !type.validContent(content) || isEmptyTable(type, content)) return undefined;
  const attrs = readEditorAttributes(type.name, readNodeAttributes(json));
  return type.create({ ...attrs, own: ownOf(json, { isMarked: type.isInline }) }, content, marks);
}

/** A table without any cells cannot be edited. */
function isEmptyTable(type: NodeType, rows: Fragment): boolean {
  return type.name === 'table' && rows.content.every((row) => row.childCount === 0);
}

const isListOrNothing = (value: unknown): boolean => value === undefined || value === null || Array.isArray(value);

/** The children of a node, or its required content if there are none, such as a paragraph to type in. */
function filled(type: NodeType, nodes: readonly Node[]): Fragment | undefined {
  if (nodes.length > 0) return Fragment.fromArray([...nodes]);
  return type.contentMatch.fillBefore(Fragment.empty, true) ?? undefined;
}

/** A node without its content, and without marks that the editor manages; null if the editor would write the same. */
function ownOf(json: JsonNode, { isMarked = false } = {}): JsonNode | null {
  const { content: _, ...rest } = json;
  const { marks, ...unmarked } = rest;
  const own = isMarked ? unmarked : { ...unmarked, ...(marks !== undefined && { marks }) };
  return isShortestForm(own) ? null : own;
}

/** Whether the editor would write the same without keeping the original. */
function isShortestForm(own: JsonNode): boolean {
  const { type, attrs, ...others } = own;
  if (Object.keys(others).length > 0) return false;
  if (attrs === undefined) return true;
  const given = readNodeAttributes(own);
  const shortest = writeAttributes(type, readEditorAttributes(type, given), {});
  return Object.keys(given).length > 0 && JSON.stringify(given) === JSON.stringify(shortest);
}

const readEditorMarks = ({ schema }: DocumentReadContext, marks: unknown): readonly Mark[] =>
  (Array.isArray(marks) ? marks : []).map((mark: unknown) => {
    const type = isJsonNode(mark) && mark.type !== UNKNOWN.mark ? findOwnType(schema.marks, mark.type) : undefined;
    if (!isJsonNode(mark) || type === undefined) return schema.marks[UNKNOWN.mark]!.create({ own: mark });
    return type.create({
      ...readEditorAttributes(type.name, readNodeAttributes(mark)),
      own: isShortestForm(mark) ? null : mark,
    });
  });

const findOwnType = <T>(values: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

function writeNode(origins: Origins, node: Node): unknown {
  const origin = origins.get(node);
  if (origin !== undefined) return origin;
  const { name } = node.type;
  if (name === UNKNOWN.block || name === UNKNOWN.inline) return node.attrs['own'];
  const marks = node.marks.map(writeEditorMark);
  const content = node.content.content.map((child) => writeNode(origins, child));
  return {
    ...writeWithoutContent(name === PICTURES.inline ? PICTURES.block : name, node),
    ...(marks.length > 0 && { marks }),
    ...(content.length > 0 && { content }),
    ...(node.isText && { text: node.text }),
  };
}

function writeEditorMark(mark: Mark): unknown {
  return mark.type.name === UNKNOWN.mark ? mark.attrs['own'] : writeWithoutContent(mark.type.name, mark);
}

/** A node or mark without its content: as it was read, with the changes applied. */
function writeWithoutContent(type: string, { attrs: now }: Pick<Node, 'attrs'>): JsonNode {
  const own: unknown = now['own'];
  const { attrs: _, ...others } = isJsonNode(own) ? own : { type };
  const attrs = writeAttributes(type, now, givenTo(type, own));
  const isSaid = Object.keys(attrs).length > 0 || (isJsonNode(own) && own.type === type && 'attrs' in own);
  return { ...others, type, ...(isSaid && { attrs }) };
}

/** The original attributes. A heading turned into a paragraph keeps none that only headings have. */
function givenTo(type: string, own: unknown): Readonly<Record<string, unknown>> {
  if (!isJsonNode(own)) return {};
  const given = readNodeAttributes(own);
  return own.type === type ? given : unknownAttributes(own.type, given);
}
