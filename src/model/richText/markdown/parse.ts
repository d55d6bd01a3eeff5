import type { Definition, Node, Root } from 'mdast';
import { lazily } from '../../../lib/lazily.ts';
import { loadLazily } from '../../../lib/loadLazily.ts';
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

/** Signs of emphasis and links, in the whole text and between two blank lines, where the time grows with their square. */
const MAX_SIGNS = 20_000;
const MAX_SIGNS_TOGETHER = 1_000;
const SIGN = /\*+|~~|\b_+|_+\b|\]\(/g;

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
  const signs = text.split(/\n[ \t\r]*\n/).map((part) => countOf(part, SIGN));
  const isCrowded = signs.some((count) => count > MAX_SIGNS_TOGETHER);
  if (isCrowded || signs.reduce((sum, count) => sum + count, 0) > MAX_SIGNS) refuse('Holds too many signs');
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const childrenOf = (node: Node): readonly Node[] => ('children' in node ? (node.children as readonly Node[]) : []);

/** Level by level: a tree may be deeper than functions can call each other. */
function requireShallow(root: Root): void {
  let level: readonly Node[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new RangeError('Nested too deeply');
    level = level.flatMap(childrenOf);
  }
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
