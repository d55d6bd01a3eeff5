import type { Definition, Node, Root } from 'mdast';
import { lazily, loadLazily } from '../../../lib/list/lazily.ts';
import { strikethroughPackage, tablePackage } from './gfmPackages.ts';

const parserPackage = loadLazily<typeof import('mdast-util-from-markdown')>('mdast-util-from-markdown');
const strikethroughSyntax = loadLazily<typeof import('micromark-extension-gfm-strikethrough')>(
  'micromark-extension-gfm-strikethrough',
);
const tableSyntax = loadLazily<typeof import('micromark-extension-gfm-table')>('micromark-extension-gfm-table');

/** Levels within levels that Markdown may hold: the 64 of a document, and the lists and rows between. */
const MAX_DEPTH = 200;

/** Lines that open more containers than any document nests: parsing them would take minutes. */
const TOO_DEEP = /^[ \t]*(?:(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])[ \t]*){65}/m;

/** What keeps the time for a hostile text to a few seconds: the parser takes about a tenth of a millisecond a line. */
const MAX_CHARACTERS = 1024 * 1024;
const MAX_LINES = 10_000;

interface Bound {
  readonly sign: RegExp;
  /** In the whole text. */
  readonly most: number;
  /** Between two blank lines, where the time grows with their square. */
  readonly mostTogether: number;
}

/** Signs of emphasis and links; ends of what may be a link, each compared with all before; all that may begin something. */
const BOUNDS: readonly Bound[] = [
  { sign: /\*+|~~|(?<!_)(?:(?<!\w)_+|_+(?!\w))|\]\(/g, most: 20_000, mostTogether: 1_000 },
  { sign: /\]/g, most: 20_000, mostTogether: 5_000 },
  { sign: /[[\\`&<]/g, most: 100_000, mostTogether: 100_000 },
  // Lines that may make the one before them a heading.
  { sign: /^[ \t>]*(?:=+|-+)[ \t\r]*$/gm, most: 1_000, mostTogether: 1_000 },
];

/** A fifth of a second. */
const MAX_READ_IN_VAIN = 2_000_000;

/** Cells of all tables, also those that short rows leave out: as many as the values that a file may hold. */
const MAX_CELLS = 10_000;

const optionsOnce = lazily(() => ({
  extensions: [tableSyntax().gfmTable(), strikethroughSyntax().gfmStrikethrough({ singleTilde: false })],
  mdastExtensions: [tablePackage().gfmTableFromMarkdown(), strikethroughPackage().gfmStrikethroughFromMarkdown()],
}));

/** CommonMark with tables and strikethrough as a tree. @throws RangeError when it nests too deeply or is too large */
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
  if (countOf(text, /\n/g) > MAX_LINES) refuse(`Longer than ${MAX_LINES} lines`);
  if (TOO_DEEP.test(text)) refuse('Nested too deeply');
  const parts = text.split(/\n[ \t\r]*\n/);
  if (parts.reduce((sum, part) => sum + countReadInVain(part), 0) > MAX_READ_IN_VAIN)
    refuse('Holds too many open signs');
  for (const { sign, most, mostTogether } of BOUNDS) {
    const counts = parts.map((part) => countOf(part, sign));
    const isCrowded = counts.some((count) => count > mostTogether);
    if (isCrowded || counts.reduce((sum, count) => sum + count, 0) > most) refuse('Holds too many signs');
  }
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const childrenOf = (node: Node): readonly Node[] => ('children' in node ? (node.children as readonly Node[]) : []);

/** Level by level: a tree may be deeper than functions can call each other. */
function requireShallow(root: Root): void {
  let level: readonly Node[] = [root];
  let cells = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new RangeError('Nested too deeply');
    cells += level.reduce((sum, node) => sum + cellsOf(node), 0);
    if (cells > MAX_CELLS) throw new RangeError(`Holds tables of more than ${MAX_CELLS} cells`);
    level = level.flatMap(childrenOf);
  }
}

/** Every row has as many as the first. */
function cellsOf(node: Node): number {
  const rows = node.type === 'table' ? childrenOf(node) : [];
  return rows[0] ? rows.length * childrenOf(rows[0]).length : 0;
}

/** What references stand for, by their name; of two definitions the first counts. */
export type Definitions = ReadonlyMap<string, Definition>;

/** All definitions, wherever they stand. */
export function definitionsIn(root: Root): Definitions {
  const found = new Map<string, Definition>();
  const visit = (node: Node): void => {
    const definition = node.type === 'definition' ? (node as Definition) : undefined;
    if (definition && !found.has(definition.identifier)) found.set(definition.identifier, definition);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(root);
  return found;
}

/** What opens something in a line of Markdown that only its own sign closes: comments and the like, and code. */
const OPENING = /<!--|<\?|<!\[CDATA\[|<![A-Za-z]|`+/g;

const closingOf = (opening: string): string => {
  if (opening.startsWith('`')) return opening;
  if (opening === '<!--') return '-->';
  if (opening === '<?') return '?>';
  return opening === '<![CDATA[' ? ']]>' : '>';
};

/** How many characters are read in vain: after each sign in a text whose closing one does not follow, all that do. */
function countReadInVain(text: string): number {
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
