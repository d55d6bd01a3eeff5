import type { JsonPrimitive } from '../json/json.ts';
import type { ScalarStyle } from '../valueSource.ts';

/** The text of a value after a key: all of it on that line, or its beginning there and whole lines below. */
export interface YamlText {
  readonly head: string;
  /** Empty, or lines that each end with a line break. */
  readonly body: string;
}

/** Where a scalar is written. */
export interface ScalarPlace {
  /** Inside `[…]` or `{…}`. */
  readonly isFlow: boolean;
  /** The column of the collection around it. */
  readonly parentIndent: number;
  readonly step: number;
  readonly lineBreak: string;
}

// Plain text that YAML 1.1 or 1.2 readers do not take for a string: https://yaml.org/type/
const WORDS = /^(?:~|null|true|false|yes|no|on|off|y|n|=|<<)$/i;
const NUMBERS =
  /^[-+]?(?:0x[\da-f_]*|0o?[0-7_]*|0b[01_]*|(?:\d[\d_]*)?(?:\.[\d_]*)?(?:e[-+]?\d+)?|\d[\d_]*(?::\d+)+(?:\.[\d_]*)?|\.(?:inf|nan))$/i;
const INDICATORS = /^(?:[-?:,[\]{}#&*!|>'"%@`<=~]|\.{3})/;
// Everything that some reader does not print, including line separators and lone surrogates.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that need an escape
const UNPRINTABLE = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]|\p{Surrogate}/u;
const ESCAPED = /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g;

/** Writes a scalar, in its present style if that can hold the new value. */
export function yamlScalar(value: JsonPrimitive, style: ScalarStyle, place: ScalarPlace): YamlText {
  if (typeof value !== 'string') return { head: Object.is(value, -0) ? '-0' : String(value), body: '' };
  const block = place.isFlow ? null : blockScalar(value, style, place);
  return block ?? { head: flowScalar(value, style, place.isFlow), body: '' };
}

function flowScalar(value: string, style: ScalarStyle, isFlow: boolean): string {
  if (style === 'single' && !UNPRINTABLE.test(value)) return `'${value.replaceAll("'", "''")}'`;
  if (style !== 'double' && isPlainScalar(value, isFlow)) return value;
  return quoted(value);
}

/** A key; always on one line. */
export const yamlKeyText = (key: string): string => (isPlainScalar(key, true) ? key : quoted(key));

/** A string in double quotes, readable as JSON too. */
export const quoted = (value: string): string =>
  JSON.stringify(value).replace(ESCAPED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Whether a string needs no quotes to be read as itself by YAML 1.2 (core schema) and 1.1. */
function isPlainScalar(value: string, isFlow: boolean): boolean {
  if (value === '' || value !== value.trim() || INDICATORS.test(value)) return false;
  if (/:(?:\s|$)|\s#/.test(value) || (isFlow && /[,[\]{}]/.test(value))) return false;
  return !UNPRINTABLE.test(value) && !WORDS.test(value) && !NUMBERS.test(value);
}

/** Writes multi-line text as a literal, or folded if it was; null if neither can hold it or neither is needed. */
function blockScalar(value: string, style: ScalarStyle, place: ScalarPlace): YamlText | null {
  const wasBlock = style === 'literal' || style === 'folded';
  if (!wasBlock && (style !== 'plain' || !value.includes('\n'))) return null;
  if (!isLiteral(value)) return null;
  const content = trimEndCharacter(value, '\n');
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

/** Whether a literal can hold a text: it is not empty, needs no escapes, and has no lines of only white space. */
const isLiteral = (value: string): boolean =>
  /[^\n]/.test(value) && !UNPRINTABLE.test(value.replace(/[\n\t]/g, '')) && !/(?:^|\n)[ \t]+(?:\n|$)/.test(value);

/**
 * Removes a character from the end. Linear, unlike a pattern with `+$`; String.trimEnd would remove other white space
 * too.
 */
export function trimEndCharacter(text: string, character: ' ' | '\n'): string {
  let end = text.length;
  while (text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
