import type { JsonObject, JsonValue } from '../../../src/store/codec/json/json.ts';

/** A YAML text as people write it, and the places of its parts. */
export interface StyledYaml {
  readonly text: string;
  readonly comments: readonly StyledComment[];
  /** By JSON path: from the first character of a scalar's key, dash or (in brackets) value to the end of the value. */
  readonly spans: ReadonlyMap<string, readonly [number, number]>;
}

/** The comment may be lost if the value at `owner`, or one around it, is removed. */
export interface StyledComment {
  readonly text: string;
  readonly owner: Path;
}

export type Path = readonly (string | number)[];

interface Styler {
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(...choices: readonly T[]) => T;
  readonly span: (from: number, to: number) => number;
}

/** Random numbers from a seed (mulberry32). */
export function createStyler(seed: number): Styler {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    chance: (probability) => next() < probability,
    pick: (...choices) => choices[Math.floor(next() * choices.length)]!,
    span: (from, to) => from + Math.floor(next() * (to - from + 1)),
  };
}

const PLAIN = /^[A-Za-z][A-Za-z0-9_./@-]*(?:[ :][A-Za-z0-9_./@-]+)*$/;
const WORD = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what only double quotes can hold
const UNPRINTABLE = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]|\p{Surrogate}/u;

/** Writes a value in random styles, with comments, blank lines and odd indentation. */
export function styledYaml(value: JsonObject, seed: number): StyledYaml {
  const { chance, pick, span } = createStyler(seed);
  const comments: StyledComment[] = [];
  const spans = new Map<string, readonly [number, number]>();
  const commentRate = pick(0, 0.1, 0.4);
  const flowRate = pick(0, 0.2, 0.6);
  let out = '';
  /** The most that comments may be indented here, because a block scalar is above. */
  let afterBlockScalar = false;

  const put = (text: string): void => {
    out += text;
  };
  const comment = (owner: Path): string => {
    const text = `#${pick(' ', '', '# ')}c${comments.length}${pick('', ' said: "x', " don't", ' - a: [', ' ,')}`;
    comments.push({ text, owner });
    return text;
  };
  const ownLines = (owner: Path, indent: number): void => {
    if (chance(commentRate / 2) && !out.endsWith('\n\n')) put('\n');
    while (chance(commentRate)) {
      put(`${' '.repeat(afterBlockScalar || chance(0.8) ? indent : span(0, indent))}${comment(owner)}\n`);
      if (chance(0.2)) put('\n');
    }
  };
  const endOfLine = (owner: Path): void => {
    if (chance(commentRate)) put(' '.repeat(span(1, 8)) + comment(owner));
    else if (chance(0.05)) put('  ');
    put('\n');
  };

  const doubleQuoted = (text: string): string =>
    JSON.stringify(text).replace(
      /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  const oneLineString = (text: string): string => {
    if (PLAIN.test(text) && !WORD.test(text) && chance(0.6)) return text;
    return UNPRINTABLE.test(text) || chance(0.5) ? doubleQuoted(text) : `'${text.replaceAll("'", "''")}'`;
  };
  const number = (value: number): string => {
    if (Object.is(value, -0)) return '-0';
    if (!Number.isSafeInteger(value) || value < 0) return String(value);
    return pick(
      String(value),
      String(value),
      `+${value}`,
      `0x${value.toString(16)}`,
      `0o${value.toString(8)}`,
      `${value}.0`,
      `${value}e0`,
    );
  };
  const flowScalar = (value: JsonValue): string => {
    if (typeof value === 'string') return oneLineString(value);
    if (typeof value === 'number') return number(value);
    return value === null ? pick('null', '~', 'Null') : pick(String(value), String(value).toUpperCase());
  };
  const key = (name: string): string => (name === '<<' ? '"<<"' : oneLineString(name));

  const blockScalar = (text: string, indent: number, owner: Path): boolean => {
    if (!text.includes('\n') || UNPRINTABLE.test(text.replace(/[\n\t]/g, '')) || /(?:^|\n)[ \t]+(?:\n|$)/.test(text))
      return false;
    const content = text.replace(/\n+$/, '');
    if (content === '') return false;
    const ending = text.length - content.length;
    const step = span(1, 6);
    const indicator = /^[\n \t]/.test(content) ? String(step) : '';
    const chomp = ending === 0 ? '-' : ending === 1 ? '' : '+';
    const isFolded = chance(0.3) && !/^\n|(?:^|\n)[ \t]/.test(content);
    put(`${isFolded ? '>' : '|'}${chance(0.5) ? indicator + chomp : chomp + indicator}`);
    if (chance(commentRate)) put(`  ${comment(owner)}`);
    put('\n');
    for (const line of (isFolded ? content.replace(/\n+/g, '$&\n') : content).split('\n'))
      put(`${line === '' ? '' : ' '.repeat(indent + step) + line}\n`);
    if (ending > 1) put('\n'.repeat(ending - 1));
    afterBlockScalar = true;
    return true;
  };

  const flow = (value: JsonValue, path: Path, indent: number): void => {
    if (typeof value !== 'object' || value === null) {
      const start = out.length;
      put(flowScalar(value));
      spans.set(JSON.stringify(path), [start, out.length]);
      return;
    }
    const isMap = !Array.isArray(value);
    const isMultiline = chance(0.3);
    const inner = indent + span(1, 4);
    const space = isMultiline ? '' : pick('', ' ');
    const entries = Object.entries(value as JsonObject);
    const newLine = (owner: Path): void => {
      if (chance(commentRate)) put(` ${comment(owner)}`);
      put('\n');
      if (chance(commentRate)) put(`${' '.repeat(inner)}${comment(path)}\n`);
      put(' '.repeat(inner));
    };
    put((isMap ? '{' : '[') + space);
    if (isMultiline) newLine(path);
    entries.forEach(([name, member], i) => {
      const memberPath = [...path, isMap ? name : i];
      if (isMap) put(`${key(name)}: `);
      flow(member as JsonValue, memberPath, inner);
      const isLast = i === entries.length - 1;
      if (!isLast || (isMultiline && chance(0.3))) put(`${pick('', '', ' ')},`);
      if (isMultiline && !isLast) newLine(memberPath);
      else if (!isLast) put(pick(' ', ' ', '  '));
    });
    if (isMultiline && entries.length > 0 && chance(0.7))
      newLine([...path, isMap ? entries.at(-1)![0] : entries.length - 1]);
    put(space + (isMap ? '}' : ']'));
  };

  const scalarAfterIndicator = (value: JsonValue, path: Path, indent: number): void => {
    afterBlockScalar = false;
    if (value === null && chance(0.3)) {
      endOfLine(path);
      return;
    }
    if (chance(0.05)) {
      endOfLine(path);
      put(' '.repeat(indent + span(1, 3)));
    } else put(' '.repeat(pick(1, 1, 1, 3)));
    if (typeof value === 'string' && blockScalar(value, indent, path)) return;
    const words =
      typeof value === 'string' && PLAIN.test(value) && !WORD.test(value) && value.includes(' ') && chance(0.2);
    const quote = pick('', '"', "'");
    put(words ? quote + (value as string).replace(' ', `\n${' '.repeat(indent + 2)}`) + quote : flowScalar(value));
    endOfLine(path);
  };

  const member = (value: JsonValue, path: Path, indent: number, start: number, isItem: boolean): void => {
    const isCollection = typeof value === 'object' && value !== null;
    if (!isCollection) {
      scalarAfterIndicator(value, path, indent);
      spans.set(JSON.stringify(path), [start, out.length - 1]);
      return;
    }
    if (Object.keys(value).length === 0 || chance(flowRate)) {
      afterBlockScalar = false;
      put(' ');
      flow(value, path, indent + 1);
      endOfLine(path);
      return;
    }
    if (isItem && chance(0.7)) {
      const gap = span(1, 3);
      put(' '.repeat(gap));
      collection(value, path, indent + 1 + gap, true, indent);
      return;
    }
    endOfLine(path);
    afterBlockScalar = false;
    const mayStandBelow = Array.isArray(value) && !isItem && chance(0.3);
    collection(value, path, mayStandBelow ? indent : indent + span(1, 5), false, indent);
  };

  const collection = (value: JsonValue, path: Path, indent: number, isCompact: boolean, parentIndent: number): void => {
    const isMap = !Array.isArray(value);
    Object.entries(value as JsonObject).forEach(([name, part], i) => {
      if (i > 0 || !isCompact) {
        ownLines(path, indent);
        put(' '.repeat(indent));
      }
      const start = out.length;
      const memberPath = [...path, isMap ? name : i];
      if (!isMap) put('-');
      else if (chance(0.03)) put(`? ${key(name)}\n${' '.repeat(indent)}:`);
      else put(`${key(name)}${pick('', '', '', ' ')}:`);
      member(part as JsonValue, memberPath, indent, start, !isMap);
    });
    if (chance(commentRate) && indent > parentIndent) put(`${' '.repeat(indent)}${comment(path)}\n`);
    afterBlockScalar = afterBlockScalar && out.trimEnd().split('\n').at(-1)!.trim()[0] !== '#';
  };

  if (chance(0.2)) put('---\n');
  ownLines([], 0);
  if (Object.keys(value).length === 0) put('{}\n');
  else if (chance(0.05)) {
    flow(value, [], 0);
    endOfLine([]);
  } else collection(value, [], pick(0, 0, 0, 2), false, -1);
  while (chance(commentRate)) put(`${comment([])}\n`);
  if (chance(0.1)) put('...\n');
  return { text: out, comments, spans };
}
