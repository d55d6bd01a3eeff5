import { createYieldIfBusy, SHARED_SLICES, waitForTurn } from '../../lib/turn/createYieldIfBusy.ts';

/** How much text is joined before it is converted to bytes. */
const TEXT_LENGTH = 64 * 1024;

/**
 * Joins texts into bytes, in slices so that others are served meanwhile. `check` gets the number of bytes so far and
 * may throw.
 */
export async function writeInTurns(pieces: Iterable<string>, check?: (bytes: number) => void): Promise<Buffer> {
  await waitForTurn();
  const isOver = createYieldIfBusy(SHARED_SLICES);
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
    // Awaits only when a slice is over: there may be millions of pieces.
    const next = isOver();
    if (next) await next;
  }
  flush();
  return Buffer.concat(parts, length);
}
