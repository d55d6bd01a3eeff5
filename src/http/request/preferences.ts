import type { IncomingHttpHeaders } from 'node:http';

/** The preference that asks to refuse unknown names (RFC 7240, 4.4), as answers name it. */
export const STRICT = 'handling=strict';

export const prefersStrict = ({ prefer }: IncomingHttpHeaders): boolean =>
  prefer !== undefined && readPreferences([prefer].flat().join()).get('handling') === 'strict';

/**
 * The values of a `Prefer` header by name (RFC 7240), both in lower case. Of a repeated preference the first counts;
 * parameters of preferences are left out.
 */
export function readPreferences(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const preference of splitOutsideQuotes(header, ',')) {
    const [first = ''] = splitOutsideQuotes(preference, ';');
    const at = first.indexOf('=');
    const name = (at < 0 ? first : first.slice(0, at)).trim().toLowerCase();
    const value = at < 0 ? '' : unquotePreference(first.slice(at + 1).trim()).toLowerCase();
    if (name !== '' && !found.has(name)) found.set(name, value);
  }
  return found;
}

function splitOutsideQuotes(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let [start, isQuoted] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (isQuoted) at += text[at] === '\\' ? 1 : 0;
    else if (text[at] === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

const unquotePreference = (text: string): string =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replaceAll(/\\(.)/g, '$1') : text;
