/** A commit's message in its parts (git-interpret-trailers). */
export interface CommitMessage {
  /** The first paragraph on one line. */
  readonly subject: string;
  /** The text between the subject and the trailers; may be empty. */
  readonly body: string;
  readonly trailers: readonly (readonly [key: string, value: string])[];
}

/**
 * When a commit was made, in milliseconds, as its trailer `Quire-Time` says. Anybody can write a trailer, so it counts
 * only within the second that git has recorded.
 */
export function exactTime(committedMs: number, trailer: string | undefined): number {
  const exact = trailer === undefined ? Number.NaN : Date.parse(trailer);
  return Math.floor(exact / 1000) === Math.floor(committedMs / 1000) ? exact : committedMs;
}

const TRAILER = /^([A-Za-z0-9-]+): *((?! ).*)$/;

/** The last paragraph holds the trailers if each of its lines is one; the subject never does. */
export function readCommitMessage(message: string): CommitMessage {
  const [subject = '', ...paragraphs] = message
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n(?:[ \t]*\n)+/);
  const lines = (paragraphs.at(-1) ?? '').split('\n').map((line) => TRAILER.exec(line.trimEnd()));
  const trailers = lines.flatMap((match) => (match ? [[match[1]!, match[2]!] as const] : []));
  const hasTrailers = trailers.length > 0 && trailers.length === lines.length;
  return {
    subject: subject.replaceAll('\n', ' ').trim(),
    body: (hasTrailers ? paragraphs.slice(0, -1) : paragraphs).join('\n\n').trim(),
    trailers: hasTrailers ? trailers : [],
  };
}
