import type { WriteStream } from 'node:tty';

/** One line of progress, shown only on a terminal. */
export interface Progress {
  show(text: string): void;
  /** Removes the line. */
  clear(): void;
}

const CLEAR_LINE = '\r\u001b[K';

export function createProgress(stream: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean }): Progress {
  const write = (text: string): void => void (stream.isTTY && stream.write(`${CLEAR_LINE}${text}`));
  return { show: write, clear: () => write('') };
}
