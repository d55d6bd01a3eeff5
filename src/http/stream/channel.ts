import { Readable } from 'node:stream';

/** A client with more text waiting is cut off; it reconnects and goes on where it was. */
const MAX_BUFFERED = 1024 * 1024;

/** One client's stream. */
export interface Channel {
  readonly stream: Readable;
  /** Sends in order, and only while `check` passes. */
  send(text: string): void;
  /**
   * Sends pieces as fast as they are read; the first two are made at once. Returns false while earlier pieces are being
   * sent; `done` of those is called afterwards.
   */
  sendPieces(pieces: Iterator<string, void>, done: () => void): boolean;
  /** Sends a sign of life, or cuts the stream off if pieces are waiting and none was read since the last beat. */
  beat(): void;
  end(): void;
}

/** @param check throws when the client may be sent nothing any more, which ends the stream */
export function openChannel(check: () => unknown): Channel {
  let goOn = (): void => undefined;
  const stream = new Readable({ read: () => goOn() });
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isOver = false;
  /** While pieces are being sent: whether one has been sent since the last beat. */
  let progress: { hasMoved: boolean } | null = null;

  function end(): void {
    if (!isOver) stream.push(null);
    isOver = true;
  }

  /** Resolves when the client wants more. */
  async function push(text: string): Promise<void> {
    await check();
    if (isOver || stream.destroyed || stream.push(text)) return;
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
  }

  function send(text: string): void {
    waiting += text.length;
    if (waiting + stream.readableLength > MAX_BUFFERED) return void stream.destroy();
    turn = turn
      .then(check)
      .then(() => {
        waiting -= text.length;
        if (!isOver) stream.push(text);
      })
      .catch(end);
  }

  async function sendRest(pieces: Iterator<string, void>, moved: { hasMoved: boolean }): Promise<void> {
    for (let next = pieces.next(); !next.done; next = pieces.next()) {
      moved.hasMoved = true;
      await push(next.value);
      if (isOver || stream.destroyed) return;
    }
  }

  return {
    stream,
    end,
    send,
    sendPieces(pieces, done) {
      if (progress) return false;
      const [first, second] = [pieces.next(), pieces.next()];
      if (!first.done) send(first.value);
      if (second.done) return true;
      const moved = { hasMoved: true };
      progress = moved;
      turn = turn
        .then(() => push(second.value))
        .then(() => sendRest(pieces, moved))
        .then(() => {
          progress = null;
          done();
        })
        .catch(end);
      return true;
    },
    beat() {
      if (!progress) return send(':\n\n');
      if (!progress.hasMoved) stream.destroy();
      progress.hasMoved = false;
    },
  };
}
