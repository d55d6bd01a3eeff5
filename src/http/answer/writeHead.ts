import type { ServerResponse } from 'node:http';

/** Header lines as node takes them: name, value, name, value … */
export type HeaderLines = readonly string[];

/** The status and header lines of an answer. */
export interface ResponseHead {
  readonly status: number;
  /** Lines that many answers have. Always the same array, by which they are recognised. */
  readonly shared: HeaderLines;
  /** Lines of this answer alone. Their values must be valid: they are not checked again. */
  readonly own: HeaderLines;
}

/** A response with the field where Node keeps the head as text, from `writeHead` until it is sent. */
type ResponseWithHead = ServerResponse & { _header?: string | null };

/** Writes a head with the lines of one request or moment, `now`, which must be valid too. */
export type WriteHead = (response: ServerResponse, head: ResponseHead, now: HeaderLines) => void;

/**
 * Makes the function that writes heads as `response.writeHead` does. Node checks every line of every answer; this lets
 * it check shared lines once and reuses Node's own text from then on. It reaches into a private part of Node because a
 * cached page takes a fifth more CPU without, and would fall below 0.85 of bare Node. If Node keeps no such text,
 * `writeHead` is called each time.
 */
export function createHeadWriter(): WriteHead {
  const byStatus = new Map<number, WeakMap<HeaderLines, string>>();
  const readDate = createDateReader();
  return (response: ResponseWithHead, { status, shared, own }, now) => {
    const isKept = isPlainResponse(response);
    const texts = byStatus.get(status) ?? new WeakMap<HeaderLines, string>();
    const known = isKept ? texts.get(shared) : undefined;
    if (known !== undefined) {
      response.statusCode = status;
      response._header = `${known}Date: ${readDate()}\r\n${joinHeaderLines(own)}${joinHeaderLines(now)}\r\n`;
    }
    if (response.headersSent) return;
    response.writeHead(status, [...shared, ...own, ...now]);
    if (!isKept || !response._header) return;
    byStatus.set(status, texts.set(shared, withoutOwn(response._header, [...own, ...now])));
  };
}

/**
 * Whether the answer has no other headers and the connection stays open: only then are the lines that Node adds always
 * the same.
 */
const isPlainResponse = (response: ServerResponse): boolean =>
  response.shouldKeepAlive && response.req.httpVersion === '1.1' && response.getHeaderNames().length === 0;

function joinHeaderLines(lines: HeaderLines): string {
  let text = '';
  for (let at = 0; at < lines.length; at += 2) text += `${lines[at]}: ${lines[at + 1]}\r\n`;
  return text;
}

/** The head without the lines that belong to one answer: what the next answer can reuse. */
function withoutOwn(head: string, own: HeaderLines): string {
  const names = new Set(['Date', ...own.filter((_, at) => at % 2 === 0)]);
  const lines = head.split('\r\n').filter((line) => line !== '' && !names.has(line.slice(0, line.indexOf(':'))));
  return `${lines.join('\r\n')}\r\n`;
}

/** Makes the function that returns the time as HTTP writes it (RFC 9110, 5.6.7); it formats once a second. */
function createDateReader(): () => string {
  let [second, text] = [0, ''];
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) [second, text] = [now, new Date(now * 1000).toUTCString()];
    return text;
  };
}
