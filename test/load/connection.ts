import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A kept connection that sends one request after the other. */
export interface Connection {
  /** The status of the answer, which is read to its end; null if the connection ended before. */
  get(path: string): Promise<number | null>;
  close(): void;
}

export async function openConnection(url: string): Promise<Connection> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
    .setEncoding('latin1')
    .on('error', () => undefined);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return {
    get(path) {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      return readAnswer(socket);
    },
    close: () => void socket.destroy(),
  };
}

/** Answers in this test are never chunked. */
function readAnswer(socket: Socket): Promise<number | null> {
  return new Promise((resolve) => {
    let text = '';
    const end = (status: number | null): void => {
      socket.off('data', take).off('close', lose);
      resolve(status);
    };
    const lose = (): void => end(null);
    const take = (part: string): void => {
      text += part;
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
      if (text.length >= head + 4 + length) end(Number(text.slice(9, 12)));
    };
    if (socket.destroyed) return resolve(null);
    socket.on('data', take).on('close', lose);
  });
}

const BATCH = 200;

/** Runs a task for each number up to `count`, not too many at once. */
export async function inBatches<T>(count: number, task: (index: number) => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  for (let from = 0; from < count; from += BATCH)
    results.push(
      ...(await Promise.all(Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => task(from + n)))),
    );
  return results;
}
