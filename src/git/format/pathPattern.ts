import type { RE2JS } from 're2js';
import { re2Package } from '../../lib/list/re2Package.ts';

/** Characters that stand for others in a pattern. */
const SPECIAL = /[\\*?[]/;

/**
 * Compiles a pattern of gitattributes and gitignore for paths relative to its file's folder. Without a slash it matches
 * a name in any folder. One that ends with a slash, or makes no sense, matches nothing.
 */
export function compilePathPattern(pattern: string): (path: string) => boolean {
  if (pattern.endsWith('/')) return () => false;
  const isAnywhere = !pattern.includes('/');
  const partOf = (path: string): string => (isAnywhere ? path.slice(path.lastIndexOf('/') + 1) : path);
  const relative = pattern.replace(/^\//, '');
  if (!SPECIAL.test(relative)) return (path) => partOf(path) === relative;
  const compiled = compile(toRegExp(relative));
  return (path) => compiled?.matches(partOf(path)) === true;
}

/** Uses a linear-time engine, because anybody may have written the file. Null for what matches nothing, such as a backward range. */
function compile(source: string | undefined): RE2JS | null {
  if (source === undefined) return null;
  try {
    const { RE2JS: re2 } = re2Package();
    return re2.compile(source, re2.DOTALL);
  } catch {
    return null;
  }
}

const escapeForRegExp = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

interface PatternToken {
  readonly looks: RegExp;
  /** Counts only at the beginning or after a slash: elsewhere two stars mean the same as one. */
  readonly isOwnName?: true;
  toSource(match: RegExpExecArray): string;
}

/** The tokens of a pattern; the first that fits counts. */
const TOKENS: readonly PatternToken[] = [
  { looks: /^\\(.)/su, toSource: ([, character]) => escapeForRegExp(character!) },
  { looks: /^\*\*\//, isOwnName: true, toSource: () => '(?:.*/)?' },
  { looks: /^\*\*$/, isOwnName: true, toSource: () => '.*' },
  { looks: /^\*+/, toSource: () => '[^/]*' },
  { looks: /^\?/, toSource: () => '[^/]' },
  {
    looks: /^\[([!^]?)(\]?(?:\[:[a-z]+:\]|\\.|[^\]\\])*)\]/su,
    toSource: ([, not, set]) => (not ? `[^${classOf(set!)}/]` : `[${classOf(set!)}]`),
  },
  { looks: /^[^[\\]/su, toSource: ([character]) => escapeForRegExp(character) },
];

const classOf = (set: string): string =>
  set.replace(/\[:[a-z]+:\]|\\.|[[\]^&~]/gsu, (part) => (part.length > 1 ? part : `\\${part}`));

/** Undefined for a pattern that can match nothing, such as one with a bracket that is never closed. */
function toRegExp(pattern: string): string | undefined {
  let source = '';
  for (let at = 0; at < pattern.length; ) {
    const isStart = at === 0 || pattern[at - 1] === '/';
    const token = TOKENS.find(({ looks, isOwnName }) => (isStart || !isOwnName) && looks.test(pattern.slice(at)));
    const match = token?.looks.exec(pattern.slice(at));
    if (!token || !match) return undefined;
    source += token.toSource(match);
    at += match[0].length;
  }
  return source;
}
