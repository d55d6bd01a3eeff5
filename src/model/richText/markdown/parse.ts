import type { Definition, Node, Root } from 'mdast';
import { lazily } from '../../../lib/list/lazily.ts';
import { loadLazily } from '../../../lib/list/loadLazily.ts';
import { strikethroughPackage, tablePackage } from './gfmPackages.ts';

const parserPackage = loadLazily<typeof import('mdast-util-from-markdown')>('mdast-util-from-markdown');
const strikethroughSyntax = loadLazily<typeof import('micromark-extension-gfm-strikethrough')>(
  'micromark-extension-gfm-strikethrough',
);
const tableSyntax = loadLazily<typeof import('micromark-extension-gfm-table')>('micromark-extension-gfm-table');

/** Levels of a Markdown tree: the 64 of a document, and the lists and rows in between. */
const MAX_DEPTH = 200;

/** A line that opens more containers than any document nests: parsing it would take minutes. */
const TOO_DEEP = /^[ \t]*(?:(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])[ \t]*){65}/m;

/** These keep the time for a hostile text to a few seconds: the parser takes about 0.1 ms per line. */
const MAX_CHARACTERS = 1024 * 1024;
const MAX_LINES = 10_000;

/** A limit for the number of certain markers. */
interface MarkerLimit {
  readonly sign: RegExp;
  /** In the whole text. */
  readonly most: number;
  /** Between two blank lines, where the time grows with the square of their number. */
  readonly mostTogether: number;
}

/** Emphasis and links; ends of possible links, each compared with all before it; anything that may begin an inline. */
const BOUNDS: readonly MarkerLimit[] = [
  { sign: /\*+|~~|(?<!_)(?:(?<!\w)_+|_+(?!\w))|\]\(/g, most: 20_000, mostTogether: 1_000 },
  { sign: /\]/g, most: 20_000, mostTogether: 5_000 },
  { sign: /[[\\`&<]/g, most: 100_000, mostTogether: 100_000 },
  // Lines that may underline a heading.
  { sign: /^[ \t>]*(?:=+|-+)[ \t\r]*$/gm, most: 1_000, mostTogether: 1_000 },
  // Cells of tables, also those beyond the columns, which nobody sees. `MAX_CELLS` cells have half as many.
  { sign: /\|/g, most: 40_000, mostTogether: 40_000 },
];

/** The most characters that are scanned for a closing marker that does not exist: this takes a fifth of a second. */
const MAX_UNCLOSED = 2_000_000;

/** The most cells of all tables, including those missing from short rows: as many as the values that a file may hold. */
const MAX_CELLS = 10_000;

const optionsOnce = lazily(() => ({
  extensions: [tableSyntax().gfmTable(), strikethroughSyntax().gfmStrikethrough({ singleTilde: false })],
  mdastExtensions: [tablePackage().gfmTableFromMarkdown(), strikethroughPackage().gfmStrikethroughFromMarkdown()],
}));

/** Parses CommonMark with tables and strikethrough. @throws RangeError if the text is too large or too deeply nested */
export function parseMarkdown(text: string): Root {
  requireModest(text);
  const root = parserPackage().fromMarkdown(text, optionsOnce());
  requireShallow(root);
  return root;
}

function requireModest(text: string): void {
  const refuse = (message: string): never => {
    throw new RangeError(message);
  };
  if (text.length > MAX_CHARACTERS) refuse(`Longer than ${MAX_CHARACTERS} characters`);
  if (countMatches(text, /\n/g) > MAX_LINES) refuse(`Longer than ${MAX_LINES} lines`);
  if (TOO_DEEP.test(text)) refuse('Nested too deeply');
  const parts = text.split(/\n[ \t\r]*\n/);
  if (parts.reduce((sum, part) => sum + countUnclosed(part), 0) > MAX_UNCLOSED)
    refuse('Contains too many markers that are not closed');
  for (const { sign, most, mostTogether } of BOUNDS) {
    const counts = parts.map((part) => countMatches(part, sign));
    const isCrowded = counts.some((count) => count > mostTogether);
    if (isCrowded || counts.reduce((sum, count) => sum + count, 0) > most) refuse('Contains too many markers');
  }
}

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const syntaxChildren = (node: Node): readonly Node[] => ('children' in node ? (node.children as readonly Node[]) : []);

/** Goes level by level: the tree may be too deep for recursion. */
function requireShallow(root: Root): void {
  let level: readonly Node[] = [root];
  let cells = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new RangeError('Nested too deeply');
    cells += level.reduce((sum, node) => sum + cellsOf(node), 0);
    if (cells > MAX_CELLS) throw new RangeError(`Contains tables with more than ${MAX_CELLS} cells`);
    level = level.flatMap(syntaxChildren);
  }
}

/** Counts every row as being as long as the first. */
function cellsOf(node: Node): number {
  const rows = node.type === 'table' ? syntaxChildren(node) : [];
  return rows[0] ? rows.length * syntaxChildren(rows[0]).length : 0;
}

/** Link definitions by name; of two with the same name the first counts. */
export type Definitions = ReadonlyMap<string, Definition>;

/** All link definitions in a tree. */
export function definitionsIn(root: Root): Definitions {
  const found = new Map<string, Definition>();
  const visit = (node: Node): void => {
    const definition = node.type === 'definition' ? (node as Definition) : undefined;
    if (definition && !found.has(definition.identifier)) found.set(definition.identifier, definition);
    for (const child of syntaxChildren(node)) visit(child);
  };
  visit(root);
  return found;
}

/** Opening markers that only their own closing marker ends: comments, other HTML declarations, and code. */
const OPENING = /<!--|<\?|<!\[CDATA\[|<![A-Za-z]|`+/g;

const closingOf = (opening: string): string => {
  if (opening.startsWith('`')) return opening;
  if (opening === '<!--') return '-->';
  if (opening === '<?') return '?>';
  return opening === '<![CDATA[' ? ']]>' : '>';
};

/** The number of characters that are scanned without result: all those after each marker that is never closed. */
function countUnclosed(text: string): number {
  const runs = new Map<string, number>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) runs.set(run, index);
  const lastPlaces = new Map<string, number>();
  const lastPlaceOf = (closing: string): number => {
    const place = lastPlaces.get(closing) ?? runs.get(closing) ?? text.lastIndexOf(closing);
    lastPlaces.set(closing, place);
    return place;
  };
  let count = 0;
  for (const { 0: opening, index } of text.matchAll(OPENING))
    if (lastPlaceOf(closingOf(opening)) <= index) count += text.length - index;
  return count;
}
