import type { Socket } from 'node:net';

export interface AnswerBounds {
  /** The bytes that may wait in all connections together until callers read them. */
  readonly maxBytes: number;
  /** The interval between checks. */
  readonly lookMs: number;
}

const BOUNDS: AnswerBounds = { maxBytes: 256 * 1024 * 1024, lookMs: 250 };

/** A connection whose answer waits. */
interface Waiting {
  readonly socket: Socket;
  readonly bytes: number;
  /** Whether its caller has read something since the last check. */
  readonly isRead: boolean;
}

/**
 * Keeps callers who ask for much and read nothing from filling the memory: beyond the bound, connections are cut off.
 * Those whose callers read nothing go first, and among them those with the most bytes waiting.
 *
 * @returns a function that stops the checks
 */
export function boundAnswers(sockets: Iterable<Socket>, { maxBytes, lookMs }: AnswerBounds = BOUNDS): () => void {
  let seen = new Map<Socket, number>();

  function look(): void {
    const [waiting, present]: [Waiting[], Map<Socket, number>] = [[], new Map()];
    for (const socket of sockets) {
      const bytes = socket.writableLength;
      if (bytes === 0) continue;
      const sent = socket.bytesWritten - bytes;
      present.set(socket, sent);
      waiting.push({ socket, bytes, isRead: sent !== seen.get(socket) });
    }
    seen = present;
    cutOff(waiting, maxBytes);
  }

  const timer = setInterval(look, lookMs).unref();
  return () => clearInterval(timer);
}

function cutOff(waiting: readonly Waiting[], maxBytes: number): void {
  let total = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= maxBytes) return;
  for (const { socket, bytes } of waiting.toSorted(
    (a, b) => Number(a.isRead) - Number(b.isRead) || b.bytes - a.bytes,
  )) {
    if (total <= maxBytes) return;
    socket.destroy();
    total -= bytes;
  }
}
