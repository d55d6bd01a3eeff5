import type { JsonPrimitive } from '../json/json.ts';
import type { ScalarStyle } from '../source.ts';

/** Text that can stand after a key: all of it on that line, or its beginning there and whole lines after it. */
export interface Placed {
  readonly head: string;
  /** Empty, or lines that each end with a line break. */
  readonly body: string;
}

/** Where a scalar is to stand. */
export interface ScalarPlace {
  /** Inside `[…]` or `{…}`. */
  readonly isFlow: boolean;
  /** The column of the collection around it. */
  readonly parentIndent: number;
  readonly step: number;
  readonly lineBreak: string;
}

// What YAML 1.1 or 1.2 readers take for something other than a string: https://yaml.org/type/
const WORDS = /^(?:~|null|true|false|yes|no|on|off|y|n|=|<<)$/i;
const NUMBERS =
  /^[-+]?(?:0x[\da-f_]*|0o?[0-7_]*|0b[01_]*|(?:\d[\d_]*)?(?:\.[\d_]*)?(?:e[-+]?\d+)?|\d[\d_]*(?::\d+)+(?:\.[\d_]*)?|\.(?:inf|nan))$/i;
const INDICATORS = /^(?:[-?:,[\]{}#&*!|>'"%@`<=~]|\.{3})/;
// Everything that is not printable in every reader, line separators and lone surrogates included.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that need an escape
const UNPRINTABLE = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]|\p{Surrogate}/u;
const ESCAPED = /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g;

/** A scalar in YAML, in its present style where that can hold the new value. */
export function yamlScalar(value: JsonPrimitive, style: ScalarStyle, place: ScalarPlace): Placed {
  if (typeof value !== 'string') return { head: Object.is(value, -0) ? '-0' : String(value), body: '' };
  const block = place.isFlow ? null : blockScalar(value, style, place);
  return block ?? { head: flowScalar(value, style, place.isFlow), body: '' };
}

function flowScalar(value: string, style: ScalarStyle, isFlow: boolean): string {
  if (style === 'single' && !UNPRINTABLE.test(value)) return `'${value.replaceAll("'", "''")}'`;
  if (style !== 'double' && isPlain(value, isFlow)) return value;
  return quoted(value);
}

/** A key; always on one line. */
export const yamlKeyText = (key: string): string => (isPlain(key, true) ? key : quoted(key));

/** A string in double quotes, readable as JSON too. */
export const quoted = (value: string): string =>
  JSON.stringify(value).replace(ESCAPED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Whether a string needs no quotes to be read as itself by YAML 1.2 (core schema) and 1.1. */
function isPlain(value: string, isFlow: boolean): boolean {
  if (value === '' || value !== value.trim() || INDICATORS.test(value)) return false;
  if (/:(?:\s|$)|\s#/.test(value) || (isFlow && /[,[\]{}]/.test(value))) return false;
  return !UNPRINTABLE.test(value) && !WORDS.test(value) && !NUMBERS.test(value);
}

/** Multi-line text as a literal, or folded where it was; null where neither can hold it or nothing calls for it. */
function blockScalar(value: string, style: ScalarStyle, place: ScalarPlace): Placed | null {
  const wasBlock = style === 'literal' || style === 'folded';
  if (!wasBlock && (style !== 'plain' || !value.includes('\n'))) return null;
  if (!isLiteral(value)) return null;
  const content = trimEnd(value, '\n');
  const ending = value.slice(content.length);
  const isFolded = style === 'folded' && !/^\n|(?:^|\n)[ \t]/.test(content);
  const lines = (isFolded ? content.replace(/\n+/g, '$&\n') : content).split('\n');
  const pad = ' '.repeat(place.parentIndent + place.step);
  const indicator = /^[\n ]/.test(content) ? place.step : '';
  const chomp = ending === '' ? '-' : ending === '\n' ? '' : '+';
  const body = [
    ...lines,
    ...(chomp === '+'
      ? ending
          .slice(1)
          .split('')
          .map(() => '')
      : []),
  ];
  return {
    head: `${isFolded ? '>' : '|'}${indicator}${chomp}`,
    body: body.map((line) => (line === '' ? '' : pad + line) + place.lineBreak).join(''),
  };
}

/** Not empty, no character that needs an escape, and no line of nothing but white space. */
const isLiteral = (value: string): boolean =>
  /[^\n]/.test(value) && !UNPRINTABLE.test(value.replace(/[\n\t]/g, '')) && !/(?:^|\n)[ \t]+(?:\n|$)/.test(value);

/** Without the given character at its end. Linear, as a pattern with `+$` is not; String.trimEnd would take other white space too. */
export function trimEnd(text: string, character: ' ' | '\n'): string {
  let end = text.length;
  while (text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
