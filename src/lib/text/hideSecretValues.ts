import { percentEncode } from './percentEncode.ts';

/** Shorter texts may appear in any text by chance. */
const MIN_SECRET = 8;

/** Hides secrets in a text that others may read: each as a whole and in its words, also as addresses and JSON write it. */
export function hideSecretValues(text: string, secrets: readonly string[]): string {
  const parts = secrets.flatMap((value) => [value, ...value.split(' ')]).filter(({ length }) => length >= MIN_SECRET);
  const forms = parts.flatMap((value) => [value, percentEncode(value), JSON.stringify(value).slice(1, -1)]);
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text);
}
