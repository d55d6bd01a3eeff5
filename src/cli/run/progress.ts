import type { WriteStream } from 'node:tty';

/** One line that tells how far something is; on a terminal alone. */
export interface Progress {
  show(text: string): void;
  /** Takes the line away. */
  clear(): void;
}

const CLEAR_LINE = '\r\u001b[K';

export function createProgress(stream: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean }): Progress {
  const write = (text: string): void => void (stream.isTTY && stream.write(`${CLEAR_LINE}${text}`));
  return { show: write, clear: () => write('') };
}
