import type { JsonPrimitive } from '../json.ts';

// The core schema's spellings, YAML 1.2.2 section 10.3.2.
const INTEGER = /^[-+]?\d+$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const RARE_NUMBER = /^(?:0o[0-7]+|0x[\da-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
  ...['null', 'Null', 'NULL', '~'].map((word) => [word, null] as const),
]);

/** What a plain scalar means; undefined for the rare spellings that are left to the general parser. */
export function resolvePlain(source: string): JsonPrimitive | undefined {
  const word = WORDS.get(source);
  if (word !== undefined) return word;
  if (!/^[-+.\d]/.test(source)) return source;
  if (!INTEGER.test(source) && !FLOAT.test(source)) return RARE_NUMBER.test(source) ? undefined : source;
  const number = Number(source);
  return Number.isFinite(number) ? number : undefined;
}
