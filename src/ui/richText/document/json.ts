/** A node or mark of a rich text document as the contract defines it. Nothing in it is trusted. */
export interface JsonNode {
  readonly type: string;
  readonly attrs?: unknown;
  readonly content?: unknown;
  readonly marks?: unknown;
  readonly text?: unknown;
}

export type JsonAttributes = Readonly<Record<string, unknown>>;

export const isJsonNode = (value: unknown): value is JsonNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

export const isDocument = (value: unknown): value is JsonNode =>
  isJsonNode(value) && value.type === 'doc' && (value.content == null || Array.isArray(value.content));

/** The attributes of a node; empty if there are none. */
export const readNodeAttributes = ({ attrs }: { readonly attrs?: unknown }): JsonAttributes =>
  typeof attrs === 'object' && attrs !== null && !Array.isArray(attrs) ? (attrs as JsonAttributes) : {};
