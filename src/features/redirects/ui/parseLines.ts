/** A redirect as the server accepts it. */
export interface NewRedirect {
  readonly fromPath: string;
  readonly toPath: string;
  readonly statusCode?: 301 | 302 | 307 | 308;
}

interface ParsedRedirects {
  readonly redirects: readonly NewRedirect[];
  /** The numbers of the lines that are no redirects. */
  readonly faults: readonly number[];
}

const CODES: readonly string[] = ['301', '302', '307', '308'];

/**
 * Reads one redirect per line: the old address, the new one, and optionally a status code, separated by blanks, tabs,
 * commas or semicolons, as copied or exported tables are.
 */
export function parseLines(text: string): ParsedRedirects {
  const lines = text.split(/\r?\n/).map((line, index) => ({ number: index + 1, parts: splitRedirectLine(line) }));
  const read = lines
    .filter(({ parts }) => parts.length > 0)
    .map(({ number, parts }) => ({ number, found: toRedirect(parts) }));
  return {
    redirects: read.flatMap(({ found }) => found ?? []),
    faults: read.flatMap(({ number, found }) => (found ? [] : [number])),
  };
}

const splitRedirectLine = (line: string): readonly string[] =>
  line
    .split(/[\s,;]+/)
    .map((part) => part.replaceAll(/^["']|["']$/g, ''))
    .filter(Boolean);

function toRedirect([from = '', to = '', code, ...others]: readonly string[]): NewRedirect | undefined {
  if (!from.startsWith('/') || !/^(\/|https?:\/\/)/.test(to) || others.length > 0) return undefined;
  if (code === undefined) return { fromPath: from, toPath: to };
  if (!CODES.includes(code)) return undefined;
  return { fromPath: from, toPath: to, statusCode: Number(code) as 301 };
}
