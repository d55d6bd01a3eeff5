import { compilePathPattern } from './pathPattern.ts';

/** The state of a path's attribute: set, unset, a value; null: `!attr`, as if no file mentioned it. */
export type AttributeValue = boolean | string | null;

interface AttributeAssignment {
  readonly name: string;
  readonly value: AttributeValue;
}

/** One line: assignments to the paths it matches, or the definition of a macro. */
type AttributesRule =
  | { readonly macro: string; readonly assignments: readonly AttributeAssignment[] }
  | { readonly assignments: readonly AttributeAssignment[]; matches(path: string): boolean };

/** A file of attributes (gitattributes); its patterns are relative to `folder`, which is empty or ends with a slash. */
export interface AttributesFile {
  readonly folder: string;
  readonly rules: readonly AttributesRule[];
}

const NAME = /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/;
/** Git skips longer lines. */
const MAX_LINE = 2048;

/** Reads a file of attributes; skips lines that git would not understand. */
export function parseAttributes(text: string, folder: string): AttributesFile {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  return { folder, rules: lines.flatMap((line) => (line.length > MAX_LINE ? [] : parseAttributesLine(line))) };
}

function parseAttributesLine(line: string): readonly AttributesRule[] {
  const { pattern, rest } = splitLine(line.replace(/^[ \t\r]+/, ''));
  if (pattern === '' || pattern.startsWith('#')) return [];
  const words = rest.split(/[ \t\r]+/).filter(Boolean);
  if (!pattern.startsWith('[attr]')) {
    const matches = pattern.startsWith('!') ? undefined : matcherOf(pattern);
    const assignments = parseWords(words);
    return matches && assignments ? [{ matches, assignments }] : [];
  }
  const [macro = '', ...meaning] = [pattern.slice('[attr]'.length), ...words].filter(Boolean);
  const assignments = parseWords(meaning);
  return NAME.test(macro) && assignments ? [{ macro, assignments }] : [];
}

/** A pattern may be quoted as in C. */
function splitLine(line: string): { pattern: string; rest: string } {
  const quoted = /^"((?:[^"\\]|\\.)*)"(.*)$/.exec(line);
  if (quoted) return { pattern: unquotePattern(quoted[1]!), rest: quoted[2]! };
  const [, pattern = '', rest = ''] = /^([^ \t\r]*)(.*)$/s.exec(line) ?? [];
  return { pattern, rest };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

function unquotePattern(text: string): string {
  const bytes = text.replace(/\\([0-3][0-7]{2}|.)/g, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
  );
  // Git quotes the bytes of a name, people quote its characters.
  const isBytes = bytes !== text && [...bytes].every((character) => character.charCodeAt(0) < 256);
  return isBytes ? Buffer.from(bytes, 'latin1').toString() : bytes;
}

/** Undefined if a word is no attribute: git skips the whole line then. */
function parseWords(words: readonly string[]): readonly AttributeAssignment[] | undefined {
  const assignments = words.map(parseWord);
  return assignments.every(({ name }) => NAME.test(name)) ? assignments : undefined;
}

function parseWord(word: string): AttributeAssignment {
  if (word.startsWith('-')) return { name: word.slice(1), value: false };
  if (word.startsWith('!')) return { name: word.slice(1), value: null };
  const equals = word.indexOf('=');
  return equals < 0 ? { name: word, value: true } : { name: word.slice(0, equals), value: word.slice(equals + 1) };
}

/** As gitignore's patterns, except that a pattern that ends with a slash matches no file. */
const matcherOf = (pattern: string): ((path: string) => boolean) =>
  pattern === '*' ? matchesAll : compilePathPattern(pattern);

const matchesAll = (): boolean => true;

/** Whether this file gives all paths below its folder the same attributes. */
export const isUniform = ({ rules }: AttributesFile): boolean =>
  rules.every((rule) => 'macro' in rule || rule.matches === matchesAll);

const BINARY: AttributesRule = {
  macro: 'binary',
  assignments: ['diff', 'merge', 'text'].map((name) => ({ name, value: false })),
};

/** The attributes of a path, relative to the root of the worktree; later files override earlier ones. */
export function resolveAttributes(files: readonly AttributesFile[], path: string): ReadonlyMap<string, AttributeValue> {
  const decided = new Map<string, AttributeValue>();
  const macros = new Map<string, readonly AttributeAssignment[]>();
  const global = files.filter(({ folder }) => folder === '');
  for (const rule of [BINARY, ...global.flatMap(({ rules }) => rules)])
    if ('macro' in rule) macros.set(rule.macro, rule.assignments);
  // As in git, the last assignment counts, so the last is looked at first. Macros may name macros to any depth.
  const decide = (assignments: readonly AttributeAssignment[]): void => {
    const open = [...assignments];
    for (let next = open.pop(); next; next = open.pop()) {
      const { name, value } = next;
      if (decided.has(name)) continue;
      decided.set(name, value);
      if (value === true) open.push(...(macros.get(name) ?? []));
    }
  };
  for (const { folder, rules } of files.toReversed()) {
    if (!path.startsWith(folder)) continue;
    for (const rule of rules.toReversed())
      if ('matches' in rule && rule.matches(path.slice(folder.length))) decide(rule.assignments);
  }
  return decided;
}
