import type { JsonObject, JsonPrimitive, JsonValue } from './json/json.ts';

/**
 * The places of a file's values in its text. Offsets count UTF-16 units; ends are exclusive. JSON consists of flow
 * collections and double-quoted or plain scalars, so both formats are edited by the same code.
 */
export type ValueSource = ScalarSource | FlowSource | BlockSource;

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

/** A missing value (`key:`) has no length. A literal or folded scalar ends after its last line break. */
export interface ScalarSource {
  readonly shape: 'scalar';
  readonly style: ScalarStyle;
  readonly start: number;
  readonly end: number;
  /** The end of the header (`|-`) of a literal or folded scalar; a comment may follow. */
  readonly headerEnd?: number;
  readonly value: JsonPrimitive;
}

/** `[…]` or `{…}`; a single pair in a sequence (`[a: b]`) has no brackets of its own. */
export interface FlowSource {
  readonly shape: 'flow';
  readonly isMap: boolean;
  readonly hasBrackets: boolean;
  readonly start: number;
  readonly end: number;
  readonly members: readonly SourceMember[];
  readonly value: JsonObject | readonly JsonValue[];
}

/**
 * A block mapping or sequence. Starts at the line after its parent's key, or at its first member if that is on the same
 * line.
 */
export interface BlockSource {
  readonly shape: 'block';
  readonly isMap: boolean;
  readonly start: number;
  readonly end: number;
  /** The column of its members, from 0. */
  readonly indent: number;
  readonly members: readonly SourceMember[];
  readonly value: JsonObject | readonly JsonValue[];
}

export type CollectionSource = FlowSource | BlockSource;

/** A pair of a mapping or an item of a sequence. */
export interface SourceMember {
  /** Empty for an item. */
  readonly key: string;
  readonly start: number;
  /** Right after `:` or `-`; the start of an item of a flow sequence; absent if a key has no colon. */
  readonly valueAt?: number;
  /** For a block's member: after the line break of its last line, including comment lines that belong to its value. */
  readonly end: number;
  readonly value: ValueSource;
}

/** The whole lines before each member of a block collection: comments and blank lines. */
export function leadsOf(text: string, { members, start }: BlockSource): string[] {
  return members.map((member, i) => {
    const from = members[i - 1]?.end ?? start;
    return text.slice(from, Math.max(from, lineStart(text, member.start)));
  });
}

/** Splits a lead: comments right above the member move with it; those separated by a blank line stay. */
export function splitBlockLead(lead: string): { readonly stay: string; readonly attached: string } {
  const lines = lead.split(/(?<=\n)/);
  const free = lines.findLastIndex((line) => line.trim() === '');
  return { stay: lines.slice(0, free + 1).join(''), attached: lines.slice(free + 1).join('') };
}

/** The offset after the line break at or after `offset`, or the text's end. */
export function nextLine(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  return at < 0 ? text.length : at + 1;
}

/** The offset where the line of `offset` begins. */
export const lineStart = (text: string, offset: number): number =>
  offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
