import { createTurns, takeTurn } from '../../lib/turn/createTurns.ts';

/** What is put together before it becomes bytes. */
const TEXT_LENGTH = 64 * 1024;

/** Puts texts together as bytes, in slices, so that others are served meanwhile. `check` is told how many there are so far, and may throw. */
export async function writeInTurns(pieces: Iterable<string>, check?: (bytes: number) => void): Promise<Buffer> {
  await takeTurn();
  const isOver = createTurns();
  const parts: Buffer[] = [];
  let [text, length] = ['', 0];
  const flush = (): void => {
    const part = Buffer.from(text);
    parts.push(part);
    text = '';
    length += part.length;
    check?.(length);
  };
  for (const piece of pieces) {
    text += piece;
    if (text.length > TEXT_LENGTH) flush();
    // Nothing is awaited at most pieces: there may be millions.
    const next = isOver();
    if (next) await next;
  }
  flush();
  return Buffer.concat(parts, length);
}
